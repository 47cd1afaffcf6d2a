"""Replays: every position, the standing by turn, where a record breaks, and whether its draws were fair."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.errors import RecordError
from footplate.engine.game import CHANCE, Setup
from footplate.engine.record import Record, RecordEntry, format_record, parse_record
from footplate.engine.replay import replay, verify
from footplate.engine.result import Place
from tests.support.toy_game import GAME_ID, GAMES, PEBBLES
from tests.support.toy_matches import begin, play

BY_HAND = """\
game: pebbles
map: beach
preset: short
seats: 2

chance roll 2   # 4 in the heap
P1 take  3
P2 veto
P2 take 2       # P1 is left with the last one, unasked
chance roll 1
P2 take 1
P1 take 2       # all 3
"""

FINISHED = play(begin()).record


def line(record: Record, ply: int) -> int:
    """The line of an entry in the canonical text."""
    return parse_record(format_record(record)).entries[ply - 1].line


def with_text(record: Record, ply: int, text: str) -> Record:
    entries = list(record.entries)
    entries[ply - 1] = replace(entries[ply - 1], text=text)
    return replace(record, entries=tuple(entries))


def test_a_record_gives_every_position_and_the_standing_by_turn() -> None:
    played = replay(parse_record(BY_HAND), GAMES)
    assert played.error is None
    assert [PEBBLES.progress(state).turn for state in played.states] == [1, 1, 1, 1, 2, 2, 2, 2]
    assert [(row.turn, row.ply, [(s.seat, s.score) for s in row.standings]) for row in played.standings_by_turn()] == [
        (1, 4, [(1, 2), (0, 0)]),
        (2, 7, [(1, 3), (0, 0)]),
    ]
    assert played.outcome == PEBBLES.outcome(played.state)
    assert played.record.entries[1].text == "take 3"


def test_a_record_may_stop_in_the_midst() -> None:
    played = replay(parse_record(BY_HAND).upto(3), GAMES)
    assert played.error is None
    assert played.outcome is None
    assert [(row.turn, row.ply) for row in played.standings_by_turn()] == [(1, 3)]


@pytest.mark.parametrize(
    ("old", "new", "at", "message", "code"),
    [
        ("chance roll 2", "chance roll 7", 6, "TOY-ROLL-01: a die shows 1 to 6, not 7", "TOY-ROLL-01"),
        ("P1 take  3", "P1 take 4", 7, "TOY-TAKE-01", "TOY-TAKE-01"),
        ("P1 take  3", "P2 take 3", 7, "P1 is to act, not P2", ""),
        ("P1 take  3", "P1 grab 3", 7, "'take 1', 'veto', 'allow' or 'roll 6' is expected", ""),
        ("P2 veto", "chance roll 3", 8, "P2 is to act, not chance", ""),
        ("P2 take 1", "P1 take 1", 11, "P2 is to act, not P1", ""),
        ("# all 3", "\nP2 take 1", 13, "the game is over before this entry", ""),
    ],
)
def test_where_a_record_breaks_it_names_line_rule_and_position(
    old: str, new: str, at: int, message: str, code: str
) -> None:
    whole = replay(parse_record(BY_HAND), GAMES)
    broken = replay(parse_record(BY_HAND.replace(old, new, 1)), GAMES)
    assert broken.error is not None
    assert message in broken.error.message
    assert (broken.error.line, broken.error.code) == (at, code)
    assert broken.states == whole.states[: len(broken.states)]
    assert len(broken.states) == at - 5
    assert broken.error.position == PEBBLES.state_text(broken.state)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("result: P2 3 > P1 0", None),
        ("result: P2 3 > P1 0\nreason: last_turn", None),
        ("rules-version: 3", None),
        ("result: P2 4 > P1 0", "the record claims P2 4 > P1 0, the game ends P2 3 > P1 0"),
        ("reason: snow", "claims the end 'snow', the game ends by 'last_turn'"),
    ],
)
def test_a_claimed_end_is_held_against_the_play(header: str, message: str | None) -> None:
    error = replay(parse_record(header + "\n" + BY_HAND), GAMES).error
    assert (error is None) == (message is None)
    if error and message:
        assert message in error.message
        assert error.line == 1


def test_a_result_needs_an_end() -> None:
    record = replace(parse_record("result: P2 3 > P1 0\n" + BY_HAND).upto(3), result=((Place(0, 1), Place(1, 1)),))
    error = replay(record, GAMES).error
    assert error is not None
    assert "not over at its end" in error.message


@pytest.mark.parametrize(
    ("old", "new", "at", "message"),
    [
        ("game: pebbles", "game: chess", 1, "no game 'chess'; there are: pebbles"),
        ("map: beach", "map: moon", 2, "map: does not fit"),
        ("seats: 2", "seats: 9", 4, "seats: does not fit"),
        ("seats: 2", "seats: 2\noption.vetoes: many", 5, "options.vetoes: does not fit"),
        ("seats: 2", "seats: 2\nrules-version: 2", 5, "version 2 of the rules; this engine knows version 3"),
    ],
)
def test_without_a_first_position_there_is_only_the_error(old: str, new: str, at: int, message: str) -> None:
    with pytest.raises(RecordError, match=re.escape(message)) as refused:
        replay(parse_record(BY_HAND.replace(old, new)), GAMES)
    assert refused.value.line == at


def test_a_record_made_in_memory_is_told_by_the_lines_of_its_text() -> None:
    setup = Setup(GAME_ID, "beach", "short", 2)
    record = Record(setup, ("", ""), ("", ""), (RecordEntry(1, CHANCE, "roll 9"),))
    error = replay(record, GAMES).error
    assert error is not None
    assert format_record(record).splitlines()[error.line - 1] == "1 chance roll 9"


# --- Verification ----------------------------------------------------------------------------------------------------


def test_an_honest_record_has_no_findings() -> None:
    verified = verify(FINISHED, GAMES)
    assert verified.findings == ()
    assert (verified.draws, verified.imported) == (2, 0)


def test_a_changed_draw_is_found_in_its_line() -> None:
    fair = FINISHED.entries[0].text
    other = "roll 1" if fair != "roll 1" else "roll 2"
    record = with_text(FINISHED, 1, other)
    findings = verify(record, GAMES).findings
    assert (line(record, 1), f"the seed draws {fair!r}, the record says {other!r}") in [
        (finding.line, finding.message) for finding in findings
    ]
    assert any("chain of hashes" in finding.message for finding in findings)


def test_an_impossible_draw_is_found_twice() -> None:
    findings = verify(with_text(FINISHED, 1, "roll 7"), GAMES).findings
    at = [finding.message for finding in findings if finding.line == line(FINISHED, 1)]
    assert len(at) == 2
    assert any("TOY-ROLL-01" in message for message in at)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": "0" * 64}, "not the one committed to"),
        ({"commitment": ""}, "no commitment to hold its seed to"),
        ({"seed": ""}, "reveals no seed"),
        ({"chain": "0" * 64}, "the chain of hashes ends in"),
        ({"names": ("Eve", "Bolt", "Cy")}, "the chain of hashes ends in"),
    ],
)
def test_false_claims_of_the_headers_are_found(changes: dict[str, object], message: str) -> None:
    findings = verify(replace(FINISHED, **changes), GAMES).findings  # type: ignore[arg-type] # fields by name, as listed
    assert any(message in finding.message for finding in findings)


def test_draws_that_came_from_elsewhere_are_counted_but_not_checked() -> None:
    first, *rest = parse_record(BY_HAND).entries
    imported = tuple(replace(entry, cause="import") for entry in (first, *rest))
    verified = verify(replace(parse_record(BY_HAND), entries=imported, seed="0" * 64), GAMES)
    assert (verified.draws, verified.imported) == (0, 2)
    hidden = replace(parse_record(BY_HAND), entries=(first, *(replace(entry, cause="import") for entry in rest)))
    assert any("stands behind one that was played" in finding.message for finding in verify(hidden, GAMES).findings)


@given(st.data())
def test_any_change_to_a_finished_record_is_found(data: st.DataObject) -> None:
    ply = data.draw(st.integers(1, len(FINISHED.entries)))
    text = data.draw(
        st.sampled_from(["take 1", "take 2", "take 3", "veto", "allow", *(f"roll {n}" for n in range(1, 7))])
    )
    changed = with_text(FINISHED, ply, text)
    assert bool(verify(changed, GAMES).findings) == (changed != FINISHED)
