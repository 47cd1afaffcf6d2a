"""`footplate watch MATCH`: follows a match live."""

import os
import secrets

import click

from footplate.cli import words
from footplate.cli.connecting import address_options, register, services
from footplate.cli.failures import CliError
from footplate.cli.output import json_option
from footplate.cli.seen import Seen, seen_of
from footplate.cli.shows import Show, chosen_show
from footplate.client import Client
from footplate.engine.game import AnyGame
from footplate.engine.registry import games


@click.command()
@click.argument("match_id", metavar="MATCH")
@click.option("--from", "from_ply", type=click.IntRange(min=0), help="Entries to pass over; by default all so far.")
@address_options
@json_option("Print JSON, a line for each entry.")
def watch(match_id: str, from_ply: int | None, rules: str, lobby: str, as_json: bool) -> None:
    """Watch a match of the running services live, until it is over.

    Watches as an account made for it, or with the token in FOOTPLATE_TOKEN.
    """
    token = os.environ.get("FOOTPLATE_TOKEN", "")
    with services(rules, lobby, token) as client:
        if not token:
            register(client, f"onlooker-{secrets.token_hex(4)}")
        last = show_match(client, match_id, from_ply, chosen_show(as_json=as_json))
    outcome = last.outcome
    if outcome and not as_json:
        for line in words.standing_lines(outcome.standings, last.names):
            click.echo(line)


def show_match(client: Client, match_id: str, from_ply: int | None, show: Show) -> Seen:
    """Show a match until it is over; the last position. `from_ply` None: begin at the head."""
    head = client.matches.get(match_id)
    game = known_game(head.setup.game)
    last = None
    try:
        for update in client.matches.follow(match_id, head.head_ply if from_ply is None else from_ply):
            last = seen_of(game, update)
            show.show(last)
    finally:
        show.close()
    if last is None:
        raise CliError(f"match {match_id} ended before it could be seen")
    return last


def known_game(game_id: str) -> AnyGame:
    """A game that the services play. Raises CliError when this installation does not know it."""
    game = games().get(game_id)
    if game is None:
        raise CliError(f"the match is of the game {game_id!r}, which this installation of footplate does not know")
    return game
