"""What the lobby does for those who look for a match, in its own words. Knows neither gRPC nor Redis."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from footplate.domain.errors import AlreadySeeking, BadRequest, RequestReused, UnknownTicket
from footplate.domain.matchmaking import Member, Ticket
from footplate.domain.rating import Board, class_of
from footplate.domain.seat import Seat
from footplate.domain.terms import ClockRule
from footplate.engine.game import AnyGame
from footplate.engine.registry import UnknownGame
from footplate.lobby.accounts import Accounts
from footplate.lobby.house_bots import HouseBots
from footplate.lobby.ports import Clock, RatingStore
from footplate.lobby.requests import id_of, request_of
from footplate.lobby.ticket_ports import Ending, Held, KeptTicket, Seen, TicketStore

LEASE_MS: Final = 10_000
"""How long a ticket is held for whoever is gone."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted; see the contract. What is empty will do in any way. `bots_after_ms` None: no bots."""

    game: str
    counts: tuple[int, ...] = ()
    presets: tuple[str, ...] = ()
    clocks: tuple[ClockRule, ...] = ()
    rating_range: int = 0
    bots_after_ms: int | None = None
    bot_level: str = ""
    party: tuple[str, ...] = field(default=())


class Seekers:
    """One method per call; `player` is the caller. All raise StoreUnavailable."""

    def __init__(
        self,
        store: TicketStore,
        ratings: RatingStore,
        accounts: Accounts,
        games: Mapping[str, AnyGame],
        bots: HouseBots,
        now_ms: Clock,
    ) -> None:
        self._store = store
        self._ratings = ratings
        self._accounts = accounts
        self._games = games
        self._bots = bots
        self._now_ms = now_ms

    async def open(self, player: Seat, request_id: str, wish: Wish) -> tuple[str, Seen]:
        """A ticket, by its id; the same one for the same request.

        Raises BadRequest, UnknownGame, UnknownAccount, AlreadySeeking, RequestReused.
        """
        request, now_ms = request_of(player.account, request_id, "ticket", wish), self._now_ms()
        ticket_id = id_of("q", hashlib.sha256(request.id.encode()).digest())
        ticket = await self._ticket(ticket_id, player, wish, now_ms)
        kept = KeptTicket(ticket, request.print)
        before = await self._store.open(kept, player.account, now_ms + LEASE_MS, now_ms)
        if isinstance(before, str):
            raise AlreadySeeking(before)
        if before and before.kept and before.kept.print != request.print:
            raise RequestReused(request_id)
        return ticket_id, await self._store.look(ticket_id)

    async def look(self, account: str, ticket_id: str) -> Seen:
        """What there is of a ticket of the account. Raises UnknownTicket."""
        seen = await self._store.look(ticket_id)
        if not _belongs(seen, account):
            raise UnknownTicket(ticket_id)
        return seen

    async def hold(self, account: str, ticket_id: str) -> bool:
        """Holds a ticket a while longer; false when it has ended. Raises AlreadySeeking."""
        now_ms = self._now_ms()
        held, other = await self._store.hold(ticket_id, account, now_ms + LEASE_MS, now_ms)
        if held is Held.BUSY:
            raise AlreadySeeking(other)
        return held is Held.DONE

    async def cancel(self, account: str, ticket_id: str) -> Ending | None:
        """Ends a ticket, unless it has ended; how it ended, None when its match is being made. Raises UnknownTicket."""
        seen = await self.look(account, ticket_id)
        if seen.kept is None:
            return seen.ending
        ticket = seen.kept.ticket
        ending = Ending(cancelled_by=account, accounts=ticket.accounts)
        return await self._store.end(ticket, ending, self._now_ms())

    # --- Making a ticket of a wish ---------------------------------------------------------------------------------

    async def _ticket(self, ticket_id: str, player: Seat, wish: Wish, now_ms: int) -> Ticket:
        game = self._games.get(wish.game)
        if game is None:
            raise UnknownGame(wish.game, tuple(self._games))
        people = [player, *[await self._guest(account) for account in wish.party if account != player.account]]
        counts = _good_counts(game, wish.counts, len(people))
        _expect_presets(game, wish.presets)
        if wish.bot_level:
            self._bots.expect_level(wish.bot_level)
        strengths = await self._strengths(wish.game, counts, [seat.account for seat in people])
        return Ticket(
            id=ticket_id,
            members=tuple(Member(seat, strengths[seat.account]) for seat in people),
            game=wish.game,
            counts=counts,
            since_ms=now_ms,
            presets=wish.presets,
            clocks=wish.clocks,
            rating_range=wish.rating_range,
            bots_after_ms=wish.bots_after_ms,
            bot_level=wish.bot_level,
        )

    async def _guest(self, account_id: str) -> Seat:
        account = await self._accounts.get(account_id)
        if account.level:
            raise BadRequest("wish.party_account_ids", account_id, "bots of the house come by themselves")
        return Seat(account.id, account.name, bot=account.bot)

    async def _strengths(
        self, game: str, counts: tuple[int, ...], accounts: list[str]
    ) -> Mapping[str, Mapping[int, float]]:
        found: dict[str, dict[int, float]] = {account: {} for account in accounts}
        for count in counts:
            ratings = await self._ratings.ratings(Board(game, class_of(count)), accounts)
            for account, rating in zip(accounts, ratings, strict=True):
                found[account][count] = rating.strength.mean
        return found


def _belongs(seen: Seen, account: str) -> bool:
    """Whether a ticket is the account's, or was."""
    if seen.kept:
        return account in seen.kept.ticket.accounts
    ending = seen.ending
    return ending is not None and account in ending.accounts


def _good_counts(game: AnyGame, counts: tuple[int, ...], people: int) -> tuple[int, ...]:
    """The numbers of seats that will do, the most first where nothing is said. Raises BadRequest."""
    info = game.info
    for count in counts:
        if not info.min_seats <= count <= info.max_seats:
            problem = f"{info.min_seats} to {info.max_seats} seats are expected"
            raise BadRequest("wish.seat_counts", count, problem)
    every = counts or tuple(range(info.max_seats, info.min_seats - 1, -1))
    fitting = tuple(count for count in dict.fromkeys(every) if count >= people)
    if not fitting:
        raise BadRequest("wish.party_account_ids", people, "there are more of them than seats")
    return fitting


def _expect_presets(game: AnyGame, presets: tuple[str, ...]) -> None:
    for preset in presets:
        if preset not in game.info.presets:
            raise BadRequest("wish.presets", preset[:64], f"one of these is expected: {', '.join(game.info.presets)}")
