"""Nothing is lost when processes are killed while matches run."""

import pytest

from tests.e2e import chaos


@pytest.mark.e2e
def test_matches_survive_killed_processes() -> None:
    found = chaos.run(matches=4, seconds=12.0, seed=3)
    assert found["faults"] == []
    assert found["ended_whole"] == 4
    assert sum(found["kills"].values()) > 0
