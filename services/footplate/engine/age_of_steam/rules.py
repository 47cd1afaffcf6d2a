"""Age of Steam: the turn as a list of phases, and the game behind the interface of `engine.game`.

To find a rule, read PHASES and open the chapter of the phase.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from footplate.engine.age_of_steam import (
    build_track,
    effects,
    goods_growth,
    income,
    issue_shares,
    move_goods,
    notation,
    scoring,
    select_action,
    setup_phase,
    state_text,
    turn_order,
)
from footplate.engine.age_of_steam.actions import Action
from footplate.engine.age_of_steam.maps import rust_belt
from footplate.engine.age_of_steam.options import (
    DEFAULT_PRESET,
    GAME_ID,
    MAX_SEATS,
    MIN_SEATS,
    OPTIONS,
    PRESETS,
    resolve,
    setup_of,
)
from footplate.engine.age_of_steam.state import (
    ADVANCE_MARKER,
    BUILD_TRACK,
    COLLECT_INCOME,
    GAME_OVER,
    GOODS_GROWTH,
    INCOME_REDUCTION,
    INITIAL_ORDER,
    ISSUE_SHARES,
    MOVE_GOODS,
    PAY_EXPENSES,
    PLAYER_ORDER,
    SELECT_ACTIONS,
    SETUP,
    State,
)
from footplate.engine.chance import Draws
from footplate.engine.errors import IllegalAction, SetupError
from footplate.engine.game import CHANCE, OVER, Effects, GameInfo, Outcome, Progress, Setup, Standing, Tags
from footplate.engine.questions import AUCTION, SHARES, Question, QuestionInfo

RULES_VERSION: Final = 1


class Chapter(NamedTuple):
    """One phase: how it begins, when it is done, who acts, and what may be done (the chapter modules' functions)."""

    enter: Callable[[State], State]
    done: Callable[[State], bool]
    actor: Callable[[State], int]
    legal: Callable[[State], list[Action]]
    check: Callable[[State, Action], None]
    apply: Callable[[State, Action], State]
    forced: Callable[[State], Action | None]


def _nobody(_state: State) -> int:
    raise AssertionError("an automatic phase has no actor")


def _automatic(enter: Callable[[State], State]) -> Chapter:
    """A phase in which nobody decides."""
    return Chapter(enter, income.done, _nobody, _no_actions, _refuse, _unchanged, _never)


def _no_actions(_state: State) -> list[Action]:
    return []


def _refuse(_state: State, _action: Action) -> None:
    raise IllegalAction("AOS-DEC-01", "nobody decides in this phase")


def _unchanged(state: State, _action: Action) -> State:
    return state


def _never(_state: State) -> Action | None:
    return None


def _same(state: State) -> State:
    return state


def _chapter(module: Any, enter: Callable[[State], State]) -> Chapter:
    return Chapter(enter, module.done, module.actor, module.legal, module.check, module.apply, module.forced)


PHASES: Final[tuple[tuple[str, Chapter], ...]] = (
    (SETUP, _chapter(setup_phase, _same)),
    (INITIAL_ORDER, _chapter(setup_phase, setup_phase.enter_order)),
    (ISSUE_SHARES, _chapter(issue_shares, issue_shares.enter)),
    (PLAYER_ORDER, _chapter(turn_order, turn_order.enter)),
    (SELECT_ACTIONS, _chapter(select_action, select_action.enter)),
    (BUILD_TRACK, _chapter(build_track, build_track.enter)),
    (MOVE_GOODS, _chapter(move_goods, move_goods.enter)),
    (COLLECT_INCOME, _automatic(income.enter_collect)),
    (PAY_EXPENSES, _automatic(income.enter_pay)),
    (INCOME_REDUCTION, _automatic(income.enter_reduction)),
    (GOODS_GROWTH, _chapter(goods_growth, goods_growth.enter)),
    (ADVANCE_MARKER, _automatic(goods_growth.enter_advance)),
)
"""Set-up, then the ten phases of a turn in their order (AOS-TURN-01); after the last comes ISSUE_SHARES again."""

_CHAPTERS: Final = dict(PHASES)
_NAMES: Final = tuple(name for name, _ in PHASES)
_NEXT: Final = {name: _NAMES[index + 1] for index, name in enumerate(_NAMES[:-1])} | {ADVANCE_MARKER: ISSUE_SHARES}
_DEFAULTS: Final[dict[str, Callable[[State], Action]]] = {
    ISSUE_SHARES: issue_shares.default,
    PLAYER_ORDER: turn_order.default,
    SELECT_ACTIONS: select_action.default,
    BUILD_TRACK: build_track.default,
    MOVE_GOODS: move_goods.default,
    GOODS_GROWTH: goods_growth.default,
}
_QUESTIONS: Final[dict[str, Callable[[State], Question]]] = {
    ISSUE_SHARES: issue_shares.question,
    PLAYER_ORDER: turn_order.question,
}
_DRAWS: Final[dict[str, Callable[[State, Draws], Action]]] = {
    SETUP: setup_phase.chance,
    INITIAL_ORDER: setup_phase.chance,
    GOODS_GROWTH: goods_growth.chance,
}

INFO: Final = GameInfo(
    id=GAME_ID,
    title="Age of Steam",
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    maps=(rust_belt.NAME,),
    presets=PRESETS,
    default_preset=DEFAULT_PRESET,
    options=OPTIONS,
    rules_version=RULES_VERSION,
    phases=(*(name for name, chapter in PHASES if chapter.actor is not _nobody), GAME_OVER),
    action_kinds=notation.ACTION_KINDS,
    questions=(QuestionInfo(SHARES), QuestionInfo(AUCTION, bids=True)),
)


class Settled(NamedTuple):
    """A position in which somebody must act.

    And the forced decisions that led to it, as (seat, action) (AOS-DEC-02).
    """

    state: State
    forced: tuple[tuple[int, Action], ...]


def settle(state: State) -> Settled:
    """Runs finished and automatic phases and forced decisions until a seat or chance has a choice.

    Or the game is over.
    """
    forced: list[tuple[int, Action]] = []
    while state.phase != GAME_OVER:
        chapter = _CHAPTERS[state.phase]
        if chapter.done(state):
            state = _CHAPTERS[_NEXT[state.phase]].enter(state)
            continue
        action = chapter.forced(state)
        if action is None:
            break
        forced.append((chapter.actor(state), action))
        state = chapter.apply(state, action)
    return Settled(state, tuple(forced))


class AgeOfSteam:
    """The game, as `engine.game.Game` describes it. It holds nothing."""

    @property
    def info(self) -> GameInfo:
        return INFO

    def start(self, setup: Setup) -> State:
        return settle(setup_phase.start(resolve(setup))).state

    def setup_of(self, state: State) -> Setup:
        return setup_of(state.rules)

    def to_act(self, state: State) -> int:
        return OVER if state.phase == GAME_OVER else _CHAPTERS[state.phase].actor(state)

    def legal_actions(self, state: State) -> Sequence[Action]:
        return [] if state.phase == GAME_OVER else _CHAPTERS[state.phase].legal(state)

    def check(self, state: State, action: Action) -> None:
        if state.phase == GAME_OVER:
            raise IllegalAction("AOS-END-02", "the game is over")
        _CHAPTERS[state.phase].check(state, action)

    def apply(self, state: State, action: Action) -> State:
        self.check(state, action)
        return settle(_CHAPTERS[state.phase].apply(state, action)).state

    def effects(self, state: State, action: Action) -> Effects:
        self.check(state, action)
        after = _CHAPTERS[state.phase].apply(state, action)
        settled = settle(after)
        won, lost = effects.ownership(state, settled.state)
        return Effects(
            cost=effects.cost(state, after, self.to_act(state)),
            changes=effects.changes(state, after),
            follows=effects.changes(after, settled.state),
            won=won,
            lost=lost,
            forced=tuple((seat, notation.action_text(forced)) for seat, forced in settled.forced),
            notes=effects.notes(state, settled.state),
        )

    def draw(self, state: State, draws: Draws) -> Action:
        if self.to_act(state) != CHANCE:
            raise IllegalAction("AOS-RAND-01", "no chance event is due")
        return _DRAWS[state.phase](state, draws)

    def default_action(self, state: State) -> Action:
        if self.to_act(state) < 0:
            raise IllegalAction("AOS-DEC-04", "no seat is to act")
        return _DEFAULTS[state.phase](state)

    def question(self, state: State) -> Question | None:
        ask = _QUESTIONS.get(state.phase)
        return ask(state) if ask else None

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def standings(self, state: State) -> tuple[Standing, ...]:
        return scoring.standings(state)

    def progress(self, state: State) -> Progress:
        return Progress(state.phase, state.turn, state.rules.turns)

    def view(self, state: State, seat: int | None) -> State:
        """Everything, for everybody.

        This game hides nothing (AOS-INFO-01); coming draws are in no state (AOS-RAND-05).
        """
        if seat is not None and not 0 <= seat < state.rules.seats:
            raise SetupError("seat", f"there is no seat {seat}")
        return state

    def tags(self, action: Action) -> Tags:
        return notation.tags(action)

    def sort_key(self, action: Action) -> tuple[Any, ...]:
        return notation.sort_key(action)

    def action_text(self, action: Action) -> str:
        return notation.action_text(action)

    def parse_action(self, text: str) -> Action:
        return notation.parse_action(text)

    def state_text(self, state: State) -> str:
        return state_text.state_text(state)

    def parse_state(self, text: str) -> State:
        return state_text.parse_state(text)
