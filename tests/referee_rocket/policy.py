"""Random play that meets what is rare: long lines, bids, stations in the way of locomotives, late mergers.

Each game draws its own temper, so that some games are all track and others full of tokens or bids.
"""

import random
from dataclasses import dataclass

from tests.referee_rocket.board import AROUND, START
from tests.referee_rocket.lines import lines_touched
from tests.referee_rocket.position import Position


@dataclass(frozen=True)
class Temper:
    """How likely a main action extends a line, a question gets a bid, a station is put in somebody's way.

    `joins`: how likely a line is joined to another where that can be done. `favourites`: companies extended before all
    others.
    """

    extends: float
    bids: float
    in_the_way: float
    joins: float
    favourites: frozenset[str]


def temper(rng: random.Random) -> Temper:
    """The temper of one game."""
    favourites = frozenset(rng.sample(sorted(START), rng.choice((2, 4, 7))))
    return Temper(
        extends=rng.choice((0.3, 0.6, 0.95)),
        bids=rng.choice((0.1, 0.4, 0.8)),
        in_the_way=rng.choice((0.2, 0.9)),
        joins=rng.choice((0.0, 0.0, 0.8)),
        favourites=favourites,
    )


def choose(rng: random.Random, mood: Temper, position: Position, texts: list[str]) -> str:
    """One of the legal texts, which are given in a fixed order."""
    if position.veto is not None:
        return texts[0] if rng.random() > mood.bids else rng.choice(texts)
    by_kind: dict[str, list[str]] = {}
    for text in texts:
        by_kind.setdefault(text.split(maxsplit=1)[0], []).append(text)
    if "extend" in by_kind and (len(by_kind) == 1 or rng.random() < mood.extends):
        return _extension(rng, mood, position, by_kind["extend"])
    kind = rng.choice(sorted(by_kind.keys() - {"extend"}))
    near = _ahead_of_locomotives(position)
    tempting = [text for text in by_kind[kind] if text.split()[-1] in near]
    return rng.choice(tempting if tempting and rng.random() < mood.in_the_way else by_kind[kind])


def _extension(rng: random.Random, mood: Temper, position: Position, texts: list[str]) -> str:
    """One of the extensions: a join, or one of a favourite, or any."""
    joins = [text for text in texts if lines_touched(position, text.split()[2], text.split()[1])]
    if joins and rng.random() < mood.joins:
        return rng.choice(joins)
    liked = [text for text in texts if text.split()[1] in mood.favourites]
    return rng.choice(liked if liked and rng.random() < 0.9 else texts)


def _ahead_of_locomotives(position: Position) -> set[str]:
    """The hexes two steps from a locomotive, where a station may stand and will soon be reached."""
    return {there for company in position.live for near in AROUND[company.at] for there in AROUND[near]}
