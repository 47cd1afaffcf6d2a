"""Where locomotives may go in a few steps."""

import pytest

from footplate.engine.stephensons_rocket import extend_line
from footplate.engine.stephensons_rocket.board import CODES, LAND, TOWN_NAMES, hexes_in, mask_of
from footplate.strategies.evaluate.stephensons_rocket.reach import NO_REACH, reaches, reaches_after, within_reach
from tests.support.rocket import begin, ids, walk, with_line
from tests.support.rules import rule


@rule("SR-EX-08", "SR-EXT-04")
def test_the_first_steps_are_the_targets() -> None:
    reach = reaches(with_line(begin(), "LSWR", "0514"))[CODES.index("LSWR")]
    assert ids(reach.hexes[0]) == "0414 0513 0614"
    assert {TOWN_NAMES[hex_] for hex_ in hexes_in(reach.towns[0])} == {"Reading"}


@rule("SR-PAY-11")
def test_a_linked_town_is_no_prospect() -> None:
    reach = reaches(with_line(begin(), "LSWR", "0514 0614"))[CODES.index("LSWR")]
    assert "Reading" not in {TOWN_NAMES[hex_] for towns in reach.towns for hex_ in hexes_in(towns)}


@rule("SR-MRG-15")
def test_a_merger_ends_the_way() -> None:
    state = with_line(with_line(begin(), "L&Y", "0101 0202"), "LNWR", "0303")
    reach = reaches(state)[CODES.index("L&Y")]
    assert [ids(hexes) for hexes in reach.hexes] == ["0203 0302", "", "", ""]


@pytest.mark.parametrize("seats", [2, 4])
def test_in_whole_games_the_first_steps_are_those_the_rules_allow(seats: int) -> None:
    for step in list(walk(begin(seats), seed=seats))[::20]:
        state = step.before
        for number, reach in enumerate(reaches(state)):
            assert reach.hexes[0] == mask_of(extend_line.targets(state, number))
            assert reach.anywhere & ~LAND == 0


@pytest.mark.parametrize("unmoved", ["on", "off"])
def test_what_is_known_from_the_position_before_is_kept_where_it_still_holds(unmoved: str) -> None:
    kept = 0
    for step in walk(begin(3, unmoved_locomotive_is_a_line=unmoved), seed=7):
        known, fresh = reaches(step.before), reaches(step.after)
        after = reaches_after(step.after, step.before, known)
        kept += sum([new is old for new, old in zip(after, known, strict=True)])
        assert [(one.hexes, one.towns) for one in after] == [(one.hexes, one.towns) for one in fresh]
    assert kept > 0


def test_an_absorbed_company_goes_nowhere() -> None:
    absorbed = [step.after for step in walk(begin(), seed=3) if not all(one.live for one in step.after.companies)]
    state = absorbed[0]
    near = reaches(state)
    assert [reach is NO_REACH for reach in near] == [not one.live for one in state.companies]
    assert within_reach([NO_REACH]) == 0
