"""Positions as text: one text for each position, and back; broken texts name the part at fault."""

import random
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.engine.chance import SeededDraws
from footplate.engine.errors import NotationError
from footplate.engine.game import CHANCE, OVER
from footplate.engine.stephensons_rocket.board import CODES, hex_of
from footplate.engine.stephensons_rocket.options import OPTIONS, PRESETS
from footplate.engine.stephensons_rocket.read_state import KEYS
from footplate.engine.stephensons_rocket.state import DEFENCE, GAME_OVER, HIDDEN, MAIN, VETO, State
from footplate.engine.stephensons_rocket.state_text import parse_state, state_text
from tests.conformance.stephensons_rocket import lively
from tests.support.rocket import GAME, begin, extended, mask, play, setup, with_figures
from tests.support.rules import rule

FRESH_LINES = (
    "0800.-.16.0.0,0,0.-.-.0800/0001.-.16.0.0,0,0.-.-.0001/0204.-.16.0.0,0,0.-.-.0204/1407.-.16.0.0,0,0.-.-.1407/"
    "0012.-.16.0.0,0,0.-.-.0012/0515.-.16.0.0,0,0.-.-.0515/1514.-.16.0.0,0,0.-.-.1514"
)
NO_TOKENS = "/".join(["0" * 24] * 3)
FRESH_GAME = (
    "sr1 map=england preset=pegasus-1999 seats=3 options=- phase=first_player turn=1 active=- action=1 barred=- "
    f"lines={FRESH_LINES} tiles=- stations=-/-/- tokens={NO_TOKENS} riders=0,0,0 money=0,0,0 veto=- end=-"
)


def part(text: str, key: str) -> str:
    """The value of one part."""
    return next(word.partition("=")[2] for word in text.split(" ") if word.startswith(f"{key}="))


def put(text: str, **values: str) -> str:
    """The text with other values of some parts."""
    words = [word.partition("=") for word in text.split(" ")]
    return " ".join(f"{key}{mark}{values.get(key, value)}" for key, mark, value in words)


def company(text: str, code: str, piece: str) -> str:
    """The text with another piece for one company."""
    pieces = part(text, "lines").split("/")
    pieces[CODES.index(code)] = piece
    return put(text, lines="/".join(pieces))


def piece(text: str, code: str) -> str:
    """What the text says of a company."""
    return part(text, "lines").split("/")[CODES.index(code)]


@cache
def asked() -> State:
    """P1 and P2 hold a share of GWR each; P3 extends it, and P1 is asked for a veto."""
    state = play(begin(), "extend GWR 0112", "station 0511", "extend GWR 0212", "pass", "token Reading steel")
    return play(state, "extend GWR 0311")


@cache
def defending() -> State:
    """P1 bid, P2 could not bid more, and P3 is asked to defend."""
    return play(asked(), "bid 1 0211")


@cache
def merged() -> State:
    """L&Y was absorbed by LNWR, which never moved; two shares of L&Y became one of LNWR (SR-EX-13)."""
    return extended(begin(), "L&Y", "0101 A 0202 B 0203 A").state


@cache
def game(seed: int) -> tuple[State, ...]:
    """All positions of a lively game, with random options."""
    rng, draws = random.Random(seed), SeededDraws(bytes([seed]) * 32, 0)
    options = {option.name: rng.choice(option.values) for option in OPTIONS if rng.random() < 0.4}
    state = GAME.start(setup(2 + seed % 3, rng.choice(tuple(PRESETS)), options))
    states = [state]
    while GAME.to_act(state) != OVER:
        chance = GAME.to_act(state) == CHANCE
        action = GAME.draw(state, draws) if chance else lively(rng, state, GAME.legal_actions(state))
        state = GAME.apply(state, action)
        states.append(state)
    return tuple(states)


positions = st.integers(1, 6).flatmap(lambda seed: st.sampled_from(game(seed)))


def test_a_fresh_game() -> None:
    state = GAME.start(setup())
    assert state_text(state) == FRESH_GAME
    assert parse_state(FRESH_GAME) == state
    assert parse_state(f" {FRESH_GAME}\n") == state


def test_an_extension_with_a_question() -> None:
    text = state_text(asked())
    assert part(text, "phase") == "veto"
    assert piece(text, "GWR") == "0212.1.13.3.1,1,1.-.0112,0212.0012,0312"
    assert part(text, "tiles") == "0112:15"
    assert part(text, "stations") == "0511/-/-"
    assert part(text, "tokens").split("/")[1] == "0" * 20 + "1000"
    assert part(text, "veto") == "GWR/0211,0311/0311/P1/0/-/0311"
    assert part(state_text(defending()), "veto") == "GWR/0211,0311/0311/P3/1/P1/0211"


def test_an_absorbed_company_is_its_absorber() -> None:
    text = state_text(merged())
    assert piece(text, "L&Y") == ">LNWR"
    assert piece(text, "LNWR") == "0204.-.15.1.1,0,0.-.0101,0202,0203.0001,0204,0301"
    assert part(text, "tiles") == "0101:25,0202:35,0203:0"
    assert parse_state(text) == merged()
    once_isolated = with_figures(merged(), "L&Y", isolated=True)
    assert piece(state_text(once_isolated), "L&Y") == "i>LNWR"
    assert parse_state(state_text(once_isolated)) == once_isolated


@rule("SR-INF-02")
def test_hidden_money_is_a_question_mark() -> None:
    state = asked()._replace(money=(3000, 0, 12000))
    text = state_text(GAME.view(state, 1))
    assert part(text, "money") == "?,0,?"
    assert parse_state(text).money == (HIDDEN, 0, HIDDEN)
    assert part(state_text(GAME.view(state, None)), "money") == "?,?,?"


@pytest.mark.parametrize("seed", range(1, 7))
def test_every_position_of_a_game_round_trips(seed: int) -> None:
    assert {MAIN, VETO, DEFENCE, GAME_OVER} <= {state.phase for state in game(seed)}
    for state in game(seed):
        again = parse_state(state_text(state))
        assert again == state
        assert state_text(again) == state_text(state)


@given(positions, positions)
def test_texts_are_equal_exactly_when_positions_are(one: State, other: State) -> None:
    assert (state_text(one) == state_text(other)) == (one == other)


def _changes() -> list[State]:
    base, veto = asked(), asked().veto
    assert veto is not None
    return [
        base,
        defending(),
        merged(),
        base._replace(rules=begin(preset="designer-faq").rules),
        *[base._replace(rules=GAME.start(setup(options={o.name: o.values[1]})).rules) for o in OPTIONS],
        base._replace(phase=MAIN),
        base._replace(turn=4),
        base._replace(active=0),
        base._replace(second=True),
        base._replace(barred=2),
        base._replace(tiles={}),
        base._replace(tiles={hex_of("0112"): 3}),
        base._replace(stations=(0, mask("0511"), 0)),
        base._replace(tokens=(base.tokens[1], base.tokens[0], base.tokens[2])),
        base._replace(passengers=(1, 0, 0)),
        base._replace(money=(1000, 0, 0)),
        base._replace(money=(HIDDEN, 0, 0)),
        base._replace(veto=None),
        base._replace(veto=veto._replace(company=0)),
        base._replace(veto=veto._replace(targets=veto.targets[1:])),
        base._replace(veto=veto._replace(first=hex_of("0211"))),
        base._replace(veto=veto._replace(asked=1)),
        base._replace(veto=veto._replace(best=1)),
        base._replace(veto=veto._replace(leader=1)),
        base._replace(veto=veto._replace(hex=hex_of("0211"))),
        base._replace(end="companies"),
        base._replace(end="tiles"),
        *[
            with_figures(base, "GWR", **change)
            for change in (
                {"at": hex_of("0213")},
                {"heading": 2},
                {"line": mask("0212")},
                {"linked": mask("0012")},
                {"stack": 12},
                {"real": 2},
                {"holdings": (2, 0, 1)},
                {"isolated": True},
                {"absorber": 0},
                {"absorber": 1},
            )
        ],
    ]


def test_every_field_shows_in_the_text() -> None:
    for one, other in combinations([state_text(state) for state in _changes()], 2):
        assert one != other


# --- broken texts ----------------------------------------------------------------------------------------------------


def refused_or_canonical(text: str) -> bool:
    """Whether a text is refused with a quotation from it, or is the canonical text of the position it gives."""
    try:
        state = parse_state(text)
    except NotationError as error:
        return error.text == text and error.part in text
    return state_text(state) == text.strip(" \t\r\n")


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
    assert refused_or_canonical(damaged)
    assert plays_on(damaged)


@settings(max_examples=300)
@given(positions, positions, st.sampled_from(KEYS))
def test_parts_of_another_position_are_refused_or_canonical(state: State, other: State, key: str) -> None:
    mixed = put(state_text(state), **{key: part(state_text(other), key)})
    assert refused_or_canonical(mixed)
    assert plays_on(mixed)


@given(positions, st.sampled_from(CODES), st.sampled_from(CODES), positions)
def test_companies_of_another_position_are_refused_or_canonical(
    state: State, code: str, taken: str, other: State
) -> None:
    mixed = company(state_text(state), code, piece(state_text(other), taken))
    assert refused_or_canonical(mixed)
    assert plays_on(mixed)


@given(st.text(max_size=80))
def test_any_text_is_refused_or_canonical(text: str) -> None:
    assert refused_or_canonical(text)
    assert refused_or_canonical(f"sr1 {text}")


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
