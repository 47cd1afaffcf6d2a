"""The rule for which Redis the tests use is itself tested: a wrong one flushes somebody's data or skips in CI."""

import pytest

from tests.support.redis_for_tests import own_database, required


def test_every_worker_has_its_own_database_and_none_has_number_0() -> None:
    assert own_database("redis://:pw@host:7000/0", "") == "redis://:pw@host:7000/1"
    assert own_database("redis://host", "gw0") == "redis://host/1"
    assert own_database("redis://host/5?db=5", "gw3") == "redis://host/4"
    assert own_database("unix:///run/r.sock?db=0", "gw1") == "unix:///run/r.sock?db=2"


@pytest.mark.parametrize(
    ("variables", "answer"),
    [({}, False), ({"CI": "true"}, True), ({"CI": "false"}, False), ({"FOOTPLATE_REQUIRE_REDIS": "1"}, True)],
)
def test_in_ci_redis_must_be_there(variables: dict[str, str], answer: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI", "FOOTPLATE_REQUIRE_REDIS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert required() is answer
