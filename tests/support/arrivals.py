"""Matchmaking simulated: people come at random with all kinds of wishes, and are brought together tick by tick."""

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from footplate.domain.matchmaking import Member, Proposal, Ticket, match_up
from footplate.domain.seat import Seat
from footplate.domain.terms import ClockRule

TICK_MS: Final = 2000
_CLOCKS: Final = (ClockRule(turn_ms=60_000), ClockRule(turn_ms=86_400_000))


@dataclass(frozen=True)
class Arrivals:
    """Who comes: to a game with these numbers of seats, so many tickets a minute on average, so many in all."""

    game: str
    counts: tuple[int, ...]
    per_minute: float
    arrivals: int
    seed: int


@dataclass
class Simulation:
    """What came of it. `waits`: each ticket that was served with how long it waited."""

    arrivals: int
    tick_ms: int
    waits: list[tuple[Ticket, int]] = field(default_factory=list)
    proposals: list[tuple[Proposal, int]] = field(default_factory=list)
    left: list[Ticket] = field(default_factory=list)
    ended_ms: dict[str, int] = field(default_factory=dict)

    @property
    def served(self) -> int:
        return len(self.waits)

    @property
    def seated(self) -> list[str]:
        """Every account that sits somewhere, as often as it does."""
        return [account for proposal, _ in self.proposals for one in proposal.tickets for account in one.accounts]

    @property
    def longest_wait_ms(self) -> int:
        return max(waited for _, waited in self.waits)

    def spread(self, proposal: Proposal) -> float:
        """How far apart those are who were brought together, from the first."""
        first = proposal.tickets[0].strength(proposal.count)
        return max((abs(one.strength(proposal.count) - first) for one in proposal.tickets), default=0.0)


def simulated(every: Sequence[Arrivals]) -> Simulation:
    """Runs them one after the other; games do not meet."""
    simulation = Simulation(sum(one.arrivals for one in every), TICK_MS)
    for one in every:
        _run(one, simulation)
    return simulation


def _run(wanted: Arrivals, simulation: Simulation) -> None:
    rng = random.Random(wanted.seed)
    waiting: dict[str, Ticket] = {}
    now, coming, count = 0, _gap(wanted, rng), 0
    while count < wanted.arrivals:
        now += TICK_MS
        while coming <= now and count < wanted.arrivals:
            made = _ticket(wanted, rng, count, coming)
            waiting[made.id] = made
            count += 1
            coming += _gap(wanted, rng)
        for proposal in match_up(waiting.values(), now) if waiting else ():
            simulation.proposals.append((proposal, now))
            for ticket in proposal.tickets:
                del waiting[ticket.id]
                simulation.waits.append((ticket, now - ticket.since_ms))
        simulation.ended_ms[wanted.game] = now
    simulation.left += waiting.values()


def _gap(wanted: Arrivals, rng: random.Random) -> int:
    return int(rng.expovariate(wanted.per_minute / 60_000))


def _ticket(wanted: Arrivals, rng: random.Random, number: int, since_ms: int) -> Ticket:
    size = rng.choices((1, 2), (9, 1))[0]
    strength = rng.gauss(1500, 300)
    members = tuple(
        Member(
            Seat(f"a_{wanted.game}_{number}_{member}", str(number)),
            {count: strength + rng.gauss(0, 50) for count in wanted.counts},
        )
        for member in range(size)
    )
    counts = tuple(rng.sample(wanted.counts, rng.randint(1, len(wanted.counts))))
    if max(counts) < size:
        counts = (*counts, max(wanted.counts))
    return Ticket(
        id=f"q_{wanted.game}_{number:06}",
        members=members,
        game=wanted.game,
        counts=tuple(count for count in counts if count >= size),
        since_ms=since_ms,
        clocks=rng.choices(((), _CLOCKS[:1], _CLOCKS[1:]), (6, 3, 1))[0],
        bots_after_ms=rng.choice((None, 30_000, 120_000)),
    )


def main() -> None:
    """Prints how long tickets wait, by game and arrival rate: `python -m tests.support.arrivals`."""
    sys.stdout.write("game                 tickets a minute   median s   p99 s\n")
    for game, counts in (("age_of_steam", (3, 4, 5, 6)), ("stephensons_rocket", (2, 3, 4))):
        for rate in (1.0, 4.0, 15.0, 60.0):
            simulation = simulated([Arrivals(game, counts, rate, 10_000, seed=1)])
            waits = sorted(waited / 1000 for _, waited in simulation.waits)
            median, late = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
            sys.stdout.write(f"{game:20} {rate:16.0f} {median:10.0f} {late:7.0f}\n")


if __name__ == "__main__":
    main()
