"""A house for bots: rules and account service in this process, over a real socket, with matches in memory.

Open turns and events go where the rules service would put them, so that a waker finds them.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc
from grpc_status import rpc_status
from redis import Redis, RedisError

from footplate.api.lobby.v1 import message_pb2 as lobby_message_pb
from footplate.api.lobby.v1 import request_response_pb2 as lobby_pb
from footplate.api.lobby.v1.account_service_pb2_grpc import (
    AccountServiceServicer,
    add_AccountServiceServicer_to_server,
)
from footplate.api.rules.v1 import request_response_pb2 as rules_pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceServicer, add_RulesServiceServicer_to_server
from footplate.bus import FIELD, events_stream, partition_of, turns_key
from footplate.domain.errors import BadSecret, RequestReused, StoreUnavailable
from footplate.domain.events import TurnStarted
from footplate.domain.log import Entry
from footplate.domain.match import Committed, Match
from footplate.domain.seat import Seat
from footplate.domain.seed import Seed
from footplate.engine.game import Setup
from footplate.engine.registry import game as game_of
from footplate.runtime.identity import BadToken, TokenFault
from footplate.runtime.rpc_errors import _own as token_status
from footplate.wire.common import encode_time
from footplate.wire.errors import to_status
from footplate.wire.events import encode_event
from footplate.wire.match import encode_match
from footplate.wire.open_turns import turn_text

SECRET = "the secret of the house"
GAME = "age_of_steam"


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def set_up(seats: int = 3) -> Setup:
    return Setup(GAME, "rust_belt", "warfrog-2002", seats)


class House:
    """All matches, and what was asked of them. `before_submit` may wait or raise what a service raises."""

    def __init__(self, redis: Redis | None = None) -> None:
        self.redis = redis
        self.matches: dict[str, Match] = {}
        self.log: list[Entry] = []
        """Everything that bots brought about, of all matches."""
        self.calls: Counter[str] = Counter()
        self.before_submit: Callable[[], None] = lambda: None
        self.before_view: Callable[[], None] = lambda: None
        self.good_tokens: set[str] = set()
        self.token_seconds = 3600
        self.played = threading.Condition()
        self._answers: dict[tuple[str, str], Committed] = {}
        self._lock = threading.Lock()

    def begin(self, match_id: str, level: str = "uniform") -> Match:
        """A new match of bots of a level, open for its first turn. Tells nobody yet."""
        setup = set_up()
        seats = [Seat(f"a_bot{number}", f"Bot {number}", True, level) for number in range(setup.seats)]
        begun = Match.create(game_of(GAME), match_id, setup, seats, Seed(bytes(32)), now_ms())
        self.matches[match_id] = begun.match
        self._keep(begun, tell=False)
        return begun.match

    def turn(self, match_id: str) -> TurnStarted:
        """The turn that is open."""
        turn = self.matches[match_id].open_turn
        assert turn is not None
        return turn

    def tell(self, match_id: str) -> None:
        """Puts the open turn on the bus."""
        assert self.redis is not None
        self.redis.xadd(events_stream(partition_of(match_id)), {FIELD: encode_event(self.turn(match_id))})

    def submit(self, request: rules_pb.SubmitActionRequest, account: str) -> Committed:
        """What the rules service does with an action."""
        key = (request.match_id, request.request_id)
        with self._lock:
            if key in self._answers:
                if self._answers[key].entries[0].text != request.action.text:
                    raise RequestReused(request.request_id)
                return self._answers[key]
            match, ply = self.matches[request.match_id], request.expected_ply
            text, seat = request.action.text, request.seat
            done = match.submit(text, account=account, expected_ply=ply, now_ms=now_ms(), seat=seat)
            self._keep(done, tell=True)
            self._answers[key] = done
            self.matches[match.id] = done.match
            self.log += done.entries
        with self.played:
            self.played.notify_all()
        return done

    def wait(self, holds: Callable[[], bool], seconds: float = 15.0) -> None:
        """Waits until something holds that a played turn brings about."""
        with self.played:
            assert self.played.wait_for(holds, seconds), "the bots did not play"

    def _keep(self, done: Committed, *, tell: bool) -> None:
        if self.redis is None:
            return
        match_id, turn = done.match.id, done.match.open_turn
        partition, pipe = partition_of(match_id), self.redis.pipeline()
        if turn:
            pipe.hset(turns_key(partition), match_id, turn_text(turn))
        else:
            pipe.hdel(turns_key(partition), match_id)
        for event in done.events if tell else ():
            pipe.xadd(events_stream(partition), {FIELD: encode_event(event)})
        try:
            pipe.execute()
        except RedisError as error:
            raise StoreUnavailable from error


class _Rules(RulesServiceServicer):
    def __init__(self, house: House) -> None:
        self._house = house

    def GetMatch(self, request: rules_pb.GetMatchRequest, context: Any) -> Any:  # noqa: N802 - named by gRPC
        def view() -> rules_pb.GetMatchResponse:
            self._house.before_view()
            match = self._house.matches[request.match_id]
            return rules_pb.GetMatchResponse(match=encode_match(match, match, request.seat))

        return self._answer("GetMatch", context, view)

    def SubmitAction(self, request: rules_pb.SubmitActionRequest, context: Any) -> Any:  # noqa: N802 - named by gRPC
        def submit() -> rules_pb.SubmitActionResponse:
            self._house.before_submit()
            done = self._house.submit(request, self._account(context))
            return rules_pb.SubmitActionResponse(ply=done.match.ply, to_act=done.match.to_act)

        return self._answer("SubmitAction", context, submit)

    def _answer(self, method: str, context: Any, work: Callable[[], Any]) -> Any:
        self._house.calls[method] += 1
        return _answered(context, lambda: (self._account(context), work())[1])

    def _account(self, context: Any) -> str:
        """The token of an account is its id and a number."""
        token = dict(context.invocation_metadata())["authorization"].removeprefix("Bearer ")
        if token not in self._house.good_tokens:
            raise BadToken(TokenFault.EXPIRED, "the token has expired: ask for a new one")
        return str(token.rpartition(" ")[0])


class _Accounts(AccountServiceServicer):
    def __init__(self, house: House) -> None:
        self._house = house

    def IssueBotToken(self, request: lobby_pb.IssueBotTokenRequest, context: Any) -> Any:  # noqa: N802 - named by gRPC
        def issue() -> lobby_pb.IssueBotTokenResponse:
            if request.service_secret != SECRET:
                raise BadSecret
            self._house.calls["IssueBotToken"] += 1
            jwt = f"{request.account_id} {self._house.calls['IssueBotToken']}"
            self._house.good_tokens.add(jwt)
            expires = encode_time(now_ms() + self._house.token_seconds * 1000)
            return lobby_pb.IssueBotTokenResponse(token=lobby_message_pb.Token(jwt=jwt, expires=expires))

        return _answered(context, issue)


def _answered(context: Any, work: Callable[[], Any]) -> Any:
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - whatever it is, the client is told
        context.abort_with_status(rpc_status.to_status(token_status(error) or to_status(error)))


@contextmanager
def open_house(house: House) -> Iterator[int]:
    """Serves a house on the loopback; gives the port."""
    server = grpc.server(ThreadPoolExecutor(8), options=[("grpc.so_reuseport", 0)])
    rules: Any = _Rules  # their types want every method; bots call three
    accounts: Any = _Accounts
    add_RulesServiceServicer_to_server(rules(house), server)
    add_AccountServiceServicer_to_server(accounts(house), server)
    bound = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield bound
    finally:
        server.stop(None).wait()


def failing(times: int) -> Callable[[], None]:
    """Fails as a service does whose store is away, so many times."""
    left = [times]

    def fail() -> None:
        if left[0]:
            left[0] -= 1
            raise StoreUnavailable

    return fail
