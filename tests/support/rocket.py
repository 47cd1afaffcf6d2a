"""Small builders of Stephenson's Rocket positions: lines laid by hand, actions of any seat at any moment.

Everything is written as the game writes it: companies by code, hexes by id, several of them with blanks between.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

import pytest

from footplate.engine.chance import SeededDraws
from footplate.engine.errors import IllegalAction
from footplate.engine.game import CHANCE, OVER, Setup
from footplate.engine.stephensons_rocket import extend_line, turn
from footplate.engine.stephensons_rocket.actions import NOBODY, Action, DrawFirst
from footplate.engine.stephensons_rocket.board import (
    CODES,
    KIND_INDEX,
    SHARES,
    STARTS,
    TOWN_NAMES,
    TOWNS,
    beside,
    entry_edge,
    heading_to,
    hex_of,
    hex_text,
    hexes_in,
    kind_text,
    mask_of,
)
from footplate.engine.stephensons_rocket.notation import parse_action
from footplate.engine.stephensons_rocket.options import DEFAULT_PRESET, GAME_ID
from footplate.engine.stephensons_rocket.prizes import Payout
from footplate.engine.stephensons_rocket.rules import StephensonsRocket
from footplate.engine.stephensons_rocket.state import MAIN, Company, State, raised, with_company

GAME = StephensonsRocket()
A, B, C, D = range(4)
"""The players of the worked examples, by seat."""

_KINDS: Final = {kind_text(kind): kind for kind in KIND_INDEX.values()}


class Done(NamedTuple):
    """A position, and the payouts made on the way to it, in their order."""

    state: State
    payouts: tuple[Payout, ...]

    @property
    def paid(self) -> list[tuple[str, tuple[int, ...]]]:
        """What was paid to the seats and for what, payouts of nothing left out."""
        return [(one.subject, one.amounts) for one in self.payouts if one.pays]


# --- Playing ---------------------------------------------------------------


def setup(
    seats: int = 3,
    preset: str = DEFAULT_PRESET,
    options: Mapping[str, str] = MappingProxyType({}),
    board: str = "england",
) -> Setup:
    """A set-up; options by name."""
    return Setup(GAME_ID, board, preset, seats, tuple(sorted(options.items())))


def begin(seats: int = 3, preset: str = DEFAULT_PRESET, first: int = A, **options: str) -> State:
    """A game behind the lot: the first player is to act."""
    return GAME.apply(GAME.start(setup(seats, preset, options)), DrawFirst(first))


def play(state: State, *texts: str) -> State:
    """The state after these actions of whoever is to act, as the game plays them."""
    for text in texts:
        state = GAME.apply(state, GAME.parse_action(text))
    return state


def to_move(state: State, seat: int) -> State:
    """The state with the first action of a seat due and no company barred."""
    return state._replace(phase=MAIN, active=seat, second=False, barred=NOBODY)


def asked(state: State, seat: int, text: str, *answers: str) -> State:
    """The state after an action of a seat, whoever's turn it is, and these answers; the next question stands open."""
    return play(to_move(state, seat), text, *answers)


def act(state: State, seat: int, text: str, *answers: str) -> Done:
    """What an action of a seat leads to, whoever's turn it is: first these answers, then the default to every question.

    The default is to pass a veto question, and to decline a defence.
    """
    step = _checked(to_move(state, seat), parse_action(text))
    payouts = step.payouts
    left = list(answers)
    while step.state.veto is not None:
        answer = parse_action(left.pop(0)) if left else GAME.default_action(step.state)
        step = _checked(step.state, answer)
        payouts += step.payouts
    assert not left, f"nobody asked for {left}"
    return Done(step.state, payouts)


def _checked(state: State, action: Action) -> turn.Step:
    GAME.check(state, action)
    return turn.apply(state, action)


def extended(state: State, code: str, steps: str) -> Done:
    """A series such as `0615 A 0614 B`: the company is extended by these players, nobody bids.

    The payouts are those of the last step.
    """
    done = Done(state, ())
    words = steps.split()
    for target, player in zip(words[::2], words[1::2], strict=True):
        done = act(done.state, "ABCD".index(player), f"extend {code} {target}")
    return done


def refusal(state: State, text: str) -> str:
    """The id of the rule by which an action is refused; the list of legal actions must leave it out as well."""
    action = GAME.parse_action(text)
    with pytest.raises(IllegalAction) as caught:
        GAME.check(state, action)
    assert caught.value.message
    assert action not in GAME.legal_actions(state)
    return caught.value.code


def accepts(state: State, text: str) -> bool:
    """Whether the check lets an action pass."""
    try:
        GAME.check(state, GAME.parse_action(text))
    except IllegalAction:
        return False
    return True


def allows(state: State, text: str) -> bool:
    """Whether an action is legal; the check and the list of legal actions must agree on it."""
    accepted = accepts(state, text)
    assert accepted == (GAME.parse_action(text) in GAME.legal_actions(state))
    return accepted


# --- Building by hand ------------------------------------------------------


def with_figures(state: State, code: str, **figures: object) -> State:
    """The state with other fields of a company, such as stack=0 or isolated=True; nothing else is adjusted."""
    number = CODES.index(code)
    return with_company(state, number, state.companies[number]._replace(**figures))  # type: ignore[arg-type]  # by name


def with_holdings(state: State, code: str, *holdings: int, grey: int = 0) -> State:
    """The state with these shares of a company in hands, by seat, further seats having none.

    So many of them are grey; the real ones come off its stack.
    """
    real = sum(holdings) - grey
    padded = holdings + (0,) * (state.rules.seats - len(holdings))
    return with_figures(state, code, holdings=padded, real=real, stack=SHARES - real)


def with_tokens(state: State, seat: int, *kinds: str) -> State:
    """The state with more tokens in a seat's hands, each such as `Reading brewery`."""
    tokens = list(state.tokens)
    for kind in kinds:
        tokens[seat] = raised(tokens[seat], _KINDS[kind], 1)
    return state._replace(tokens=tuple(tokens))


def with_stations(state: State, seat: int, hexes: str) -> State:
    """The state with more stations of a seat on the board; whether they could be placed is not asked."""
    stations = list(state.stations)
    stations[seat] |= mask(hexes)
    return state._replace(stations=tuple(stations))


def with_line(state: State, code: str, way: str) -> State:
    """The state with a company's line laid from its start town along these hexes, the locomotive on the last.

    Tiles and linked towns follow; nothing is judged, drawn or paid.
    """
    number = CODES.index(code)
    company = state.companies[number]
    path = [STARTS[number], *[hex_of(name) for name in way.split()]]
    headings = [heading_to(here, there) for here, there in pairwise(path)]
    faces = {
        here: 1 << entry_edge(came) | 1 << leaves
        for here, came, leaves in zip(path[1:-1], headings, headings[1:], strict=False)
    }
    line = mask_of(path[1:])
    linked = company.linked | beside(line) & TOWNS
    company = company._replace(at=path[-1], heading=headings[-1], line=line, linked=linked)
    return with_company(state, number, company)._replace(tiles={**state.tiles, **faces})


def with_tiles(state: State, count: int) -> State:
    """The state with so many tiles on the board, the missing ones on numbers that are no hexes."""
    missing = count - len(state.tiles)
    return state._replace(tiles={**state.tiles, **{10_000 + number: 0 for number in range(missing)}})


# --- Looking ---------------------------------------------------------------


def company(state: State, code: str) -> Company:
    """A company by its code."""
    return state.companies[CODES.index(code)]


def mask(hexes: str) -> int:
    """The set of these hexes."""
    return mask_of([hex_of(name) for name in hexes.split()])


def ids(hexes: int) -> str:
    """The ids of a set of land hexes, sorted."""
    return " ".join([hex_text(hex_) for hex_ in hexes_in(hexes)])


def place(state: State, code: str) -> str:
    """The hex of a locomotive and its heading: `0514 heading 0`, or `0515 heading -1` before it moved."""
    one = company(state, code)
    return f"{hex_text(one.at)} heading {one.heading}"


def line(state: State, code: str) -> str:
    """The hexes of a company's line, sorted."""
    return ids(company(state, code).line)


def targets(state: State, code: str) -> str:
    """Where a company may be extended to, sorted."""
    return " ".join([hex_text(hex_) for hex_ in extend_line.targets(state, CODES.index(code))])


def linked(state: State, code: str) -> set[str]:
    """The names of the towns linked to a company's line."""
    return {TOWN_NAMES[hex_] for hex_ in hexes_in(company(state, code).linked)}


def edges(state: State, hex_id: str) -> str:
    """The edges that the tile on a hex joins: `03` for a straight one from north to south."""
    face = state.tiles[hex_of(hex_id)]
    return "".join([str(edge) for edge in range(6) if face >> edge & 1])


def is_straight(state: State, hex_id: str) -> bool:
    """Whether the tile on a hex shows the straight face."""
    first, second = [int(edge) for edge in edges(state, hex_id)]
    return second - first == 3


# --- Whole games -----------------------------------------------------------


class Step(NamedTuple):
    """One action of a game: the position, who acted in it, the action, and the position behind it."""

    before: State
    actor: int
    action: Action
    after: State


def walk(state: State, seed: int = 1) -> Iterator[Step]:
    """A random game from here to its end, action by action; every kind of action is as likely as another."""
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
    kind = choice.choice(sorted({type(action).__name__ for action in legal}))
    return choice.choice([action for action in legal if type(action).__name__ == kind])
