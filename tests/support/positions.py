"""Small builders of Age of Steam positions, and small judges of the chapters of the rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import NamedTuple, Protocol

import pytest

from footplate.engine.age_of_steam import setup_phase
from footplate.engine.age_of_steam.actions import (
    NOBODY,
    ROLES,
    Action,
    Bid,
    DeclineGoods,
    DrawCubes,
    DrawGoods,
    DropOut,
    IssueShares,
    MoveNothing,
    Pass,
    RollDice,
    SelectAction,
    ShuffleOrder,
    StopBuilding,
    StoreGoods,
    UpgradeEngine,
)
from footplate.engine.age_of_steam.board import COLUMN_INDEX, LETTERS, TOWN
from footplate.engine.age_of_steam.options import DEFAULT_PRESET, GAME_ID, Rules, resolve
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.age_of_steam.state import EMPTY, State, with_player
from footplate.engine.age_of_steam.tiles import LAND_KIND, TOWN_KINDS, exits_of, layout_of, mask_of
from footplate.engine.age_of_steam.track import Draft
from footplate.engine.chance import SeededDraws
from footplate.engine.errors import IllegalAction
from footplate.engine.game import CHANCE, OVER, Setup
from footplate.engine.hexes import parse_hex

SEED = bytes(range(32))
GAME = AgeOfSteam()

UNIVERSE: tuple[Action, ...] = (
    *(IssueShares(count) for count in range(-2, 18)),
    *(Bid(amount) for amount in range(-2, 60)),
    Pass(),
    DropOut(),
    *(SelectAction(role) for role in (*ROLES, "", "engineering")),
    StopBuilding(),
    UpgradeEngine(),
    MoveNothing(),
    DrawGoods(),
    DeclineGoods(),
    *(StoreGoods(color, column, box) for color in range(-1, 6) for column in range(-1, 21) for box in range(-1, 4)),
    DrawCubes((0,)),
    RollDice((1, 2, 3)),
    ShuffleOrder((0, 1, 2)),
)
"""Actions of every kind but building and deliveries, legal and illegal alike, for chapters to judge."""


class Chapter(Protocol):
    """The part of a chapter module that a test drives."""

    def done(self, state: State, /) -> bool: ...
    def actor(self, state: State, /) -> int: ...
    def legal(self, state: State, /) -> list[Action]: ...
    def check(self, state: State, action: Action, /) -> None: ...
    def forced(self, state: State, /) -> Action | None: ...
    def apply(self, state: State, action: Action, /) -> State: ...


class Scripted:
    """Draws that give the listed numbers, one after another, and keep the bounds they were asked for."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = list(numbers)
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        number = self._numbers.pop(0)
        assert 0 <= number < bound
        return number


def rules_for(seats: int = 3, preset: str = DEFAULT_PRESET, **options: str) -> Rules:
    """The rules of a game on the Rust Belt."""
    return resolve(Setup(GAME_ID, "rust_belt", preset, seats, tuple(sorted(options.items()))))


def blank(seats: int = 3, preset: str = DEFAULT_PRESET, **options: str) -> State:
    """A game before its first draw; seats are in order P1, P2 ..."""
    return setup_phase.start(rules_for(seats, preset, **options))


def dealt(seats: int = 3, preset: str = DEFAULT_PRESET, seed: bytes = SEED, **options: str) -> State:
    """A game with all cubes of the set-up dealt by a seed; seats are in order P1, P2 ..."""
    state = blank(seats, preset, **options)
    ply = 0
    while not setup_phase.done(state):
        ply += 1
        state = setup_phase.apply(state, setup_phase.chance(state, SeededDraws(seed, ply)))
    return state


def holding(state: State, seat: int, **changes: object) -> State:
    """The state with other holdings of one seat, such as cash=4 or role="engineer"."""
    return with_player(state, seat, state.players[seat]._replace(**changes))  # type: ignore[arg-type]  # names by hand


def all_holding(state: State, **changes: Sequence[object]) -> State:
    """The state with other holdings of every seat: one list a holding, such as cash=(4, 5, 6)."""
    for name, values in changes.items():
        for seat, value in enumerate(values):
            state = holding(state, seat, **{name: value})
    return state


def boxes(state: State, column: str, *colors: int) -> State:
    """The state with a column of the display (`light-1` .. `dark-6`, `A` .. `H`) filled like this from the top.

    The bag is left as it is: cubes are not conserved.
    """
    display = list(state.display)
    index = COLUMN_INDEX[column]
    display[index] = colors + (EMPTY,) * (len(display[index]) - len(colors))
    return state._replace(display=tuple(display))


def column(state: State, name: str) -> tuple[int, ...]:
    """A column of the display from the top."""
    return state.display[COLUMN_INDEX[name]]


def cubes_at(state: State, place: str) -> tuple[int, ...]:
    """The cubes by colour on a printed city, named by hex, or on a New City, named by letter."""
    return state.cubes[COLUMN_INDEX[place] if place in LETTERS else state.rules.board.city_of[parse_hex(place)]]


def with_new_city(state: State, letter: str, town: str, founder: int = NOBODY) -> State:
    """The state with a New City on a town."""
    draft = Draft(state.rules.board, state.track)
    draft.found_city(parse_hex(town), LETTERS.index(letter), founder, saves=False)
    return state._replace(track=draft.freeze())


def with_track(state: State, owner: int, *pieces: tuple[str, tuple[int, ...]]) -> State:
    """The state with pieces, given as (hex, edges), laid for an owner in this order. Nothing is judged."""
    draft = Draft(state.rules.board, state.track)
    for name, edges in pieces:
        hex_, mask = parse_hex(name), mask_of(edges)
        layout = layout_of([*draft.layouts.get(hex_, ()), mask])
        in_town = state.rules.board.kind[hex_] == TOWN
        draft.set_tile(hex_, layout, TOWN_KINDS[exits_of(layout)][0] if in_town else LAND_KIND[layout])
        draft.lay(hex_, mask, owner)
    return state._replace(track=draft.freeze())


def play(chapter: Chapter, state: State, *actions: Action) -> State:
    """The state after these actions of one phase, each checked first."""
    for action in actions:
        assert not chapter.done(state)
        chapter.check(state, action)
        state = chapter.apply(state, action)
    return state


def refusal(chapter: Chapter, state: State, action: Action) -> str:
    """The id of the rule by which a chapter refuses an action."""
    with pytest.raises(IllegalAction) as caught:
        chapter.check(state, action)
    assert caught.value.message
    return caught.value.code


def accepts(chapter: Chapter, state: State, action: Action) -> bool:
    """Whether a chapter lets an action pass."""
    try:
        chapter.check(state, action)
    except IllegalAction:
        return False
    return True


def assert_consistent(chapter: Chapter, state: State, universe: Iterable[Action] = UNIVERSE) -> None:
    """A seat is to act: the list and the check agree, nothing is listed twice, and forced means the only choice."""
    listed = chapter.legal(state)
    assert listed
    assert len(set(listed)) == len(listed)
    for action in (*universe, *listed):
        assert accepts(chapter, state, action) == (action in listed), action
    assert chapter.forced(state) == (listed[0] if len(listed) == 1 else None)


class Step(NamedTuple):
    """One action of a game: the position, who acted in it, the action, and the position behind it."""

    before: State
    actor: int
    action: Action
    after: State


def opening(
    seats: int = 3, preset: str = DEFAULT_PRESET, seed: bytes = SEED, options: Mapping[str, str] = MappingProxyType({})
) -> State:
    """A game behind its set-up: the first player is to issue shares."""
    state, ply = GAME.start(Setup(GAME_ID, "rust_belt", preset, seats, tuple(sorted(options.items())))), 0
    while GAME.to_act(state) == CHANCE:
        ply += 1
        state = GAME.apply(state, GAME.draw(state, SeededDraws(seed, ply)))
    return state


def rich(state: State, cash: int = 300) -> State:
    """The state with so much money for everybody that nobody is eliminated soon."""
    return all_holding(state, cash=[cash] * len(state.players))


def walk(state: State, seed: int = 1) -> Iterator[Step]:
    """A random game from here to its end, action by action; money is spent with some care, so that it lasts."""
    choice = Random(seed)
    ply = 0
    while (actor := GAME.to_act(state)) != OVER:
        ply += 1
        draws = SeededDraws(seed.to_bytes(32, "big"), ply)
        action = GAME.draw(state, draws) if actor == CHANCE else _pick(choice, GAME.legal_actions(state))
        after = GAME.apply(state, action)
        yield Step(state, actor, action, after)
        state = after


def _pick(choice: Random, legal: Sequence[Action]) -> Action:
    """Every kind of action is as likely as another; of numbers one of the lowest is taken."""
    kind = choice.choice(sorted({type(action).__name__ for action in legal}))
    actions = [action for action in legal if type(action).__name__ == kind]
    return choice.choice(actions[:3] if isinstance(actions[0], Bid | IssueShares) else actions)
