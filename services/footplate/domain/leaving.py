"""Leaving a match, being late, and coming back: each a note in its log."""

from footplate.domain.errors import SeatNotTakenOver, SeatResigned, SeatTakenOver
from footplate.domain.log import Cause, Entry
from footplate.domain.match import Committed, Match
from footplate.domain.situation import Presence
from footplate.domain.terms import AtZero
from footplate.engine import notes
from footplate.engine.notes import Note


def resign(match: Match, account: str, seat: int | None, now_ms: int) -> Committed:
    """Gives a seat of the account up for good. Raises NotYourSeat, MatchOver, SeatResigned, SeatTakenOver."""
    seat = _own(match, account, seat)
    match.expect_running()
    if match.situation.seats[seat].presence == Presence.RESIGNED:
        raise SeatResigned(match.id, seat)
    return match.committed(*match.noted(seat, Note(notes.RESIGN), Cause.PLAYER, now_ms))


def reclaim(match: Match, account: str, seat: int | None, now_ms: int) -> Committed:
    """Takes a seat of the account back from the stand-in.

    A turn that the stand-in is in stays its own: who let the time run out does not get it twice. Raises NotYourSeat,
    MatchOver, SeatResigned, SeatNotTakenOver.
    """
    seat = _own(match, account, seat)
    match.expect_running()
    presence = match.situation.seats[seat].presence
    if presence == Presence.RESIGNED:
        raise SeatResigned(match.id, seat)
    if presence != Presence.AWAY:
        raise SeatNotTakenOver(match.id, seat)
    return match.committed(*match.noted(seat, Note(notes.RETURN), Cause.PLAYER, now_ms))


def time_up(match: Match, now_ms: int) -> Committed | None:
    """What the terms have for the seat whose time is up; None when none is.

    A person whose seat the stand-in may take loses it until it comes back. Anybody else, the stand-in included, takes
    the safe decision, again and again until the turn is over.
    """
    deadline = match.deadline_ms
    if deadline is None or now_ms < deadline or match.to_act < 0:
        return None
    terms, seat = match.header.terms, match.to_act
    stands_in = terms.stand_in and terms.at_zero == AtZero.BOT
    if terms.stand_in and stands_in and not match.situation.by_house(seat, match.header):
        note = Note(notes.STAND_IN, level=terms.stand_in.level)
        return match.committed(*match.noted(seat, note, Cause.TABLE, now_ms))
    return match.committed(*_safe_decisions(match, now_ms))


def _safe_decisions(match: Match, now_ms: int) -> tuple[Match, *tuple[Entry, ...]]:
    turn = match.situation.turn
    entries: list[Entry] = []
    while not entries or (match.to_act >= 0 and _same(match, turn)):
        action = match.game.default_action(match.state)
        match, entry = match.advance(match.to_act, action, Cause.DEFAULT, now_ms)
        entries.append(entry)
    return match, *entries


def _same(match: Match, turn: object) -> bool:
    return match.situation.turn is not None and match.situation.turn._replace(missed=False) == turn


def _own(match: Match, account: str, seat: int | None) -> int:
    """The seat of the account that is meant; the stand-in has none. Raises NotYourSeat, SeatTakenOver."""
    number = match.seat_of(account, seat)
    if match.seats[number].account != account:
        raise SeatTakenOver(match.id, number)
    return number
