"""Phase 5: move goods (section 10). In two rounds every seat delivers a cube, raises its engine, or does neither.

`routes` finds all deliveries; `check` judges a named one by walking its steps.
"""

from typing import Final

from footplate.engine.age_of_steam import bag
from footplate.engine.age_of_steam.actions import FIRST_MOVE, NOBODY, Action, Deliver, MoveNothing, UpgradeEngine
from footplate.engine.age_of_steam.board import BLACK, COLORS
from footplate.engine.age_of_steam.routes import Links, can_deliver, city_at, color_at, deliveries, links_of
from footplate.engine.age_of_steam.select_action import MAX_ENGINE
from footplate.engine.age_of_steam.state import MOVE_GOODS, NOWHERE, MoveRound, State, holder, with_player
from footplate.engine.age_of_steam.track import sections
from footplate.engine.errors import IllegalAction
from footplate.engine.hexes import hex_text
from footplate.engine.notation import owner_text

ROUNDS: Final = 2
"""How often every living player acts in the phase (AOS-MOVE-01)."""


def enter(state: State) -> State:
    """Begins the first of two rounds."""
    return _begin_round(state._replace(phase=MOVE_GOODS, moves=MoveRound(1)))


def done(state: State) -> bool:
    """Whether both rounds are over."""
    return state.moves is None


def actor(state: State) -> int:
    """The seat to move."""
    return state.queue[0]


def legal(state: State) -> list[Action]:
    """Every delivery, the engine step where it can be had, and doing nothing (AOS-MOVE-03)."""
    actions: list[Action] = deliveries(state, state.queue[0])
    if not _step_refused(state):
        actions.append(UpgradeEngine())
    actions.append(MoveNothing())
    return actions


def forced(state: State) -> Action | None:
    """Doing nothing, when there is neither a delivery nor a step (AOS-DEC-16)."""
    return MoveNothing() if _step_refused(state) and not can_deliver(state, state.queue[0]) else None


def default(_state: State) -> Action:
    """Doing nothing (AOS-DEC-05)."""
    return MoveNothing()


def apply(state: State, action: Action) -> State:
    """The position after a delivery, a step or nothing; begins the second round behind the first."""
    if isinstance(action, Deliver):
        state = _delivered(state, action)
    elif isinstance(action, UpgradeEngine):
        state = _stepped(state)
    state = state._replace(queue=state.queue[1:])
    return state if state.queue else _end_round(state)


def _begin_round(state: State) -> State:
    """Asks the holder of First Move, then the others in player order (AOS-MOVE-02)."""
    first = holder(state, FIRST_MOVE)
    queue = state.order if first == NOBODY else (first, *[seat for seat in state.order if seat != first])
    return state._replace(queue=queue)


def _end_round(state: State) -> State:
    moves = _moves(state)
    if moves.round == ROUNDS:
        return state._replace(moves=None)
    return _begin_round(state._replace(moves=moves._replace(round=moves.round + 1)))


def _stepped(state: State) -> State:
    """Raises the engine, once a turn (AOS-MOVE-04)."""
    seat, moves = state.queue[0], _moves(state)
    player = state.players[seat]
    state = with_player(state, seat, player._replace(engine=player.engine + 1))
    return state._replace(moves=moves._replace(stepped=tuple(sorted((*moves.stepped, seat)))))


def _delivered(state: State, action: Deliver) -> State:
    """Pays each owner 1 income for each link and puts the cube into the bag (AOS-MOVE-25 to AOS-MOVE-27)."""
    players = list(state.players)
    for _, owner in action.steps:
        if owner != NOBODY:
            players[owner] = players[owner]._replace(income=players[owner].income + 1)
    city = city_at(state, action.origin)
    counts = list(state.cubes[city])
    counts[action.color] -= 1
    return state._replace(
        players=tuple(players),
        cubes=(*state.cubes[:city], tuple(counts), *state.cubes[city + 1 :]),
        bag=bag.put_back(state.bag, (action.color,)),
    )


def _step_refused(state: State) -> str:
    """The rule that keeps the seat to move from an engine step, "" if none does."""
    seat = state.queue[0]
    if state.players[seat].engine >= MAX_ENGINE:
        return "AOS-MOVE-05"
    return "AOS-MOVE-04" if seat in _moves(state).stepped else ""


# --- one action ------------------------------------------------------------------------------------------------------


def check(state: State, action: Action) -> None:
    """Raises IllegalAction with the rule that the action breaks."""
    if isinstance(action, UpgradeEngine):
        _check_step(state)
    elif isinstance(action, Deliver):
        _check_cube(state, action)
        _check_route(state, action)
        _check_end(state, action)
    elif not isinstance(action, MoveNothing):
        raise IllegalAction("AOS-DEC-16", "this phase asks for a delivery, an engine step or nothing")


def _check_step(state: State) -> None:
    refused = _step_refused(state)
    if refused == "AOS-MOVE-05":
        raise IllegalAction(refused, f"the engine is at level {MAX_ENGINE} already")
    if refused:
        raise IllegalAction(refused, "the engine step of this turn is taken already")


def _check_cube(state: State, action: Deliver) -> None:
    """There is such a cube on such a city, and the route is not too long for the engine."""
    city = city_at(state, action.origin)
    if city == NOWHERE:
        raise IllegalAction("AOS-MOVE-08", f"there is no city on {hex_text(action.origin)}")
    if not 0 <= action.color < len(COLORS):
        raise IllegalAction("AOS-MOVE-08", f"there is no colour {action.color}")
    if not state.cubes[city][action.color]:
        raise IllegalAction("AOS-MOVE-08", f"there is no {COLORS[action.color]} cube on {hex_text(action.origin)}")
    if not action.steps:
        raise IllegalAction("AOS-MOVE-10", "a delivery uses at least one link")
    engine = state.players[state.queue[0]].engine
    if len(action.steps) > engine:
        raise IllegalAction("AOS-MOVE-11", f"{len(action.steps)} links are too many for an engine of level {engine}")


def _check_route(state: State, action: Deliver) -> None:
    """Each step follows a link from the stop before it, to a stop not seen before, and no step leads on from an end."""
    links = links_of(state.track)
    visited = [action.origin]
    for stop, owner in action.steps:
        before = visited[-1]
        if len(visited) > 1 and color_at(state, before) == action.color:
            raise IllegalAction("AOS-MOVE-14", f"the cube ends in {hex_text(before)}, the first city of its colour")
        if stop in visited:
            raise IllegalAction("AOS-MOVE-12", f"the route comes to {hex_text(stop)} twice")
        _check_link(state, links, before, stop, owner)
        visited.append(stop)


def _check_link(state: State, links: Links, before: int, stop: int, owner: int) -> None:
    steps = links.get(before, [])
    if (stop, owner) in steps:
        return
    way = f"from {hex_text(before)} to {hex_text(stop)}"
    owners = [owner_text(other) for beyond, other in steps if beyond == stop]
    if owners:
        raise IllegalAction("AOS-MOVE-09", f"no link {way} belongs to {owner_text(owner)}, only to {', '.join(owners)}")
    if _is_unfinished(state, before, stop):
        raise IllegalAction("AOS-MOVE-20", f"the track {way} is no link")
    raise IllegalAction("AOS-MOVE-09", f"no link leads {way}")


def _is_unfinished(state: State, before: int, stop: int) -> bool:
    """Whether unfinished track that begins at the stop `before` points at `stop`."""
    opens = [section.open for section in sections(state.track) if section.stop == before and section.open != NOWHERE]
    return stop in [state.rules.board.mirror[port] // 6 for port in opens]


def _check_end(state: State, action: Deliver) -> None:
    """The last stop is a city of the colour of the cube."""
    stop = action.steps[-1][0]
    color = color_at(state, stop)
    if color == action.color:
        return
    if color == NOWHERE:
        raise IllegalAction("AOS-MOVE-18", f"{hex_text(stop)} is a town, and towns receive no cubes")
    if action.color == BLACK:
        raise IllegalAction("AOS-MOVE-19", f"black cubes end in black New Cities only, not in {hex_text(stop)}")
    raise IllegalAction("AOS-MOVE-13", f"{hex_text(stop)} is a {COLORS[color]} city, not a {COLORS[action.color]} one")


def _moves(state: State) -> MoveRound:
    assert state.moves is not None
    return state.moves
