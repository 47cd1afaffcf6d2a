"""Terms as they lie in Redis, in the JSON of tables and matches. Unknown fields are passed over."""

from dataclasses import asdict
from typing import Any

from footplate.domain.seat import Seat
from footplate.domain.terms import FREE, Abandoned, AtZero, ClockRule, Spectators, Terms


def terms_fields(terms: Terms) -> dict[str, Any]:
    """Terms as values of JSON."""
    return asdict(terms)


def parse_terms(fields: dict[str, Any] | None) -> Terms:
    """The terms of values of JSON; those of what was stored before there were any are free."""
    if fields is None:
        return FREE
    clock, stand_in = fields["clock"], fields["stand_in"]
    return Terms(
        clock=ClockRule(clock["turn_ms"], clock["budget_ms"], clock["increment_ms"]) if clock else None,
        at_zero=AtZero(fields["at_zero"]),
        abandoned=Abandoned(fields["abandoned"]),
        stand_in=Seat(stand_in["account"], stand_in["name"], stand_in["bot"], stand_in["level"]) if stand_in else None,
        spectators=Spectators(fields["spectators"]),
        invited=tuple(fields["invited"]),
    )
