"""The command as a person calls it, and a record to hand it."""

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from footplate.cli.main import run
from footplate.engine.record import Record, format_record, parse_record
from footplate.engine.registry import games
from footplate.strategies.levels import strategy
from footplate.strategies.selfplay import play, seed_of


@dataclass(frozen=True)
class Told:
    """What a call of the command came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The value of the only line."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The values of all lines."""
        return [json.loads(line) for line in self.out.splitlines()]


Call = Callable[..., Told]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Calls the command; `typed` is what comes in on standard input."""

    def called(*arguments: str | Path, typed: str = "") -> Told:
        capsys.readouterr()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        code = run([str(argument) for argument in arguments])
        seen = capsys.readouterr()
        return Told(code, seen.out, seen.err)

    return called


def game_of(levels: Sequence[str], seed: str) -> Record:
    """A whole game of the first game there is."""
    game = next(iter(games().values()))
    setup = game.setup_of(game.start(_setup(game, len(levels))))
    played = play(game, setup, [strategy(level) for level in levels], seed_of(seed))
    return played.record([f"Bot {number}" for number in range(len(levels))], levels)


def _setup(game: Any, seats: int) -> Any:
    from footplate.engine.game import Setup

    return Setup(game.info.id, game.info.maps[0], game.info.default_preset, seats)


@pytest.fixture(scope="session")
def record() -> Record:
    """A finished game of three bots with line numbers, as a file has them."""
    return parse_record(format_record(game_of(("greedy", "uniform", "uniform"), "1:1")))


@pytest.fixture
def file(record: Record, tmp_path: Path) -> Path:
    """The record as a file."""
    path = tmp_path / "game.txt"
    path.write_text(format_record(record), encoding="utf-8")
    return path


def changed(path: Path, old: str, new: str) -> int:
    """Replaces a text that stands in a file once; the number of its line."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, text.count(old)
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1
