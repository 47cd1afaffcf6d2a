"""Stephenson's Rocket behind the interface of `engine.game`. To find a rule, open the chapter's file.

section 7   turn            section 12  passengers
section 8   take_token      section 13  prizes
section 9   stations        section 14  payouts
section 10  extend_line     section 15  merger
section 11  veto            section 16  isolation
sections 17 and 18  scoring
"""

from collections.abc import Sequence
from typing import Any, Final

from footplate.engine.chance import Draws
from footplate.engine.errors import IllegalAction, SetupError
from footplate.engine.game import CHANCE, OVER, Effects, GameInfo, Outcome, Progress, Setup, Standing, Tags
from footplate.engine.questions import Question, QuestionInfo
from footplate.engine.stephensons_rocket import effects, notation, scoring, state_text, turn, veto
from footplate.engine.stephensons_rocket.actions import Action, DrawFirst
from footplate.engine.stephensons_rocket.board import CODES, HEX_BY_ID
from footplate.engine.stephensons_rocket.options import (
    DEFAULT_PRESET,
    GAME_ID,
    MAPS,
    MAX_SEATS,
    MIN_SEATS,
    OPTIONS,
    PRESETS,
    resolve,
    setup_of,
)
from footplate.engine.stephensons_rocket.state import DEFENCE, GAME_OVER, HIDDEN, LOT, MAIN, VETO, State, opening

RULES_VERSION: Final = 1

INFO: Final = GameInfo(
    id=GAME_ID,
    title="Stephenson's Rocket",
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    maps=MAPS,
    presets=PRESETS,
    default_preset=DEFAULT_PRESET,
    options=OPTIONS,
    rules_version=RULES_VERSION,
    phases=(LOT, MAIN, VETO, DEFENCE, GAME_OVER),
    action_kinds=notation.ACTION_KINDS,
    questions=tuple([QuestionInfo(kind, bids=True, abouts=CODES, places=tuple(HEX_BY_ID)) for kind in (VETO, DEFENCE)]),
)


class StephensonsRocket:
    """The game, as `engine.game.Game` describes it. It holds nothing."""

    @property
    def info(self) -> GameInfo:
        return INFO

    def start(self, setup: Setup) -> State:
        return opening(resolve(setup))

    def setup_of(self, state: State) -> Setup:
        return setup_of(state.rules)

    def to_act(self, state: State) -> int:
        if state.veto is not None:
            return state.veto.asked
        if state.phase == MAIN:
            return state.active
        return CHANCE if state.phase == LOT else OVER

    def legal_actions(self, state: State) -> Sequence[Action]:
        return turn.legal(state)

    def check(self, state: State, action: Action) -> None:
        turn.check(state, action)

    def apply(self, state: State, action: Action) -> State:
        turn.check(state, action)
        return turn.apply(state, action).state

    def effects(self, state: State, action: Action) -> Effects:
        turn.check(state, action)
        return effects.effects(state, action)

    def draw(self, state: State, draws: Draws) -> Action:
        if state.phase != LOT:
            raise IllegalAction("SR-SET-06", "no chance event is due")
        return DrawFirst(draws.below(state.rules.seats))

    def default_action(self, state: State) -> Action:
        if self.to_act(state) < 0:
            raise IllegalAction("SR-DEC-09", "no seat is to act")
        return turn.default(state)

    def question(self, state: State) -> Question | None:
        return veto.question(state, state.veto) if state.veto is not None else None

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def standings(self, state: State) -> tuple[Standing, ...]:
        return scoring.standings(state)

    def progress(self, state: State) -> Progress:
        return Progress(state.phase, state.turn, 0)

    def view(self, state: State, seat: int | None) -> State:
        """The position without the money of others, while the game runs (SR-INF-01 to SR-INF-06)."""
        if seat is not None and not 0 <= seat < state.rules.seats:
            raise SetupError("seat", f"there is no seat {seat}")
        if not state.rules.hides_money or state.phase == GAME_OVER:
            return state
        return state._replace(money=tuple([own if owner == seat else HIDDEN for owner, own in enumerate(state.money)]))

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
