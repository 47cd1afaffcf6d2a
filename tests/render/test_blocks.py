"""Blocks of lines, put together."""

from hypothesis import given
from hypothesis import strategies as st

from footplate.render.blocks import beside, folded, padded, stacked
from footplate.render.spans import Lines, Span, text_of

WORDS = st.lists(st.builds(Span, st.text("ab ", max_size=8), st.sampled_from(["", "dim"])), max_size=6)


def told(lines: Lines) -> list[str]:
    return [text_of(line) for line in lines]


def lines(*texts: str) -> Lines:
    return [[Span(text)] for text in texts]


def test_a_line_is_filled_up_or_cut_off() -> None:
    line = [Span("ab", "dim"), Span("cd")]
    assert padded(line, 6) == [*line, Span("  ")]
    assert padded(line, 4) == line
    assert padded(line, 4) is not line
    assert padded(line, 3) == [Span("ab", "dim"), Span("…")]


def test_blocks_stand_beside_each_other_whichever_is_longer() -> None:
    assert told(beside(lines("ab", "c"), lines("x"), 2)) == ["ab  x", "c"]
    assert told(beside(lines("a"), lines("x", "y"), 1)) == ["a x", "  y"]


def test_stacked_blocks_have_one_empty_line_between_them() -> None:
    assert told(stacked([lines("a"), [], lines("b", "c")])) == ["a", "", "b", "c"]


def test_a_long_line_is_folded_at_blanks_and_keeps_its_styles() -> None:
    line = [Span("one two", "dim"), Span(" three"), Span("four", "head"), Span(" five")]
    assert told(folded(line, 11)) == ["one two", "  threefour", "  five"]
    assert told(folded(line, 10)) == ["one two", "  threefo…", "  five"]


@given(WORDS, st.integers(4, 20))
def test_folding_loses_no_letter_that_fits(line: list[Span], width: int) -> None:
    rows = told(folded(line, width))
    assert all(len(row) <= width for row in rows)
    if all(len(word) <= width - 2 for word in text_of(line).split()):
        assert " ".join(rows).split() == text_of(line).split()
