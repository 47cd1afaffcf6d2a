"""Matches in protobuf: actions, entries and positions of any game."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from footplate.api.match.v1 import action_pb2, log_entry_pb2, match_view_pb2
from footplate.api.rules.v1 import message_pb2
from footplate.domain.log import Cause, Entry
from footplate.domain.match import Match
from footplate.engine.game import OVER, AnyGame
from footplate.engine.notes import is_note
from footplate.engine.record import Record
from footplate.wire.codecs import codec_of
from footplate.wire.common import (
    decode_seats,
    decode_setup,
    decode_time,
    encode_conduct,
    encode_full_setup,
    encode_outcome,
    encode_standings,
    encode_time,
)
from footplate.wire.fields import refused
from footplate.wire.notes import encode_note
from footplate.wire.situation import encode_situation
from footplate.wire.terms import encode_terms

_CAUSES: Final = {
    Cause.PLAYER: log_entry_pb2.ENTRY_CAUSE_PLAYER,
    Cause.CHANCE: log_entry_pb2.ENTRY_CAUSE_CHANCE,
    Cause.DEFAULT: log_entry_pb2.ENTRY_CAUSE_DEFAULT,
    Cause.IMPORT: log_entry_pb2.ENTRY_CAUSE_IMPORT,
    Cause.TABLE: log_entry_pb2.ENTRY_CAUSE_TABLE,
    Cause.ORDER: log_entry_pb2.ENTRY_CAUSE_ORDER,
}
_CAUSE_OF: Final[dict[int, Cause]] = {value: cause for cause, value in _CAUSES.items()}


# --- Actions ---------------------------------------------------------------


def encode_action(game: AnyGame, action: Any) -> action_pb2.Action:
    """An action of a game: typed, or its text where the game has no typed messages."""
    return codec_of(game).encode_action(action)


def decode_action(game: AnyGame, message: action_pb2.Action, path: str = "action") -> Any:
    """The action of a message, typed or as text. Raises BadRequest naming the field, NotationError quoting the text."""
    form = message.WhichOneof("form")
    if form is None:
        raise refused(path, "", "an action is to be set, as text or typed")
    if form == "text":
        return game.parse_action(message.text)
    if form != game.info.id:
        raise refused(path, form, f"an action of another game; this is {game.info.id}")
    return codec_of(game).decode_action(message, path)


def encode_effects(game: AnyGame, before: Any, action: Any) -> action_pb2.Effects:
    """What an action would do in a position. Raises IllegalAction when the rules forbid it."""
    return codec_of(game).encode_effects(before, action)


def encode_legal_action(game: AnyGame, state: Any, action: Any, *, with_effects: bool) -> message_pb2.LegalAction:
    """An action the seat to act may choose."""
    return message_pb2.LegalAction(
        action=encode_action(game, action),
        text=game.action_text(action),
        effects=encode_effects(game, state, action) if with_effects else None,
    )


# --- Entries ---------------------------------------------------------------


def encode_entry(game: AnyGame, entry: Entry, effects: action_pb2.Effects | None = None) -> log_entry_pb2.LogEntry:
    """An entry of the log."""
    noted = is_note(entry.text)
    return log_entry_pb2.LogEntry(
        ply=entry.ply,
        actor=entry.actor,
        action=None if noted else encode_action(game, game.parse_action(entry.text)),
        note=encode_note(entry.text) if noted else None,
        text=entry.text,
        time=encode_time(entry.time_ms),
        chain_hash=entry.chain_hash,
        cause=_CAUSES[entry.cause],
        effects=effects,
    )


def encode_entries_with_effects(
    game: AnyGame, before: Any, entries: Iterable[Entry]
) -> Iterator[log_entry_pb2.LogEntry]:
    """Entries that follow from the position before the first of them, each move with its effects.

    None but the last may be an undo, which leads to a position that is not at hand here.
    """
    state = before
    for entry in entries:
        if is_note(entry.text):
            yield encode_entry(game, entry)
            continue
        action = game.parse_action(entry.text)
        yield encode_entry(game, entry, encode_effects(game, state, action))
        state = game.apply(state, action)


def decode_entry(message: log_entry_pb2.LogEntry) -> Entry:
    """An entry as a client got it. Raises BadRequest for a cause that is not known here."""
    if message.cause not in _CAUSE_OF:
        raise refused("cause", message.cause, "not a cause of entries that is known here")
    return Entry(
        ply=message.ply,
        actor=message.actor,
        text=message.text,
        cause=_CAUSE_OF[message.cause],
        time_ms=decode_time(message.time),
        chain_hash=message.chain_hash,
    )


# --- Positions -------------------------------------------------------------


def encode_match(match: Match, head: Match, viewer: int | None) -> match_view_pb2.MatchView:
    """The match at a ply, with its present head, as a seat (None: a spectator) may see it.

    Once the match has ended nothing is hidden, whatever ply is looked at.
    """
    game, header, over = match.game, match.header, match.to_act == OVER
    seen = match.state if head.to_act == OVER else game.view(match.state, viewer)
    progress, outcome = match.progress, match.outcome
    seed = head.revealed_seed
    message = match_view_pb2.MatchView(
        match_id=match.id,
        setup=encode_full_setup(game, header.setup, header.seats),
        ply=match.ply,
        head_ply=head.ply,
        to_act=match.to_act,
        phase=progress.phase,
        turn=progress.turn,
        turns=progress.turns,
        outcome=encode_outcome(outcome) if outcome else None,
        seed_commitment=header.commitment,
        revealed_seed=seed.hex() if seed else "",
        chain_hash=match.chain_hash,
        rules_version=header.rules_version,
        state_text=game.state_text(seen),
        standings=encode_standings(game.standings(seen)),
        turn_began=None if over else encode_time(match.began_ms),
        viewer=viewer,
        imported_plies=header.imported_plies or 0,
        created=encode_time(header.created_ms),
        conduct=encode_conduct(match.conduct),
        terms=encode_terms(header.terms),
        situation=encode_situation(match),
    )
    codec_of(game).add_view(seen, message)
    return message


def decode_opening(game: AnyGame, message: match_view_pb2.MatchView) -> Record:
    """The record before the first entry, where the chain of hashes begins, as a client can tell it from any view."""
    seats = decode_seats(message.setup.seats)
    setup = decode_setup(message.setup, len(seats))
    return Record(
        setup=game.setup_of(game.start(setup)),
        names=tuple(seat.name for seat in seats),
        bots=tuple(seat.bot_word for seat in seats),
        match=message.match_id,
        rules_version=message.rules_version,
        commitment=message.seed_commitment,
    )
