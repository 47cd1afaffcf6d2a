"""What can be refused outside the rules of a game: a class for each kind of refusal. None leaves anything half done.

Errors of an engine pass through as they are, but for `ActionRefused`, which adds where it happened.
"""

from footplate.engine.errors import IllegalAction


class DomainError(Exception):
    """Base of every refusal. `data`: each part of the message that varies, as text, by the key that clients know."""

    def __init__(self, message: str, **data: object) -> None:
        self.data = {key: str(value) for key, value in data.items()}
        super().__init__(message)


class BadRequest(DomainError):
    """Something asked for is missing, out of range or does not fit the rest; `field` is its path."""

    def __init__(self, field: str, value: object, message: str) -> None:
        super().__init__(f"{field}: {message}", field=field, value=value)


class UnknownMatch(DomainError):
    """No match has this id."""

    def __init__(self, match: str) -> None:
        super().__init__(f"there is no match {match!r}", match=match)


class UnknownPly(DomainError):
    """The match has no such ply; `head` is its last one."""

    def __init__(self, match: str, ply: int, head: int) -> None:
        super().__init__(f"match {match} has no ply {ply}, only 0 to {head}", match=match, ply=ply, head=head)


class UnknownTable(DomainError):
    """No table has this id."""

    def __init__(self, table: str) -> None:
        super().__init__(f"there is no table {table!r}", table=table)


class UnknownTicket(DomainError):
    """No ticket has this id, or it is not the caller's."""

    def __init__(self, ticket: str) -> None:
        super().__init__(f"there is no ticket {ticket!r}", ticket=ticket)


class AlreadySeeking(DomainError):
    """The account looks for a match already, with this ticket."""

    def __init__(self, ticket: str) -> None:
        super().__init__(f"the account looks for a match already, with ticket {ticket}", ticket=ticket)


class UnknownAccount(DomainError):
    """No account has this id or name."""

    def __init__(self, account: str) -> None:
        super().__init__(f"there is no account {account!r}", account=account)


class NameTaken(DomainError):
    """The display name is another account's."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the name {name!r} is taken", name=name)


class BadSecret(DomainError):
    """Account and secret do not go together; it is not said which of them is wrong."""

    def __init__(self) -> None:
        super().__init__("account and secret do not go together")


class NotYourBot(DomainError):
    """The account is no bot of the caller's."""

    def __init__(self, account: str) -> None:
        super().__init__(f"account {account} is no bot of yours", account=account)


class TooManyBots(DomainError):
    """The account owns as many bots as it may."""

    def __init__(self, account: str, most: int) -> None:
        super().__init__(f"account {account} has {most} bots, and may not have more", account=account, most=most)


class RequestReused(DomainError):
    """The request id was used before, for something else."""

    def __init__(self, request_id: str) -> None:
        super().__init__(f"request {request_id!r} was something else before", request_id=request_id)


class StoreUnavailable(DomainError):
    """The store cannot be reached; raised by drivers. A write may have been done: repeat it with its request id."""

    def __init__(self, message: str = "the store cannot be reached") -> None:
        super().__init__(message)


# --- Matches ---------------------------------------------------------------


class NotYourSeat(DomainError):
    """The account does not hold the seat; `seat` None: it holds none at all."""

    def __init__(self, match: str, seat: int | None) -> None:
        what = "has no seat" if seat is None else f"does not hold seat {seat}"
        super().__init__(f"the account {what} in match {match}", match=match, seat="" if seat is None else seat)


class StalePly(DomainError):
    """The match does not stand where the caller takes it to stand: look again, then decide again."""

    def __init__(self, match: str, expected: int, actual: int) -> None:
        self.expected = expected
        self.actual = actual
        message = f"match {match} stands at ply {actual}, not {expected}"
        super().__init__(message, match=match, expected=expected, actual=actual)


class MatchOver(DomainError):
    """The match has ended."""

    def __init__(self, match: str, ply: int) -> None:
        super().__init__(f"match {match} ended at ply {ply}", match=match, ply=ply)


class NotYourTurn(DomainError):
    """Another seat, or chance (-1), is to act."""

    def __init__(self, match: str, ply: int, seat: int, to_act: int) -> None:
        message = f"seat {to_act} is to act in match {match}, not seat {seat}"
        super().__init__(message, match=match, ply=ply, seat=seat, to_act=to_act)


class SeatTakenOver(DomainError):
    """The stand-in plays the seat until its account takes it back; or for good, once the seat was given up."""

    def __init__(self, match: str, seat: int) -> None:
        super().__init__(f"seat {seat} of match {match} is played by the stand-in", match=match, seat=seat)


class SeatNotTakenOver(DomainError):
    """There is nothing to take back: the account plays the seat itself."""

    def __init__(self, match: str, seat: int) -> None:
        super().__init__(f"seat {seat} of match {match} is played by its account", match=match, seat=seat)


class SeatResigned(DomainError):
    """The seat was given up, and that is for good."""

    def __init__(self, match: str, seat: int) -> None:
        super().__init__(f"seat {seat} of match {match} has resigned", match=match, seat=seat)


class UndoRefused(DomainError):
    """There is no way back to this ply, or none without the others; `problem` says why."""

    def __init__(self, match: str, ply: int, problem: str) -> None:
        super().__init__(f"no way back to ply {ply} of match {match}: {problem}", match=match, ply=ply, problem=problem)


class UndoPending(DomainError):
    """Another undo is asked for and not yet answered."""

    def __init__(self, match: str, ply: int) -> None:
        super().__init__(f"match {match} waits for answers whether to go back to ply {ply}", match=match, ply=ply)


class UndoNotAsked(DomainError):
    """Nobody asks for this undo, or not any more."""

    def __init__(self, match: str, ply: int) -> None:
        super().__init__(f"nobody asks to go back to ply {ply} of match {match}", match=match, ply=ply)


class UnknownOrder(DomainError):
    """The account has no such standing order in the match, or not any more."""

    def __init__(self, match: str, order: str) -> None:
        super().__init__(f"there is no order {order!r} in match {match}", match=match, order=order)


class WatchingRefused(DomainError):
    """The people of the match agreed on who may watch, and the account is none of these."""

    def __init__(self, match: str) -> None:
        super().__init__(f"match {match} is not open to this account", match=match)


class ActionRefused(DomainError):
    """The rules forbid the action. `rule` is the id of the rule, `reason` the engine's sentence, `action` the text."""

    def __init__(self, match: str, ply: int, action: str, error: IllegalAction) -> None:
        self.rule = error.code
        self.reason = error.message
        super().__init__(str(error), rule=error.code, match=match, ply=ply, action=action)


class RulesVersion(DomainError):
    """The match is of a version of the rules unknown here. `match` is empty for a record not yet taken over."""

    def __init__(self, match: str, game: str, version: int, known: int) -> None:
        message = f"played by version {version} of the rules of {game}; version {known} is known here"
        super().__init__(message, match=match, game=game, version=version)


class CorruptLog(DomainError):
    """What is stored of a match does not replay. A bug or a damaged store, never the caller's fault."""

    def __init__(self, match: str, ply: int, problem: str) -> None:
        super().__init__(f"the log of match {match} breaks at ply {ply}: {problem}", match=match, ply=ply)


# --- Tables ----------------------------------------------------------------


class TableFull(DomainError):
    """Every seat is taken."""

    def __init__(self, table: str, seats: int) -> None:
        super().__init__(f"all {seats} seats of table {table} are taken", table=table, seats=seats)


class TableNotFull(DomainError):
    """Seats are still free."""

    def __init__(self, table: str, seats: int, taken: int) -> None:
        message = f"{taken} of {seats} seats of table {table} are taken"
        super().__init__(message, table=table, seats=seats, taken=taken)


class TableClosed(DomainError):
    """The table has started, ended or was closed; `status` tells which."""

    def __init__(self, table: str, status: str) -> None:
        super().__init__(f"table {table} is {status}", table=table, status=status)


class NotOwner(DomainError):
    """Only the owner of the table may."""

    def __init__(self, table: str) -> None:
        super().__init__(f"only the owner of table {table} may do this", table=table)


class NotWelcome(DomainError):
    """The owner of the table sent the account away."""

    def __init__(self, table: str) -> None:
        super().__init__(f"the owner of table {table} sent the account away", table=table)


class AlreadySeated(DomainError):
    """The account has a seat at the table already."""

    def __init__(self, table: str, seat: int) -> None:
        super().__init__(f"the account sits at table {table} already, in seat {seat}", table=table, seat=seat)


class NotSeated(DomainError):
    """The account, or nobody in the seat named, is at the table."""

    def __init__(self, table: str, seat: int | None = None) -> None:
        where = "the account is not" if seat is None else f"nobody in seat {seat} is"
        super().__init__(f"{where} at table {table}", table=table, **({} if seat is None else {"seat": seat}))


class SeatTaken(DomainError):
    """Another sits there."""

    def __init__(self, table: str, seat: int) -> None:
        super().__init__(f"seat {seat} of table {table} is taken", table=table, seat=seat)


# --- Talk ------------------------------------------------------------------


class TalkRefused(DomainError):
    """The account may not hear the room of a table, or not speak there; `problem` says why."""

    def __init__(self, table: str, room: str, problem: str) -> None:
        message = f"the room of the {room} at table {table} is closed to the account: {problem}"
        super().__init__(message, table=table, room=room, problem=problem)


# --- Web hooks -------------------------------------------------------------


class UnknownWebHook(DomainError):
    """The account has no web hook of this id."""

    def __init__(self, hook: str) -> None:
        super().__init__(f"there is no web hook {hook!r} of yours", hook=hook)


class TooManyWebHooks(DomainError):
    """The account has as many web hooks as it may."""

    def __init__(self, account: str, most: int) -> None:
        super().__init__(f"account {account} has {most} web hooks, and may not have more", account=account, most=most)
