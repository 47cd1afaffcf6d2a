"""The interface every game implements, and the plain values that pass through it.

A state is an immutable value. Chance is an action like any other, taken by the actor CHANCE; the host draws it with
`draw` and logs it, so a replay needs only the log. `legal_actions` and `check` are separate code paths that must
agree; the conformance suite ties them together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

from footplate.engine.chance import Draws
from footplate.engine.questions import Question, QuestionInfo

CHANCE: Final = -1
"""`to_act` when a chance action comes next."""
OVER: Final = -2
"""`to_act` when the game is over."""


@dataclass(frozen=True)
class Setup:
    """What is fixed before a game starts. `options` holds only those that differ from the preset, sorted by name."""

    game: str
    map: str
    preset: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class OptionInfo:
    """One named option: its values, the first of them being the default, the rule it belongs to, and one sentence."""

    name: str
    values: tuple[str, ...]
    rule: str
    summary: str


@dataclass(frozen=True)
class GameInfo:
    """The static facts of a game.

    `presets` maps a name to the options it sets; `rules_version` rises with every rule fix. `phases` are the names that
    `Progress.phase` may have between actions, the last being the end of the game. `questions`: which it asks.
    """

    id: str
    title: str
    min_seats: int
    max_seats: int
    maps: tuple[str, ...]
    presets: Mapping[str, Mapping[str, str]]
    default_preset: str
    options: tuple[OptionInfo, ...]
    rules_version: int
    phases: tuple[str, ...]
    action_kinds: tuple[str, ...]
    questions: tuple[QuestionInfo, ...] = ()


@dataclass(frozen=True)
class Standing:
    """One seat in a standing.

    `rank` 1 is best, shared on ties; 0 for all while a score is hidden from the viewer. `score` is None for an
    eliminated seat, and where it is hidden.
    """

    seat: int
    rank: int
    score: int | None
    parts: tuple[tuple[str, int], ...] = ()
    eliminated: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a game ended: all seats from best to worst, and one word for the reason."""

    standings: tuple[Standing, ...]
    reason: str


@dataclass(frozen=True)
class Progress:
    """Where a game stands: the phase by name and the turn, counted from 1, of `turns` (0: nobody knows how many)."""

    phase: str
    turn: int
    turns: int


@dataclass(frozen=True)
class Tags:
    """What a client filters actions by: the kind (first word of the text) and the hexes it touches, as text."""

    kind: str
    hexes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Change:
    """Something gained or lost by a seat.

    `what` is cash, income, shares, engine, markers ...; `amount` may be negative.
    """

    seat: int
    what: str
    amount: int


@dataclass(frozen=True)
class Effects:
    """What an action would do, known before it is sent.

    `cost`: dollars the acting seat pays. `changes`: every figure of a seat the action itself changes. `follows`:
    the figures that then change by themselves, in forced decisions and automatic phases. `expected`: the figures that
    will change after that if other seats, asked now, answer with the default. `won`, `lost`: ownership, as (seat,
    text of the thing). `forced`: decisions that follow without being asked, as (seat, action
    text). `notes`: sentences for people.
    """

    cost: int = 0
    changes: tuple[Change, ...] = ()
    follows: tuple[Change, ...] = ()
    expected: tuple[Change, ...] = ()
    won: tuple[tuple[int, str], ...] = ()
    lost: tuple[tuple[int, str], ...] = ()
    forced: tuple[tuple[int, str], ...] = ()
    notes: tuple[str, ...] = field(default=())


S = TypeVar("S")
A = TypeVar("A")


class Game(Protocol, Generic[S, A]):
    """A game. Every method is a pure function of its arguments.

    Errors: `SetupError` from `start`, `IllegalAction` from `check`, `apply` and `effects`, `NotationError` from
    the parsers.
    """

    @property
    def info(self) -> GameInfo:
        """The static facts."""
        ...

    def start(self, setup: Setup) -> S:
        """The first state; random set-up follows as chance actions. Raises SetupError naming the field."""
        ...

    def setup_of(self, state: S) -> Setup:
        """The set-up a state was started with."""
        ...

    def to_act(self, state: S) -> int:
        """A seat counted from 0, CHANCE or OVER.

        A decision with one legal choice is not asked, unless the rules of the game have it asked.
        """
        ...

    def legal_actions(self, state: S) -> Sequence[A]:
        """All actions of the seat to act.

        Complete and in canonical order; empty when chance acts or the game is over.
        """
        ...

    def check(self, state: S, action: A) -> None:
        """Raises IllegalAction with the id of the broken rule.

        Returns nothing when the action is legal. Also judges chance.
        """
        ...

    def apply(self, state: S, action: A) -> S:
        """The next state; checks first, carries out forced decisions behind it, leaves the given state as it was."""
        ...

    def effects(self, state: S, action: A) -> Effects:
        """What `apply` would cost, pay and change; nothing that stays hidden once the action is played."""
        ...

    def draw(self, state: S, draws: Draws) -> A:
        """The chance action, when CHANCE is to act."""
        ...

    def default_action(self, state: S) -> A:
        """The safe decision taken when the time of the seat to act is up."""
        ...

    def question(self, state: S) -> Question | None:
        """What the decision of the seat to act is about; None for all that no kind of question fits."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The final standing, or None while the game runs."""
        ...

    def standings(self, state: S) -> tuple[Standing, ...]:
        """The standing if the game were scored now."""
        ...

    def progress(self, state: S) -> Progress:
        """Phase and turn."""
        ...

    def view(self, state: S, seat: int | None) -> S:
        """What the seat (None: an onlooker) may know, as a state with the hidden parts blanked."""
        ...

    def tags(self, action: A) -> Tags:
        """What to filter the action by."""
        ...

    def sort_key(self, action: A) -> tuple[Any, ...]:
        """The canonical order of actions: lists are sorted by it and no two legal actions share a key."""
        ...

    def action_text(self, action: A) -> str:
        """The canonical text of an action, one line."""
        ...

    def parse_action(self, text: str) -> A:
        """The action of a text; needs no position. Raises NotationError quoting the input."""
        ...

    def state_text(self, state: S) -> str:
        """The canonical text of a position, one line; two states are equal exactly when their texts are."""
        ...

    def parse_state(self, text: str) -> S:
        """The position of a text. Raises NotationError naming the part and quoting the input."""
        ...


AnyGame = Game[Any, Any]
