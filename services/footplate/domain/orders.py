"""Standing orders: what a seat has decided ahead, as values, and whether such a thing can be ordered.

An order acts only where what it says holds; where it no longer does, it ends and its seat decides itself.
`domain.orders_due` says what an order has its seat do in a position.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from footplate.domain.errors import BadRequest, SeatResigned, SeatTakenOver
from footplate.domain.match import Match
from footplate.domain.situation import Presence
from footplate.engine.notation import MAX_NUMBER
from footplate.engine.questions import SHARES, VETO, QuestionInfo

MOST_STEPS: Final = 3
"""Steps of a line."""
MOST_MOVES: Final = 12
"""Moves of others that a step of a line may expect."""


class Kind(StrEnum):
    """What is ordered. A seat has at most one order of each kind."""

    BID_UP_TO = "bid_up_to"
    NO_SHARES = "no_shares"
    NO_VETO = "no_veto"
    IF_THEN = "if_then"


@dataclass(frozen=True)
class BidUpTo:
    """Bid the least there is, as long as that is `most` or less.

    `last_turn`: the last turn of the game in which it holds, 0 for the running one. `about`, `place`: the company and
    the hex to bid for, empty in a game where there is but one thing to bid for.
    """

    most: int
    last_turn: int = 0
    about: str = ""
    place: str = ""

    kind = Kind.BID_UP_TO


@dataclass(frozen=True)
class NoShares:
    """Issue no shares in a turn of the game, 0 standing for the running one."""

    turn: int = 0

    kind = Kind.NO_SHARES


@dataclass(frozen=True)
class NoVeto:
    """Object to nothing; only where the question is about one of the companies of `unless`, the seat decides itself."""

    unless: tuple[str, ...] = ()

    kind = Kind.NO_VETO


@dataclass(frozen=True)
class Move:
    """A move of another seat, by its text."""

    seat: int
    text: str


@dataclass(frozen=True)
class Step:
    """Play `play` if the others did what is expected.

    `behind`: all moves that the seats named in it made since the step before, or since the order was given; what seats
    not named in it do is of no matter. Empty: in the first step, whatever they did; in a later one, only when nobody
    else has moved.
    """

    play: str
    behind: tuple[Move, ...] = ()


@dataclass(frozen=True)
class IfThen:
    """A line: step after step, each at the next decision of the seat and at no other."""

    steps: tuple[Step, ...]

    kind = Kind.IF_THEN


Wish = BidUpTo | NoShares | NoVeto | IfThen


@dataclass(frozen=True)
class Order:
    """A standing order. `ply`: where the match stood when it was given, at `time_ms`. `account`: that of the seat."""

    id: str
    seat: int
    account: str
    wish: Wish
    ply: int
    time_ms: int


class Reason(StrEnum):
    """Why there is a notice about an order. All but FREE_OPTION end it."""

    PRICE = "price"
    """More would have to be bid than the order allows, or than can be paid."""
    TURN_OVER = "turn_over"
    """The turn it was for is over."""
    OTHER_COURSE = "other_course"
    """The match took another course than the line."""
    NOT_LEGAL = "not_legal"
    """The rules forbid what the line has next."""
    TAKEN_BACK = "taken_back"
    """What was played by order was undone."""
    SEAT_LEFT = "seat_left"
    """The seat was given up."""
    FREE_OPTION = "free_option"
    """The seat has an option that costs nothing and decides itself; the order goes on with its next decision."""


@dataclass(frozen=True)
class Notice:
    """What a seat is told of an order of its own. `ply`: where the match stood."""

    order: Order
    reason: Reason
    ply: int
    time_ms: int

    @property
    def id(self) -> str:
        """The same for the same thing told twice."""
        return f"{self.order.id}.{self.reason}"


# --- What can be ordered ---------------------------------------------------


def own_seat(match: Match, account: str, seat: int | None) -> int:
    """The seat of an account that is meant; a stand-in gives no orders. Raises NotYourSeat, SeatTakenOver."""
    number = match.seat_of(account, seat)
    if match.seats[number].account != account:
        raise SeatTakenOver(match.id, number)
    return number


def given(match: Match, order: Order) -> Order:
    """The order with all that it leaves open filled in.

    Raises MatchOver, SeatResigned, BadRequest naming the field, NotationError.
    """
    match.expect_running()
    if match.situation.seats[order.seat].presence == Presence.RESIGNED:
        raise SeatResigned(match.id, order.seat)
    return replace(order, wish=_complete(order.wish, match, order.seat))


def _complete(wish: Wish, match: Match, seat: int) -> Wish:
    match wish:
        case BidUpTo():
            return _bid(wish, match)
        case NoShares():
            _expect_asked("no_shares", [info for info in match.game.info.questions if info.kind == SHARES], match)
            return NoShares(_turn("no_shares.turn", wish.turn, match))
        case NoVeto():
            return _no_veto(wish, match)
        case IfThen():
            return _line(wish, match, seat)


def _bid(wish: BidUpTo, match: Match) -> BidUpTo:
    asked = [info for info in match.game.info.questions if info.bids]
    _expect_asked("bid_up_to", asked, match)
    if not 1 <= wish.most <= MAX_NUMBER:
        raise BadRequest("bid_up_to.most", wish.most, f"a number from 1 to {MAX_NUMBER} is expected")
    _one_of("bid_up_to.company", wish.about, _all(info.abouts for info in asked))
    _one_of("bid_up_to.hex", wish.place, _all(info.places for info in asked))
    return replace(wish, last_turn=_turn("bid_up_to.last_turn", wish.last_turn, match))


def _no_veto(wish: NoVeto, match: Match) -> NoVeto:
    asked = [info for info in match.game.info.questions if info.kind == VETO]
    _expect_asked("no_veto", asked, match)
    known = _all(info.abouts for info in asked)
    for number, about in enumerate(wish.unless):
        if about not in known:
            raise BadRequest(f"no_veto.unless_companies.{number}", about, f"one of these is expected: {_words(known)}")
    return NoVeto(tuple(sorted(set(wish.unless))))


def _line(wish: IfThen, match: Match, seat: int) -> IfThen:
    if not 1 <= len(wish.steps) <= MOST_STEPS:
        raise BadRequest("if_then.steps", len(wish.steps), f"1 to {MOST_STEPS} steps are expected")
    if wish.steps[0].behind and match.to_act == seat:
        problem = "the seat itself is to act, so nothing is expected before the first step"
        raise BadRequest("if_then.steps.0.expected", len(wish.steps[0].behind), problem)
    return IfThen(tuple(_step(step, match, seat, f"if_then.steps.{n}") for n, step in enumerate(wish.steps)))


def _step(step: Step, match: Match, seat: int, path: str) -> Step:
    if len(step.behind) > MOST_MOVES:
        raise BadRequest(f"{path}.expected", len(step.behind), f"at most {MOST_MOVES} moves are expected")
    for number, move in enumerate(step.behind):
        if not 0 <= move.seat < len(match.seats) or move.seat == seat:
            raise BadRequest(f"{path}.expected.{number}.seat", move.seat, "the seat of another is expected")
    behind = tuple(Move(move.seat, _canonical(move.text, match)) for move in step.behind)
    return Step(_canonical(step.play, match), behind)


def _canonical(text: str, match: Match) -> str:
    return match.game.action_text(match.game.parse_action(text))


def _turn(field: str, turn: int, match: Match) -> int:
    """The turn that is meant. Raises BadRequest for one that is over."""
    running = match.progress.turn
    if turn and not running <= turn <= MAX_NUMBER:
        raise BadRequest(field, turn, f"turn {running} runs; 0, this one or a later one is expected")
    return turn or running


def _expect_asked(field: str, asked: Iterable[QuestionInfo], match: Match) -> None:
    if not asked:
        raise BadRequest(field, match.game.info.id, "the game never asks for such a thing")


def _one_of(field: str, value: str, known: tuple[str, ...]) -> None:
    if known and value not in known:
        raise BadRequest(field, value, f"one of these is expected: {_words(known)}")
    if value and not known:
        raise BadRequest(field, value, "there is no choice in this game, so nothing is expected")


def _all(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for words in lists for word in words))


def _words(known: tuple[str, ...]) -> str:
    return ", ".join(known)
