"""The main action: tokens, stations where lines may come, extensions, and stations that stand where none comes."""

from typing import Final

from footplate.engine.stephensons_rocket import extend_line, stations, take_token
from footplate.engine.stephensons_rocket.actions import MoveStation, PlaceStation, TakeToken
from footplate.engine.stephensons_rocket.board import KIND_INDEX, hexes_in
from footplate.engine.stephensons_rocket.state import State, lines, raised, stations_left
from footplate.strategies.evaluate.base import Option
from footplate.strategies.evaluate.stephensons_rocket.judged import outcome
from footplate.strategies.evaluate.stephensons_rocket.odds import added, lead
from footplate.strategies.evaluate.stephensons_rocket.position import Position
from footplate.strategies.evaluate.stephensons_rocket.reach import within_reach

_PLACES: Final = 10
"""How many hexes for a station are weighed against each other."""
_LIFTED: Final = 0.5
"""What moving a station must gain, in points: a line may yet come to where it stands."""


def options(state: State, seat: int) -> list[Option]:
    """The main actions worth a look; empty when only aimless ones are left."""
    position = Position(state)
    return [*_tokens(position, seat), *_stations(position, seat), *_extensions(position, seat)]


def _tokens(position: Position, seat: int) -> list[Option]:
    rest = lead(position.points(), seat)
    return [
        Option(action, rest + _gain(position, action, seat), look=False) for action in take_token.legal(position.state)
    ]


def _gain(position: Position, action: TakeToken, seat: int) -> float:
    """What a token adds: it bears upon one industry and one city."""
    old = position.state.tokens
    new = (*old[:seat], raised(old[seat], KIND_INDEX[action.city, action.industry], 1), *old[seat + 1 :])
    before = added(position.industry(action.industry, old), position.city(action.city, old))
    after = added(position.industry(action.industry, new), position.city(action.city, new))
    return lead(after, seat) - lead(before, seat)


def _stations(position: Position, seat: int) -> list[Option]:
    state = position.state
    rest = added(position.tokens(state.tokens), position.shares())
    if stations_left(state, seat):
        return [
            Option(PlaceStation(hex_), _station(position, seat, 0, hex_, rest), look=False)
            for hex_ in _places(position, 0)
        ]
    return _moves(position, seat, rest)


def _moves(position: Position, seat: int, rest: list[float]) -> list[Option]:
    """Where a stranded station would do better, whichever it is, for all of them are worth nothing where they stand.

    It cannot strand again before a line has grown, so moves do end.
    """
    stranded = _stranded(position)
    if not stranded:
        return []
    origin = stranded[0]
    return [
        Option(MoveStation(origin, hex_), _station(position, seat, 1 << origin, hex_, rest) - _LIFTED, look=False)
        for hex_ in _places(position, 1 << origin)
    ]


def _station(position: Position, seat: int, lifted: int, hex_: int, rest: list[float]) -> float:
    own = list(position.state.stations)
    own[seat] = own[seat] & ~lifted | 1 << hex_
    return lead(added(rest, position.stations(tuple(own))), seat)


def _places(position: Position, lifted: int) -> list[int]:
    """The hexes most worth a station, best first, once the station of the set `lifted` is off the board."""
    free = stations.free_hexes(position.state, lifted) & within_reach(position.near) & ~lifted
    ranked = [(-position.traffic(1 << hex_), hex_) for hex_ in hexes_in(free)]
    ranked.sort()
    return [hex_ for _, hex_ in ranked[:_PLACES]]


def _stranded(position: Position) -> list[int]:
    """The active player's stations that may be moved, stand on no line, and are not in the way of any."""
    state = position.state
    useful = lines(state) | within_reach(position.near)
    return [hex_ for hex_ in stations.movable(state) if not useful >> hex_ & 1]


def _extensions(position: Position, seat: int) -> list[Option]:
    return [
        Option(action, lead(outcome(position, action), seat), look=False)
        for action in extend_line.legal(position.state)
    ]
