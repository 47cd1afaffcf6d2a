"""What two prizes are worth to each seat while it is open who will have most of what they are given for."""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from footplate.engine.stephensons_rocket.prizes import shared_out

POUNDS: Final = 1000
"""Pounds in a point."""


def settled(first: int, second: int, counts: Sequence[int]) -> list[float]:
    """The points of two prizes, in pounds, if nothing changes any more."""
    return [amount / POUNDS for amount in shared_out(first, second, counts)]


def open_shares(points: float, counts: Sequence[float], unclaimed: float) -> list[float]:
    """`points` shared out while counts may still grow, to all seats; `unclaimed` weighs what nobody has yet.

    The exponent of 1.5 stands for the prizes' shape: leading pays more than its share, though a lead may be lost. It is
    made of a root because roots, unlike powers, are the same on every machine.
    """
    weights = [count * sqrt(count) for count in counts]
    total = sum(weights) + unclaimed
    if total == 0.0:
        return weights
    return [points * weight / total for weight in weights]


class Prizes(NamedTuple):
    """Two prizes in pounds as they stand, and the points of both together that may become of them."""

    first: int
    second: int
    points: float


def prizes(pair: tuple[int, int]) -> Prizes:
    """Prizes that stay as they are."""
    return Prizes(*pair, sum(pair) / POUNDS)


def expected(two: Prizes, now: Sequence[int], later: Sequence[float], unclaimed: float, sure: float) -> list[float]:
    """The points of two prizes: `sure`, from 0 to 1, says how far prizes and counts of now will be the final ones.

    `later`: the counts with what is in prospect.
    """
    fixed = settled(two.first, two.second, now)
    loose = open_shares(two.points, later, unclaimed)
    return [sure * one + (1.0 - sure) * other for one, other in zip(fixed, loose, strict=True)]


def lead(points: Sequence[float], seat: int) -> float:
    """How far a seat is ahead of its rivals' average."""
    rivals = sum(points) - points[seat]
    return points[seat] - rivals / (len(points) - 1)


def added(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The points of both, by seat."""
    return [left + right for left, right in zip(one, other, strict=True)]
