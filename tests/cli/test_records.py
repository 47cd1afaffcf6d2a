"""`replay`, `verify` and `moves`: what they print of a good record, and where a bad one breaks."""

from pathlib import Path

import pytest

from footplate.engine.game import OVER
from footplate.engine.record import Record, format_record
from footplate.engine.replay import replay
from footplate.engine.result import result_of, result_text
from tests.cli.conftest import Call, changed


def test_replay_prints_the_standings_by_turn(call: Call, file: Path, record: Record) -> None:
    told = call("replay", file)
    played = replay(record)
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert record.setup.map in lines[0]
    assert lines[1].split()[:2] == ["turn", "ply"]
    assert "P1 Bot 0" in lines[1]
    assert len(lines) == 3 + len(played.standings_by_turn())
    assert lines[-1] == f"{result_text(result_of(played.outcome))} ({record.reason})"


def test_replay_for_programs(call: Call, file: Path, record: Record) -> None:
    told = call("replay", file, "--json").json
    played = replay(record)
    assert told["ok"] is True
    assert told["plies"] == len(record.entries)
    assert [turn["turn"] for turn in told["turns"]] == [turn.turn for turn in played.standings_by_turn()]
    assert told["outcome"]["reason"] == record.reason
    assert told["position"] == played.game.state_text(played.state)


def test_a_record_that_stops_is_replayed_as_far_as_it_goes(call: Call, file: Path, record: Record) -> None:
    file.write_text(format_record(record.upto(12)), encoding="utf-8")
    told = call("replay", file)
    assert told.code == 0
    assert told.out.splitlines()[-1].startswith("not over: P")
    assert call("replay", file, "--json").json["outcome"] is None


def broken(file: Path, record: Record) -> tuple[int, str]:
    """Breaks the record at the first decision of a seat; the line, and the position before it."""
    entry = next(entry for entry in record.entries if entry.actor >= 0)
    line = changed(
        file, f"\n{entry.ply} P{entry.actor + 1} {entry.text}\n", f"\n{entry.ply} P{entry.actor + 1} issue 99\n"
    )
    played = replay(record)
    return line + 1, played.game.state_text(played.states[entry.ply - 1])


def test_replay_says_where_a_record_breaks(call: Call, file: Path, record: Record) -> None:
    line, position = broken(file, record)
    told = call("replay", file)
    assert told.code == 1
    assert told.err.startswith(f"footplate: {file}:{line}: AOS-SHARE-03: ")
    assert position in told.err
    assert told.err.count("AOS-SHARE-03") == 1


def test_replay_tells_programs_where_it_breaks(call: Call, file: Path, record: Record) -> None:
    line, position = broken(file, record)
    told = call("replay", file, "--json")
    error = told.json["error"]
    assert (told.code, error["line"], error["rule"], error["position"]) == (1, line, "AOS-SHARE-03", position)


@pytest.mark.parametrize("command", ["replay", "verify", "moves"])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game: go\nmap: x\npreset: x\nseats: 2\n", "no game 'go'"),
        ("game: go\nmap: x\n", "needs a header 'preset'"),
        ("what is this?\n", "neither a header nor an entry"),
        ("", "needs a header 'game'"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(
    call: Call, tmp_path: Path, command: str, text: str, words: str
) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text, encoding="utf-8")
    told = call(command, path)
    assert told.code == 1
    assert told.err.startswith(f"footplate: {path}:1: ")
    assert words in told.err
    assert told.err.count("\n") == 1
    assert call(command, path, "--json").json["error"]["line"] == 1


def test_a_file_that_is_no_text_is_refused(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "bad.bin"
    path.write_bytes(b"game\xff")
    told = call("replay", path)
    assert (told.code, told.err) == (1, f"footplate: {path}: not a text in UTF-8, at byte 4\n")


def test_a_record_comes_in_on_standard_input(call: Call, record: Record) -> None:
    assert call("replay", "-", typed=format_record(record)).code == 0


def test_verify_checks_every_draw_and_the_chain(call: Call, file: Path) -> None:
    told = call("verify", file)
    assert (told.code, told.err) == (0, "")
    assert "draws checked" in told.out
    as_json = call("verify", file, "--json").json
    assert as_json["ok"] is True
    assert as_json["draws"] > 3


def test_verify_names_the_lines_that_do_not_hold(call: Call, file: Path, record: Record) -> None:
    line = changed(file, record.chain, "ab" * 32)
    told = call("verify", file)
    assert told.code == 1
    assert told.err.startswith(f"footplate: {file}:{line}: the chain of hashes")
    as_json = call("verify", file, "--json")
    assert as_json.code == 1
    assert [finding["line"] for finding in as_json.json["findings"]] == [line]


def test_verify_notices_a_changed_draw(call: Call, file: Path, record: Record) -> None:
    entry = next(entry for entry in record.entries if entry.text.startswith("roll"))
    other = "roll " + " ".join(reversed(entry.text.split()[1:]))
    line = changed(file, f"{entry.ply} chance {entry.text}\n", f"{entry.ply} chance {other}\n")
    told = call("verify", file)
    assert told.code == 1
    assert f"{file}:{line}: the seed draws {entry.text!r}" in told.err


def test_moves_lists_what_is_legal_with_effects(call: Call, file: Path, record: Record) -> None:
    played = replay(record)
    ply = next(ply for ply, state in enumerate(played.states) if len(played.game.legal_actions(state)) > 2)
    legal = [played.game.action_text(action) for action in played.game.legal_actions(played.states[ply])]
    told = call("moves", file, "--at", str(ply))
    assert told.code == 0
    head, *lines = told.out.splitlines()
    assert head.startswith(f"ply {ply}, turn 1, ")
    assert len(lines) == len(legal)
    assert all(line.strip().startswith(text) for line, text in zip(lines, legal, strict=True))
    as_json = call("moves", file, "--at", str(ply), "--json").json
    assert [action["text"] for action in as_json["actions"]] == legal
    assert {"cost", "changes", "follows", "expected", "won", "lost", "forced", "notes"} == set(
        as_json["actions"][0]["effects"]
    )


def test_moves_shows_what_an_action_costs(call: Call, file: Path, record: Record) -> None:
    played = replay(record)
    ply = next(entry.ply - 1 for entry in record.entries if entry.text.startswith("place"))
    told = call("moves", file, "--at", str(ply), "--kind", "place")
    assert "costs $" in told.out
    hex_name = told.out.splitlines()[1].split()[1]
    fewer = call("moves", file, "--at", str(ply), "--hex", hex_name.lower(), "--json").json["actions"]
    assert 0 < len(fewer) < len(played.game.legal_actions(played.states[ply]))


def test_moves_at_the_end_lists_nothing(call: Call, file: Path, record: Record) -> None:
    told = call("moves", file)
    assert told.out.startswith(f"ply {len(record.entries)}, ")
    assert "nobody to act, 0 actions" in told.out
    assert replay(record).game.to_act(replay(record).state) == OVER


def test_moves_beyond_the_end_is_wrong_usage(call: Call, file: Path, record: Record) -> None:
    told = call("moves", file, "--at", "9999")
    assert told.code == 2
    assert f"has {len(record.entries)} entries" in told.err


def test_moves_before_a_break_works_and_behind_it_does_not(call: Call, file: Path, record: Record) -> None:
    broken(file, record)
    first = next(entry.ply for entry in record.entries if entry.actor >= 0)
    assert call("moves", file, "--at", str(first - 1)).code == 0
    assert call("moves", file, "--at", str(first)).code == 1
