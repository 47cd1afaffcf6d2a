"""Every record in this directory replays to its result, and every draw of those with a seed is what the seed gives."""

from pathlib import Path

import pytest

from footplate.engine.record import format_record, parse_record
from footplate.engine.replay import replay, verify

RECORDS = sorted(Path(__file__).parent.glob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_record(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = parse_record(text)
    assert format_record(record) == text
    played = replay(record)
    assert played.error is None
    assert played.outcome is not None
    if record.seed:
        assert verify(record).findings == ()


def test_there_are_games_of_people_and_of_every_preset() -> None:
    records = [parse_record(path.read_text(encoding="utf-8")) for path in RECORDS]
    assert {record.setup.preset for record in records} == {"warfrog-2002", "eagle-2009", "eagle-2009-as-printed"}
    assert [record for record in records if not record.seed]
