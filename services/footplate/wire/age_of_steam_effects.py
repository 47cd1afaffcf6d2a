"""What an action of Age of Steam costs and changes, in protobuf."""

from collections.abc import Iterable, Mapping
from typing import Final

from footplate.api.age_of_steam.v1 import effects_pb2 as pb
from footplate.engine.age_of_steam.actions import Action
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.age_of_steam.state import State
from footplate.engine.game import Change, Effects
from footplate.wire.age_of_steam_changes import cube_moves, hex_changes, section_changes

_GAME: Final = AgeOfSteam()


def encode_effects(before: State, action: Action) -> pb.Effects:
    """What the action would do. Raises IllegalAction when it is not legal."""
    effects = _GAME.effects(before, action)
    after = _GAME.apply(before, action)
    limited = before.rules.marker_limit == "20"
    automatic = _seat_changes(effects.follows, limited)
    for seat in _eliminated(before, after):
        automatic.setdefault(seat, pb.SeatChange(seat=seat)).eliminated = True
    return pb.Effects(
        cost=_cost(effects, _GAME.to_act(before)),
        seats=_in_order(_seat_changes(effects.changes, limited)),
        automatic=_in_order(automatic),
        sections=section_changes(before, after),
        hexes=hex_changes(before, after),
        cubes=cube_moves(before, after),
        forced=[pb.ForcedDecision(seat=seat, text=text) for seat, text in effects.forced],
        notes=effects.notes,
    )


def _cost(effects: Effects, actor: int) -> int:
    """What the acting seat pays for the action itself: a build, or its place in the auction."""
    paid = sum(-change.amount for change in effects.changes if change.seat == actor and change.what == "cash")
    return max(0, paid)


def _eliminated(before: State, after: State) -> list[int]:
    return [seat for seat, player in enumerate(before.players) if player.alive and not after.players[seat].alive]


def _seat_changes(changes: Iterable[Change], limited: bool) -> dict[int, pb.SeatChange]:
    """The changes of each seat that has any."""
    found: dict[int, pb.SeatChange] = {}
    for change in changes:
        if change.what == "markers" and not limited:
            continue
        _add(found.setdefault(change.seat, pb.SeatChange(seat=change.seat)), change)
    return found


def _add(message: pb.SeatChange, change: Change) -> None:
    """Adds one figure. Markers are told as those left to the seat; the engine counts those on the map."""
    amount = -change.amount if change.what == "markers" else change.amount
    setattr(message, change.what, amount)


def _in_order(changes: Mapping[int, pb.SeatChange]) -> list[pb.SeatChange]:
    return [changes[seat] for seat in sorted(changes)]
