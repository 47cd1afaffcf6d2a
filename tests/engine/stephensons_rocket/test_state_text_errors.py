"""Broken texts of positions name the part at fault; whatever is damaged is refused or plays on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.engine.errors import NotationError
from footplate.engine.game import OVER
from footplate.engine.stephensons_rocket.board import CODES
from footplate.engine.stephensons_rocket.read_state import KEYS
from footplate.engine.stephensons_rocket.state import State
from footplate.engine.stephensons_rocket.state_text import parse_state, state_text
from tests.support.rocket import GAME
from tests.support.rocket_texts import FRESH_GAME, asked, company, merged, piece, positions
from tests.support.rules import rule
from tests.support.state_texts import part, put, refused_or_canonical


def plays_on(text: str) -> bool:
    """Whether a position that can be read can be asked everything; whoever reads it need not fear another error."""
    try:
        state = parse_state(text)
    except NotationError:
        return True
    legal = GAME.legal_actions(state)
    for action in legal[:: max(1, len(legal) // 20)]:
        GAME.effects(state, action)
    assert len(GAME.standings(GAME.view(state, 0))) == state.rules.seats
    return (GAME.outcome(state) is None) == (GAME.to_act(state) != OVER)


@settings(max_examples=300)
@given(positions, st.data())
def test_a_damaged_text_is_refused_or_canonical(state: State, data: st.DataObject) -> None:
    text = state_text(state)
    at = data.draw(st.integers(0, len(text)))
    gone = data.draw(st.integers(0, 4))
    new = data.draw(st.text("0123456789-,/.:=>?i* PLNWRGES&Y", max_size=3))
    damaged = text[:at] + new + text[at + gone :]
    assert refused_or_canonical(GAME, damaged)
    assert plays_on(damaged)


@settings(max_examples=300)
@given(positions, positions, st.sampled_from(KEYS))
def test_parts_of_another_position_are_refused_or_canonical(state: State, other: State, key: str) -> None:
    mixed = put(state_text(state), **{key: part(state_text(other), key)})
    assert refused_or_canonical(GAME, mixed)
    assert plays_on(mixed)


@given(positions, st.sampled_from(CODES), st.sampled_from(CODES), positions)
def test_companies_of_another_position_are_refused_or_canonical(
    state: State, code: str, taken: str, other: State
) -> None:
    mixed = company(state_text(state), code, piece(state_text(other), taken))
    assert refused_or_canonical(GAME, mixed)
    assert plays_on(mixed)


@given(st.text(max_size=80))
def test_any_text_is_refused_or_canonical(text: str) -> None:
    assert refused_or_canonical(GAME, text)
    assert refused_or_canonical(GAME, f"sr1 {text}")


ASKED = state_text(asked())


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("map", "moon", "map: no map 'moon'"),
        ("preset", "house", "preset: no preset 'house'"),
        ("seats", "5", "seats: a number from 2 to 4"),
        ("seats", "4", "lines: 4 pieces"),
        ("options", "open_money", "options: 2 pieces"),
        ("options", "weather:on", "options: no such option"),
        ("options", "open_money:maybe", "options: 'maybe' is not one of"),
        ("options", "open_money:off", "options: this is written -"),
        ("options", "open_money:on,open_money:on", "options: an option is given twice"),
        (
            "options",
            "open_money:on,isolation_test:with-reverse-search",
            "options: this is written isolation_test:with-reverse-search,open_money:on",
        ),
        ("phase", "lunch", "phase: a phase is one of"),
        ("phase", "main_action", "veto: a veto round runs in the phases veto and defence only"),
        ("phase", "first_player", "active: somebody's turn runs, except before the first player is drawn"),
        ("phase", "defence", "veto: the active player answers last"),
        ("turn", "0", "turn: a number from 1"),
        ("turn", "03", "turn: a number"),
        ("active", "P4", "active: a seat is P1 to P3"),
        ("active", "-", "active: somebody's turn runs"),
        ("active", "P1", "veto: the active player answers last"),
        ("action", "3", "action: the action is one of"),
        ("barred", "LBSC", "barred: a company is one of"),
        ("barred", "NER", "barred: only a second action has a company barred"),
        ("lines", "-", "lines: 7 pieces"),
        ("tiles", "-", "tiles: every hex of a line has a tile, except under its locomotive"),
        ("tiles", "0112:15,0212:15", "tiles: every hex of a line has a tile, except under its locomotive"),
        ("tiles", "0112", "tiles: 2 pieces"),
        ("tiles", "0112:", "tiles: something is missing beside ':'"),
        ("tiles", "0112:135", "tiles: a tile joins two edges, or comes from one"),
        ("tiles", "0112:16", "tiles: a number from 0 to 5"),
        ("tiles", "0112:51", "tiles: this is written 0112:15"),
        ("tiles", "0112:15,0112:15", "tiles: this is written 0112:15"),
        ("tiles", "0000:15", "tiles: a hex is the id of a land hex"),
        ("stations", "0511/-", "stations: 3 pieces"),
        ("stations", "0511/0511/-", "stations: a player has up to 7 stations, each on an open hex of its own"),
        ("stations", "0510/-/-", "stations: a player has up to 7 stations"),
        ("stations", "0900,0902/-/-", "stations: a player has up to 7 stations"),
        ("stations", "0505,0507,0509,0705,0707,0709,0905,0907/-/-", "stations: a player has up to 7 stations"),
        ("stations", "0511,0507/-/-", "stations: this is written 0507,0511/-/-"),
        ("stations", "0511,0511/-/-", "stations: this is written 0511/-/-"),
        ("tokens", "0", "tokens: 3 pieces"),
        ("tokens", "/".join(["0" * 23] * 3), "tokens: the taken tokens are 24 digits"),
        ("tokens", "/".join(["3" + "0" * 23, "0" * 24, "0" * 24]), "tokens: a number from 0 to 2"),
        ("tokens", "/".join(["x" * 24] * 3), "tokens: a number"),
        ("tokens", "/".join(["1" + "0" * 23] * 3), "tokens: kind 1 has only 2 tokens"),
        ("riders", "0,0", "riders: 3 pieces"),
        ("riders", "10,0,0", "riders: a number from 0 to 9"),
        ("riders", "4,3,3", "riders: there are 9 passenger tokens"),
        ("money", "0,0", "money: 3 pieces"),
        ("money", "-1000,0,0", "money: a number"),
        ("money", "?,,0", "money: something is missing beside ','"),
        ("veto", "-", "veto: a veto round runs in the phases veto and defence only"),
        ("veto", "GWR", "veto: 7 pieces"),
        ("veto", "GWR/-/0311/P1/0/-/0311", "veto: a hex is the id of a land hex"),
        ("veto", "GWR/0211,0311/0312/P1/0/-/0311", "veto: the hexes named are among the targets"),
        ("veto", "GWR/0211,0311/0311/P1/0/-/0310", "veto: the hexes named are among the targets"),
        ("veto", "GWR/0112,0311/0311/P1/0/-/0311", "veto: these are not the targets of GWR"),
        ("veto", "GWR/0311/0311/P1/0/-/0311", "veto: these are not the targets of GWR"),
        ("veto", "GWR/0311,0211/0311/P1/0/-/0311", "veto: these are not the targets of GWR"),
        ("veto", "GWR/0211,0311/0311/P4/0/-/0311", "veto: a seat is P1 to P3"),
        ("veto", "GWR/0211,0311/0311/P1/0/P2/0311", "veto: before the first bid there is no leader"),
        ("veto", "GWR/0211,0311/0311/P1/1/-/0311", "veto: before the first bid there is no leader"),
        ("veto", "GWR/0211,0311/0311/P1/0/-/0211", "veto: before the first bid there is no leader"),
        ("veto", "GWR/0211,0311/0311/P1/1/P3/0311", "veto: the active player answers last"),
        ("veto", "GWR/0211,0311/0311/P3/0/-/0311", "veto: the active player answers last"),
        ("veto", "GWR/0211,0311/0311/P2/1/P1/0311", "veto: whoever is asked can bid"),
        ("veto", "SER/1414,1415/1414/P1/0/-/1414", "veto: whoever is asked can bid"),
        ("end", "night", "end: an end is one of"),
        ("end", "tiles", "end: the game has an end exactly when it is over"),
    ],
)
def test_errors_name_the_part(key: str, value: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_state(put(ASKED, **{key: value}))
    assert caught.value.reason.startswith(reason)
    assert caught.value.part in put(ASKED, **{key: value})


@pytest.mark.parametrize(
    ("code", "value", "reason"),
    [
        ("GWR", "0212.1.13.3.1,1,1.-.0112,0212", "lines: 8 pieces"),
        ("GWR", "0000.1.13.3.1,1,1.-.0112,0212.0012,0312", "lines: a hex is the id of a land hex"),
        ("GWR", "0212.6.13.3.1,1,1.-.0112,0212.0012,0312", "lines: a heading is one of"),
        ("GWR", "0212.-.13.3.1,1,1.-.0112,0212.0012,0312", "lines: GWR has a heading exactly when"),
        ("GWR", "0012.1.13.3.1,1,1.-.0112,0212.0012,0312", "lines: GWR has a heading exactly when"),
        ("GWR", "0213.1.13.3.1,1,1.-.0112,0212.0012,0312", "lines: the locomotive of GWR is not on its line"),
        ("GWR", "0212.1.17.3.1,1,1.-.0112,0212.0012,0312", "lines: a number from 0 to 16"),
        ("GWR", "0212.1.12.3.1,1,1.-.0112,0212.0012,0312", "lines: the real shares of GWR do not make 16"),
        ("GWR", "0212.1.12.4.1,1,1.-.0112,0212.0012,0312", "lines: the real shares of GWR do not make 16"),
        ("GWR", "0212.1.13.3.1,2.-.0112,0212.0012,0312", "lines: 3 pieces"),
        ("GWR", "0212.1.13.3.1,1,1000.-.0112,0212.0012,0312", "lines: a number from 0 to 999"),
        ("GWR", "0212.1.13.3.1,1,1.x.0112,0212.0012,0312", "lines: the mark of a company is one of"),
        ("GWR", "0212.1.13.3.1,1,1.i.0112,0212.0012,0312", "lines: GWR is isolated and has no stack"),
        ("GWR", "0212.1.13.3.1,1,1.-.0012,0112,0212.0012,0312", "lines: a hex of GWR is a town or on another line"),
        ("GWR", "0212.1.13.3.1,1,1.-.0212,0112.0012,0312", "lines: this is written"),
        ("GWR", "0212.1.13.3.1,1,1.-.0112,0212.0312", "lines: GWR links towns, its start town among them"),
        ("GWR", "0212.1.13.3.1,1,1.-.0112,0212.0012,0313", "lines: GWR links towns, its start town among them"),
        ("GWR", ">GWR", "lines: the absorbers of GWR go round in a circle"),
        ("GWR", ">LBSC", "lines: a company is one of"),
        ("GWR", "x>LNWR", "lines: the mark before an absorber is one of"),
        ("SER", "1414.0.16.0.0,0,0.-.0112,1414.1514", "lines: a hex of SER is a town or on another line"),
    ],
)
def test_errors_of_a_company(code: str, value: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_state(company(ASKED, code, value))
    assert caught.value.reason.startswith(reason)


@rule("SR-MRG-19")
def test_an_absorber_may_be_absorbed_itself() -> None:
    chained = company(state_text(merged()), "NER", ">L&Y")
    assert state_text(parse_state(chained)) == chained
    circle = company(company(chained, "NER", ">SER"), "SER", ">NER")
    with pytest.raises(NotationError, match="the absorbers of NER go round in a circle"):
        parse_state(circle)


@pytest.mark.parametrize(
    ("text", "part_", "reason"),
    [
        ("", "", "words with one blank between them are expected"),
        ("sr1  map=england", "sr1  map=england", "words with one blank"),
        ("aos1 map=england", "aos1", "the first word is sr1"),
        ("sr1", "sr1", "map=... is expected behind this"),
        ("sr1 preset=pegasus-1999", "preset=pegasus-1999", "map=... is expected here"),
        (FRESH_GAME.replace("turn=1", "turn="), "turn=", "turn=... is expected here"),
        (FRESH_GAME + " weather=fine", "weather=fine", "nothing is expected behind the last part"),
    ],
)
def test_errors_of_the_frame(text: str, part_: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_state(text)
    assert caught.value.part == part_
    assert caught.value.reason.startswith(reason)
