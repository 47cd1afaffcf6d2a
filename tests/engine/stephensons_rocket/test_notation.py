"""Actions as text: every action round-trips, only canonical text is taken, the sort key tells all actions apart."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from footplate.engine.errors import NotationError
from footplate.engine.stephensons_rocket import notation
from footplate.engine.stephensons_rocket.actions import (
    Action,
    Bid,
    Decline,
    Defend,
    DrawFirst,
    ExtendLine,
    MoveStation,
    PassVeto,
    PlaceStation,
    TakeToken,
)
from footplate.engine.stephensons_rocket.board import CITIES, CODES, INDUSTRIES, LAND_HEXES, hex_of
from tests.support.rules import rule

READING, BIRMINGHAM = CITIES.index("Reading"), CITIES.index("Birmingham")
LEATHER, STEEL, TEXTILE, BREWERY = range(4)
NER, LY, LNWR, GER, GWR, LSWR, SER = range(7)

TEXTS: tuple[tuple[str, Action], ...] = (
    ("token Reading brewery", TakeToken(READING, BREWERY)),
    ("token Birmingham leather", TakeToken(BIRMINGHAM, LEATHER)),
    ("station 0614", PlaceStation(hex_of("0614"))),
    ("station 0001", PlaceStation(hex_of("0001"))),
    ("move 0200 0501", MoveStation(hex_of("0200"), hex_of("0501"))),
    ("extend LSWR 0514", ExtendLine(LSWR, hex_of("0514"))),
    ("extend L&Y 1609", ExtendLine(LY, hex_of("1609"))),
    ("pass", PassVeto()),
    ("bid 2 0413", Bid(2, hex_of("0413"))),
    ("bid 0 0413", Bid(0, hex_of("0413"))),
    ("decline", Decline()),
    ("defend 16 0512", Defend(16, hex_of("0512"))),
    ("first P4", DrawFirst(3)),
)

hexes = st.sampled_from(LAND_HEXES)
numbers = st.integers(0, 999_999)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(TakeToken, st.integers(0, len(CITIES) - 1), st.integers(0, len(INDUSTRIES) - 1)),
    st.builds(PlaceStation, hexes),
    st.builds(MoveStation, hexes, hexes),
    st.builds(ExtendLine, st.integers(0, len(CODES) - 1), hexes),
    st.sampled_from([PassVeto(), Decline()]),
    st.builds(Bid, numbers, hexes),
    st.builds(Defend, numbers, hexes),
    st.builds(DrawFirst, st.integers(0, 3)),
)
"""Any action whose fields lie within bounds, sensible or not."""


@pytest.mark.parametrize(("text", "action"), TEXTS)
def test_texts(text: str, action: Action) -> None:
    assert notation.action_text(action) == text
    assert notation.parse_action(text) == action
    assert notation.parse_action(f"  {text}\n") == action


def test_the_table_above_has_every_kind_of_action() -> None:
    assert {type(action) for _, action in TEXTS} == set(Action.__args__)
    assert tuple(dict.fromkeys(text.split(" ")[0] for text, _ in TEXTS)) == notation.ACTION_KINDS


@rule("SR-CMP-02")
@pytest.mark.parametrize("code", ["NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER"])
def test_every_company_has_its_code(code: str) -> None:
    text = f"extend {code} 0711"
    assert notation.action_text(notation.parse_action(text)) == text


@given(actions)
def test_every_action_round_trips(action: Action) -> None:
    text = notation.action_text(action)
    assert text == " ".join(text.split())
    assert notation.parse_action(text) == action


def refused_or_canonical(text: str) -> bool:
    """Whether a text is refused with a quotation from it, or is the canonical text of the action it gives."""
    try:
        action = notation.parse_action(text)
    except NotationError as error:
        return error.text == text and error.part in text
    return notation.action_text(action) == text.strip(" \t\r\n")


@given(st.text(max_size=60))
@example("")
@example("bid " + "9" * 5000 + " 0413")
@example("station ٠٦١٤")
@example("bid ² 0413")
def test_any_text_is_refused_or_canonical(text: str) -> None:
    assert refused_or_canonical(text)


@given(actions, st.data())
def test_a_damaged_text_is_refused_or_canonical(action: Action, data: st.DataObject) -> None:
    text = notation.action_text(action)
    at = data.draw(st.integers(0, len(text)))
    gone = data.draw(st.integers(0, 3))
    put = data.draw(st.text("0123456789 -/PLNWRGES&Ytokenbidasfrwy", max_size=3))
    assert refused_or_canonical(text[:at] + put + text[at + gone :])


WORDS = st.sampled_from(
    [*notation.ACTION_KINDS, *CODES, *CITIES, *INDUSTRIES, "0514", "9999", "2", "02", "P1", "P5", ""]
)


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_any_row_of_words_is_refused_or_canonical(words: list[str]) -> None:
    assert refused_or_canonical(" ".join(words))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", ""),
        ("fly 0514", "fly"),
        ("Pass", "Pass"),
        ("pass now", "pass now"),
        ("decline 1", "decline 1"),
        ("token Reading", "token Reading"),
        ("token reading brewery", "reading"),
        ("token Oxford brewery", "Oxford"),
        ("token Reading coal", "coal"),
        ("token  Reading brewery", "token  Reading brewery"),
        ("station", "station"),
        ("station 0614 0615", "station 0614 0615"),
        ("station 614", "614"),
        ("station 00614", "00614"),
        ("station 6,14", "6,14"),
        ("station 0000", "0000"),
        ("station 1700", "1700"),
        ("station T9", "T9"),
        ("move 0200", "move 0200"),
        ("move 0200 0000", "0000"),
        ("move 0000 0200", "0000"),
        ("extend 0514", "extend 0514"),
        ("extend lswr 0514", "lswr"),
        ("extend LY 0101", "LY"),
        ("extend LSWR 0516", "0516"),
        ("bid 0413", "bid 0413"),
        ("bid 2", "bid 2"),
        ("bid -1 0413", "-1"),
        ("bid 02 0413", "02"),
        ("bid +2 0413", "+2"),
        ("bid two 0413", "two"),
        ("bid 1000000 0413", "1000000"),
        ("bid 2 413", "413"),
        ("defend 2", "defend 2"),
        ("defend 2 0000", "0000"),
        ("first", "first"),
        ("first P0", "P0"),
        ("first P5", "P5"),
        ("first 1", "1"),
    ],
)
def test_errors_quote_the_part(text: str, part: str) -> None:
    with pytest.raises(NotationError) as caught:
        notation.parse_action(text)
    assert (caught.value.text, caught.value.part) == (text, part)


def test_an_error_says_how_the_action_is_written() -> None:
    with pytest.raises(NotationError, match="this action is written `bid <shares> <hex>`"):
        notation.parse_action("bid 2")
    with pytest.raises(NotationError, match="two digits of column and two of row, such as 0514"):
        notation.parse_action("station 0000")


@given(actions, actions)
def test_different_actions_have_different_sort_keys(one: Action, other: Action) -> None:
    assert (notation.sort_key(one) == notation.sort_key(other)) == (one == other)
    assert sorted([one, other], key=notation.sort_key) == sorted([other, one], key=notation.sort_key)


def test_actions_sort_by_type_then_by_field() -> None:
    """Tokens by SR-DEC-05, companies by table T1, hexes by their ids."""
    rising = [
        "token Birmingham leather",
        "token Birmingham steel",
        "token Birmingham brewery",
        "token Brighton leather",
        "token Sheffield textile",
        "station 0009",
        "station 0101",
        "station 0109",
        "move 0101 1609",
        "move 0102 0001",
        "extend NER 1609",
        "extend L&Y 0001",
        "extend LNWR 0001",
        "extend SER 0001",
        "pass",
        "bid 1 1609",
        "bid 2 0001",
        "bid 10 0001",
        "decline",
        "defend 1 0001",
        "first P1",
        "first P2",
    ]
    keys = [notation.sort_key(notation.parse_action(text)) for text in rising]
    assert all(one < other for one, other in pairwise(keys))


@given(hexes, hexes)
def test_hexes_sort_as_their_ids_do(one: int, other: int) -> None:
    first, second = PlaceStation(one), PlaceStation(other)
    by_key = notation.sort_key(first) < notation.sort_key(second)
    assert by_key == (notation.action_text(first) < notation.action_text(second))


@pytest.mark.parametrize(
    ("text", "kind", "named"),
    [
        ("token Reading brewery", "token", ("0613",)),
        ("station 0614", "station", ("0614",)),
        ("move 0200 0501", "move", ("0200", "0501")),
        ("extend LSWR 0514", "extend", ("0514",)),
        ("pass", "pass", ()),
        ("bid 2 0413", "bid", ("0413",)),
        ("decline", "decline", ()),
        ("defend 2 0512", "defend", ("0512",)),
        ("first P2", "first", ()),
    ],
)
def test_tags(text: str, kind: str, named: tuple[str, ...]) -> None:
    tags = notation.tags(notation.parse_action(text))
    assert (tags.kind, tags.hexes) == (kind, named)
