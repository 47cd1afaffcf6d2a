"""Styled text as plain data."""

import re

from rich.style import Style

from footplate.render import palette, spans
from footplate.render.spans import STYLES, Span, text_of, width_of, with_seats

STYLE = re.compile(r"(?:(?:bold|underline|reverse|#[0-9A-F]{6}|on #[0-9A-F]{6})(?: |$))*")


def test_every_style_is_made_of_the_promised_words() -> None:
    assert all(STYLE.fullmatch(style) for style in STYLES.values())


def test_every_style_is_one_that_rich_can_read() -> None:
    assert all(str(Style.parse(style)) for style in STYLES.values())


def test_seats_goods_cities_companies_and_tokens_have_styles() -> None:
    names = [spans.seat(number) for number in range(-1, 6)]
    names += [make(color) for make in (spans.good, spans.city) for color in palette.FILLS]
    names += [make(color) for make in (spans.line, spans.livery) for color in palette.LINE_FILLS]
    names += [spans.token(industry) for industry in palette.TOKEN_FILLS]
    assert set(names) <= set(STYLES)
    assert spans.seat(-1) == spans.NOBODY


def test_no_two_seats_share_a_style() -> None:
    assert len({STYLES[spans.seat(number)] for number in range(-1, 6)}) == 7


def test_seats_named_in_a_sentence_take_their_styles() -> None:
    assert with_seats("P2 pays P6, MP3 P7 P12", "dim") == [
        Span("P2", "seat.1"),
        Span(" pays ", "dim"),
        Span("P6", "seat.5"),
        Span(", MP3 P7 P12", "dim"),
    ]
    assert with_seats("") == []


def test_width_is_that_of_the_longest_line() -> None:
    lines = [[Span("ab"), Span("cd", "dim")], [Span("abc")], []]
    assert text_of(lines[0]) == "abcd"
    assert width_of(lines) == 4
    assert width_of([]) == 0
