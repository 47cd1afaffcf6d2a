"""Pebbles: a tiny game with all a game can have, so that whatever surrounds games is tested without a real one.

A die fills the heap. The seats take 1 to 3 pebbles in turn, each worth a point; who empties the heap pays 2 and a new
turn begins. Before somebody takes 3, the next seat may spend its one veto, and only 1 is taken: an interrupt. A heap of
1 is taken without asking: a forced decision. The option `vetoes` says whether there are any.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from footplate.engine.chance import Draws
from footplate.engine.errors import IllegalAction, SetupError
from footplate.engine.game import (
    CHANCE,
    OVER,
    AnyGame,
    Change,
    Effects,
    Game,
    GameInfo,
    OptionInfo,
    Outcome,
    Progress,
    Setup,
    Standing,
    Tags,
)
from footplate.engine.notation import Source
from footplate.engine.questions import VETO, Question, QuestionInfo

GAME_ID: Final = "pebbles"
ROLL, TAKE, ASK, DONE = "roll", "take", "veto", "over"
TURNS: Final = {"short": 2, "long": 6}


@dataclass(frozen=True)
class Roll:
    pips: int


@dataclass(frozen=True)
class Take:
    count: int


@dataclass(frozen=True)
class Veto:
    pass


@dataclass(frozen=True)
class Allow:
    pass


Action = Roll | Take | Veto | Allow


class State(NamedTuple):
    preset: str
    vetoes: str
    phase: str
    turn: int
    heap: int
    seat: int
    scores: tuple[int, ...]
    left: tuple[int, ...]


class Pebbles:
    """The game; see `engine.game` for what each method promises."""

    @property
    def info(self) -> GameInfo:
        return GameInfo(
            id=GAME_ID,
            title="Pebbles",
            min_seats=2,
            max_seats=4,
            maps=("beach",),
            presets={"short": {}, "long": {}},
            default_preset="short",
            options=(OptionInfo("vetoes", ("one", "none"), "TOY-VETO-01", "How many vetoes a seat has."),),
            rules_version=3,
            phases=(ROLL, TAKE, ASK, DONE),
            action_kinds=("take", "veto", "allow", "roll"),
            questions=(QuestionInfo(VETO),),
        )

    def start(self, setup: Setup) -> State:
        options = dict(setup.options)
        for field, good in (
            ("game", setup.game == GAME_ID),
            ("map", setup.map == "beach"),
            ("preset", setup.preset in TURNS),
            ("seats", 2 <= setup.seats <= 4),
            ("options", options.keys() <= {"vetoes"}),
            ("options.vetoes", options.get("vetoes") in (None, "one", "none")),
        ):
            if not good:
                raise SetupError(field, "does not fit")
        vetoes = options.get("vetoes", "one")
        left = (1 if vetoes == "one" else 0,) * setup.seats
        return State(setup.preset, vetoes, ROLL, 1, 0, 0, (0,) * setup.seats, left)

    def setup_of(self, state: State) -> Setup:
        options = () if state.vetoes == "one" else (("vetoes", state.vetoes),)
        return Setup(GAME_ID, "beach", state.preset, len(state.scores), options)

    def to_act(self, state: State) -> int:
        if state.phase == ASK:
            return _next(state)
        return {ROLL: CHANCE, DONE: OVER}.get(state.phase, state.seat)

    def legal_actions(self, state: State) -> Sequence[Action]:
        if state.phase == TAKE:
            return [Take(count) for count in range(1, min(3, state.heap) + 1)]
        return [Veto(), Allow()] if state.phase == ASK else []

    def check(self, state: State, action: Action) -> None:
        kinds: Mapping[str, tuple[type, ...]] = {ROLL: (Roll,), TAKE: (Take,), ASK: (Veto, Allow)}
        if not isinstance(action, kinds.get(state.phase, ())):
            raise IllegalAction("TOY-TURN-01", f"not now, in phase {state.phase}")
        if isinstance(action, Roll) and not 1 <= action.pips <= 6:
            raise IllegalAction("TOY-ROLL-01", f"a die shows 1 to 6, not {action.pips}")
        if isinstance(action, Take) and not 1 <= action.count <= min(3, state.heap):
            raise IllegalAction("TOY-TAKE-01", f"{action.count} pebbles cannot be taken from {state.heap}")

    def apply(self, state: State, action: Action) -> State:
        self.check(state, action)
        if isinstance(action, Roll):
            return state._replace(phase=TAKE, heap=action.pips + len(state.scores))
        if isinstance(action, Take) and action.count == 3 and state.left[_next(state)]:
            return state._replace(phase=ASK)
        if isinstance(action, Take):
            return _taken(state, action.count)
        if isinstance(action, Allow):
            return _taken(state, 3)
        return _taken(state._replace(left=_added(state.left, _next(state), -1)), 1)

    def effects(self, state: State, action: Action) -> Effects:
        after = self.apply(state, action)
        pairs = enumerate(zip(state.scores, after.scores, strict=True))
        changes = tuple(Change(seat, "points", new - old) for seat, (old, new) in pairs if new != old)
        alone = after.phase in (ROLL, DONE) and after.seat == (state.seat + 2) % len(state.scores)
        return Effects(changes=changes, forced=((_next(state), "take 1"),) if alone else ())

    def draw(self, state: State, draws: Draws) -> Action:
        return Roll(draws.below(6) + 1)

    def default_action(self, state: State) -> Action:
        return Allow() if state.phase == ASK else Take(1)

    def question(self, state: State) -> Question | None:
        return Question(VETO, nothing=Allow()) if state.phase == ASK else None

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(self.standings(state), "last_turn") if state.phase == DONE else None

    def standings(self, state: State) -> tuple[Standing, ...]:
        scores = state.scores
        standings = (Standing(seat, 1 + sum(s > score for s in scores), score) for seat, score in enumerate(scores))
        return tuple(sorted(standings, key=lambda standing: (standing.rank, standing.seat)))

    def progress(self, state: State) -> Progress:
        return Progress(state.phase, state.turn, TURNS[state.preset])

    def view(self, state: State, seat: int | None) -> State:
        return state

    def tags(self, action: Action) -> Tags:
        return Tags(self.action_text(action).split()[0])

    def sort_key(self, action: Action) -> tuple[Any, ...]:
        kinds = (Take, Veto, Allow, Roll)
        return (kinds.index(type(action)), *vars(action).values())

    def action_text(self, action: Action) -> str:
        match action:
            case Take(count):
                return f"take {count}"
            case Roll(pips):
                return f"roll {pips}"
        return "veto" if isinstance(action, Veto) else "allow"

    def parse_action(self, text: str) -> Action:
        source = Source(text, "action")
        match source.words():
            case ["take", count]:
                return Take(source.number(count))
            case ["roll", pips]:
                return Roll(source.number(pips))
            case ["veto"]:
                return Veto()
            case ["allow"]:
                return Allow()
        raise source.error(text, "'take 1', 'veto', 'allow' or 'roll 6' is expected")

    def state_text(self, state: State) -> str:
        numbers = [",".join(map(str, numbers)) for numbers in (state.scores, state.left)]
        parts = (state.preset, state.vetoes, state.phase, state.turn, state.heap, state.seat, *numbers)
        values = zip(State._fields, parts, strict=True)
        return " ".join([GAME_ID, *(f"{key}={value}" for key, value in values)])

    def parse_state(self, text: str) -> State:
        source = Source(text, "position")
        fields = source.fields(GAME_ID, State._fields)
        turn, heap, seat = (source.number(fields[key]) for key in ("turn", "heap", "seat"))
        scores = tuple(_integer(source, part) for part in source.split(fields["scores"], ","))
        left = tuple(source.number(part) for part in source.split(fields["left"], ",", len(scores)))
        phase = source.choice(fields["phase"], {phase: phase for phase in self.info.phases}, "the phase")
        preset = source.choice(fields["preset"], {preset: preset for preset in TURNS}, "the preset")
        vetoes = source.choice(fields["vetoes"], {"one": "one", "none": "none"}, "the option")
        if not (2 <= len(scores) <= 4 and seat < len(scores) and 1 <= turn <= TURNS[preset]):
            raise source.error(text, "no such position")
        return State(preset, vetoes, phase, turn, heap, seat, scores, left)


def _integer(source: Source, part: str) -> int:
    return -source.number(part[1:], 1) if part.startswith("-") else source.number(part)


def _next(state: State) -> int:
    return (state.seat + 1) % len(state.scores)


def _added(numbers: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    return (*numbers[:seat], numbers[seat] + amount, *numbers[seat + 1 :])


def _taken(state: State, count: int) -> State:
    heap = state.heap - count
    scores = _added(state.scores, state.seat, count if heap else count - 2)
    state = state._replace(phase=TAKE, heap=heap, scores=scores, seat=_next(state))
    if heap == 1:
        return _taken(state, 1)
    if heap:
        return state
    if state.turn == TURNS[state.preset]:
        return state._replace(phase=DONE)
    return state._replace(phase=ROLL, turn=state.turn + 1)


PEBBLES: Final[Game[State, Action]] = Pebbles()
GAMES: Final[Mapping[str, AnyGame]] = {GAME_ID: PEBBLES}
SETUP: Final = Setup(GAME_ID, "beach", "short", 3)
