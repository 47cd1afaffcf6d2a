"""`footplate moves FILE`: what may be done at a position of a record, and what it would do."""

from collections.abc import Iterator
from typing import Any

import click

from footplate.cli import words
from footplate.cli.output import emit, json_option
from footplate.cli.record_files import BrokenRecord, file_argument, played_to, ply_option, told_as_json
from footplate.engine.game import AnyGame
from footplate.engine.replay import Replay


@click.command()
@file_argument
@ply_option
@click.option("--kind", default="", help="Only actions whose text begins with this word.")
@click.option("--hex", "hex_name", default="", help="Only actions that touch this hex, such as R13.")
@json_option("Print JSON, one line.")
def moves(file: str, ply: int | None, kind: str, hex_name: str, as_json: bool) -> None:
    """List the legal actions at a position of the record in FILE, with their effects. `-` reads standard input."""
    try:
        played = played_to(file, ply)
    except BrokenRecord as broken:
        raise told_as_json(as_json, broken) from None
    game, state = played.game, played.state
    listed = [action for action in game.legal_actions(state) if _fits(game, action, kind, hex_name)]
    if as_json:
        emit(_told(played, listed))
        return
    progress, to_act = game.progress(state), words.actor_name(game.to_act(state), played.record.names)
    click.echo(
        f"ply {len(played.states) - 1}, turn {progress.turn}, {progress.phase}: {to_act} to act, {len(listed)} actions"
    )
    for line in _lines(game, state, listed):
        click.echo(line)


def _fits(game: AnyGame, action: Any, kind: str, hex_name: str) -> bool:
    tags = game.tags(action)
    return kind in ("", tags.kind) and (not hex_name or hex_name.upper() in tags.hexes)


def _lines(game: AnyGame, state: Any, actions: list[Any]) -> Iterator[str]:
    texts = [game.action_text(action) for action in actions]
    width = max(map(len, texts), default=0)
    for action, text in zip(actions, texts, strict=True):
        yield f"  {text:<{width}}  {words.effects_line(game.effects(state, action))}".rstrip()


def _told(played: Replay, actions: list[Any]) -> dict[str, object]:
    game, state = played.game, played.state
    progress = game.progress(state)
    return {
        "ok": True,
        "ply": len(played.states) - 1,
        "turn": progress.turn,
        "phase": progress.phase,
        "to_act": words.actor_name(game.to_act(state), ()),
        "actions": [
            {"text": game.action_text(action), "effects": words.effects_json(game.effects(state, action))}
            for action in actions
        ],
        "position": game.state_text(state),
    }
