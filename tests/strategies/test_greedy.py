"""The search of one action, over a game it knows nothing of."""

from collections.abc import Sequence

import pytest

from footplate.engine.chance import SeededDraws
from footplate.strategies.evaluate.base import Option
from footplate.strategies.greedy import Greedy
from tests.support.toy_game import ASK, PEBBLES, SETUP, TAKE, Action, Allow, State, Take, Veto

STATE = PEBBLES.start(SETUP)._replace(phase=TAKE, heap=9, left=(0, 0, 0))


class Told:
    """Proposes what it is told; `worths` by the pebbles of the seat after the action."""

    def __init__(self, *options: Option, worths: dict[int, float] | None = None) -> None:
        self._options = options
        self._worths = worths or {}
        self.looks: list[int] = []

    def options(self, state: State, seat: int) -> Sequence[Option]:
        return self._options

    def worth(self, state: State, seat: int) -> float:
        self.looks.append(state.scores[seat])
        return self._worths.get(state.scores[seat], 0.0)


def chosen(evaluation: Told, state: State = STATE, ply: int = 0) -> Action:
    action: Action = Greedy(lambda _: evaluation).choose(PEBBLES, state, 0, SeededDraws(bytes(32), ply))
    return action


def test_it_takes_the_action_that_leads_to_the_best_position() -> None:
    options = [Option(Take(count)) for count in (1, 2, 3)]
    assert chosen(Told(*options, worths={1: 1.0, 2: 5.0, 3: 2.0})) == Take(2)


def test_what_an_option_promises_is_added_to_what_is_seen() -> None:
    evaluation = Told(Option(Take(1), 4.5), Option(Take(2)), worths={1: 1.0, 2: 5.0})
    assert chosen(evaluation) == Take(1)
    assert evaluation.looks == [1, 2]


def test_some_options_need_no_look() -> None:
    evaluation = Told(Option(Take(1), 4.0, look=False), Option(Take(2), 3.0, look=False))
    assert chosen(evaluation) == Take(1)
    assert evaluation.looks == []


def test_a_single_option_is_taken_without_a_look() -> None:
    evaluation = Told(Option(Take(3)))
    assert chosen(evaluation) == Take(3)
    assert evaluation.looks == []


@pytest.mark.parametrize("look", [True, False])
def test_an_option_that_is_illegal_after_all_is_passed_over(look: bool) -> None:
    assert chosen(Told(Option(Take(7), 99.0, look), Option(Veto(), 98.0, look), Option(Take(1)))) == Take(1)


def test_with_no_legal_option_it_plays_the_default() -> None:
    assert chosen(Told(Option(Take(7)), Option(Take(8)))) == PEBBLES.default_action(STATE)
    assert chosen(Told(Option(Take(7)))) == PEBBLES.default_action(STATE)


def test_its_dice_decide_between_equals() -> None:
    options = [Option(Take(count)) for count in (1, 2, 3)]
    seen = [chosen(Told(*options), ply=ply) for ply in range(60)]
    assert set(seen) == {Take(1), Take(2), Take(3)}
    assert seen == [chosen(Told(*options), ply=ply) for ply in range(60)]


def test_by_standings_it_takes_what_it_can_get() -> None:
    for heap, best in ((9, Take(3)), (3, Take(2)), (2, Take(1))):
        assert Greedy().choose(PEBBLES, STATE._replace(heap=heap), 0, SeededDraws(bytes(32), 0)) == best
    asked = STATE._replace(phase=ASK, left=(1, 1, 1))
    assert Greedy().choose(PEBBLES, asked, 1, SeededDraws(bytes(32), 0)) in (Veto(), Allow())
