"""Positions as text: one text for each position, and back."""

from itertools import combinations

import pytest
from hypothesis import given

from footplate.engine.stephensons_rocket.board import hex_of
from footplate.engine.stephensons_rocket.options import OPTIONS
from footplate.engine.stephensons_rocket.state import DEFENCE, GAME_OVER, HIDDEN, MAIN, VETO, State
from footplate.engine.stephensons_rocket.state_text import parse_state, state_text
from tests.support.rocket import GAME, begin, mask, setup, with_figures
from tests.support.rocket_texts import FRESH_GAME, asked, defending, game, merged, piece, positions
from tests.support.rules import rule
from tests.support.state_texts import part


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
