"""`footplate leaderboard GAME`: who is how strong, as the lobby has it."""

import os
import secrets
from itertools import islice
from typing import Any, Final

import click

from footplate.api.ratings.v1 import message_pb2
from footplate.cli.connecting import address_options, register, services
from footplate.cli.output import columns, emit, json_option
from footplate.client import Client
from footplate.domain.rating import PlayerClass, class_of

_HEADING: Final = ("", "points", "matches", "won", "name", "")
_TEXTS: Final = (4, 5)
_PLAYERS: Final = {class_of(players): players for players in range(2, 2 + len(PlayerClass))}


@click.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--players",
    type=click.Choice([players.value for players in PlayerClass]),
    help="Matches of so many; each number by itself by default.",
)
@click.option("--top", type=click.IntRange(min=1), default=20, show_default=True, help="Accounts to show.")
@address_options
@json_option("Print JSON, a line for each account.")
def leaderboard(game: str, players: str | None, top: int, rules: str, lobby: str, as_json: bool) -> None:
    """Show the best accounts of a game, persons and programs, by number of players.

    Points are what an account is all but surely better than; a newcomer begins at 0. Asks as an account made for it, or
    with the token in FOOTPLATE_TOKEN.
    """
    token = os.environ.get("FOOTPLATE_TOKEN", "")
    wanted = [PlayerClass(players)] if players else list(PlayerClass)
    with services(rules, lobby, token) as client:
        if not token:
            register(client, f"onlooker-{secrets.token_hex(4)}")
        boards = {which: _best(client, game, which, top) for which in wanted}
    for which, entries in boards.items():
        _show(which, entries, as_json=as_json)
    if not any(boards.values()) and not as_json:
        click.echo("no match of it has been rated yet")


def _best(client: Client, game: str, players: PlayerClass, top: int) -> list[message_pb2.LeaderboardEntry]:
    return list(islice(client.ratings.leaderboard(game, players=_PLAYERS[players]), top))


def _show(players: PlayerClass, entries: list[message_pb2.LeaderboardEntry], *, as_json: bool) -> None:
    if as_json:
        for entry in entries:
            emit(_as_json(players, entry))
    elif entries:
        click.echo(f"{players.value} players")
        for line in columns([_HEADING, *map(_row, entries)], left=_TEXTS):
            click.echo(f"  {line}")


def _row(entry: message_pb2.LeaderboardEntry) -> tuple[str, ...]:
    rating = entry.rating
    program = "bot" if entry.bot else ""
    return (f"{entry.place}.", str(rating.points), str(rating.matches), str(rating.wins), entry.display_name, program)


def _as_json(players: PlayerClass, entry: message_pb2.LeaderboardEntry) -> dict[str, Any]:
    rating = entry.rating
    return {
        "players": players.value,
        "place": entry.place,
        "account": entry.account_id,
        "name": entry.display_name,
        "bot": entry.bot,
        "level": entry.bot_level,
        "points": rating.points,
        "mean": rating.mean,
        "deviation": rating.deviation,
        "matches": rating.matches,
        "wins": rating.wins,
    }
