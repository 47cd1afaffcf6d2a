"""Plays one turn: look, decide, submit. Whatever else may have happened meanwhile, the ply decides."""

import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from footplate.api.match.v1.match_view_pb2 import MatchView
from footplate.bots.lease import Leases
from footplate.bots.play import choose, safe_choice
from footplate.bots.rules_client import Refused, Rules, Unavailable
from footplate.engine.chance import SEED_BYTES, SeededDraws
from footplate.runtime import metrics

logger = logging.getLogger(__name__)

TOO_LATE: Final = frozenset({"STALE_PLY", "NOT_YOUR_TURN", "MATCH_OVER", "REQUEST_REUSED"})
"""Refusals that mean somebody, or another try of ours, was here before."""

_BOLD_TRIES: Final = 3  # a turn begun more often than this is played safe: it may be what kills the workers
_UNKNOWN: Final = "unknown"
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 2.0

A = TypeVar("A")


class Result(StrEnum):
    """How a turn went; a label of `footplate_bot_turns_total`."""

    PLAYED = "played"
    STALE = "stale"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn to be played, as the waker queues it."""

    match: str
    ply: int
    seat: int
    account: str
    level: str


class GaveUp(Exception):
    """A service was away for longer than our patience."""


class TurnPlayer:
    """Plays turns for any account of the house.

    `patience`: seconds a service that is away is tried again. `out_of_time`: what is raised in a decision that takes
    too long. `entropy` gives a seed for the dice of a bot.
    """

    def __init__(
        self,
        rules: Rules,
        leases: Leases,
        *,
        patience: float,
        out_of_time: type[BaseException],
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._rules = rules
        self._leases = leases
        self._patience = patience
        self._out_of_time = out_of_time
        self._entropy = entropy

    def play(self, turn: Turn) -> Result:
        """Plays a turn; it never raises for what may happen to a turn, and leaves what it could not do to the sweep."""
        with self._leases.hold(turn.match, turn.ply) as tries:
            game, result = self._attempt(turn, tries)
        if result in (Result.PLAYED, Result.STALE):
            self._leases.settled(turn.match, turn.ply)
        metrics.BOT_TURNS.labels(game, turn.level, result.value).inc()
        return result

    def _attempt(self, turn: Turn, tries: int) -> tuple[str, Result]:
        game = _UNKNOWN
        try:
            view = self._patiently(lambda: self._rules.view(turn.match, turn.seat, turn.account))
            game = view.setup.game
            if (view.ply, view.to_act) != (turn.ply, turn.seat):
                return game, Result.STALE
            text = self._decide(turn, view, tries)
            self._patiently(lambda: self._rules.submit(turn.match, turn.ply, turn.seat, turn.account, text))
        except Refused as error:
            return game, _judged(turn, error)
        except GaveUp as error:
            logger.warning("left a turn to the sweep: %s", error, extra=_about(turn))
            return game, Result.FAILED
        except Exception:
            logger.exception("a turn failed", extra=_about(turn))
            return game, Result.FAILED
        return game, Result.PLAYED

    def _decide(self, turn: Turn, view: MatchView, tries: int) -> str:
        """The bot's choice; the safe default when it breaks or takes too long, so that the match goes on."""
        if tries > _BOLD_TRIES:
            logger.error("a turn was begun %d times: playing the safe default", tries, extra=_about(turn))
            return safe_choice(view)
        draws = SeededDraws(self._entropy(SEED_BYTES), turn.ply)
        try:
            with metrics.BOT_THINKING_SECONDS.labels(view.setup.game, turn.level).time():
                return choose(view, turn.seat, turn.level, draws)
        except (Exception, self._out_of_time):
            logger.exception("a bot could not decide: playing the safe default", extra=_about(turn))
            return safe_choice(view)

    def _patiently(self, call: Callable[[], A]) -> A:
        """The answer of a service, waited for while it is away. Raises Refused, GaveUp."""
        until, wait = time.monotonic() + self._patience, _FIRST_WAIT
        while True:
            try:
                return call()
            except Unavailable as error:
                pause = max(wait, error.retry_seconds or 0.0)
                if time.monotonic() + pause > until:
                    raise GaveUp(str(error)) from error
            time.sleep(pause)
            wait = min(2 * wait, _LONGEST_WAIT)


def _judged(turn: Turn, error: Refused) -> Result:
    if error.reason in TOO_LATE:
        return Result.STALE
    logger.error("a turn was refused: %s", error, extra=_about(turn))
    return Result.REFUSED


def _about(turn: Turn) -> dict[str, object]:
    return {"match": turn.match, "ply": turn.ply, "seat": turn.seat, "level": turn.level}
