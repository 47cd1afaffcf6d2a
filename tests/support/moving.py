"""Positions of phase 5, and small judges of the moves in them."""

from collections.abc import Iterator

from footplate.engine.age_of_steam import bag, move_goods, notation
from footplate.engine.age_of_steam.actions import NOBODY, MoveNothing
from footplate.engine.age_of_steam.notation import COLOR_OF_LETTER
from footplate.engine.age_of_steam.routes import city_at
from footplate.engine.age_of_steam.state import NOWHERE, Section, State
from footplate.engine.hexes import parse_hex
from tests.support import positions
from tests.support.building import Yard
from tests.support.positions import holding

FIVE = (0, 1, 2, 3, 4)
Steps = tuple[tuple[int, int], ...]


def example_10() -> Yard:
    """The map of AOS-EX-10: P1 links Evansville (T9) and Cincinnati (Q12), P2 both with Indianapolis (Q10)."""
    yard = Yard()
    yard.turn(1, "place S10 1-4", "place R11 1-4", "place R13 3-5")
    yard.turn(2, "place R9 1-3", "place Q10 1,4", "place P11 2-4")
    return yard


def example_13(letter: str = "A") -> Yard:
    """The map of AOS-EX-13, with this New City on Q10 in place of Indianapolis."""
    yard = example_10()
    yard.turn(3, "place S12 0-5", "replace R11 1-4,2-5", "replace Q10 1,2,4,5")
    steps = (f"urbanize Q10 {letter}", "place P9 2-5", "replace S10 0-3,1-4", "place U10 0-5")
    yard.turn(4, *steps, role="urbanization")
    return yard


def moving(state: State, order: tuple[int, ...] = FIVE, first: int = NOBODY, engine: int = 1, **cubes: str) -> State:
    """The first move of phase 5. `engine`: everybody's level. `cubes`: letters of the cubes by hex of a city."""
    for seat in order:
        role = "first_move" if seat == first else ""
        state = holding(state, seat, role=role, engine=engine, income=0)
    return move_goods.enter(with_cubes(state._replace(order=order), **cubes))


def with_cubes(state: State, **cubes: str) -> State:
    """The state with cubes taken out of the bag and put on the cities on these hexes."""
    for name, letters in cubes.items():
        city = city_at(state, parse_hex(name))
        taken = tuple(COLOR_OF_LETTER[letter] for letter in letters)
        counts = list(state.cubes)
        counts[city] = bag.put_back(counts[city], taken)
        state = state._replace(cubes=tuple(counts), bag=bag.take(state.bag, taken))
    return state


def legal(state: State) -> list[str]:
    return [notation.action_text(action) for action in move_goods.legal(state)]


def deliveries(state: State) -> list[str]:
    return [text for text in legal(state) if text.startswith("deliver")]


def take(state: State, *texts: str) -> State:
    """The state after these actions, each of them listed and checked."""
    for text in texts:
        assert text in legal(state)
        state = positions.play(move_goods, state, notation.parse_action(text))
    return state


def refusal(state: State, text: str) -> str:
    """The rule by which an action is refused; it must not be listed either."""
    assert text not in legal(state)
    return positions.refusal(move_goods, state, notation.parse_action(text))


def incomes(state: State) -> list[int]:
    return [player.income for player in state.players]


def actors(state: State) -> Iterator[int]:
    """Who acts, one after another, when nobody does anything."""
    while not move_goods.done(state):
        yield move_goods.actor(state)
        state = move_goods.apply(state, MoveNothing())


def with_links(state: State, *links: tuple[str, str, int]) -> State:
    """The state with links (stop, stop, owner) of one piece each; where the pieces lie is not asked."""
    track = state.track._replace(at=dict(state.track.at))
    for index, (one, other, owner) in enumerate(links):
        stop, far = sorted((parse_hex(one), parse_hex(other)))
        hex_ = state.rules.board.land[index]
        section = Section(owner, (hex_ * 64 + 9,), stop, far, NOWHERE)
        track.at.update({hex_ * 6: section, hex_ * 6 + 3: section})
    return state._replace(track=track)
