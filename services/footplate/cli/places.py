"""Where the command leaves things on this machine."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class DataDir:
    """One directory for all of it."""

    root: Path

    @property
    def records(self) -> Path:
        """Records of matches that were played."""
        return self.root / "records"

    @property
    def logs(self) -> Path:
        """What the processes say, a file for each."""
        return self.root / "logs"

    @property
    def redis(self) -> Path:
        """What the embedded Redis keeps, if it is to keep anything."""
        return self.root / "redis"


def data_dir_option(function: F) -> F:
    """The option `--data-dir`; the parameter is a path."""
    return click.option(
        "--data-dir",
        type=click.Path(file_okay=False, path_type=Path),
        default=Path(".footplate"),
        show_default=True,
        envvar="FOOTPLATE_DATA_DIR",
        show_envvar=True,
        help="Directory for records and logs.",
    )(function)
