"""Matchmaking: who goes together, and that over many arrivals nobody starves, is doubled or waits without bound."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.domain.matchmaking import NEAR, Member, Proposal, Ticket, match_up, reach
from footplate.domain.seat import Seat
from footplate.domain.terms import ClockRule
from tests.support.arrivals import Arrivals, Simulation, simulated

NOW = 1_000_000
MINUTE, HOUR = 60_000, 3_600_000
QUICK, SLOW = ClockRule(turn_ms=60_000), ClockRule(turn_ms=86_400_000)


def ticket(name: str, *strengths: float, since_ms: int = NOW, counts: tuple[int, ...] = (2,), **given: Any) -> Ticket:
    """A ticket of so many members as strengths are given, of one newcomer without."""
    members = tuple(
        Member(Seat(f"a_{name}{number}", name), dict.fromkeys((2, 3, 4, 5, 6), strength))
        for number, strength in enumerate(strengths or (1500.0,))
    )
    return Ticket(f"q_{name}", members, "pebbles", counts, since_ms, **given)


def together(*tickets: Ticket, now_ms: int = NOW) -> list[set[str]]:
    """The names of those brought together."""
    return [{one.id[2:] for one in proposal.tickets} for proposal in match_up(tickets, now_ms)]


def test_two_who_want_the_same_are_brought_together() -> None:
    ann, bob = ticket("ann", presets=("long", "short"), clocks=(QUICK,)), ticket("bob", presets=("short",))
    assert match_up([ann, bob], NOW) == (Proposal((ann, bob), 2, "short", QUICK),)


@pytest.mark.parametrize(
    "other",
    [
        replace(ticket("bob"), game="chess"),
        ticket("bob", counts=(3,)),
        ticket("bob", presets=("long",)),
        ticket("bob", clocks=(SLOW,)),
        ticket("bob", 1500 + NEAR + 1),
        ticket("bob", 1560, rating_range=50),
    ],
)
def test_who_wants_something_else_is_not(other: Ticket) -> None:
    assert together(ticket("ann", presets=("short",), clocks=(QUICK,)), other) == []


def test_the_longest_waiting_is_served_first_and_takes_the_nearest() -> None:
    old = ticket("old", 1500, since_ms=NOW - 5000)
    assert together(ticket("a", 1490), ticket("b", 1505), old, ticket("c", 1480)) == [{"old", "b"}, {"a", "c"}]


def test_the_longer_one_waits_the_farther_one_looks() -> None:
    far = ticket("far", 2400)
    assert together(ticket("ann"), far) == []
    waited = next(ms for ms in range(0, 200_000, 1000) if reach(ms) >= 900)
    assert together(ticket("ann", since_ms=NOW - waited), far) == [{"ann", "far"}]
    assert together(ticket("ann", since_ms=NOW - waited, rating_range=899), far) == []


def test_parties_sit_together_and_a_table_is_filled_to_the_last_seat() -> None:
    pair, single = ticket("pair", 1500, 1500, counts=(3,)), ticket("one", counts=(3,))
    assert together(pair, single) == [{"pair", "one"}]
    assert together(pair, ticket("too", 1500, 1500, counts=(3,))) == []


def test_a_party_that_fits_is_found_behind_others_that_do_not() -> None:
    """The two nearest leave a seat that nobody fits in; the pair behind them fills the table."""
    first = ticket("first", since_ms=NOW - 1, counts=(4,))
    near, pair = ticket("near", 1501, counts=(4,)), ticket("pair", 1510, 1510, counts=(4,))
    also = ticket("also", 1502, counts=(4,))
    assert together(first, near, also, pair) == [{"first", "near", "pair"}]


def test_the_first_number_of_seats_that_can_be_filled_is_taken() -> None:
    four = [ticket(name, counts=(4, 3)) for name in "abcd"]
    assert [proposal.count for proposal in match_up(four, NOW)] == [4]
    assert [proposal.count for proposal in match_up(four[:3], NOW)] == [3]


def test_bots_fill_up_as_soon_as_they_may_and_not_before() -> None:
    ann = ticket("ann", counts=(4, 3), since_ms=NOW - 29_999, bots_after_ms=30_000)
    bob = ticket("bob", counts=(3,), bots_after_ms=0)
    cy = ticket("cy", counts=(3, 4))
    assert [one.bots for one in match_up([ann], NOW)] == []
    (alone,) = match_up([ann], NOW + 1)
    assert (alone.count, alone.bots) == (3, 2)
    assert [(len(one.tickets), one.count, one.bots) for one in match_up([ann, bob], NOW + 1)] == [(2, 3, 1)]
    assert together(ann, cy, now_ms=NOW + 1) == [{"ann"}]  # Cy wants no bots


TICKETS = st.lists(
    st.builds(
        lambda number, strengths, waited, counts, bots, wide: ticket(
            str(number),
            *strengths,
            since_ms=NOW - waited,
            counts=tuple(counts),
            bots_after_ms=bots,
            rating_range=wide,
        ),
        st.integers(0, 10**6),
        st.lists(st.integers(0, 3000).map(float), min_size=1, max_size=3),
        st.integers(0, 10**6),
        st.lists(st.integers(3, 6), min_size=1, max_size=3, unique=True),
        st.sampled_from([None, 0, 60_000]),
        st.sampled_from([0, 50, 500]),
    ),
    max_size=25,
    unique_by=lambda one: one.id,
)


@given(TICKETS, st.randoms(use_true_random=False))
def test_whoever_waits_the_answer_holds_what_it_promises(tickets: list[Ticket], rng: random.Random) -> None:
    proposals = match_up(tickets, NOW)
    seated = Counter(account for proposal in proposals for one in proposal.tickets for account in one.accounts)
    assert all(times == 1 for times in seated.values())
    for proposal in proposals:
        first, *others = proposal.tickets
        assert proposal.bots >= 0
        assert all(proposal.count in one.counts for one in proposal.tickets)
        assert proposal.bots == 0 or all(one.allows_bots(NOW) for one in proposal.tickets)
        limit = reach(NOW - first.since_ms)
        assert all(abs(one.strength(proposal.count) - first.strength(proposal.count)) <= limit for one in others)
        for one in proposal.tickets:
            for other in proposal.tickets:
                wide = min(one.rating_range or 10**9, other.rating_range or 10**9)
                assert abs(one.strength(proposal.count) - other.strength(proposal.count)) <= wide
    shuffled = [*tickets]
    rng.shuffle(shuffled)
    assert match_up(shuffled, NOW) == proposals
    left = [one for one in tickets if not any(one in proposal.tickets for proposal in proposals)]
    assert not any(one.allows_bots(NOW) for one in left)
    assert match_up(left, NOW) == ()


# --- 100,000 arrivals ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    """Persons with all kinds of wishes come to two games at a crowded and a quiet time."""
    crowded = Arrivals("age_of_steam", (3, 4, 5, 6), per_minute=30.0, arrivals=50_000, seed=1)
    quiet = Arrivals("stephensons_rocket", (2, 3, 4), per_minute=4.0, arrivals=50_000, seed=2)
    return simulated([crowded, quiet])


def test_nobody_starves(simulation: Simulation) -> None:
    assert simulation.arrivals == 100_000
    assert simulation.served + len(simulation.left) == 100_000
    for one in simulation.left:  # whoever is left had not waited longer than others who were served
        assert simulation.ended_ms[one.game] - one.since_ms < simulation.longest_wait_ms
    assert len(simulation.left) < 60
    assert simulation.longest_wait_ms < HOUR


def test_waiting_is_bounded_where_bots_are_allowed(simulation: Simulation) -> None:
    for one, waited_ms in simulation.waits:
        if one.bots_after_ms is not None:
            assert waited_ms <= one.bots_after_ms + simulation.tick_ms


def test_nobody_is_in_two_matches(simulation: Simulation) -> None:
    assert len(simulation.seated) == len(set(simulation.seated))


def test_strengths_are_near_at_first_and_farther_with_waiting(simulation: Simulation) -> None:
    for proposal, now_ms in simulation.proposals:
        first, *others = proposal.tickets
        limit = reach(now_ms - first.since_ms)
        assert all(abs(one.strength(proposal.count) - first.strength(proposal.count)) <= limit for one in others)
    at_once = [
        simulation.spread(one) for one, now_ms in simulation.proposals if now_ms - one.tickets[0].since_ms < 2000
    ]
    assert at_once
    assert max(at_once) <= NEAR + 20 + simulation.tick_ms / 100
