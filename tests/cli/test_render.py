"""`render`: a position of a record at the terminal, as text and as a picture."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, AnyGame, Setup
from footplate.engine.record import Record, RecordEntry, format_record
from footplate.engine.registry import game, games
from footplate.engine.replay import replay
from footplate.render.svg import svg
from footplate.render.terminal import Frame, board, plain
from tests.cli.conftest import Call, changed

ROCKET = "stephensons_rocket"


def beginning(rules: AnyGame, plies: int = 24) -> Record:
    """A game of three in which everybody takes the action in the middle of the list."""
    info = rules.info
    setup = Setup(info.id, info.maps[0], info.default_preset, 3)
    state, entries = rules.start(setup), list[RecordEntry]()
    for ply in range(1, plies + 1):
        actor = rules.to_act(state)
        legal = rules.legal_actions(state)
        action = rules.draw(state, SeededDraws(bytes(32), ply)) if actor == CHANCE else legal[len(legal) // 2]
        entries.append(RecordEntry(ply, actor, rules.action_text(action)))
        state = rules.apply(state, action)
    return Record(setup, ("Ann", "Bertha", "Clara"), ("", "", ""), tuple(entries))


@pytest.fixture(params=list(games()))
def begun(request: pytest.FixtureRequest) -> Record:
    """The beginning of a game, for every game there is."""
    return beginning(game(request.param))


def written(record: Record, folder: Path) -> Path:
    path = folder / "begun.txt"
    path.write_text(format_record(record), encoding="utf-8")
    return path


def test_a_picture_is_written(call: Call, begun: Record, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    told = call("render", written(begun, tmp_path), "--at", "20", "-o", picture)
    assert (told.code, told.out, told.err) == (0, "", "")
    state = replay(begun).states[20]
    rules = game(begun.setup.game)
    marked = rules.tags(rules.parse_action(begun.entries[19].text)).hexes
    assert picture.read_text(encoding="utf-8") == svg(begun.setup.game, state, marked)
    assert ElementTree.fromstring(picture.read_text(encoding="utf-8")).tag.endswith("svg")  # noqa: S314  # our own text


def test_the_board_is_drawn_as_plain_text(call: Call, begun: Record, tmp_path: Path) -> None:
    text = tmp_path / "board.txt"
    file = written(begun, tmp_path)
    told = call("render", file)
    assert call("render", file, "-o", text).code == 0
    assert text.read_text(encoding="utf-8") == told.out
    assert "\x1b" not in told.out
    assert f"24 P{begun.entries[-1].actor + 1} {begun.entries[-1].text}"[:30] in told.out


def test_before_the_first_entry_nothing_is_marked(call: Call, begun: Record, tmp_path: Path) -> None:
    told = call("render", written(begun, tmp_path), "--at", "0", "--width", "80", "-o", "-")
    assert told.out == plain(board(begun.setup.game, replay(begun).states[0], Frame(80, 10_000))) + "\n"


def test_a_seat_is_shown_what_it_may_know(call: Call, tmp_path: Path) -> None:
    file = written(beginning(game(ROCKET)), tmp_path)
    everything, seen = call("render", file).out, call("render", file, "--seat", "2").out
    hidden = seen.count("?") - everything.count("?")
    assert hidden == 4, "money and score of the two others"


def test_a_record_comes_from_standard_input(call: Call, begun: Record, tmp_path: Path) -> None:
    told = call("render", "-", typed=format_record(begun))
    assert told.out == call("render", written(begun, tmp_path)).out


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--at", "25"), 2, "has 24 entries, so there is no ply 25"),
        (("--seat", "4"), 2, "the record has 3 seats, so there is no seat 4"),
        (("--seat", "0"), 2, "0 is not in the range"),
        (("-o", "board.png"), 2, "board.png: what to draw is told by the ending, .svg or .txt"),
        (("-o", "no/such/folder/board.svg"), 1, "no/such/folder/board.svg: No such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_one_line(
    call: Call, tmp_path: Path, options: tuple[str, ...], code: int, words: str
) -> None:
    told = call("render", written(beginning(game(ROCKET)), tmp_path), *options)
    assert (told.code, told.out) == (code, "")
    assert words in told.err
    assert told.err.count("\n") == 1


def test_where_a_record_breaks_is_told_and_nothing_is_written(call: Call, tmp_path: Path) -> None:
    record = beginning(game(ROCKET))
    file, entry = written(record, tmp_path), record.entries[5]
    line = changed(file, f"\n6 P{entry.actor + 1} {entry.text}\n", f"\n6 P{entry.actor + 1} station 0514x\n") + 1
    told = call("render", file, "-o", tmp_path / "board.svg")
    assert told.code == 1
    assert told.err.startswith(f"footplate: {file}:{line}: ")
    assert not (tmp_path / "board.svg").exists()
    assert call("render", file, "--at", "5", "-o", tmp_path / "board.svg").code == 0


def test_a_terminal_is_drawn_in_colour(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    told = call("render", written(beginning(game(ROCKET)), tmp_path))
    assert "\x1b[" in told.out
    assert "Turn" in told.out
