"""What an entry leads to beside the position: the situation behind it, from the one before it."""

from typing import Final, NamedTuple

from footplate.domain.clock import RETURN_MS, Turn, charged
from footplate.domain.log import Cause, Entry, Header
from footplate.domain.situation import Presence, SeatState, Situation, UndoRequest
from footplate.engine import notes
from footplate.engine.notes import Note

ANSWER_MS: Final = 24 * 60 * 60_000
"""How long the others have to answer who asks for an undo; where a turn may take longer, as long as a turn."""


class Asked(NamedTuple):
    """Whom a position asks, in which phase and round; a seat below 0 is nobody."""

    seat: int
    phase: str
    round: int


def opening(header: Header, asked: Asked) -> Situation:
    """The situation before the first entry."""
    clock = header.terms.clock
    seats = (SeatState(bank_ms=clock.budget_ms if clock else 0),) * len(header.seats)
    return Situation(seats, _turn(asked, header.created_ms))


def behind(before: Situation, entry: Entry, asked: Asked, header: Header) -> Situation:
    """The situation behind an entry that led to a position which asks `asked`."""
    note = notes.parse_note(entry.text) if notes.is_note(entry.text) else None
    if note is None:
        after = _moved(before, entry, header)
    elif entry.cause == Cause.IMPORT:  # it happened elsewhere, to others
        after = before._replace(closed=note.kind == notes.CLOSE)
    else:
        after = _noted(before, note, entry, header)
    if not after.closed and _goes_on(before, note, entry, asked, header):
        return after
    if before.turn:
        after = _ended(before, before.turn, after, entry.time_ms, header)
    return after._replace(turn=None if after.closed else _turn(asked, entry.time_ms))


def answer_ms(header: Header) -> int:
    """How long the others have to answer who asks for an undo."""
    clock = header.terms.clock
    return max(ANSWER_MS, clock.turn_ms if clock else 0)


# --- Moves and notes -------------------------------------------------------


def _moved(before: Situation, entry: Entry, header: Header) -> Situation:
    seat = entry.actor
    if seat < 0 or entry.cause == Cause.IMPORT or before.by_house(seat, header):
        return before
    after = before._replace(request=None)  # who moves on does not want to go back
    if entry.cause == Cause.DEFAULT:
        return _missed(after, seat)
    state = after.seats[seat]
    if entry.cause == Cause.ORDER or not state.in_a_row:  # an order does not tell that anybody is there
        return after
    return _with(after, seat, state._replace(in_a_row=0))


def _noted(before: Situation, note: Note, entry: Entry, header: Header) -> Situation:
    seat, state = entry.actor, before.seats[entry.actor]
    match note.kind:
        case notes.RESIGN:
            resigned = _with(before, seat, state._replace(presence=Presence.RESIGNED))
            own = before.request is not None and before.request.seat == seat
            return resigned._replace(request=None) if own else resigned
        case notes.STAND_IN:
            away = _missed(before, seat)
            return _with(away, seat, away.seats[seat]._replace(presence=Presence.AWAY))
        case notes.RETURN:
            return _with(before, seat, _returned(before, seat))
        case notes.ASK_UNDO:
            return before._replace(request=_asked_by(before.request, note, entry, header))
        case notes.AGREE if before.request:
            agreed = tuple(sorted({*before.request.agreed, seat}))
            return before._replace(request=before.request._replace(agreed=agreed))
        case notes.CLOSE:
            return before._replace(request=None, closed=True)
    return before._replace(request=None)  # declined, or granted


def _asked_by(known: UndoRequest | None, note: Note, entry: Entry, header: Header) -> UndoRequest:
    again = known is not None and (known.ply, known.seat) == (note.ply, entry.actor)
    agreed = known.agreed if known and again else (entry.actor,)
    return UndoRequest(note.ply, entry.actor, entry.time_ms + answer_ms(header), agreed)


def _returned(before: Situation, seat: int) -> SeatState:
    midst = before.turn is not None and before.turn.seat == seat
    state = before.seats[seat]
    presence = Presence.RETURNING if midst else Presence.HERE
    return state._replace(presence=presence, in_a_row=0, bank_ms=max(state.bank_ms, RETURN_MS))


def _missed(before: Situation, seat: int) -> Situation:
    """Counts the turn of a seat as missed, once."""
    turn = before.turn
    if turn is None or turn.seat != seat or turn.missed:
        return before
    state = before.seats[seat]
    counted = state._replace(missed=state.missed + 1, in_a_row=state.in_a_row + 1)
    return _with(before, seat, counted)._replace(turn=turn._replace(missed=True))


def _with(before: Situation, seat: int, state: SeatState) -> Situation:
    return before._replace(seats=(*before.seats[:seat], state, *before.seats[seat + 1 :]))


# --- Turns -----------------------------------------------------------------


def _turn(asked: Asked, now_ms: int) -> Turn | None:
    return Turn(asked.seat, asked.phase, asked.round, now_ms) if asked.seat >= 0 else None


def _goes_on(before: Situation, note: Note | None, entry: Entry, asked: Asked, header: Header) -> bool:
    """Whether the turn goes on, and its time with it."""
    turn, request = before.turn, before.request
    if turn is None or (turn.seat, turn.phase, turn.round) != asked:
        return turn is None and asked.seat < 0
    if note and note.kind == notes.UNDO:  # granted by all: time begins anew, for whoever is to act
        asked_for = request is not None and (request.ply, request.seat) == (note.ply, entry.actor)
        return not (asked_for and before.agreed(header))
    return not (note and note.kind in (notes.RESIGN, notes.STAND_IN) and entry.actor == turn.seat)


def _ended(before: Situation, turn: Turn, after: Situation, now_ms: int, header: Header) -> Situation:
    """The seat of a turn that ended pays for it, and whoever came back meanwhile is there from now on."""
    seat, clock = turn.seat, header.terms.clock
    state = after.seats[seat]
    if clock and clock.budget_ms and not before.by_house(seat, header):
        state = state._replace(bank_ms=charged(clock, turn, state.bank_ms, now_ms))
    if state.presence == Presence.RETURNING:
        state = state._replace(presence=Presence.HERE)
    return after if state is after.seats[seat] else _with(after, seat, state)
