"""The referee's search for a path against the plainest one: every path, none cut short."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.referee_rocket.board import OPEN, STEP
from tests.referee_rocket.isolation import path_exists
from tests.referee_rocket.lines import directions

AREA = sorted(hex_ for hex_ in OPEN if "04" <= hex_[:2] <= "07" and "08" <= hex_[2:] <= "12")
CENTRE = "0610"


def every_path(at: str, heading: int | None, used: frozenset[str], free: set[str]) -> set[str]:
    """The last hexes of all paths without a repeated hex."""
    found: set[str] = set()
    for way in directions(heading) & STEP[at].keys():
        there = STEP[at][way]
        if there in free - used:
            found |= {there} | every_path(there, way, used | {there}, free)
    return found


@settings(max_examples=150, deadline=None)
@given(
    free=st.sets(st.sampled_from([hex_ for hex_ in AREA if hex_ != CENTRE]), min_size=4, max_size=13),
    heading=st.sampled_from([None, *range(6)]),
)
def test_a_path_is_found_where_there_is_one(free: set[str], heading: int | None) -> None:
    """SR-ISO-02, SR-ISO-04."""
    reached = every_path(CENTRE, heading, frozenset(), free)
    for goal in free:
        assert path_exists(CENTRE, heading, frozenset(free), frozenset([goal])) == (goal in reached)
