"""Phase 4: build track (section 9).

One seat after the other has a build turn; the New City and the builds are its steps.
"""

from typing import Final

from footplate.engine.age_of_steam import prices
from footplate.engine.age_of_steam.actions import (
    ENGINEER,
    FIRST_BUILD,
    NOBODY,
    URBANIZATION,
    Action,
    Build,
    Place,
    Redirect,
    Replace,
    StopBuilding,
    Urbanize,
)
from footplate.engine.age_of_steam.behind import require
from footplate.engine.age_of_steam.check_builds import check_hex, check_place, check_replace, tile_kind
from footplate.engine.age_of_steam.check_redirect import check_redirect, turned_piece, turns_of
from footplate.engine.age_of_steam.legal_builds import any_build, legal_builds
from footplate.engine.age_of_steam.state import BUILD_TRACK, BuildTurn, State, Track, holder, with_player
from footplate.engine.age_of_steam.tiles import LAND_KIND, exits_of
from footplate.engine.age_of_steam.track import Draft, expire
from footplate.engine.age_of_steam.urbanize import apply_urbanize, check_urbanize, legal_urbanizations, may_urbanize
from footplate.engine.errors import IllegalAction

BUILDS: Final = 3
BUILDS_OF_ENGINEER: Final = 4


def enter(state: State) -> State:
    """The phase begins: First Build, then player order (AOS-BUILD-01)."""
    first = holder(state, FIRST_BUILD)
    queue = state.order if first == NOBODY else (first, *(seat for seat in state.order if seat != first))
    return _begin_turn(state._replace(phase=BUILD_TRACK, queue=queue))


def done(state: State) -> bool:
    """Whether every living seat has had its build turn."""
    return not state.queue


def actor(state: State) -> int:
    """The seat whose build turn it is (AOS-BUILD-02)."""
    return state.queue[0]


def legal(state: State) -> list[Action]:
    """New Cities, builds, and stopping (AOS-DEC-14, AOS-DEC-15)."""
    seat = state.queue[0]
    found = legal_urbanizations(state, seat)
    if _turn(state).left:
        found.extend(legal_builds(state, seat))
    found.append(StopBuilding())
    return found


def forced(state: State) -> Action | None:
    """Stopping, where nothing else is legal (AOS-DEC-15)."""
    seat = state.queue[0]
    if may_urbanize(state) and legal_urbanizations(state, seat):
        return None
    if _turn(state).left and any_build(state, seat):
        return None
    return StopBuilding()


def default(_state: State) -> Action:
    """Out of time: no New City, no further build (AOS-DEC-14, AOS-DEC-15)."""
    return StopBuilding()


def check(state: State, action: Action) -> None:
    """Raises IllegalAction with the rule that a step of the build turn breaks."""
    if not isinstance(action, StopBuilding):
        price_of(state, action)


def price_of(state: State, action: Action) -> int:
    """What a legal step costs in dollars; raises IllegalAction for an illegal one."""
    seat = state.queue[0]
    if isinstance(action, Urbanize):
        check_urbanize(state, seat, action)
        return 0
    if isinstance(action, Build):
        return _price_of_build(state, seat, action)
    if isinstance(action, StopBuilding):
        return 0
    raise IllegalAction("AOS-DEC-15", "this is a build turn: place, replace, redirect, urbanize or stop")


def _price_of_build(state: State, seat: int, action: Build) -> int:
    require(_turn(state).left > 0, "AOS-BUILD-03", "all builds of this turn are made")
    check_hex(state, action.hex)
    if isinstance(action, Place):
        return check_place(state, seat, action)
    if isinstance(action, Replace):
        return check_replace(state, seat, action)
    return check_redirect(state, seat, action)


def apply(state: State, action: Action) -> State:
    """The step carried out; stopping lets unfinished track lapse and begins the next build turn."""
    seat = state.queue[0]
    if isinstance(action, Urbanize):
        return apply_urbanize(state, seat, action)
    if isinstance(action, Build):
        return _built(state, seat, action)
    track, _ = expire(state.rules.board, state.track, seat)
    return _begin_turn(state._replace(track=track, queue=state.queue[1:]))


def _built(state: State, seat: int, action: Build) -> State:
    price = _price(state, seat, action)
    turn = _turn(state)
    player = state.players[seat]
    urban = turn.urban and state.rules.new_city_moment == "any_time"
    built_on = tuple(sorted({*turn.built_on, action.hex}))
    after = with_player(state, seat, player._replace(cash=player.cash - price, opened=True))
    return after._replace(
        track=_laid(state, seat, action), build=BuildTurn(turn.left - 1, urban=urban, built_on=built_on, begun=True)
    )


def _price(state: State, seat: int, action: Build) -> int:
    """The price alone, of a build already checked."""
    in_town = action.hex in state.rules.board.towns
    if isinstance(action, Redirect):
        doubled = state.rules.double_redirect == "per_track" and len(turns_of(state, seat, action)) == 2
        return prices.REDIRECT * (2 if doubled else 1)
    if isinstance(action, Place):
        return prices.town_placement(len(action.layout)) if in_town else _land_price(state, action)
    if in_town:
        return prices.TOWN_REPLACEMENT
    kept = state.track.layouts[action.hex][0] in action.layout
    return prices.replacement(LAND_KIND[action.layout]) + (0 if kept else prices.COMBINED_TURN)


def _land_price(state: State, action: Place) -> int:
    return prices.placement(LAND_KIND[action.layout], state.rules.board.kind[action.hex])


def _laid(state: State, seat: int, action: Build) -> Track:
    draft = Draft(state.rules.board, state.track)
    if isinstance(action, Redirect):
        turns = [(turn.old, turn.edge, turn.owner) for turn in turns_of(state, seat, action)]
        draft.set_tile(action.hex, action.layout, LAND_KIND[action.layout])
        draft.turn(action.hex, turns)
        return draft.freeze()
    old = state.track.layouts.get(action.hex, ())
    stay = exits_of(tuple(piece for piece in old if piece in action.layout))
    if isinstance(action, Replace) and exits_of(old) != stay:
        turn = turned_piece(state, seat, action.hex, old[0], action.layout, 0)
        draft.turn(action.hex, [(turn.old, turn.edge, turn.owner)])
        stay = turn.piece
    draft.set_tile(action.hex, action.layout, tile_kind(state, action.hex, action.layout, action.kind))
    for piece in action.layout:
        if not piece & stay:
            draft.lay(action.hex, piece, seat)
    return draft.freeze()


def _begin_turn(state: State) -> State:
    if not state.queue:
        return state._replace(build=None)
    role = state.players[state.queue[0]].role
    builds = BUILDS_OF_ENGINEER if role == ENGINEER else BUILDS
    return state._replace(build=BuildTurn(builds, urban=role == URBANIZATION))


def _turn(state: State) -> BuildTurn:
    assert state.build is not None
    return state.build
