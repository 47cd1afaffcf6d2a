"""How a game ended, in one line: `P1 57 > P2 42 = P3 42 > P4 out`, best seat first, `out` for an eliminated seat."""

import re
from typing import Final, NamedTuple

from footplate.engine.errors import NotationError
from footplate.engine.game import CHANCE, Outcome
from footplate.engine.notation import seat_text

_PLACE: Final = re.compile(r"P([1-9][0-9]?) (-?[0-9]{1,9}|out)")


class Place(NamedTuple):
    """One seat in a result; `score` is None for an eliminated seat."""

    seat: int
    score: int | None


Result = tuple[tuple[Place, ...], ...]
"""Groups of seats from best to worst, each sorted by seat; seats of one group are equal. Empty: no result."""


def actor_text(actor: int) -> str:
    """A seat (counted from 0) or CHANCE as texts write it: `P1`, `chance`."""
    return "chance" if actor == CHANCE else seat_text(actor)


def result_of(outcome: Outcome | None) -> Result:
    """The result of a game; empty while it runs."""
    groups: dict[int, list[Place]] = {}
    for standing in outcome.standings if outcome else ():
        groups.setdefault(standing.rank, []).append(Place(standing.seat, standing.score))
    return tuple(tuple(sorted(groups[rank], key=_seat)) for rank in sorted(groups))


def result_text(result: Result) -> str:
    """The one line of a result, "" for none."""
    return " > ".join(" = ".join(_place_text(place) for place in group) for group in result)


def parse_result(text: str, seats: int) -> Result:
    """The result of a line; raises NotationError unless every seat of the game stands in it once."""
    groups = [[_place(text, place) for place in group.split("=")] for group in text.split(">")]
    named = sorted(place.seat for group in groups for place in group)
    if named != list(range(seats)):
        raise NotationError(text, text, f"a result names each of the {seats} seats once")
    return tuple(tuple(sorted(group, key=_seat)) for group in groups)


def _seat(place: Place) -> int:
    return place.seat


def _place(text: str, part: str) -> Place:
    match = _PLACE.fullmatch(" ".join(part.split()))
    if match is None:
        raise NotationError(text, part.strip(), "a place is a seat and its score, such as 'P1 57' or 'P2 out'")
    seat, score = match.groups()
    return Place(int(seat) - 1, None if score == "out" else int(score))


def _place_text(place: Place) -> str:
    return f"{seat_text(place.seat)} {'out' if place.score is None else place.score}"
