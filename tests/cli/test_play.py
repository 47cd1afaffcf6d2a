"""`play --local`: a person against bots; what is typed is understood, judged and told."""

from pathlib import Path

import pytest

from footplate.cli.play.local import LocalTable
from footplate.cli.play.prompt import Left, Prompt
from footplate.cli.seen import Seen
from footplate.engine.chance import SEED_BYTES
from footplate.engine.game import OVER, Setup
from footplate.engine.record import parse_record
from footplate.engine.registry import game
from footplate.engine.replay import verify
from tests.cli.conftest import Call
from tests.support.toy_game import PEBBLES, SETUP

GAME = "age_of_steam"
SEED = bytes(SEED_BYTES)


class Typist:
    """Types line after line; what was asked is kept."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.asked: list[str] = []

    def __call__(self, text: str) -> str:
        self.asked.append(text)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def prompt(*lines: str, confirm: bool = True) -> tuple[Prompt, list[str]]:
    shown: list[str] = []
    made = Prompt(
        Typist(*lines),
        confirm=confirm,
        show_board=lambda _seen: shown.append("board"),
        show_standings=lambda _seen: shown.append("standings"),
    )
    return made, shown


@pytest.fixture
def seen() -> Seen:
    """The first decision of the toy game, with three or more pebbles to take from."""
    state = PEBBLES.apply(PEBBLES.start(SETUP), PEBBLES.parse_action("roll 6"))
    return Seen(PEBBLES, state, 1, (), ("Ann", "Bea", "Cy"))


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        (("take 2", ""), "take 2"),
        (("take 2", "n", "take 1", "y"), "take 1"),
        (("3", "yes"), "take 3"),
        (("7", "0", "take  1", "Y"), "take 1"),
        (("take 9", "take 1", ""), "take 1"),
        (("gibberish", "take 1", ""), "take 1"),
        (("?", "", "board", "standings", "moves", "moves 2", "1", ""), "take 2"),
    ],
)
def test_what_is_typed_becomes_a_legal_action(seen: Seen, typed: tuple[str, ...], action: str) -> None:
    made, _ = prompt(*typed)
    assert made.action(seen) == action


def test_an_illegal_action_is_told_with_its_rule(seen: Seen, capsys: pytest.CaptureFixture[str]) -> None:
    made, _ = prompt("take 9", "take 1", "")
    made.action(seen)
    assert "TOY-TAKE-01: 9 pebbles cannot be taken" in capsys.readouterr().out


def test_effects_are_told_before_the_question(seen: Seen, capsys: pytest.CaptureFixture[str]) -> None:
    made, _ = prompt("take 2", "y")
    made.action(seen)
    assert "take 2: P1 points +2" in capsys.readouterr().out


def test_words_that_are_no_action_filter_the_list(seen: Seen, capsys: pytest.CaptureFixture[str]) -> None:
    made, _ = prompt("3", "n", "2", "n", "moves 3", "1", "y")
    assert made.action(seen) == "take 3"
    other, _ = prompt("TAK", "2", "y")
    assert other.action(seen) == "take 2"
    assert "    2  take 2\n" in capsys.readouterr().out


def test_commands_draw(seen: Seen) -> None:
    made, shown = prompt("board", "standings", "take 1", "")
    made.action(seen)
    assert shown == ["board", "standings"]


def test_without_confirmation_nothing_is_asked_twice(seen: Seen) -> None:
    made, _ = prompt("take 1", confirm=False)
    assert made.action(seen) == "take 1"


@pytest.mark.parametrize("typed", [("quit",), ("exit",), (), ("take 1",)])
def test_leaving(seen: Seen, typed: tuple[str, ...]) -> None:
    made, _ = prompt(*typed)
    with pytest.raises(Left):
        made.action(seen)


def test_a_local_match_ends_with_a_record_that_holds(tmp_path: Path) -> None:
    played = game(GAME)
    setup = Setup(GAME, "rust_belt", "warfrog-2002", 3)
    table = LocalTable(played, setup, ("uniform", "", "uniform"), "Ann", tmp_path, SEED)
    assert table.seat == 1
    last = None
    for seen in table.positions():
        last = seen
        if seen.to_act == table.seat:
            table.play(seen, played.action_text(played.legal_actions(seen.state)[0]))
    assert last is not None
    assert last.to_act == OVER
    farewell = table.farewell(finished=True)
    record = parse_record(Path(farewell.removeprefix("record: ")).read_text(encoding="utf-8"))
    assert record.names == ("uniform", "Ann", "uniform")
    assert record.bots == ("uniform", "", "uniform")
    assert verify(record).findings == ()


def test_the_entries_shown_are_all_there_are(tmp_path: Path) -> None:
    played = game(GAME)
    table = LocalTable(
        played, Setup(GAME, "rust_belt", "warfrog-2002", 3), ("", "uniform", "uniform"), "A", tmp_path, SEED
    )
    plies = []
    for seen in table.positions():
        plies += [entry.ply for entry in seen.entries]
        if seen.to_act == table.seat:
            table.play(seen, played.action_text(played.legal_actions(seen.state)[0]))
    assert plies == list(range(1, len(plies) + 1))


def test_a_person_plays_at_the_terminal(call: Call, tmp_path: Path) -> None:
    told = call(
        "play", GAME, "--local", "--bots", "uniform", "--data-dir", tmp_path, typed="issue 99\nissue 1\ny\nquit\n"
    )
    assert (told.code, told.err) == (0, "")
    assert "AOS-SHARE-03: " in told.out
    assert "turn 1 of 10, issue_shares: " in told.out
    assert "the match ends here" in told.out
    assert not list(tmp_path.iterdir())


def test_the_services_that_are_not_there_are_named(call: Call) -> None:
    told = call("play", GAME, "--rules", "127.0.0.1:1", "--lobby", "127.0.0.1:1")
    assert told.code == 1
    assert told.err.startswith("footplate: the services do not answer at 127.0.0.1:1 (rules) and 127.0.0.1:1 (lobby)")
    assert "footplate up starts them" in told.err
    assert told.err.count("\n") == 1
