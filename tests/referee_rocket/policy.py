"""Random play that meets what is rare: long lines, bids, stations in the way of locomotives, late mergers.

Each game draws its own temper, so that some games are all track and others full of tokens or bids.
"""

import random
from dataclasses import dataclass

from tests.referee_rocket.board import AROUND
from tests.referee_rocket.position import Position


@dataclass(frozen=True)
class Temper:
    """How likely a main action extends a line, a question gets a bid, and a station is put in somebody's way."""

    extends: float
    bids: float
    in_the_way: float


def temper(rng: random.Random) -> Temper:
    """The temper of one game."""
    return Temper(rng.choice((0.5, 0.7, 0.95)), rng.choice((0.1, 0.4, 0.8)), rng.choice((0.2, 0.9)))


def choose(rng: random.Random, mood: Temper, position: Position, texts: list[str]) -> str:
    """One of the legal texts, which are given in a fixed order."""
    if position.veto is not None:
        return texts[0] if rng.random() > mood.bids else rng.choice(texts)
    by_kind: dict[str, list[str]] = {}
    for text in texts:
        by_kind.setdefault(text.split(maxsplit=1)[0], []).append(text)
    if "extend" in by_kind and (len(by_kind) == 1 or rng.random() < mood.extends):
        return rng.choice(by_kind["extend"])
    kind = rng.choice(sorted(by_kind.keys() - {"extend"}))
    near = _ahead_of_locomotives(position)
    tempting = [text for text in by_kind[kind] if text.split()[-1] in near]
    return rng.choice(tempting if tempting and rng.random() < mood.in_the_way else by_kind[kind])


def _ahead_of_locomotives(position: Position) -> set[str]:
    """The hexes two steps from a locomotive, where a station may stand and will soon be reached."""
    return {there for company in position.live for near in AROUND[company.at] for there in AROUND[near]}
