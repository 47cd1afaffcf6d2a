"""The auction for player order: which calls come and are allowed, and what everyone pays (rules section 7)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tests.referee.board import DEFAULTS

Call = tuple[int, str]
"""A seat and what it says: `bid N`, `drop` or `pass`."""


@dataclass
class Auction:
    """One auction as far as it has gone."""

    order: Sequence[int]
    """The living seats in the order of the last turn."""
    cash: Mapping[int, int]
    pass_holder: int | None = None
    """Who chose Turn Order in the last turn and has not passed yet."""
    options: Mapping[str, str] = field(default_factory=lambda: dict(DEFAULTS))
    last_bids: dict[int, int] = field(default_factory=dict)
    dropped: list[int] = field(default_factory=list)
    """Who is out, first out first."""
    called: int | None = None
    """Who was called last; None before the first call."""

    def still_in(self) -> list[int]:
        return [seat for seat in self.order if seat not in self.dropped]

    def is_over(self) -> bool:
        return len(self.still_in()) <= 1  # AOS-AUC-16

    def next_called(self) -> int:
        """AOS-AUC-02, 07, 09: round the order, leaving out who is out and who holds the highest bid."""
        start = 0 if self.called is None else list(self.order).index(self.called) + 1
        round_from_there = [*self.order[start:], *self.order[:start]]
        return next(seat for seat in round_from_there if seat in self.still_in() and not self._stands(seat))

    def _stands(self, seat: int) -> bool:
        highest = max(self.last_bids.values(), default=0)
        return self.options["high_bidder_call"] == "stands" and self.last_bids.get(seat, 0) == highest > 0

    def choices(self, seat: int) -> list[str]:
        """What a called seat may say: AOS-AUC-03 to 06, 10 to 12."""
        lowest = max(self.last_bids.values(), default=0) + 1
        bids = [f"bid {dollars}" for dollars in range(lowest, self.cash[seat] + 1)]
        return [*bids, "drop", *(["pass"] if seat == self.pass_holder else [])]

    def hear(self, seat: int, said: str) -> None:
        self.called = seat
        if said == "drop":
            self.dropped.append(seat)
        elif said == "pass":
            self.pass_holder = None  # AOS-AUC-11; AOS-AUC-13: the last bid stays
        else:
            self.last_bids[seat] = int(said.removeprefix("bid "))


def all_calls(auction: Auction, decisions: Iterable[Call]) -> list[Call]:
    """The decisions with the forced drops (AOS-AUC-08) put in where they come; ValueError on an illegal one."""
    return list(_run(auction, iter(decisions)))


def _run(auction: Auction, decisions: Iterator[Call]) -> Iterator[Call]:
    while not auction.is_over():
        seat = auction.next_called()
        choices = auction.choices(seat)
        speaker, said = (seat, choices[0]) if len(choices) == 1 else next(decisions)
        if speaker != seat or said not in choices:
            raise ValueError(f"seat {speaker} says {said!r}, but seat {seat} is called and may say {choices}")
        auction.hear(seat, said)
        yield seat, said
    left_over = list(decisions)
    if left_over:
        raise ValueError(f"the auction is over before {left_over}")


def auction_payments(
    calls: Iterable[Call], living: Iterable[int], options: Mapping[str, str] = DEFAULTS
) -> dict[int, tuple[int, int]]:
    """The place and the payment in dollars of each living seat, from all calls, forced drops included."""
    seats, last_bids, dropped = list(living), dict.fromkeys(living, 0), []
    for seat, said in calls:
        if said == "drop":
            dropped.append(seat)
        elif said != "pass":  # AOS-AUC-13: a pass leaves the own last bid as it is
            last_bids[seat] = int(said.removeprefix("bid "))
    (winner,) = set(seats) - set(dropped)  # AOS-AUC-16
    by_place = [winner, *reversed(dropped)]  # AOS-AUC-15
    return {
        seat: (place, _payment(place, len(seats), last_bids[seat], options))
        for place, seat in enumerate(by_place, start=1)
    }


def _payment(place: int, players: int, last_bid: int, options: Mapping[str, str]) -> int:
    first_out = place == players > 1
    if players == 2 and first_out:  # AOS-AUC-21
        return last_bid if options["two_left_auction"] == "both_full" else 0
    if first_out:  # AOS-AUC-18
        return 0
    if place <= 2:  # AOS-AUC-19; AOS-AUC-17: no bid, no payment
        return last_bid
    return last_bid // 2 if options["half_bid_rounding"] == "down" else (last_bid + 1) // 2  # AOS-AUC-20
