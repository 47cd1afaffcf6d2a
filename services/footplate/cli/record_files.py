"""Records as files: reading one, and saying where it breaks."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from footplate.cli.failures import WRONG_USAGE, CliError
from footplate.cli.output import emit
from footplate.engine.errors import RecordError
from footplate.engine.record import Record, parse_record
from footplate.engine.replay import Replay
from footplate.engine.replay import replay as replay_record

F = TypeVar("F", bound=Callable[..., Any])


def file_argument(function: F) -> F:
    """The argument FILE; `-` is standard input."""
    kind = click.Path(exists=True, dir_okay=False, allow_dash=True)
    return click.argument("file", type=kind)(function)


def ply_option(function: F) -> F:
    """The option `--at`; the parameter is `ply`."""
    kind = click.IntRange(min=0)
    return click.option("--at", "ply", type=kind, help="Entries to replay first; all of them by default.")(function)


class BrokenRecord(CliError):
    """A record that cannot be read, or replays only up to a point."""

    def __init__(self, file: str, error: RecordError) -> None:
        self.error = error
        head = f"{file}:{error.line}: {f'{error.code}: ' if error.code else ''}{_message(error)}"
        super().__init__(f"{head}\n  position: {error.position}" if error.position else head)

    def told(self) -> dict[str, Any]:
        """The same for programs."""
        error = self.error
        return {"line": error.line, "rule": error.code, "message": _message(error), "position": error.position}


def read_record(file: str) -> Record:
    """The record in a file. Raises BrokenRecord with the line that cannot be read, CliError when it is no text."""
    try:
        text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return parse_record(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise CliError(f"{file}: not a text in UTF-8, at byte {error.start}") from None
    except RecordError as error:
        raise BrokenRecord(file, error) from None


def replayed(file: str, record: Record) -> Replay:
    """The record played as far as it goes. Raises BrokenRecord when there is not even a first position."""
    try:
        return replay_record(record)
    except RecordError as error:
        raise BrokenRecord(file, error) from None


def played_to(file: str, ply: int | None) -> Replay:
    """The record in a file played up to a ply (None: to its end). Raises CliError with the reason when that fails."""
    record = read_record(file)
    if ply is not None and ply > len(record.entries):
        raise CliError(f"{file} has {len(record.entries)} entries, so there is no ply {ply}", WRONG_USAGE)
    played = replayed(file, record if ply is None else record.upto(ply))
    if played.error:
        raise BrokenRecord(file, played.error)
    return played


def told_as_json(as_json: bool, broken: BrokenRecord) -> BrokenRecord:
    """The error to raise, after telling it to the program that reads along."""
    if as_json:
        emit({"ok": False, "error": broken.told()})
    return broken


def _message(error: RecordError) -> str:
    """The sentence alone: the engine repeats the rule in front of it."""
    return error.message.removeprefix(f"{error.code}: ")
