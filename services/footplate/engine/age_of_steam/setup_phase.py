"""Set-up: the cubes on display and cities, then the starting order (AOS-SETUP-01 to AOS-SETUP-14). All of it is chance.

Phase `setup` has four draws; how far it has come is read off the number of cubes left in the bag. In phase
`initial_order` everybody rolls three dice, and seats with equal totals roll again among themselves.
"""

from typing import Final, NamedTuple

from footplate.engine.age_of_steam import bag
from footplate.engine.age_of_steam.actions import Action, DrawCubes, RollDice, ShuffleOrder
from footplate.engine.age_of_steam.board import BOXES, CITIES, COLOR_TOTALS, COLORS, PRINTED, Board
from footplate.engine.age_of_steam.options import Rules
from footplate.engine.age_of_steam.state import EMPTY, INITIAL_ORDER, SETUP, Player, State, empty_track
from footplate.engine.chance import Draws
from footplate.engine.errors import IllegalAction
from footplate.engine.game import CHANCE

DICE_EACH: Final = 3
"""Dice a seat rolls for the starting order (AOS-SETUP-12)."""

BOX_ORDER: Final = tuple((column, box) for box in range(3) for column in range(PRINTED)) + tuple(
    (column, box) for box in range(2) for column in range(PRINTED, CITIES)
)
"""The boxes of the display as (column, box) in the order they are filled: row by row, left to right (AOS-SETUP-02)."""


class _Step(NamedTuple):
    """One draw of the set-up: the rule behind it, and where its cubes go, in drawn order: display boxes or cities."""

    rule: str
    boxes: tuple[tuple[int, int], ...]
    cities: tuple[int, ...]

    @property
    def size(self) -> int:
        return len(self.boxes) + len(self.cities)


def start(rules: Rules) -> State:
    """The position before anything is drawn: all cubes in the bag, a first Player each (AOS-SETUP-01, -08 to -11)."""
    return State(
        rules=rules,
        turn=1,
        phase=SETUP,
        order=tuple(range(rules.seats)),
        players=(Player(),) * rules.seats,
        queue=(),
        bag=COLOR_TOTALS,
        cubes=((0,) * len(COLORS),) * CITIES,
        display=tuple((EMPTY,) * boxes for boxes in BOXES),
        track=empty_track(rules.seats),
    )


def enter_order(state: State) -> State:
    """Begins phase `initial_order`: so far all seats are level."""
    return state._replace(phase=INITIAL_ORDER, queue=(), ties=(state.order,))


def done(state: State) -> bool:
    """Whether all cubes are out, or in phase `initial_order` whether the order is settled."""
    return _step(state) is None if state.phase == SETUP else not state.ties


def actor(_state: State) -> int:
    """Always CHANCE."""
    return CHANCE


def legal(_state: State) -> list[Action]:
    """Nothing: no seat decides here."""
    return []


def forced(_state: State) -> Action | None:
    """Nothing: no seat decides here."""
    return None


def chance(state: State, draws: Draws) -> Action:
    """The next draw, roll or shuffle."""
    step = _step(state)
    if state.phase == SETUP and step is not None:
        return bag.draw(state.bag, step.size, draws)
    if state.rules.initial_order == "permutation":
        return _shuffle(state.order, draws)
    return bag.roll(_dice_due(state), draws)


def check(state: State, action: Action) -> None:
    """Raises IllegalAction unless this is the chance event that is due and its cubes, dice or seats can be."""
    step = _step(state)
    if state.phase == SETUP and step is not None:
        bag.check_draw(state.bag, action, step.size, step.rule)
    elif state.rules.initial_order == "permutation":
        _check_shuffle(state, action)
    else:
        bag.check_roll(action, _dice_due(state), "AOS-SETUP-12")


def apply(state: State, action: Action) -> State:
    """The position after a draw, a roll or the shuffle."""
    if isinstance(action, DrawCubes):
        return _dealt(state, action.cubes)
    if isinstance(action, RollDice):
        return _ranked(state, action.dice)
    assert isinstance(action, ShuffleOrder)
    return state._replace(order=action.seats, ties=())


def _steps(table: Board) -> tuple[_Step, ...]:
    first, second = table.setup_first
    others = tuple(
        city for city in range(PRINTED) if city not in table.setup_first for _ in range(table.setup_cubes[city])
    )
    return (
        _Step("AOS-SETUP-02", BOX_ORDER, ()),
        _Step("AOS-SETUP-03", (), (first,) * table.setup_cubes[first]),
        _Step("AOS-SETUP-04", (), (second,) * table.setup_cubes[second]),
        _Step("AOS-SETUP-05", (), others),
    )


def _step(state: State) -> _Step | None:
    """The draw that comes next, None when all are done."""
    drawn = sum(COLOR_TOTALS) - sum(state.bag)
    for step in _steps(state.rules.board):
        if drawn < step.size:
            return step
        drawn -= step.size
    return None


def _dealt(state: State, cubes: tuple[int, ...]) -> State:
    step = _step(state)
    assert step is not None
    display = [list(column) for column in state.display]
    for (column, box), color in zip(step.boxes, cubes, strict=False):
        display[column][box] = color
    cities = [list(counts) for counts in state.cubes]
    for city, color in zip(step.cities, cubes, strict=False):
        cities[city][color] += 1
    return state._replace(
        bag=bag.take(state.bag, cubes),
        display=tuple(tuple(column) for column in display),
        cubes=tuple(tuple(counts) for counts in cities),
    )


def _dice_due(state: State) -> int:
    """Three dice for each seat that is still level with another (AOS-SETUP-13)."""
    return DICE_EACH * sum(len(group) for group in state.ties if len(group) > 1)


def _ranked(state: State, dice: tuple[int, ...]) -> State:
    """Splits every level group by the totals rolled, highest first; seats never leave the places they tied for."""
    groups: list[tuple[int, ...]] = []
    rolled = 0
    for group in state.ties:
        if len(group) == 1:
            groups.append(group)
            continue
        totals = [sum(dice[rolled + DICE_EACH * i : rolled + DICE_EACH * (i + 1)]) for i in range(len(group))]
        rolled += DICE_EACH * len(group)
        groups += [
            tuple(seat for seat, own in zip(group, totals, strict=True) if own == total)
            for total in sorted(set(totals), reverse=True)
        ]
    order = tuple(seat for group in groups for seat in group)
    settled = len(groups) == len(order)
    return state._replace(order=order, ties=() if settled else tuple(groups))


def _shuffle(order: tuple[int, ...], draws: Draws) -> ShuffleOrder:
    seats = sorted(order)
    return ShuffleOrder(tuple(seats.pop(draws.below(len(seats))) for _ in order))


def _check_shuffle(state: State, action: Action) -> None:
    if not isinstance(action, ShuffleOrder):
        raise IllegalAction("AOS-RAND-01", "now chance sets the starting order")
    if sorted(action.seats) != sorted(state.order):
        raise IllegalAction("AOS-SETUP-12", "the starting order names every seat once")
