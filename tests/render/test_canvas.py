"""The sheet of character cells."""

from footplate.render.canvas import Canvas
from footplate.render.spans import Span
from footplate.render.terminal import plain


def test_text_of_one_style_is_one_span_and_lines_end_without_blanks() -> None:
    canvas = Canvas(6, 2)
    canvas.put(1, 0, "ab", "dim")
    canvas.put(3, 0, "c", "head")
    assert canvas.lines() == [[Span(" "), Span("ab", "dim"), Span("c", "head")], []]


def test_what_falls_outside_is_cut_off() -> None:
    canvas = Canvas(3, 1)
    canvas.put(-1, 0, "abcde")
    canvas.put(0, 1, "x")
    canvas.put(0, -1, "x")
    canvas.dot(6, 0, "dim")
    canvas.dot(-1, -1, "dim")
    assert plain(canvas.lines()) == "bcd"


def test_eight_dots_fill_a_cell() -> None:
    canvas = Canvas(2, 1)
    canvas.dot(2, 0, "dim")
    assert canvas.lines() == [[Span(" "), Span("⠁", "dim")]]
    for across in (2, 3):
        for down in range(4):
            canvas.dot(across, down, "dim")
    assert plain(canvas.lines()) == " ⣿"


def test_the_last_to_come_stays_in_a_cell() -> None:
    canvas = Canvas(1, 1)
    canvas.put(0, 0, "a", "dim")
    assert canvas.is_word(0, 0)
    canvas.dot(0, 3, "head")
    assert canvas.has_dots(0, 0)
    assert canvas.has_dots(0, 0, "head")
    assert not canvas.has_dots(0, 0, "dim")
    assert not canvas.is_word(0, 0)
    canvas.put(0, 0, "b")
    assert canvas.lines() == [[Span("b")]]


def test_free_cells_are_on_the_sheet_and_blank() -> None:
    canvas = Canvas(4, 1)
    canvas.put(3, 0, "_")
    assert canvas.is_free(0, 0, 3)
    assert not canvas.is_free(1, 0, 3)
    assert canvas.is_free(1, 0, 3, " _")
    assert not canvas.is_free(2, 0, 3, " _")
    canvas.dot(0, 0, "dim")
    assert not canvas.is_free(0, 0, 1)
