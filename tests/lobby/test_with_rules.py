"""The lobby with the real rules service beside it: the calls between them, a table from its opening to its result."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from footplate.api.lobby.v1 import message_pb2
from footplate.api.match.v1 import action_pb2, match_view_pb2
from footplate.api.rules.v1 import request_response_pb2 as rules_pb
from footplate.bus import Bus
from footplate.domain.seat import Seat
from footplate.domain.table import Table
from footplate.engine.game import OVER, Setup
from footplate.lobby.ports import MatchRefused, RulesUnavailable
from footplate.lobby.rules_client import GrpcRules, open_channel
from footplate.runtime.tokens import TokenSigner, read_private_key
from tests.lobby.calls import full_of_bots, shown, starting, watching
from tests.lobby.rigs import lobby, memory_rig
from tests.rules import serving as rules_serving
from tests.rules.fakes import MemoryMatchStore
from tests.support.toy_game import PEBBLES, SETUP

SIGNER = TokenSigner(read_private_key(rules_serving.KEYS.private_pem))
SEATS = (Seat("a_ann", "Ann"), Seat("a_1", "greedy #1", True, "greedy"), Seat("a_2", "greedy #2", True, "greedy"))
TABLE = Table("t_1", "Table", "a_ann", SETUP, SEATS, 1, 1, version=4)


@asynccontextmanager
async def calling(port: int, signer: TokenSigner = SIGNER, deadline: float = 2.0) -> AsyncIterator[GrpcRules]:
    async with open_channel(f"127.0.0.1:{port}") as channel:
        yield GrpcRules(channel, signer, deadline)


@pytest.fixture
async def rules() -> AsyncIterator[rules_serving.Running]:
    async with Bus.in_memory() as bus, rules_serving.serving(MemoryMatchStore(bus), bus) as running:
        yield running


async def test_a_match_is_created_once_for_a_table(rules: rules_serving.Running) -> None:
    async with calling(rules.port) as here:
        match_id = await here.create_match(TABLE)
        assert await here.create_match(TABLE) == match_id
        request = rules_pb.GetMatchRequest(match_id=match_id)
        match = (await rules.stub.GetMatch(request, metadata=rules_serving.signed("a_ann"))).match
        assert [(seat.account_id, seat.bot_level) for seat in match.setup.seats] == [
            ("a_ann", ""),
            ("a_1", "greedy"),
            ("a_2", "greedy"),
        ]
        assert await here.ending(match_id) is None
        assert await here.ending("m_nowhere") is None


@pytest.mark.parametrize(
    "setup",
    [Setup("chess", "", "", 3), Setup("pebbles", "moon", "short", 3), Setup("pebbles", "", "", 3, (("x", "y"),))],
)
async def test_what_the_rules_service_will_never_do_is_told_as_such(rules: rules_serving.Running, setup: Setup) -> None:
    async with calling(rules.port) as here:
        with pytest.raises(MatchRefused):
            await here.create_match(Table("t_2", "Table", "a_ann", setup, SEATS, 1, 1))
        await here.create_match(TABLE)
        with pytest.raises(MatchRefused, match="ALREADY_EXISTS"):
            await here.create_match(Table("t_1", "Table", "a_ann", SETUP, SEATS[::-1], 1, 1))


async def test_a_lobby_with_a_wrong_key_may_try_again(rules: rules_serving.Running) -> None:
    async with calling(rules.port, memory_rig().settings.signer()) as here:
        with pytest.raises(RulesUnavailable, match="UNAUTHENTICATED"):
            await here.create_match(TABLE)


async def test_a_rules_service_that_is_away_is_waited_for_until_the_deadline() -> None:
    async with calling(1, deadline=0.5) as here:
        with pytest.raises(RulesUnavailable):
            await here.create_match(TABLE)
        with pytest.raises(RulesUnavailable):
            await here.ending("m_1")


async def test_a_rules_service_that_comes_back_is_found() -> None:
    async with Bus.in_memory() as bus:
        store = MemoryMatchStore(bus)
        async with rules_serving.serving(store, bus) as running:
            port = running.port
            async with calling(port) as here:
                match_id = await here.create_match(TABLE)
        async with calling(port, deadline=5.0) as here:
            asking = asyncio.create_task(here.create_match(TABLE))
            await asyncio.sleep(0.2)
            async with rules_serving.serving(store, bus, port=port):
                assert await asking == match_id


async def test_a_table_from_its_opening_to_its_result() -> None:
    """Both services on one bus; the seats are played by hand, over gRPC."""
    bus, keys = Bus.in_memory(), rules_serving.KEYS
    async with rules_serving.serving(MemoryMatchStore(bus), bus) as running, calling(running.port) as rules:
        own_keys = {"token_private_key": keys.private_pem, "token_public_keys": {keys.kid: keys.public_pem}}
        async with lobby(memory_rig(rules, bus, **own_keys)) as served:
            ann = served.client("Ann")
            table = (await full_of_bots(ann)).table_id
            watch = watching(served.client("Bob"), table)
            await starting(ann, table)
            playing = await seen_as(watch, message_pb2.TABLE_STATUS_PLAYING)
            await played(running, playing)
            finished = await seen_as(watch, message_pb2.TABLE_STATUS_FINISHED)
            assert {standing.seat for standing in finished.outcome.standings} == {0, 1, 2}
            assert await shown(ann, table) == finished


async def seen_as(watch: Any, status: int) -> message_pb2.Table:
    """The table as a watcher sees it once it has a status."""
    async with asyncio.timeout(5):
        while (message := await watch.read()).table.status != status:
            pass
    table: message_pb2.Table = message.table
    return table


async def played(running: rules_serving.Running, table: message_pb2.Table) -> None:
    """Plays a match to its end, each action for the account of its seat."""
    ply, to_act, accounts = 1, 0, [seat.account_id for seat in table.setup.seats]
    while to_act != OVER:
        state = PEBBLES.parse_state((await view(running, table.match_id)).state_text)
        request = rules_pb.SubmitActionRequest(
            match_id=table.match_id,
            request_id=f"play {ply}",
            expected_ply=ply,
            action=action_pb2.Action(text=PEBBLES.action_text(PEBBLES.legal_actions(state)[0])),
        )
        answer = await running.stub.SubmitAction(request, metadata=rules_serving.signed(accounts[to_act]))
        ply, to_act = answer.ply, answer.to_act


async def view(running: rules_serving.Running, match_id: str) -> match_view_pb2.MatchView:
    """The match as a spectator sees it."""
    request = rules_pb.GetMatchRequest(match_id=match_id)
    answer: rules_pb.GetMatchResponse = await running.stub.GetMatch(request, metadata=rules_serving.signed("a_eve"))
    return answer.match
