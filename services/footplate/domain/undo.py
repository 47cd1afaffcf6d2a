"""Going back. Whoever acts takes back steps of its own running turn; anything further needs all who have a say.

Nothing leaves the log: an undo is a note, and what it leaves behind stays readable before it.
"""

from collections.abc import Sequence
from typing import Final

from footplate.domain.errors import UndoNotAsked, UndoPending, UndoRefused
from footplate.domain.log import Cause, Entry
from footplate.domain.match import Committed, Match
from footplate.domain.situation import UndoRequest
from footplate.engine import notes
from footplate.engine.game import CHANCE
from footplate.engine.notes import Note, is_note

_OWN: Final = (Cause.PLAYER, Cause.ORDER)


def take_back(
    match: Match, target: Match, since: Sequence[Entry], account: str, seat: int | None, now_ms: int
) -> Committed:
    """Takes back what the seat to act did since `target`, the match at an earlier ply of the same turn.

    `since`: the entries behind it. Only while nobody else acted, nothing was drawn and the turn is still open, so that
    the seat learned nothing that it could use. Raises NotYourSeat, MatchOver, NotYourTurn, SeatTakenOver, UndoRefused.
    """
    seat = match.seat_of(account, seat)
    match.admit(account, seat, match.ply)
    steps = _steps(match, target, since)
    for entry in steps:
        if entry.actor == CHANCE:
            raise UndoRefused(match.id, target.ply, "something was drawn since then")
        if entry.actor != seat or entry.cause not in _OWN:
            raise UndoRefused(match.id, target.ply, "not all that was done since then was the seat's own decision")
    if not steps or _turn(match) != _turn(target):
        raise UndoRefused(match.id, target.ply, "it is not a step of the running turn")
    return match.committed(*match.noted(seat, _back_to(target), Cause.PLAYER, now_ms, target.state))


def ask(match: Match, target: Match, since: Sequence[Entry], account: str, seat: int | None, now_ms: int) -> Committed:
    """Asks all others to go back to `target`; where they are all bots of the house, the match goes back at once.

    Raises NotYourSeat, MatchOver, SeatTakenOver, UndoRefused, UndoPending.
    """
    seat = match.seat_of(account, seat)
    match.expect_running()
    match.expect_decider(account, seat)
    pending = match.situation.request
    if pending and now_ms < pending.until_ms and not _due(match, pending, target.ply, seat):
        raise UndoPending(match.id, pending.ply)
    if not _steps(match, target, since):
        raise UndoRefused(match.id, target.ply, "nothing was done since then")
    after, entry = match.noted(seat, Note(notes.ASK_UNDO, target.ply), Cause.PLAYER, now_ms)
    return _granted(match, after, entry, target, now_ms)


def answer(match: Match, target: Match, account: str, seat: int | None, now_ms: int, *, agrees: bool) -> Committed:
    """Answers whoever asks to go back to `target`. The match goes back as soon as all agree, nobody does after a no.

    Raises NotYourSeat, MatchOver, SeatTakenOver, UndoNotAsked, UndoPending when the seat has agreed before.
    """
    seat = match.seat_of(account, seat)
    match.expect_running()
    match.expect_decider(account, seat)
    request = match.situation.request
    if request is None or request.ply != target.ply or now_ms >= request.until_ms:
        raise UndoNotAsked(match.id, target.ply)
    if agrees and seat in request.agreed:
        raise UndoPending(match.id, request.ply)
    note = Note(notes.AGREE if agrees else notes.DECLINE)
    after, entry = match.noted(seat, note, Cause.PLAYER, now_ms)
    return _granted(match, after, entry, target, now_ms)


def _due(match: Match, request: UndoRequest, ply: int, seat: int) -> bool:
    """Whether the seat asks again, because those who did not answer have left."""
    return (request.seat, request.ply) == (seat, ply) and match.situation.agreed(match.header)


def _granted(before: Match, after: Match, entry: Entry, target: Match, now_ms: int) -> Committed:
    """The match back at `target` if all who have a say agree, else as it is."""
    request = after.situation.request
    if request is None or not after.situation.agreed(after.header):
        return before.committed(after, entry)
    back, undo = after.noted(request.seat, _back_to(target), Cause.PLAYER, now_ms, target.state)
    return before.committed(back, entry, undo)


def _steps(match: Match, target: Match, since: Sequence[Entry]) -> list[Entry]:
    """The moves that led from `target` to the match. Raises UndoRefused when it lies elsewhere, or nobody decides."""
    if target.to_act < 0:
        raise UndoRefused(match.id, target.ply, "no seat decides there")
    line = notes.line([entry.text for entry in since], target.ply + 1)
    if line and (notes.undone(since[line[0] - target.ply - 1].text) or target.ply) < target.ply:
        raise UndoRefused(match.id, target.ply, "an undo has left it behind")
    on_line = [since[ply - target.ply - 1] for ply in line]
    return [entry for entry in on_line if not is_note(entry.text)]


def _turn(match: Match) -> tuple[int, str, int]:
    progress = match.progress
    return match.to_act, progress.phase, progress.turn


def _back_to(target: Match) -> Note:
    return Note(notes.UNDO, target.ply)
