"""`footplate play GAME`: a person at the terminal against bots."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console

from footplate.cli import words
from footplate.cli.connecting import address_options, register, services
from footplate.cli.places import DataDir, data_dir_option
from footplate.cli.play.local import LocalTable
from footplate.cli.play.prompt import Ask, Left, Prompt
from footplate.cli.play.remote import RemoteTable, open_match
from footplate.cli.play.table import Table
from footplate.cli.screen import board_text, standings_text
from footplate.cli.seen import Seen
from footplate.cli.setups import Levels, bots_option, chosen_game, chosen_setup, setup_options
from footplate.cli.shows import sentence
from footplate.engine.game import OVER, AnyGame, Setup


@click.command()
@click.argument("game_id", metavar="GAME")
@bots_option("Levels of the others, which also says how many; greedy and uniform by default.")
@click.option("--name", default="", help="Your name; that of the user by default.")
@click.option("--local", is_flag=True, help="With the engine alone: no services are needed, nothing is kept.")
@click.option("--yes", is_flag=True, help="Play an action without asking once more.")
@setup_options
@address_options
@data_dir_option
def play(  # noqa: PLR0913 - one parameter for each option
    *,
    game_id: str,
    bots: Levels,
    name: str,
    local: bool,
    yes: bool,
    map_id: str,
    preset: str,
    options: tuple[str, ...],
    rules: str,
    lobby: str,
    data_dir: Path,
) -> None:
    """Play GAME at the terminal against bots, at a table of the running services or with --local."""
    game = chosen_game(game_id)
    seats = _seats(game, bots)
    levels = bots.fill(seats - 1, ("greedy", "uniform"))
    setup = chosen_setup(game, seats, map_id, preset, options)
    console = Console()
    prompt = Prompt(
        _asking(),
        confirm=not yes,
        show_board=lambda seen: _show_board(console, seen),
        show_standings=lambda seen: console.print(standings_text(game.info.id, seen.state), end=""),
    )
    if local:
        _sit(LocalTable(game, setup, ("", *levels), name or "you", DataDir(data_dir).records), prompt, console)
        return
    with _remote_table(game, setup, levels, name, (rules, lobby)) as table:
        _sit(table, prompt, console)


@contextmanager
def _remote_table(
    game: AnyGame, setup: Setup, levels: tuple[str, ...], name: str, addresses: tuple[str, str]
) -> Iterator[Table]:
    rules, lobby = addresses
    with services(rules, lobby) as client:
        called = register(client, name)
        match_id = open_match(client, setup, levels)
        click.echo(f"{words.setup_line(game, setup)}: match {match_id}, you are {called}")
        yield RemoteTable(client, game, match_id, f"footplate watch {match_id} --rules {rules} --lobby {lobby}")


def _sit(table: Table, prompt: Prompt, console: Console) -> None:
    """Play until the match is over or the person leaves."""
    before, finished = None, False
    try:
        for seen in table.positions():
            for entry in seen.entries:
                click.echo(f"{entry.ply:>5} {sentence(entry, before)}")
            before = seen
            if seen.to_act == table.seat:
                _show_board(console, seen)
                table.play(seen, prompt.action(seen))
            finished = seen.to_act == OVER
    except Left:
        click.echo("")
    outcome = before.outcome if before else None
    if before and outcome:
        for line in words.standing_lines(outcome.standings, before.names):
            click.echo(line)
    click.echo(table.farewell(finished=finished))


def _show_board(console: Console, seen: Seen) -> None:
    console.print(board_text(seen.game.info.id, seen.state, console.width, console.height), end="", crop=True)


def _seats(game: AnyGame, bots: Levels) -> int:
    info = game.info
    if not bots:
        return max(info.min_seats, min(4, info.max_seats))
    seats = max(info.min_seats, len(bots) + 1) if len(bots) == 1 else len(bots) + 1
    if not info.min_seats <= seats <= info.max_seats:
        raise click.UsageError(f"{info.title} is played by {info.min_seats} to {info.max_seats}, you included")
    return seats


def _asking() -> Ask:
    """`input`, with a history where there is a terminal."""
    if sys.stdin.isatty():
        import readline  # noqa: F401 - its import alone gives `input` a history
    return input
