"""Matchmaking: who of those that wait is brought together. A pure function of the tickets and the time.

The ticket that has waited longest is served first, and chooses among all that go with it those nearest in strength.
How far it looks grows with its waiting, from `NEAR` on, without bound; so it takes whoever is left in the end, and
nobody starves as long as others come that accept the same. A ticket that allows bots is served at the latest when it
does: with whoever goes with it and allows them too, and bots in the other seats.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from footplate.domain.seat import Seat
from footplate.domain.terms import ClockRule

T = TypeVar("T")

NEAR: Final = 100.0
"""How far apart in strength those may be, in points, that are brought together at once."""
_STEPS: Final = 400
"""Tickets looked at for one table, at most; parties that do not fit together could cost much more."""
WIDER_PER_SECOND: Final = 10.0
"""By how much that grows with each second that the one has waited who has waited longest."""


@dataclass(frozen=True)
class Member:
    """Somebody who looks for a match. `strengths`: what is believed of it, by number of seats."""

    seat: Seat
    strengths: Mapping[int, float]


@dataclass(frozen=True)
class Ticket:
    """A wish of one or more who want to play together.

    `counts`: numbers of seats that will do, the best first. `presets`, `clocks`: those that will do, empty for any.
    `rating_range`: how far others may be at most, 0 for no bound. `bots_after_ms`: from when on bots may fill up, after
    `since_ms`; None for never. Times are milliseconds since 1970, UTC.
    """

    id: str
    members: tuple[Member, ...]
    game: str
    counts: tuple[int, ...]
    since_ms: int
    presets: tuple[str, ...] = ()
    clocks: tuple[ClockRule, ...] = ()
    rating_range: int = 0
    bots_after_ms: int | None = None
    bot_level: str = ""

    @property
    def accounts(self) -> tuple[str, ...]:
        """The accounts of its members."""
        return tuple(member.seat.account for member in self.members)

    def strength(self, count: int) -> float:
        """The mean of its members' strengths at a table of so many seats."""
        return sum(member.strengths[count] for member in self.members) / len(self.members)

    def allows_bots(self, now_ms: int) -> bool:
        """Whether bots may fill up by now."""
        return self.bots_after_ms is not None and now_ms >= self.since_ms + self.bots_after_ms


@dataclass(frozen=True)
class Proposal:
    """Tickets that go together, the one that waited longest first. `preset` empty, `clock` None: nobody minds."""

    tickets: tuple[Ticket, ...]
    count: int
    preset: str
    clock: ClockRule | None

    @property
    def bots(self) -> int:
        """How many seats are left to bots."""
        return self.count - sum(len(ticket.members) for ticket in self.tickets)


def match_up(tickets: Iterable[Ticket], now_ms: int) -> tuple[Proposal, ...]:
    """Who goes together now; no ticket stands in two proposals. The same tickets give the same answer in any order."""
    waiting = sorted(tickets, key=_longest_first)
    taken: set[str] = set()
    found = []
    for first in waiting:
        if first.id in taken:
            continue
        others = [ticket for ticket in waiting if ticket.id not in taken and ticket.id != first.id]
        proposal = _served(first, others, now_ms)
        if proposal:
            found.append(proposal)
            taken.update(ticket.id for ticket in proposal.tickets)
    return tuple(found)


def reach(waited_ms: int) -> float:
    """How far apart in strength those may be of whom the first has waited so long."""
    return NEAR + WIDER_PER_SECOND * waited_ms / 1000


def _longest_first(ticket: Ticket) -> tuple[int, str]:
    return ticket.since_ms, ticket.id


def _served(first: Ticket, others: Sequence[Ticket], now_ms: int) -> Proposal | None:
    """The best there is for a ticket: a full table of people, or with bots once it allows them."""
    for count in first.counts:
        group = _group(first, others, count, now_ms)
        if group and group.bots == 0:
            return group
    if not first.allows_bots(now_ms):
        return None
    allowing = [ticket for ticket in others if ticket.allows_bots(now_ms)]
    groups = [_group(first, allowing, count, now_ms) for count in first.counts]
    return min((group for group in groups if group), key=_fewest_bots, default=None)


def _fewest_bots(group: Proposal) -> tuple[int, int]:
    return group.bots, group.count


def _group(first: Ticket, others: Sequence[Ticket], count: int, now_ms: int) -> Proposal | None:
    """The first ticket with those nearest to it that go with it and with each other.

    They fill the table where some do, as far as is worth looking; else as many as there are.
    """
    if len(first.members) > count:
        return None
    limit, own = reach(now_ms - first.since_ms), first.strength(count)
    near = sorted(
        (abs(ticket.strength(count) - own), ticket.since_ms, ticket.id, number)
        for number, ticket in enumerate(others)
        if ticket.game == first.game and count in ticket.counts
    )
    search = _Search([others[number] for distance, _, _, number in near if distance <= limit], count)
    return search.best(Proposal((first,), count, "", None), first.presets, first.clocks)


class _Search:
    """Fills a table with tickets, those before others in the list first. Gives up after `_STEPS`."""

    def __init__(self, near: Sequence[Ticket], count: int) -> None:
        self._near = near
        self._count = count
        self._steps = 0

    def best(self, first: Proposal, presets: tuple[str, ...], clocks: tuple[ClockRule, ...]) -> Proposal:
        """A full table, or else the fullest that was met."""
        best = self._named(first, presets, clocks)
        stack = [(first, presets, clocks, 0)]
        while stack and best.bots and self._steps < _STEPS:
            group, presets, clocks, start = stack.pop()
            for number in range(start, len(self._near)):
                self._steps += 1
                added = self._added(group, presets, clocks, self._near[number])
                if added:
                    stack += [(group, presets, clocks, number + 1), (*added, number + 1)]
                    best = min(best, self._named(*added), key=_fewest_bots)
                    break
        return best

    def _added(
        self, group: Proposal, presets: tuple[str, ...], clocks: tuple[ClockRule, ...], ticket: Ticket
    ) -> tuple[Proposal, tuple[str, ...], tuple[ClockRule, ...]] | None:
        """The group with a ticket more, if that fits in and goes with all that are there, and what all accept then."""
        common_presets, common_clocks = _common(presets, ticket.presets), _common(clocks, ticket.clocks)
        fits = len(ticket.members) <= group.bots
        if not fits or common_presets is None or common_clocks is None:
            return None
        if not all(_stand(ticket, other, self._count) for other in group.tickets):
            return None
        return replace(group, tickets=(*group.tickets, ticket)), common_presets, common_clocks

    def _named(self, group: Proposal, presets: tuple[str, ...], clocks: tuple[ClockRule, ...]) -> Proposal:
        return replace(group, preset=presets[0] if presets else "", clock=clocks[0] if clocks else None)


def _stand(one: Ticket, other: Ticket, count: int) -> bool:
    """Whether both are within the range that each of them wants."""
    bounds = [ticket.rating_range for ticket in (one, other) if ticket.rating_range]
    return not bounds or abs(one.strength(count) - other.strength(count)) <= min(bounds)


def _common(one: tuple[T, ...], other: tuple[T, ...]) -> tuple[T, ...] | None:
    """What both accept, in the order of the first; empty when both accept anything, None when there is nothing."""
    if not one or not other:
        return one or other
    return tuple(value for value in one if value in other) or None
