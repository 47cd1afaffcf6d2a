"""Actions as text: every action round-trips, only canonical text is taken, the sort key tells all actions apart."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from footplate.engine.age_of_steam import notation
from footplate.engine.age_of_steam.actions import (
    NOBODY,
    ROLES,
    Action,
    Bid,
    DeclineGoods,
    Deliver,
    DrawCubes,
    DrawGoods,
    DropOut,
    IssueShares,
    MoveNothing,
    Pass,
    Place,
    Redirect,
    Replace,
    RollDice,
    SelectAction,
    ShuffleOrder,
    StopBuilding,
    StoreGoods,
    UpgradeEngine,
    Urbanize,
)
from footplate.engine.age_of_steam.board import BLACK, BLUE, COLUMN_INDEX, PURPLE, RED, YELLOW
from footplate.engine.age_of_steam.tiles import COMPLEX, EXIT_SETS, KIND_NAMES, PAIRS, mask_of, spurs_of
from footplate.engine.errors import NotationError
from footplate.engine.hexes import make_hex, parse_hex

T9, R13, Q10, Q12, S10 = (parse_hex(name) for name in ("T9", "R13", "Q10", "Q12", "S10"))
TWO_CURVES = (mask_of((0, 3)), mask_of((2, 5)))

TEXTS: tuple[tuple[str, Action], ...] = (
    ("issue 2", IssueShares(2)),
    ("issue 0", IssueShares(0)),
    ("bid 3", Bid(3)),
    ("pass", Pass()),
    ("drop", DropOut()),
    ("select first_build", SelectAction("first_build")),
    ("urbanize Q10 A", Urbanize(Q10, 0)),
    ("place S10 1-4", Place(S10, (mask_of((1, 4)),))),
    ("place R13 0-3,2-5", Place(R13, TWO_CURVES)),
    ("place Q10 1,4", Place(Q10, spurs_of(mask_of((1, 4))))),
    ("place Q10 0,1,2,3 as coexist_straight_sharp", Place(Q10, spurs_of(15), "coexist_straight_sharp")),
    ("replace R13 0-3,2-5", Replace(R13, TWO_CURVES)),
    ("replace Q10 0,1,2,3 as cross_gentle_gentle", Replace(Q10, spurs_of(15), "cross_gentle_gentle")),
    ("redirect R13 2-5", Redirect(R13, (mask_of((2, 5)),))),
    ("stop", StopBuilding()),
    ("deliver blue T9 Q10/P2 Q12/-", Deliver(BLUE, T9, ((Q10, 1), (Q12, NOBODY)))),
    ("deliver black T9", Deliver(BLACK, T9, ())),
    ("engine", UpgradeEngine()),
    ("none", MoveNothing()),
    ("produce", DrawGoods()),
    ("decline", DeclineGoods()),
    ("store red light-4 0", StoreGoods(RED, COLUMN_INDEX["light-4"], 0)),
    ("store black H 1", StoreGoods(BLACK, COLUMN_INDEX["H"], 1)),
    ("draw RBPYK", DrawCubes((RED, BLUE, PURPLE, YELLOW, BLACK))),
    ("roll 3 4 1", RollDice((3, 4, 1))),
    ("order P2 P1 P3", ShuffleOrder((1, 0, 2))),
)

hexes = st.builds(make_hex, st.integers(0, 17), st.integers(0, 12))
numbers = st.integers(0, 999_999)
seats = st.integers(0, 5)
colors = st.integers(0, 4)
kinds = st.sampled_from(("", *KIND_NAMES))
spurs = st.sampled_from(EXIT_SETS).map(spurs_of)
runs = st.one_of(st.sampled_from(PAIRS).map(lambda piece: (piece,)), st.sampled_from(COMPLEX))
layouts = st.one_of(spurs, runs)
steps = st.lists(st.tuples(hexes, st.integers(NOBODY, 5)), max_size=6).map(tuple)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(IssueShares, numbers),
    st.builds(Bid, numbers),
    st.sampled_from([Pass(), DropOut(), StopBuilding(), UpgradeEngine(), MoveNothing(), DrawGoods(), DeclineGoods()]),
    st.builds(SelectAction, st.sampled_from(ROLES)),
    st.builds(Urbanize, hexes, st.integers(0, 7)),
    st.builds(Place, hexes, layouts, kinds),
    st.builds(Replace, hexes, layouts, kinds),
    st.builds(Redirect, hexes, layouts),
    st.builds(Deliver, colors, hexes, steps),
    st.builds(StoreGoods, colors, st.integers(0, 19), numbers),
    st.builds(DrawCubes, st.lists(colors, min_size=1, max_size=78).map(tuple)),
    st.builds(RollDice, st.lists(st.integers(1, 6), min_size=1, max_size=18).map(tuple)),
    st.builds(ShuffleOrder, st.permutations(range(4)).map(tuple)),
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
@example("place S10 " + "9" * 5000)
@example("place T" + "9" * 5000 + " 1-4")
def test_any_text_is_refused_or_canonical(text: str) -> None:
    assert refused_or_canonical(text)


@given(actions, st.data())
def test_a_damaged_text_is_refused_or_canonical(action: Action, data: st.DataObject) -> None:
    text = notation.action_text(action)
    at = data.draw(st.integers(0, len(text)))
    gone = data.draw(st.integers(0, 3))
    put = data.draw(st.text("0123456789-,/ PQRTABKasdlight_", max_size=3))
    assert refused_or_canonical(text[:at] + put + text[at + gone :])


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("fly T9", "fly"),
        ("Pass", "Pass"),
        ("pass now", "pass now"),
        ("issue", "issue"),
        ("issue -1", "-1"),
        ("bid 03", "03"),
        ("bid  3", "bid  3"),
        ("select engine", "engine"),
        ("urbanize Q10 I", "I"),
        ("urbanize Q9 A", "Q9"),
        ("place S10 4-1", "4-1"),
        ("place S10 1-1", "1-1"),
        ("place S10 1-6", "1-6"),
        ("place S10 1-2-3", "1-2-3"),
        ("place S10 -", "-"),
        ("place R13 2-5,0-3", "2-5,0-3"),
        ("place R13 0-3,0-2", "0-3,0-2"),
        ("place R13 0-3,", "0-3,"),
        ("place Q10 4,1", "4,1"),
        ("place Q10 1,1", "1,1"),
        ("place Q10 1,2-4", "1,2-4"),
        ("place Q10 0,1,2,3 as", "as"),
        ("place Q10 0,1,2,3 for town_1", "for town_1"),
        ("place Q10 0,1,2,3 as town_9", "town_9"),
        ("redirect R13 2-5 as gentle", "redirect R13 2-5 as gentle"),
        ("deliver green T9 Q12/P1", "green"),
        ("deliver blue T9 Q12", "Q12"),
        ("deliver blue T9 Q12/P7", "P7"),
        ("deliver blue T9 Q12/P1/P2", "Q12/P1/P2"),
        ("store red light-7 0", "light-7"),
        ("draw", "draw"),
        ("draw RBX", "RBX"),
        ("draw R B", "draw R B"),
        ("roll 7", "7"),
        ("roll 0", "0"),
        ("order P1 P7", "P7"),
        ("order P1,P2", "P1,P2"),
    ],
)
def test_errors_quote_the_part(text: str, part: str) -> None:
    with pytest.raises(NotationError) as caught:
        notation.parse_action(text)
    assert (caught.value.text, caught.value.part) == (text, part)


@given(actions, actions)
def test_different_actions_have_different_sort_keys(one: Action, other: Action) -> None:
    assert (notation.sort_key(one) == notation.sort_key(other)) == (one == other)
    assert sorted([one, other], key=notation.sort_key) == sorted([other, one], key=notation.sort_key)


def test_actions_sort_by_type_then_by_field() -> None:
    rising: list[Action] = [
        IssueShares(0),
        IssueShares(2),
        SelectAction("first_move"),
        SelectAction("turn_order"),
        Urbanize(T9, 7),
        Urbanize(S10, 0),
        Place(Q10, (1,)),
        Place(Q10, (1, 2, 4, 8), ""),
        Place(Q10, (1, 2, 4, 8), KIND_NAMES[5]),
        Place(Q10, (1, 2, 4, 8), KIND_NAMES[7]),
        Place(Q10, (2,)),
        Replace(0, (1,)),
        Deliver(RED, Q12, ((Q10, 5),)),
        Deliver(BLUE, Q10, ((Q12, NOBODY),)),
        Deliver(BLUE, Q10, ((Q12, 0),)),
        Deliver(BLUE, Q10, ((Q12, 0), (S10, 0))),
        UpgradeEngine(),
        MoveNothing(),
    ]
    keys = [notation.sort_key(action) for action in rising]
    assert all(one < other for one, other in pairwise(keys))


@pytest.mark.parametrize(
    ("text", "kind", "hexes"),
    [
        ("bid 3", "bid", ()),
        ("urbanize Q10 A", "urbanize", ("Q10",)),
        ("place S10 1-4", "place", ("S10",)),
        ("replace S10 0-3,1-4", "replace", ("S10",)),
        ("redirect S10 1-3", "redirect", ("S10",)),
        ("deliver blue T9 Q10/P2 Q12/-", "deliver", ("T9", "Q10", "Q12")),
        ("stop", "stop", ()),
        ("store red light-4 0", "store", ()),
    ],
)
def test_tags(text: str, kind: str, hexes: tuple[str, ...]) -> None:
    tags = notation.tags(notation.parse_action(text))
    assert (tags.kind, tags.hexes) == (kind, hexes)
