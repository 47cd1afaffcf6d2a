"""Matches of the toy game: begun, played to the end, and told as records."""

from dataclasses import dataclass
from typing import Any

from footplate.domain.events import MatchEvent
from footplate.domain.log import Entry
from footplate.domain.match import Committed, Match
from footplate.domain.seat import Seat
from footplate.domain.seed import Seed
from footplate.engine.chance import SeededDraws
from footplate.engine.game import OVER, Setup
from footplate.engine.record import Record
from tests.support.toy_game import PEBBLES, SETUP

SECRET = bytes(range(32))
SEATS = (Seat("a_ann", "Ann"), Seat("a_bot", "Bolt", bot=True, level="greedy"), Seat("a_cy", "Cy", bot=True))


def begin(setup: Setup = SETUP, seats: tuple[Seat, ...] = SEATS, secret: bytes = SECRET) -> Committed:
    """A new match, created at millisecond 1000."""
    return Match.create(PEBBLES, "m_toy", setup, seats[: setup.seats], Seed(secret), 1000)


@dataclass(frozen=True)
class Played:
    """A match and all that came of it on the way."""

    match: Match
    entries: tuple[Entry, ...]
    events: tuple[MatchEvent, ...]
    states: tuple[Any, ...]

    @property
    def record(self) -> Record:
        """The record of the match."""
        return self.match.record(self.entries)


def play(begun: Committed, plies: int = 999, secret: bytes = SECRET) -> Played:
    """Plays random actions, fixed by the secret, each 50 ms after the last, up to `plies` entries or the end."""
    match, entries, events, states = begun.match, begun.entries, begun.events, [begun.match.state]
    while match.to_act != OVER and match.ply < plies:
        legal = match.game.legal_actions(match.state)
        action = legal[SeededDraws(secret[::-1], match.ply).below(len(legal))]
        account, now_ms = match.seats[match.to_act].account, match.began_ms + 50
        done = match.submit(action, account=account, expected_ply=match.ply, now_ms=now_ms)
        match, entries, events = done.match, entries + done.entries, events + done.events
        states.append(match.state)
    return Played(match, entries, events, tuple(states))
