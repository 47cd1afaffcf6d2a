"""Notes of a log in protobuf."""

from typing import Final

from footplate.api.match.v1 import log_entry_pb2 as pb
from footplate.engine import notes
from footplate.engine.notes import parse_note

_KINDS: Final = {
    notes.RESIGN: pb.NOTE_KIND_RESIGN,
    notes.STAND_IN: pb.NOTE_KIND_STAND_IN,
    notes.RETURN: pb.NOTE_KIND_RETURN,
    notes.UNDO: pb.NOTE_KIND_UNDO,
    notes.ASK_UNDO: pb.NOTE_KIND_ASK_UNDO,
    notes.AGREE: pb.NOTE_KIND_AGREE,
    notes.DECLINE: pb.NOTE_KIND_DECLINE,
    notes.CLOSE: pb.NOTE_KIND_CLOSE,
}


def encode_note(text: str) -> pb.Note:
    """The note of an entry's text. Raises NotationError."""
    note = parse_note(text)
    return pb.Note(kind=_KINDS[note.kind], ply=note.ply, bot_level=note.level)
