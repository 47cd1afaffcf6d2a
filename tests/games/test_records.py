"""Every record in this directory replays to its result, and every draw of those with a seed is what the seed gives."""

from pathlib import Path

import pytest

from footplate.engine.record import Record, format_record, parse_record
from footplate.engine.registry import game, games
from footplate.engine.replay import Replay, replay, verify
from tests.support.rules import rule

HERE = Path(__file__).parent
PATHS = sorted(HERE.glob("*.record"))
RECORDS: dict[str, Record] = {path.stem: parse_record(path.read_text(encoding="utf-8")) for path in PATHS}


def without_comments(text: str) -> str:
    """The lines of a text that people commented, and only the blank line behind the headers."""
    lines = [line.partition("#")[0].rstrip() for line in text.splitlines()]
    headers = [line for line in lines if line and not line[0].isdigit()]
    return "\n".join([*headers, "", *[line for line in lines if line and line[0].isdigit()], ""])


@pytest.mark.parametrize("path", PATHS, ids=RECORDS)
def test_record(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = RECORDS[path.stem]
    assert format_record(record) == (without_comments(text) if "#" in text else text)
    played = replay(record)
    assert played.error is None
    assert played.outcome is not None
    if record.seed:
        assert verify(record).findings == ()


def test_there_are_games_of_people_and_of_every_preset() -> None:
    presets = {(name, preset) for name, rules in games().items() for preset in rules.info.presets}
    assert {(record.setup.game, record.setup.preset) for record in RECORDS.values()} == presets
    assert [record for record in RECORDS.values() if not record.seed]


@rule("SR-EX-31")
def test_the_worked_example_pays_what_the_rules_say() -> None:
    played = replay(RECORDS["example"])
    outcome = played.outcome
    assert outcome is not None
    parts = {standing.seat: dict(standing.parts) for standing in outcome.standings}
    assert {standing.seat: standing.score for standing in outcome.standings} == {0: 15000, 1: 16000, 2: 11000}
    assert [parts[seat]["income"] for seat in range(3)] == [2000, 1000, 2000]
    assert len(played.state.tiles) == 14
    assert [company.value for company in played.state.companies] == [2, 2, 1, 1, 1, 3, 2]


def rockets() -> list[Replay]:
    """The games of bots of Stephenson's Rocket."""
    return [replay(record) for record in RECORDS.values() if record.setup.game == "stephensons_rocket" and record.seed]


@rule("SR-END-01", "SR-END-05", "SR-VETO-29", "SR-MRG-01")
def test_the_rockets_of_bots_have_everything() -> None:
    """Both ends, questions answered in every way, lines absorbed and lines cut off."""
    played = rockets()
    assert {one.record.reason for one in played} == {"companies", "tiles"}
    words = {entry.text.split(" ")[0] for one in played for entry in one.record.entries}
    assert words == set(game("stephensons_rocket").info.action_kinds)
    companies = [company for one in played for company in one.state.companies]
    assert any(not company.live for company in companies)
    assert any(company.live and company.isolated for company in companies)
