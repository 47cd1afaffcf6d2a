"""Broken texts of positions name the part at fault; whatever is damaged is refused or canonical."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.engine.age_of_steam.read_state import KEYS
from footplate.engine.age_of_steam.state import (
    BUILD_TRACK,
    COLLECT_INCOME,
    GOODS_GROWTH,
    MOVE_GOODS,
    PLAYER_ORDER,
    BuildTurn,
    State,
)
from footplate.engine.age_of_steam.state_text import parse_state, state_text
from footplate.engine.age_of_steam.track import Draft
from footplate.engine.errors import NotationError
from tests.support.building import Yard
from tests.support.positions import blank
from tests.support.rules import rule
from tests.support.state_texts import part, put, refused_or_canonical
from tests.support.steam_texts import GAME, at_rest, example_11, positions


@settings(max_examples=300)
@given(positions, st.data())
def test_a_damaged_text_is_refused_or_canonical(state: State, data: st.DataObject) -> None:
    text = state_text(state)
    at = data.draw(st.integers(0, len(text)))
    gone = data.draw(st.integers(0, 4))
    new = data.draw(st.text("0123456789-,/.+:=* PQRSTKBYopuxb", max_size=3))
    assert refused_or_canonical(GAME, text[:at] + new + text[at + gone :])


@given(positions, positions, st.sampled_from(KEYS))
def test_parts_of_another_position_are_refused_or_canonical(state: State, other: State, key: str) -> None:
    assert refused_or_canonical(GAME, put(state_text(state), **{key: part(state_text(other), key)}))


@given(st.text(max_size=80))
def test_any_text_is_refused_or_canonical(text: str) -> None:
    assert refused_or_canonical(GAME, text)
    assert refused_or_canonical(GAME, f"aos1 {text}")


# A position in the middle of a build turn, for texts that are broken on purpose.
MIDDLE = put(
    state_text(at_rest(example_11())._replace(phase=BUILD_TRACK, queue=(3, 4), build=BuildTurn(3, urban=True))),
    turn="2",
)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("map", "moon", "map: no map 'moon'"),
        ("preset", "house", "preset: no preset 'house'"),
        ("seats", "7", "seats: a number from 3 to 6"),
        ("seats", "4", "order: a seat is P1 to P4"),
        ("options", "hex_a8", "options: 2 pieces"),
        ("options", "hex_b8:lake", "options: no such option"),
        ("options", "hex_a8:sea", "options: 'sea' is not one of"),
        ("options", "hex_a8:plain", "options: this is written -"),
        ("options", "marker_limit:none,hex_a8:lake", "options: this is written hex_a8:lake,marker_limit:none"),
        ("options", "hex_a8:lake,hex_a8:lake", "options: an option is given twice"),
        ("turn", "0", "turn: a number from 1 to 7"),
        ("turn", "8", "turn: a number from 1 to 7"),
        ("turn", "02", "turn: a number"),
        ("phase", "lunch", "phase: a phase is one of"),
        ("order", "P1,P2", "order: the order names every living seat once"),
        ("order", "P1,P2,P3,P4,P4", "order: a seat stands twice"),
        ("players", "1.2.3.1.-.-", "players: 5 pieces"),
        ("players", "/".join(["10.2.0.1.-"] * 5), "players: 6 pieces"),
        ("players", "/".join(["10.16.0.1.-.-"] * 5), "players: a number from 2 to 15"),
        ("players", "/".join(["10.2.0.7.-.-"] * 5), "players: a number from 1 to 6"),
        ("players", "/".join(["10.2.-1.1.-.-"] * 5), "players: a number"),
        ("players", "/".join(["10.2.0.1.boss.-"] * 5), "players: an action taken is one of"),
        ("players", "/".join(["10.2.0.1.-.xo"] * 5), "players: what stands at the end"),
        ("players", "/".join(["10.2.0.1.engineer.-"] * 5), "players: two players hold one action"),
        ("players", "/".join(["0.0.0.0.-.x"] + ["10.2.0.1.-.-"] * 4), "order: the order names every living seat once"),
        ("queue", "-", "queue: this phase cannot do without it"),
        ("queue", "P9", "queue: a seat is P1 to P5"),
        ("bag", "R20,B20,P20,Y20", "bag: 5 pieces"),
        ("bag", "B20,R20,P20,Y20,K16", "bag: the number of R cubes"),
        ("bag", "R,B20,P20,Y20,K16", "bag: a number"),
        ("bag", "R19,B20,P20,Y20,K16", "bag: red cubes in the bag, on cities and on the display are 20 in all, not 19"),
        ("cubes", "R/-", "cubes: 20 pieces"),
        ("cubes", "/".join(["X"] * 20), "cubes: a cube is one of"),
        ("display", "/".join(["..."] * 20), "display: this column has 2 boxes"),
        ("display", "/".join(["..?"] * 12 + [".."] * 8), "display: a box is one of"),
        ("new", "A:T9", "new: a New City stands on a printed town"),
        ("new", "I:Q8", "new: a New City is one of"),
        ("new", "A:Q8,A:Q6", "new: a New City stands twice"),
        ("new", "A:Q8,B:Q8", "new: two New Cities stand on one town"),
        ("new", "B:Q8,A:Q6", "new: this is written A:Q6,B:Q8"),
        ("new", "A:Q10", "track: no track can lie on Q10"),
        ("track", "P1", "track: 2 pieces"),
        ("track", "P6:S10.1-4", "track: a seat is P1 to P5"),
        ("track", "P1:S10", "track: 2 pieces"),
        ("track", "P1:S10.4-1", "track: a piece is one of"),
        ("track", "P1:S9.1-4", "track: no hex has this name"),
        ("track", "P1:T9.1-4", "track: no track can lie on T9"),
        ("track", "P1:C8.1-4", "track: no track can lie on C8"),
        ("track", "P1:Y30.1-4", "track: no track can lie on Y30"),
        ("track", "P1:S10.1", "track: a spur lies in towns only"),
        ("track", "P1:Q10.1-4", "track: a spur lies in towns only"),
        ("track", "P1:T13.3", "track: there is nothing behind an edge of T13.3"),
        ("track", "P1:S10.1-4,P2:S10.2-4", "track: two pieces end on one edge of S10"),
        ("track", "P1:S10.3-4,P2:S10.0-1,P3:S10.2-5", "track: no tile has the pieces"),
        ("track", "P1:S10.3-4,P2:S10.0-5", "track: no tile has the pieces"),
        ("track", ",".join(f"P1:Q10.{edge}" for edge in range(5)), "track: no tile has the pieces"),
        ("track", "P1:S10.1-4+P13.1-3", "track: the pieces of a section are joined in one row"),
        ("track", "P1:R11.1-4,P1:S10.1-4", "track: other track meets this section at"),
        ("track", "P1:P3.1-4", "track: a section has a stop at one end at least"),
        ("track", "P1:S10.3-4+U10.0-5", "track: only a New City can have a section with both its ends"),
        ("track", "P1*:S10.1-4+R11.1-4", "track: '*' marks owned track that can lapse"),
        ("track", "-*:R13.3-5", "track: '*' marks owned track that can lapse"),
        ("track", "P1:R11.1-4+S10.1-4", "track: this is written P1:S10.1-4+R11.1-4"),
        ("kinds", "Q10:cross_straight_straight", "kinds: a kind is named for no hex here"),
        ("kinds", "Q10:town_1", "kinds: this tile does not show the exits of that hex"),
        ("kinds", "Q10:bridge", "kinds: a tile kind is one of"),
        ("ties", "P1,P2/P3", "ties: the groups name every seat once"),
        ("auction", "P1", "auction: 4 pieces"),
        ("auction", "P1,P2/0.0/-/-", "auction: 5 pieces"),
        ("auction", "P1,P2/0.0.0.0.0/y/-", "auction: this mark is one of"),
        ("auction", "P1,P2/0.0.0.0.0/-/P3", "auction: every living seat is either in or out"),
        ("build", "-", "build: this phase cannot do without it"),
        ("build", "5/-/-/-", "build: a number from 0 to 4"),
        ("build", "3/-/R11,S10/-", "build: each hex stands once, in the order of the board"),
        ("moves", "3/-", "moves: a number from 1 to 2"),
        ("moves", "1/P3,P2", "moves: seats stand in their order here"),
        ("growth", "tea/-", "growth: a stage is one of"),
        ("growth", "store/G", "growth: a cube is one of"),
        ("growth", "store/R", "bag: red cubes"),
    ],
)
def test_errors_name_the_part_and_quote_the_input(key: str, value: str, reason: str) -> None:
    assert state_text(parse_state(MIDDLE)) == MIDDLE
    text = put(MIDDLE, **{key: value})
    with pytest.raises(NotationError) as caught:
        parse_state(text)
    assert caught.value.reason.startswith(reason)
    assert caught.value.text == text
    assert caught.value.part in text


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"phase": PLAYER_ORDER}, "auction: this phase cannot do without it"),
        (
            {"phase": PLAYER_ORDER, "auction": "P1/0.0.0.0.0/-/P2,P3,P4,P5"},
            "auction: an auction with one player left is over",
        ),
        ({"phase": MOVE_GOODS}, "moves: this phase cannot do without it"),
        ({"phase": GOODS_GROWTH}, "growth: this phase cannot do without it"),
        ({"phase": GOODS_GROWTH, "growth": "decide/-"}, "growth: nobody holds Production"),
        ({"phase": "initial_order"}, "ties: this phase cannot do without it"),
        ({"phase": COLLECT_INCOME, "order": "P1"}, "order: the order names every living seat once"),
        (
            {"build": "3/-/-/-", "cubes": "/".join(["-"] * 12 + ["R"] + ["-"] * 7), "bag": "R19,B20,P20,Y20,K16"},
            "cubes: New",
        ),
    ],
)
def test_parts_must_agree(changes: dict[str, str], reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_state(put(MIDDLE, **changes))
    assert caught.value.reason.startswith(reason)


@rule("AOS-OUT-03", "AOS-OUT-05")
def test_an_eliminated_seat_has_neither_track_nor_say() -> None:
    out = "/".join([part(MIDDLE, "players").rpartition("/")[0], "0.0.0.0.-.x"])
    gone = put(MIDDLE, players=out, order="P1,P2,P3,P4", queue="P4")
    assert not parse_state(gone).players[4].alive
    for changes, key in (({"queue": "P4,P5"}, "queue"), ({"track": "P5:R13.3-5"}, "track")):
        with pytest.raises(NotationError, match=f"^{key}: an eliminated seat"):
            parse_state(put(gone, **changes))


@rule("AOS-COMP-03", "AOS-COMP-04", "AOS-COMP-08", "AOS-TILE-13")
def test_no_more_tiles_than_the_box_holds() -> None:
    """Eight sharp curves, each from a city; seven lie in the box."""
    board = blank(5).rules.board
    draft = Draft(board, blank(5).track)
    for hex_ in board.land:
        for edge in range(6):
            mask = 1 << edge | 1 << (edge + 1) % 6
            ends = [board.mirror.get(hex_ * 6 + end) for end in (edge, (edge + 1) % 6)]
            lone = all(end is not None and end not in draft.at for end in ends)
            cities = [end // 6 in board.city_of for end in ends if end is not None]
            if lone and board.kind[hex_] != "town" and cities.count(True) == 1 and hex_ not in draft.layouts:
                draft.set_tile(hex_, (mask,), 2)
                draft.lay(hex_, mask, -1)
    state = at_rest(Yard())._replace(track=draft.freeze())
    sharp = part(state_text(state), "track").split(",")
    assert len(sharp) > 8
    text = put(state_text(state), track=",".join(sharp[:7]))
    assert state_text(parse_state(text)) == text
    with pytest.raises(NotationError, match="track: more sharp tiles lie here than there are"):
        parse_state(put(text, track=",".join(sharp[:8])))
