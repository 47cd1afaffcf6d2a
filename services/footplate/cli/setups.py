"""What is to be played, as options of a command: game, map, preset, options, seats and bots."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import click
from typing_extensions import override

from footplate.engine.errors import SetupError
from footplate.engine.game import AnyGame, Setup
from footplate.engine.registry import UnknownGame, game, games
from footplate.strategies.levels import LEVELS

F = TypeVar("F", bound=Callable[..., Any])

_FIELDS: Final = {"map": "--map", "preset": "--preset", "seats": "--seats"}


def setup_options(function: F) -> F:
    """The options `--map`, `--preset` and `--option`."""
    for option in (
        click.option(
            "--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule that differs; repeatable."
        ),
        click.option("--preset", default="", help="Named set of options; the game's own choice by default."),
        click.option("--map", "map_id", default="", help="Map; the game's first one by default."),
    ):
        function = option(function)
    return function


def chosen_game(game_id: str) -> AnyGame:
    """The game of an id, in which hyphens are as good as underscores. Raises a usage error that lists the games."""
    try:
        return game(game_id.replace("-", "_"))
    except UnknownGame as error:
        raise click.UsageError(str(error)) from None


def first_game() -> str:
    """The game that is played when none is named."""
    return next(iter(games()))


def chosen_setup(played: AnyGame, seats: int, map_id: str, preset: str, options: Sequence[str]) -> Setup:
    """A complete set-up. Raises a usage error naming what does not fit."""
    pairs = [option.partition("=") for option in options]
    if not all(name and sign and value for name, sign, value in pairs):
        raise click.UsageError("--option is written NAME=VALUE")
    info = played.info
    given = tuple(sorted((name, value) for name, _, value in pairs))
    setup = Setup(info.id, map_id or info.maps[0], preset or info.default_preset, seats, given)
    try:
        return played.setup_of(played.start(setup))
    except SetupError as error:
        raise click.UsageError(f"{_FIELDS.get(error.field, error.field)}: {error.message}") from None


@dataclass(frozen=True)
class Levels:
    """Levels of bots, by seat or by free seat."""

    words: tuple[str, ...]

    def fill(self, seats: int, default: Sequence[str]) -> tuple[str, ...]:
        """A level for each seat: those named, one for all, or the default again and again."""
        if not self.words:
            return tuple(default[seat % len(default)] for seat in range(seats))
        if len(self.words) == 1:
            return self.words * seats
        if len(self.words) != seats:
            raise click.UsageError(f"--bots names {len(self.words)} bots for {seats} seats")
        return self.words

    def __len__(self) -> int:
        return len(self.words)


class _LevelsType(click.ParamType[Levels]):
    name = "levels"

    @override
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Levels:
        if isinstance(value, Levels):
            return value
        words = tuple(word.strip() for word in str(value).split(",") if word.strip())
        unknown = [word for word in words if word not in LEVELS]
        if unknown:
            self.fail(f"no bot level {unknown[0]!r}; there are: {', '.join(LEVELS)}", param, ctx)
        return Levels(words)


def bots_option(text: str) -> Callable[[F], F]:
    """The option `--bots`; the parameter is a Levels."""
    return click.option("--bots", type=_LevelsType(), default="", metavar="LEVEL,...", help=text)


def seats_of(played: AnyGame, asked: int | None, named: int) -> int:
    """How many seats: those asked for, else one for each bot named, else four or what the game allows."""
    info = played.info
    seats = asked or (named if named > 1 else max(info.min_seats, min(4, info.max_seats)))
    if not info.min_seats <= seats <= info.max_seats:
        raise click.UsageError(f"{info.title} is played by {info.min_seats} to {info.max_seats}, not {seats}")
    return seats
