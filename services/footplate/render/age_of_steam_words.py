"""What goes on in a position of Age of Steam, in a few sentences; seats are called P1 to P6."""

from collections.abc import Iterable
from typing import Final

from footplate.engine.age_of_steam.actions import ROLES
from footplate.engine.age_of_steam.board import COLOR_LETTERS, LETTERS
from footplate.engine.age_of_steam.state import (
    BUILD_TRACK,
    GAME_OVER,
    GOODS_GROWTH,
    INITIAL_ORDER,
    ISSUE_SHARES,
    MOVE_GOODS,
    PLAYER_ORDER,
    SELECT_ACTIONS,
    SETUP,
    State,
)
from footplate.engine.age_of_steam.supply import discs_used, kinds_left
from footplate.engine.age_of_steam.tiles import COEXISTING, CROSSING, DISCS, KIND_CLASS, KIND_INDEX, TOWN
from footplate.engine.age_of_steam.urbanize import letters_left, may_urbanize
from footplate.engine.notation import seat_text
from footplate.engine.result import result_of, result_text
from footplate.render.age_of_steam_scene import GAME

_ASKS: Final = {
    ISSUE_SHARES: "may issue shares",
    SELECT_ACTIONS: "chooses an action",
    BUILD_TRACK: "builds track",
    MOVE_GOODS: "moves goods",
}
_GROWTH: Final = {
    "decide": "may use Production",
    "draw": "Production draws from the bag",
    "store": "stores what Production drew",
    "light": "the dice of the light cities are due",
    "dark": "the dice of the dark cities are due",
}


def where(state: State) -> str:
    """Turn and phase: `Turn 3 of 7, build track`."""
    return f"Turn {state.turn} of {state.rules.turns}, {phase(state)}"


def phase(state: State) -> str:
    """The phase in words."""
    if state.phase == GAME_OVER:
        return "game over"
    words = state.phase.replace("_", " ")
    return f"{words}, round {state.moves.round} of 2" if state.moves else words


def news(state: State) -> list[str]:
    """Who is to do what, and the figures of the phase."""
    told = {
        SETUP: _set_up,
        INITIAL_ORDER: _rolling,
        PLAYER_ORDER: _auction,
        SELECT_ACTIONS: _choosing,
        BUILD_TRACK: _building,
        GOODS_GROWTH: _growing,
        GAME_OVER: _over,
    }.get(state.phase, _waiting)
    return told(state)


def supply(state: State) -> list[str]:
    """What is left in the bag and in the box."""
    left = kinds_left(state.track)
    simple = ", ".join(f"{name} {left[KIND_INDEX[name]]}" for name in ("straight", "gentle", "sharp"))
    town = sum(count for kind, count in enumerate(left) if KIND_CLASS[kind] == TOWN)
    complex_ = sum(count for kind, count in enumerate(left) if KIND_CLASS[kind] in (CROSSING, COEXISTING))
    cubes = " ".join(f"{letter}{count}" for letter, count in zip(COLOR_LETTERS, state.bag, strict=True))
    cities = "".join(LETTERS[letter] for letter in letters_left(state)) or "none"
    return [
        f"Bag: {cubes}",
        f"Tiles: {simple},",
        f"complex {complex_}, town {town}",
        f"Town discs: {DISCS - discs_used(state.track)}, New Cities: {cities}",
    ]


def _set_up(_state: State) -> list[str]:
    return ["Goods are drawn from the bag"]


def _rolling(_state: State) -> list[str]:
    return ["The dice for the first player order are due"]


def _waiting(state: State) -> list[str]:
    queue = state.queue
    asked = f"{seat_text(queue[0])} {_ASKS[state.phase]}" if queue else ""
    return [asked + (f", then {_seats(queue[1:])}" if queue[1:] else "")] if asked else []


def _auction(state: State) -> list[str]:
    auction = state.auction
    if auction is None:
        return []
    bids = [f"{seat_text(seat)} ${auction.bids[seat]}" for seat in auction.left]
    lines = [f"{seat_text(auction.left[0])} is called to bid", f"In: {', '.join(bids)}"]
    if auction.out:
        lines.append(f"Dropped out: {_seats(auction.out)}")
    if auction.passed:
        lines.append("The Turn Order pass is used up")
    return lines


def _choosing(state: State) -> list[str]:
    taken = {player.role for player in state.players}
    free = [role.replace("_", " ").title() for role in ROLES if role not in taken]
    return [*_waiting(state), f"Free: {', '.join(free)}"]


def _building(state: State) -> list[str]:
    if state.build is None:
        return _waiting(state)
    left = f"Builds left: {state.build.left}"
    return [*_waiting(state), left + (", and a New City" if may_urbanize(state) else "")]


def _growing(state: State) -> list[str]:
    if state.growth is None:
        return []
    actor = GAME.to_act(state)
    told = _GROWTH[state.growth.stage]
    lines = [f"{seat_text(actor)} {told}" if actor >= 0 else told.capitalize()]
    if state.growth.drawn:
        lines.append(f"Drawn: {' '.join(COLOR_LETTERS[color] for color in state.growth.drawn)}")
    return lines


def _over(state: State) -> list[str]:
    return [result_text(result_of(GAME.outcome(state)))]


def _seats(seats: Iterable[int]) -> str:
    return " ".join(seat_text(seat) for seat in seats)
