"""Phases 9 and 10: Production, goods growth, and the turn marker (AOS-GROW-01 to AOS-GROW-20, AOS-END-01, AOS-END-02).

Stages of phase 9: `decide` (use Production or not), `draw` (chance), `store` (a box for each cube drawn), then the dice
of the sections, `light` and `dark` (chance). Stages with nothing to do are left out.
"""

from typing import Final

from footplate.engine.age_of_steam import bag
from footplate.engine.age_of_steam.actions import (
    NOBODY,
    PRODUCTION,
    Action,
    DeclineGoods,
    DrawCubes,
    DrawGoods,
    RollDice,
    StoreGoods,
)
from footplate.engine.age_of_steam.board import BOXES, CITIES, COLORS, COLUMN_NAMES, NEW_CITY_UNDER, PRINTED
from footplate.engine.age_of_steam.state import ADVANCE_MARKER, EMPTY, GAME_OVER, GOODS_GROWTH, Growth, State, holder
from footplate.engine.chance import Draws
from footplate.engine.errors import IllegalAction
from footplate.engine.game import CHANCE

DECIDE: Final = "decide"
DRAW: Final = "draw"
STORE: Final = "store"
LIGHT: Final = "light"
DARK: Final = "dark"

PRODUCED: Final = 2
"""Cubes drawn for Production (AOS-GROW-07)."""

_FIRST_COLUMN: Final = {LIGHT: 0, DARK: 6}
"""The display column of die 1 by section (table 2a)."""


def enter(state: State) -> State:
    """Begins phase 9 with Production, or with the dice when Production is void (AOS-GROW-05, AOS-GROW-12)."""
    void = holder(state, PRODUCTION) == NOBODY or not _to_draw(state)
    begun = DRAW if state.rules.production_decline == "never" else DECIDE
    return state._replace(phase=GOODS_GROWTH, queue=(), growth=Growth(LIGHT if void else begun))


def enter_advance(state: State) -> State:
    """Phase 10: the marker moves on, or the game is over after the last turn (AOS-END-01, AOS-END-02)."""
    if state.turn == state.rules.turns:
        return state._replace(phase=GAME_OVER, queue=())
    return state._replace(phase=ADVANCE_MARKER, queue=(), turn=state.turn + 1)


def done(state: State) -> bool:
    """Whether both sections are served."""
    return state.growth is None


def actor(state: State) -> int:
    """The holder of Production, or CHANCE for the draw and the dice."""
    return holder(state, PRODUCTION) if _growth(state).stage in (DECIDE, STORE) else CHANCE


def legal(state: State) -> list[Action]:
    """Drawing and declining; then every colour drawn with every empty box (AOS-GROW-09)."""
    growth = _growth(state)
    if growth.stage == DECIDE:
        return [DrawGoods(), DeclineGoods()]
    if growth.stage != STORE:
        return []
    stores: list[Action] = [
        StoreGoods(color, column, box) for color in sorted(set(growth.drawn)) for column, box in _empty_boxes(state)
    ]
    return [DeclineGoods(), *stores] if _may_return(state) else stores


def check(state: State, action: Action) -> None:
    """Raises IllegalAction when the action does not fit the stage, the cubes drawn, or the display."""
    stage = _growth(state).stage
    if stage == DRAW:
        bag.check_draw(state.bag, action, _to_draw(state), "AOS-GROW-07")
    elif stage in (LIGHT, DARK):
        bag.check_roll(action, _dice(state), "AOS-GROW-14")
    elif stage == DECIDE:
        if not isinstance(action, DrawGoods | DeclineGoods):
            raise IllegalAction("AOS-DEC-17", "Production is used or declined now")
    else:
        _check_store(state, action)


def forced(state: State) -> Action | None:
    """The only cube into the only box (AOS-DEC-18)."""
    growth = _growth(state)
    if growth.stage != STORE or len(set(growth.drawn)) > 1 or _may_return(state):
        return None
    boxes = _empty_boxes(state)
    return StoreGoods(growth.drawn[0], *boxes[0]) if len(boxes) == 1 else None


def default(state: State) -> Action:
    """Declining; after drawing, the first cube drawn into the first empty box (AOS-DEC-07)."""
    growth = _growth(state)
    if growth.stage == DECIDE:
        return DeclineGoods()
    return StoreGoods(growth.drawn[0], *_empty_boxes(state)[0])


def chance(state: State, draws: Draws) -> Action:
    """The cubes of Production, or the dice of a section."""
    if _growth(state).stage == DRAW:
        return bag.draw(state.bag, _to_draw(state), draws)
    return bag.roll(_dice(state), draws)


def apply(state: State, action: Action) -> State:
    """The position after a decision, a draw or a roll."""
    if isinstance(action, StoreGoods):
        return _stored(state, action)
    if isinstance(action, RollDice):
        return _grown(state, action.dice)
    if isinstance(action, DrawCubes):
        return state._replace(bag=bag.take(state.bag, action.cubes), growth=Growth(STORE, action.cubes))
    if isinstance(action, DrawGoods):
        return state._replace(growth=Growth(DRAW))
    return _returned(state)


def _to_draw(state: State) -> int:
    """How many cubes Production draws; 0 when it is void (AOS-GROW-07, AOS-GROW-11, AOS-GROW-12)."""
    boxes = len(_empty_boxes(state))
    wanted = PRODUCED if boxes and state.rules.production_one_box == "draw_two" else min(PRODUCED, boxes)
    return min(wanted, sum(state.bag))


def _empty_boxes(state: State) -> list[tuple[int, int]]:
    """Empty boxes as (column, box): light 1 to 6, dark 1 to 6, A to H, each column from the top (AOS-DEC-07)."""
    return [
        (column, box)
        for column, boxes in enumerate(state.display)
        if EMPTY in boxes
        for box, color in enumerate(boxes)
        if color == EMPTY
    ]


def _may_return(state: State) -> bool:
    """Whether cubes already drawn may go back (AOS-GROW-06)."""
    return state.rules.production_decline == "anytime"


def _check_store(state: State, action: Action) -> None:
    if isinstance(action, DeclineGoods):
        if not _may_return(state):
            raise IllegalAction("AOS-GROW-06", "cubes once drawn do not go back")
        return
    if not isinstance(action, StoreGoods):
        raise IllegalAction("AOS-DEC-18", "the cubes drawn are placed now, one after another")
    if action.color not in _growth(state).drawn:
        name = COLORS[action.color] if 0 <= action.color < len(COLORS) else f"colour {action.color}"
        raise IllegalAction("AOS-GROW-09", f"no {name} cube is left of those drawn")
    if not (0 <= action.column < CITIES and 0 <= action.box < BOXES[action.column]):
        raise IllegalAction("AOS-GROW-01", f"the display has no box {action.box} in column {action.column}")
    if state.display[action.column][action.box] != EMPTY:
        raise IllegalAction("AOS-GROW-09", f"box {action.box} of column {COLUMN_NAMES[action.column]} is full")


def _stored(state: State, action: StoreGoods) -> State:
    drawn = list(_growth(state).drawn)
    drawn.remove(action.color)
    column = list(state.display[action.column])
    column[action.box] = action.color
    display = (*state.display[: action.column], tuple(column), *state.display[action.column + 1 :])
    state = state._replace(display=display, growth=Growth(STORE, tuple(drawn)))
    return state if drawn and _empty_boxes(state) else _returned(state)


def _returned(state: State) -> State:
    """Ends Production; cubes not placed go back into the bag (AOS-GROW-11)."""
    return state._replace(bag=bag.put_back(state.bag, _growth(state).drawn), growth=Growth(LIGHT))


def _dice(state: State) -> int:
    """Dice for each section (AOS-GROW-14)."""
    return len(state.order) if state.rules.growth_dice == "current_players" else state.rules.seats


def _grown(state: State, dice: tuple[int, ...]) -> State:
    """Serves one section, and turns to the dark one or ends the phase (AOS-GROW-13 to AOS-GROW-17)."""
    stage = _growth(state).stage
    display = [list(boxes) for boxes in state.display]
    cities = [list(counts) for counts in state.cubes]
    on_map = {PRINTED + letter for letter in state.track.new_cities.values()}
    for die in dice:
        for column in _columns(_FIRST_COLUMN[stage] + die - 1, on_map):
            _move_topmost(display[column], cities[column])
    return state._replace(
        display=tuple(tuple(boxes) for boxes in display),
        cubes=tuple(tuple(counts) for counts in cities),
        growth=Growth(DARK) if stage == LIGHT else None,
    )


def _columns(city: int, on_map: set[int]) -> list[int]:
    """The columns a die serves: a printed city, and the New City under it when that lies on the map (AOS-GROW-16)."""
    under = [PRINTED + letter for letter, above in enumerate(NEW_CITY_UNDER) if above == city]
    return [city, *(column for column in under if column in on_map)]


def _move_topmost(boxes: list[int], counts: list[int]) -> None:
    """Moves the topmost cube left to the city; an empty column loses the die (AOS-GROW-15, AOS-GROW-17)."""
    for box, color in enumerate(boxes):
        if color != EMPTY:
            boxes[box] = EMPTY
            counts[color] += 1
            return


def _growth(state: State) -> Growth:
    assert state.growth is not None
    return state.growth
