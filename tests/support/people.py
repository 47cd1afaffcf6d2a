"""Matches with people in them: a clock, a stand-in, persons who leave; and a position of a real game to go back in."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from footplate.domain.log import Entry
from footplate.domain.match import Committed, Match
from footplate.domain.seat import Seat
from footplate.domain.seed import Seed
from footplate.domain.terms import FREE, Abandoned, AtZero, ClockRule, Terms
from footplate.engine.chance import SeededDraws
from footplate.engine.game import OVER, Setup
from footplate.engine.registry import games
from footplate.strategies.levels import strategy
from tests.support.toy_game import PEBBLES, SETUP

ANN, BEA, BOT = Seat("a_ann", "Ann"), Seat("a_bea", "Bea"), Seat("a_bot", "Bolt", bot=True, level="greedy")
STAND_IN: Final = Seat("a_house", "House", bot=True, level="uniform")
SEATS: Final = (ANN, BEA, BOT)
_BOT: Final = strategy("greedy")
MINUTE: Final = 60_000
BEGUN: Final = 1_000_000


def terms(
    clock: ClockRule | None = None,
    at_zero: AtZero = AtZero.BOT,
    abandoned: Abandoned = Abandoned.PLAY_ON,
    stand_in: Seat | None = STAND_IN,
) -> Terms:
    """Terms, by default without a clock but with a stand-in."""
    return Terms(clock, at_zero, abandoned, stand_in)


@dataclass
class Table:
    """A match that goes on, with its whole log and the position at every ply."""

    match: Match
    log: list[Entry]
    states: list[Match]

    @classmethod
    def begin(
        cls, agreed: Terms, seats: tuple[Seat, ...] = SEATS, setup: Setup = SETUP, game: Any = PEBBLES
    ) -> "Table":
        """A new match, created at BEGUN."""
        made = Match.create(game, "m_1", setup, seats, Seed(bytes(32)), BEGUN, agreed)
        table = cls(Match.opening(game, made.match.header), [], [])
        table.states.append(table.match)
        table.take(made)
        return table

    def take(self, made: Committed | None) -> Committed:
        """Takes what came of a call, whatever it was."""
        assert made
        for entry in made.entries:
            self.match = self.match.follow(entry, {ply: before.state for ply, before in enumerate(self.states)})
            self.states.append(self.match)
            self.log.append(entry)
        assert self.match == made.match
        return made

    def play(self, text: str = "", now_ms: int | None = None) -> Committed:
        """Whoever decides plays an action, by default the safe one."""
        match = self.match
        decider = match.decider(match.to_act)
        assert decider
        action = text or match.game.default_action(match.state)
        now_ms = match.began_ms + 10 if now_ms is None else now_ms
        return self.take(match.submit(action, account=decider.account, expected_ply=match.ply, now_ms=now_ms))

    def until(self, holds: Callable[[Match], object]) -> None:
        """Plays as a bot of the house would until it holds."""
        while not holds(self.match):
            match = self.match
            assert match.to_act != OVER
            chosen = _BOT.choose(match.game, match.state, match.to_act, SeededDraws(bytes(32), match.ply))
            self.play(match.game.action_text(chosen))

    def texts(self, first: int = 1) -> list[str]:
        """The texts of the log from a ply on."""
        return [entry.text for entry in self.log[first - 1 :]]


def building(seat: int, agreed: Terms = FREE, seats: tuple[Seat, ...] = SEATS) -> Table:
    """Age of Steam where a seat is about to build track, with several tiles that it may place one after the other."""
    table = _building(seat, agreed, seats)
    return Table(table.match, [*table.log], [*table.states])


@cache  # it takes a while to play up to there
def _building(seat: int, agreed: Terms, seats: tuple[Seat, ...]) -> Table:
    game = games()["age_of_steam"]
    table = Table.begin(agreed, seats, Setup(game.info.id, game.info.maps[0], "", len(seats)), game)
    table.until(lambda match: match.progress.phase == "build_track" and match.to_act == seat)
    return table


def place(table: Table) -> None:
    """The seat to act places a tile, and is then still to act in the same phase."""
    match = table.match
    for action in match.game.legal_actions(match.state):
        after = match.game.apply(match.state, action)
        if match.game.tags(action).kind == "place" and match.game.to_act(after) == match.to_act:
            table.play(match.game.action_text(action))
            return
    raise AssertionError("nothing to place")
