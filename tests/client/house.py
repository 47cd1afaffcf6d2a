"""A small house for tests of the client: the four services over one match of the toy game, failing when told to."""

import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.timestamp_pb2 import Timestamp
from grpc_status import rpc_status
from typing_extensions import override

from footplate.api.common.v1 import watch_pb2
from footplate.api.lobby.v1 import account_request_response_pb2 as accounts
from footplate.api.lobby.v1 import message_pb2 as lobby_pb
from footplate.api.lobby.v1 import request_response_pb2 as lobby
from footplate.api.lobby.v1.account_service_pb2_grpc import (
    AccountServiceServicer,
    add_AccountServiceServicer_to_server,
)
from footplate.api.lobby.v1.lobby_service_pb2_grpc import LobbyServiceServicer, add_LobbyServiceServicer_to_server
from footplate.api.ratings.v1 import message_pb2 as ratings_pb
from footplate.api.ratings.v1 import request_response_pb2 as ratings
from footplate.api.ratings.v1.rating_service_pb2_grpc import (
    RatingServiceServicer,
    add_RatingServiceServicer_to_server,
)
from footplate.api.rules.v1 import message_pb2
from footplate.api.rules.v1 import request_response_pb2 as rules
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceServicer, add_RulesServiceServicer_to_server
from footplate.domain.errors import UnknownMatch
from footplate.domain.match import Committed, Match
from footplate.engine.game import OVER
from footplate.wire.errors import to_status
from footplate.wire.match import decode_action, encode_entry, encode_legal_action, encode_match
from tests.support.toy_game import PEBBLES
from tests.support.toy_matches import begin

ME = "a_ann"
MATCH = "m_toy"
COMPLETE = watch_pb2.WATCH_END_REASON_COMPLETE


class Cut(Exception):
    """Ends a stream without a word."""


class Stopping(Exception):
    """Cancels a call, as gRPC does with one that comes in the moment of a stop."""


class TokenRevoked(Exception):
    """Refuses the token as one that was revoked."""


@dataclass
class House:
    """What the services know, what they were asked, and the faults that are still to come, by method.

    `spoil` may change a message of WatchMatch on its way out. `pause`: how long a stream waits before it beats.
    """

    match: Match = field(default_factory=lambda: begin().match)
    entries: list[Any] = field(default_factory=lambda: list(begin().entries))
    faults: dict[str, deque[Exception]] = field(default_factory=lambda: defaultdict(deque))
    asked: list[tuple[str, Any, str]] = field(default_factory=list)
    answered: dict[str, Any] = field(default_factory=dict)
    spoil: Callable[[rules.WatchMatchResponse], rules.WatchMatchResponse | None] = lambda message: message
    cut_after: deque[int] = field(default_factory=deque)
    good_tokens: set[str] = field(default_factory=lambda: {"good"})
    pause: float = 0.05
    news: threading.Condition = field(default_factory=threading.Condition)
    address: str = ""

    def requests(self, method: str) -> list[Any]:
        """What a method was asked, in order."""
        return [request for name, request, _ in self.asked if name == method]

    def fail(self, method: str, *errors: Exception) -> None:
        """Have the next calls of a method fail, one after the other."""
        self.faults[method].extend(errors)

    def play(self, text: str, seat: int | None = None) -> Committed:
        """Plays an action for the seat to act."""
        with self.news:
            account = self.match.seats[self.match.to_act if seat is None else seat].account
            done = self.match.submit(text, account=account, expected_ply=self.match.ply, now_ms=self.match.began_ms + 1)
            self.match = done.match
            self.entries.extend(done.entries)
            self.news.notify_all()
        return done

    def play_others(self) -> None:
        """Plays the smallest action until it is the turn of the account, or the end."""
        while self.match.to_act != OVER and self.match.seats[self.match.to_act].account != ME:
            self.play(PEBBLES.action_text(PEBBLES.legal_actions(self.match.state)[0]))

    def play_out(self) -> None:
        """Plays the match to its end."""
        while self.match.to_act != OVER:
            self.play(PEBBLES.action_text(PEBBLES.legal_actions(self.match.state)[0]))

    def at(self, ply: int) -> Match:
        """The match at an earlier ply."""
        match = Match.opening(PEBBLES, self.match.header)
        for entry in self.entries[:ply]:
            match = match.follow(entry)
        return match

    def enter(self, method: str, request: Any, context: grpc.ServicerContext) -> None:
        """What every call begins with: note it, then fail if that is due."""
        metadata = {name: str(value) for name, value in context.invocation_metadata()}
        token = metadata.get("authorization", "").removeprefix("Bearer ")
        copy = type(request)()
        copy.CopyFrom(request)
        self.asked.append((method, copy, token))
        if self.faults[method]:
            refuse(context, self.faults[method].popleft())
        if method not in ("Register", "IssueToken", "ChangeSecret") and token not in self.good_tokens:
            refuse_token(context)

    def issue(self, token: str, seconds: float = 3600) -> lobby_pb.Token:
        """A token that is good from now on."""
        self.good_tokens.add(token)
        expires = Timestamp()
        expires.FromMilliseconds(int((time.time() + seconds) * 1000))
        return lobby_pb.Token(jwt=token, expires=expires)


def refuse(context: grpc.ServicerContext, error: Exception) -> None:
    """Ends the call as the services do."""
    if isinstance(error, Cut):
        context.abort(grpc.StatusCode.UNAVAILABLE, "Socket closed")
    if isinstance(error, TokenRevoked):
        refuse_token(context, "revoked")
    if isinstance(error, Stopping):
        context.abort(grpc.StatusCode.CANCELLED, "CANCELLED")
    context.abort_with_status(rpc_status.to_status(to_status(error)))


def refuse_token(context: grpc.ServicerContext, problem: str = "expired") -> None:
    from google.rpc import error_details_pb2, status_pb2

    status = status_pb2.Status(code=grpc.StatusCode.UNAUTHENTICATED.value[0], message="the token has expired")
    info = error_details_pb2.ErrorInfo(reason="BAD_TOKEN", domain="footplate", metadata={"problem": problem})
    status.details.add().Pack(info)
    context.abort_with_status(rpc_status.to_status(status))


class Rules(RulesServiceServicer):
    def __init__(self, house: House) -> None:
        self.house = house

    @override
    def GetMatch(self, request: rules.GetMatchRequest, context: grpc.ServicerContext) -> rules.GetMatchResponse:
        self.house.enter("GetMatch", request, context)
        if request.match_id != MATCH:
            refuse(context, UnknownMatch(request.match_id))
        match = self.house.at(request.ply) if request.HasField("ply") else self.house.match
        return rules.GetMatchResponse(match=encode_match(match, self.house.match, None))

    @override
    def ListLegalActions(
        self, request: rules.ListLegalActionsRequest, context: grpc.ServicerContext
    ) -> rules.ListLegalActionsResponse:
        """Two actions a page, so that paging is seen at work."""
        self.house.enter("ListLegalActions", request, context)
        match = self.house.match
        legal = PEBBLES.legal_actions(match.state)
        start = int(request.page.page_token or 0)
        answer = rules.ListLegalActionsResponse(ply=match.ply, to_act=match.to_act)
        for action in legal[start : start + 2]:
            answer.actions.append(encode_legal_action(PEBBLES, match.state, action, with_effects=False))
        answer.page.next_page_token = str(start + 2) if start + 2 < len(legal) else ""
        return answer

    @override
    def SubmitAction(
        self, request: rules.SubmitActionRequest, context: grpc.ServicerContext
    ) -> rules.SubmitActionResponse:
        house = self.house
        house.enter("SubmitAction", request, context)
        if request.request_id not in house.answered:
            action = decode_action(PEBBLES, request.action)
            seat = request.seat if request.HasField("seat") else None
            with house.news:
                try:
                    done = house.match.submit(
                        action, account=ME, expected_ply=request.expected_ply, now_ms=2000, seat=seat
                    )
                except Exception as error:  # the table of the services judges it
                    refuse(context, error)
                    raise
                house.match = done.match
                house.entries.extend(done.entries)
                house.news.notify_all()
            house.play_others()
            entries = [encode_entry(PEBBLES, entry) for entry in done.entries]
            answer = rules.SubmitActionResponse(entries=entries, ply=done.match.ply, to_act=done.match.to_act)
            house.answered[request.request_id] = answer
        self._lose_answer(context)
        return house.answered[request.request_id]  # type: ignore[no-any-return] # kept as they were given

    def _lose_answer(self, context: grpc.ServicerContext) -> None:
        if self.house.faults["answer of SubmitAction"]:
            refuse(context, self.house.faults["answer of SubmitAction"].popleft())

    @override
    def WatchMatch(
        self, request: rules.WatchMatchRequest, context: grpc.ServicerContext
    ) -> Iterator[rules.WatchMatchResponse]:
        self.house.enter("WatchMatch", request, context)
        left = self.house.cut_after.popleft() if self.house.cut_after else None
        for message in self._match_messages(request, context):
            told = self.house.spoil(message)
            if told is None:
                continue
            if left == 0:
                return
            left = None if left is None else left - 1
            yield told

    def _match_messages(
        self, request: rules.WatchMatchRequest, context: grpc.ServicerContext
    ) -> Iterator[rules.WatchMatchResponse]:
        ply = shown = request.from_ply
        yield self._view(ply)
        while context.is_active():
            with self.house.news:
                fresh, match = self.house.entries[ply:], self.house.match
            for entry in fresh:
                ply = entry.ply
                yield rules.WatchMatchResponse(entry=encode_entry(PEBBLES, entry))
            if request.views == rules.WATCH_VIEWS_FOLLOW and ply == match.ply != shown:
                shown = ply
                yield self._view(ply)
            if match.to_act == OVER:
                yield rules.WatchMatchResponse(ended=watch_pb2.WatchEnded(reason=COMPLETE, position=ply))
                return
            with self.house.news:
                if len(self.house.entries) == ply:
                    self.house.news.wait(self.house.pause)
            yield rules.WatchMatchResponse(heartbeat=watch_pb2.Heartbeat(position=ply))

    def _view(self, ply: int) -> rules.WatchMatchResponse:
        return rules.WatchMatchResponse(view=encode_match(self.house.at(ply), self.house.match, None))

    @override
    def WatchTurns(
        self, request: rules.WatchTurnsRequest, context: grpc.ServicerContext
    ) -> Iterator[rules.WatchTurnsResponse]:
        """Tells an open turn twice, as a server may."""
        self.house.enter("WatchTurns", request, context)
        told = -1
        while context.is_active():
            match = self.house.match
            if match.to_act == OVER:
                closed = message_pb2.ClosedTurn(match_id=MATCH, ply=told, match_over=True)
                yield rules.WatchTurnsResponse(closed=closed)
                return
            if match.ply != told and match.seats[match.to_act].account == ME:
                told = match.ply
                opened = message_pb2.OpenTurn(
                    match_id=MATCH, ply=told, seat=match.to_act, game="pebbles", phase=match.progress.phase
                )
                yield rules.WatchTurnsResponse(opened=opened)
                yield rules.WatchTurnsResponse(opened=opened)
            yield rules.WatchTurnsResponse(heartbeat=watch_pb2.Heartbeat())
            time.sleep(self.house.pause / 5)


class Lobby(LobbyServiceServicer):
    """One table, `t_1`, whose match is `m_toy`."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.table = lobby_pb.Table(table_id="t_1", version=1, status=lobby_pb.TABLE_STATUS_OPEN, seat_count=3)

    @override
    def OpenTable(self, request: lobby.OpenTableRequest, context: grpc.ServicerContext) -> lobby.OpenTableResponse:
        self.house.enter("OpenTable", request, context)
        return lobby.OpenTableResponse(table=self.table)

    @override
    def AddBot(self, request: lobby.AddBotRequest, context: grpc.ServicerContext) -> lobby.AddBotResponse:
        self.house.enter("AddBot", request, context)
        self.table.version += 1
        return lobby.AddBotResponse(table=self.table)

    @override
    def StartTable(self, request: lobby.StartTableRequest, context: grpc.ServicerContext) -> lobby.StartTableResponse:
        self.house.enter("StartTable", request, context)
        self.table.version += 1
        self.table.status = lobby_pb.TABLE_STATUS_STARTING
        return lobby.StartTableResponse(table=self.table)

    @override
    def WatchTable(
        self, request: lobby.WatchTableRequest, context: grpc.ServicerContext
    ) -> Iterator[lobby.WatchTableResponse]:
        """Breaks off once before the match is there."""
        self.house.enter("WatchTable", request, context)
        yield lobby.WatchTableResponse(table=self.table)
        if self.house.faults["table"]:
            refuse(context, self.house.faults["table"].popleft())
        self.table.version += 1
        self.table.status = lobby_pb.TABLE_STATUS_PLAYING
        self.table.match_id = MATCH
        yield lobby.WatchTableResponse(table=self.table)

    @override
    def ListTables(self, request: lobby.ListTablesRequest, context: grpc.ServicerContext) -> lobby.ListTablesResponse:
        """Two pages of one table each."""
        self.house.enter("ListTables", request, context)
        page = int(request.page.page_token or 0)
        answer = lobby.ListTablesResponse(tables=[lobby_pb.Table(table_id=f"t_{page}")])
        answer.page.next_page_token = "" if page else "1"
        return answer


class Accounts(AccountServiceServicer):
    def __init__(self, house: House) -> None:
        self.house = house
        self.lifetime = 3600.0

    @override
    def Register(self, request: lobby.RegisterRequest, context: grpc.ServicerContext) -> lobby.RegisterResponse:
        self.house.enter("Register", request, context)
        account = lobby_pb.Account(account_id=ME, display_name=request.display_name, bot=request.bot)
        return lobby.RegisterResponse(account=account, token=self.house.issue("first", self.lifetime))

    @override
    def IssueToken(self, request: lobby.IssueTokenRequest, context: grpc.ServicerContext) -> lobby.IssueTokenResponse:
        self.house.enter("IssueToken", request, context)
        account = lobby_pb.Account(account_id=ME, display_name="Ann")
        number = len(self.house.requests("IssueToken"))
        return lobby.IssueTokenResponse(account=account, token=self.house.issue(f"issued-{number}"))

    @override
    def GetAccount(self, request: lobby.GetAccountRequest, context: grpc.ServicerContext) -> lobby.GetAccountResponse:
        self.house.enter("GetAccount", request, context)
        return lobby.GetAccountResponse(account=lobby_pb.Account(account_id=request.account_id or ME))

    @override
    def RenewToken(self, request: accounts.RenewTokenRequest, context: grpc.ServicerContext) -> Any:
        self.house.enter("RenewToken", request, context)
        number = len(self.house.requests("RenewToken"))
        return accounts.RenewTokenResponse(token=self.house.issue(f"renewed-{number}"))

    @override
    def EndSession(self, request: accounts.EndSessionRequest, context: grpc.ServicerContext) -> Any:
        self.house.enter("EndSession", request, context)
        return accounts.EndSessionResponse()

    @override
    def RevokeTokens(self, request: accounts.RevokeTokensRequest, context: grpc.ServicerContext) -> Any:
        self.house.enter("RevokeTokens", request, context)
        return accounts.RevokeTokensResponse()

    @override
    def ChangeSecret(self, request: accounts.ChangeSecretRequest, context: grpc.ServicerContext) -> Any:
        self.house.enter("ChangeSecret", request, context)
        account = lobby_pb.Account(account_id=request.account_id, display_name="Ann")
        return accounts.ChangeSecretResponse(account=account, token=self.house.issue("changed"))

    @override
    def ReplaceBotSecret(self, request: accounts.ReplaceBotSecretRequest, context: grpc.ServicerContext) -> Any:
        self.house.enter("ReplaceBotSecret", request, context)
        return accounts.ReplaceBotSecretResponse(account=lobby_pb.Account(account_id=request.account_id))

    @override
    def ListBots(self, request: accounts.ListBotsRequest, context: grpc.ServicerContext) -> Any:
        self.house.enter("ListBots", request, context)
        return accounts.ListBotsResponse(bots=[lobby_pb.Account(account_id="a_bot", owner_account_id=ME)])

    @override
    def GetProfile(self, request: accounts.GetProfileRequest, context: grpc.ServicerContext) -> Any:
        self.house.enter("GetProfile", request, context)
        account = lobby_pb.Account(account_id=request.account_id or ME, display_name="Ann")
        counted = lobby_pb.Reliability(matches=4, left=1, missed_turns=3, share=0.75)
        ratings_ = [ratings_pb.Rating(game="pebbles", player_class=ratings_pb.PLAYER_CLASS_TWO, points=195, matches=4)]
        return accounts.GetProfileResponse(account=account, ratings=ratings_, reliability=counted)


class Ratings(RatingServiceServicer):
    """A board of two accounts, on two pages, but for four players: there it is empty."""

    def __init__(self, house: House) -> None:
        self.house = house

    @override
    def GetRatings(
        self, request: ratings.GetRatingsRequest, context: grpc.ServicerContext
    ) -> ratings.GetRatingsResponse:
        self.house.enter("GetRatings", request, context)
        return ratings.GetRatingsResponse(ratings=[ratings_pb.Rating(game="pebbles", points=195)])

    @override
    def GetLeaderboard(
        self, request: ratings.GetLeaderboardRequest, context: grpc.ServicerContext
    ) -> ratings.GetLeaderboardResponse:
        self.house.enter("GetLeaderboard", request, context)
        if request.player_class == ratings_pb.PLAYER_CLASS_FOUR:
            return ratings.GetLeaderboardResponse()
        answer = ratings.GetLeaderboardResponse(entries=[BOARD[int(request.page.page_token or 0)]])
        answer.page.next_page_token = "" if request.page.page_token else "1"
        return answer


BOARD = (
    ratings_pb.LeaderboardEntry(
        place=1,
        account_id=ME,
        display_name="Ann",
        rating=ratings_pb.Rating(points=195, mean=1672.5, deviation=492.25, matches=4, wins=3),
    ),
    ratings_pb.LeaderboardEntry(
        place=2,
        account_id="a_bob",
        display_name="greedy #1",
        bot=True,
        bot_level="greedy",
        rating=ratings_pb.Rating(points=-12, mean=1460.0, deviation=490.5, matches=1),
    ),
)


@contextmanager
def open_house() -> Iterator[House]:
    """A house that answers at `address`."""
    house = House()
    server = grpc.server(ThreadPoolExecutor(max_workers=16))
    add_RulesServiceServicer_to_server(Rules(house), server)  # type: ignore[abstract] # has what is tested
    add_LobbyServiceServicer_to_server(Lobby(house), server)  # type: ignore[abstract] # likewise
    add_AccountServiceServicer_to_server(Accounts(house), server)  # type: ignore[abstract] # likewise
    add_RatingServiceServicer_to_server(Ratings(house), server)
    house.address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    try:
        yield house
    finally:
        server.stop(0).wait()
