"""What web hooks need of the outside world, and the values that pass through."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from footplate.domain.events import TurnStarted
from footplate.domain.hooks import Call, Outcome, Posted, Step, WebHook

Clock = Callable[[], int]
"""The time now in milliseconds since 1970, UTC."""
MOST_HOOKS: Final = 10
"""How many hooks an account may have, unless a setting says otherwise."""


class Asked(Protocol):
    """A write as its caller names it: an id unique to the caller, and a print of what was asked for."""

    @property
    def id(self) -> str:
        """Unique among all accounts."""
        ...

    @property
    def print(self) -> str:
        """Tells what was asked for from all else."""
        ...


@dataclass(frozen=True, slots=True)
class MadeBefore:
    """What a request made before."""

    print: str
    hook: str


class Edited(StrEnum):
    """What came of a change of a hook."""

    DONE = "done"
    BEFORE = "before"
    """The request had done it already."""
    REUSED = "reused"
    """The request was something else before. Nothing was done."""
    UNKNOWN = "unknown"
    """The account has no such hook."""


@dataclass(frozen=True, slots=True)
class NewSecret:
    """A secret that takes the place of the one a hook has, which stays good until `old_until_ms`."""

    secret: str = field(repr=False)
    old_until_ms: int


class Change(StrEnum):
    """What else may be done to a hook."""

    ENABLE = "enable"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class Report:
    """How a call stands. `print`: of the request that asked for it, empty for calls about events."""

    call: Call
    outcome: Outcome
    status: int
    problem: str
    print: str = ""


@dataclass(frozen=True, slots=True)
class Settling:
    """What becomes of a call after it was tried at `now_ms`. `claim`: the word it was taken with."""

    call: Call
    claim: str
    now_ms: int
    step: Step
    posted: Posted


class HookStore(Protocol):
    """Where hooks and calls are kept. Every call raises StoreUnavailable when the store is away."""

    async def add(self, hook: WebHook, asked: Asked, most: int) -> MadeBefore | None:
        """Stores a hook; None when that was done. Raises TooManyWebHooks."""
        ...

    async def of(self, account: str) -> Sequence[WebHook]:
        """The hooks of an account, the oldest first."""
        ...

    async def get(self, hook_id: str) -> WebHook | None:
        """The hook of an id."""
        ...

    async def edit(self, account: str, hook_id: str, asked: Asked, change: Change | NewSecret) -> Edited:
        """Changes a hook of an account."""
        ...

    async def queue(self, call: Call, asked: str = "") -> bool:
        """Stores a call, due at once, unless it is there, or its hook is gone or, but for tests, turned off.

        `asked`: the print of the request that wants it. Whether it was stored now.
        """
        ...

    async def report(self, call_id: str) -> Report | None:
        """How a call stands; None when it is not known, or no more."""
        ...

    async def claim(self, now_ms: int, until_ms: int, most: int, claim: str) -> Sequence[str]:
        """Takes calls that are due, which nobody else gets before `until_ms`."""
        ...

    async def settle(self, settling: Settling) -> bool:
        """Stores what became of a call that was taken; false, and nothing is done, when somebody else took it.

        A hook is turned off when a call is given up and none was received since it was made, or its receiver is gone.
        """
        ...

    async def drop(self, call_id: str, claim: str) -> None:
        """Forgets a call that was taken and whose hook is gone or turned off."""
        ...

    async def waiting(self) -> int:
        """How many calls wait to be made."""
        ...


class Receiver(Protocol):
    """The way to the servers that are called."""

    async def post(self, url: str, headers: Mapping[str, str], body: str) -> Posted:
        """One try. Raises nothing: whatever happens is in the answer."""
        ...


class Turns(Protocol):
    """Where the turns that wait for somebody stand."""

    async def of(self, partitions: Sequence[int]) -> Sequence[TurnStarted]:
        """Every open turn of some partitions."""
        ...
