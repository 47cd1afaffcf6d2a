"""What a standing order has its seat do in a position.

An order plays exactly what was ordered, and only at a decision it is about. It never plays anything in place of that:
where it cannot go on, it ends with a notice, and the seat decides itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from footplate.domain.log import Cause, Entry
from footplate.domain.match import Match
from footplate.domain.orders import BidUpTo, IfThen, Move, NoShares, NoVeto, Order, Reason, Step, Wish
from footplate.domain.situation import Presence
from footplate.engine import notes
from footplate.engine.errors import IllegalAction
from footplate.engine.game import OVER
from footplate.engine.questions import SHARES, VETO, Question


@dataclass(frozen=True)
class Play:
    """Play this text. `last`: nothing is left of the order then."""

    text: str
    last: bool = False


@dataclass(frozen=True)
class Wait:
    """Nothing is to be done now. `reason`: what to tell the seat, if anything."""

    reason: Reason | None = None


@dataclass(frozen=True)
class End:
    """The order ends. `reason`: what to tell the seat; None when all of it was done."""

    reason: Reason | None = None


Decision = Play | Wait | End


def decide(order: Order, match: Match, entries: Sequence[Entry]) -> Decision:
    """What comes of an order now. `entries`: the whole log behind the ply at which it was given."""
    if match.to_act == OVER:
        return End()
    if match.situation.seats[order.seat].presence == Presence.RESIGNED:
        return End(Reason.SEAT_LEFT)
    if _taken_back(order, entries):
        return End(Reason.TAKEN_BACK)
    if _past(order, match):
        return End(Reason.TURN_OVER)
    decider = match.decider(order.seat)
    asked = match.to_act == order.seat and decider is not None and decider.account == order.account
    if isinstance(order.wish, IfThen):
        return _line(order.seat, order.wish, match, entries, asked=asked)
    return _answer(order.wish, match) if asked else Wait()


def _taken_back(order: Order, entries: Sequence[Entry]) -> bool:
    """Whether an undo left behind what was played by order: then no order of that time goes on."""
    line = set(notes.line([entry.text for entry in entries], order.ply + 1))
    return any(entry.actor == order.seat and entry.cause == Cause.ORDER and entry.ply not in line for entry in entries)


def _past(order: Order, match: Match) -> bool:
    """Whether the last turn an order is for is over."""
    match order.wish:
        case BidUpTo(last_turn=turn) | NoShares(turn=turn):
            return match.progress.turn > turn
    return False


def _answer(wish: Wish, match: Match) -> Decision:
    """What an order answers to the decision of its seat."""
    question = match.game.question(match.state)
    if question is None:
        return Wait()
    if isinstance(wish, BidUpTo):
        return _bid(wish, question, match)
    if isinstance(wish, NoShares) and question.kind == SHARES and match.progress.turn == wish.turn:
        return Play(match.game.action_text(question.nothing), last=True)
    if isinstance(wish, NoVeto) and question.kind == VETO and question.about not in wish.unless:
        return Play(match.game.action_text(question.nothing))
    return Wait()


def _bid(wish: BidUpTo, question: Question, match: Match) -> Decision:
    """The least bid, never past the limit; nothing is bid while there is an option for free."""
    offers = [offer for offer in question.offers if offer.place == wish.place]
    if not _bids(question, match) or question.about != wish.about or (question.offers and not offers):
        return Wait()
    if not offers or offers[0].amount > wish.most:
        return End(Reason.PRICE)
    if question.free:
        return Wait(Reason.FREE_OPTION)
    return Play(match.game.action_text(offers[0].action))


def _bids(question: Question, match: Match) -> bool:
    return any(info.bids for info in match.game.info.questions if info.kind == question.kind)


# --- Lines -----------------------------------------------------------------


def _line(seat: int, wish: IfThen, match: Match, entries: Sequence[Entry], *, asked: bool) -> Decision:
    """The next step of a line, as long as the match follows it."""
    if any(notes.undone(entry.text) is not None for entry in entries):
        return End(Reason.OTHER_COURSE)
    done = 0
    since: list[Entry] = []
    for entry in entries:
        if entry.actor < 0 or notes.is_note(entry.text):
            continue
        if entry.actor != seat:
            since.append(entry)
        elif done < len(wish.steps) and _fits(wish, done, since) and entry.text == wish.steps[done].play:
            done, since = done + 1, []
        else:
            return End(Reason.OTHER_COURSE)
    if done == len(wish.steps):
        return End()
    return _step(wish, done, since, match) if asked else _on_course(wish, done, since)


def _step(wish: IfThen, number: int, since: Sequence[Entry], match: Match) -> Decision:
    step = wish.steps[number]
    if not _fits(wish, number, since):
        return End(Reason.OTHER_COURSE)
    if not _legal(match, match.game.parse_action(step.play)):
        return End(Reason.NOT_LEGAL)
    return Play(step.play, last=number == len(wish.steps) - 1)


def _on_course(wish: IfThen, number: int, since: Sequence[Entry]) -> Decision:
    """Whether others may still move as a step expects."""
    expected, moved = wish.steps[number].behind, _moved(wish.steps[number], since)
    fits = moved == expected[: len(moved)] if expected else _fits(wish, number, since)
    return Wait() if fits else End(Reason.OTHER_COURSE)


def _fits(wish: IfThen, number: int, since: Sequence[Entry]) -> bool:
    """Whether others moved as a step expects."""
    step = wish.steps[number]
    if not step.behind:
        return number == 0 or not since
    return _moved(step, since) == step.behind


def _moved(step: Step, since: Sequence[Entry]) -> tuple[Move, ...]:
    """The moves of those whom a step names."""
    named = {move.seat for move in step.behind}
    return tuple(Move(entry.actor, entry.text) for entry in since if entry.actor in named)


def _legal(match: Match, action: Any) -> bool:
    try:
        match.game.check(match.state, action)
    except IllegalAction:
        return False
    return True
