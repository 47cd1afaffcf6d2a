"""Writing for people and for programs."""

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def json_option(text: str = "Print JSON for programs.") -> Callable[[F], F]:
    """The option `--json`; the parameter is `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help=text)


def emit(value: object, *, indent: int | None = None) -> None:
    """Print a value as one line of JSON (indented: several), at once: a program may be reading as we go."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=indent))


def columns(rows: Sequence[Sequence[str]], *, left: Sequence[int] = ()) -> list[str]:
    """Rows of cells as lines with straight columns, numbers to the right; `left`: columns that begin at the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))] if rows else []
    return ["  ".join(_cell(row, column, widths, left) for column in range(len(widths))).rstrip() for row in rows]


def _cell(row: Sequence[str], column: int, widths: Sequence[int], left: Sequence[int]) -> str:
    text, width = row[column], widths[column]
    return text.ljust(width) if column in left else text.rjust(width)
