"""Refusals carry what a program needs, and nothing else."""

import pytest

from footplate.domain import errors
from footplate.domain.errors import DomainError


@pytest.mark.parametrize(
    ("error", "data"),
    [
        (errors.UnknownMatch("m_1"), {"match": "m_1"}),
        (errors.UnknownPly("m_1", 9, 4), {"match": "m_1", "ply": "9", "head": "4"}),
        (errors.UnknownTable("t_1"), {"table": "t_1"}),
        (errors.UnknownAccount("a_1"), {"account": "a_1"}),
        (errors.NotYourBot("a_1"), {"account": "a_1"}),
        (errors.TooManyBots("a_1", 3), {"account": "a_1", "most": "3"}),
        (errors.NameTaken("Ann"), {"name": "Ann"}),
        (errors.BadSecret(), {}),
        (errors.RequestReused("r1"), {"request_id": "r1"}),
        (errors.StoreUnavailable(), {}),
        (errors.MatchOver("m_1", 40), {"match": "m_1", "ply": "40"}),
    ],
)
def test_data_holds_every_part_of_the_message_that_varies(error: DomainError, data: dict[str, str]) -> None:
    assert error.data == data
    assert all(value in str(error) for value in data.values())


def test_a_stale_ply_tells_both_plies() -> None:
    stale = errors.StalePly("m_1", 3, 5)
    assert (stale.expected, stale.actual) == (3, 5)


def test_every_error_is_one_of_the_family() -> None:
    listed = [
        value for value in vars(errors).values() if isinstance(value, type) and value.__module__ == errors.__name__
    ]
    assert len(listed) > 20
    assert all(issubclass(error, DomainError) for error in listed)
