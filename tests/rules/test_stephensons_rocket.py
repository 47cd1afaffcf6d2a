"""Whole games of Stephenson's Rocket through the service: real socket, real tokens, real Redis."""

import random
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from footplate.api.match.v1 import action_pb2, match_view_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.api.stephensons_rocket.v1 import actions_pb2, view_pb2
from footplate.bus import Bus
from footplate.engine.registry import games
from footplate.engine.replay import replay
from footplate.engine.stephensons_rocket.notation import ACTION_KINDS
from footplate.rules.redis_store import RedisMatchStore
from tests.rules.serving import Metadata, Running, refused, serving, signed
from tests.rules.whole_games import ONLOOKER, play, record_of, whole_game
from tests.support.rules import rule

GAME = "stephensons_rocket"


@pytest.fixture
async def running(redis: Redis, redis_url: str, redis_store: RedisMatchStore) -> AsyncIterator[Running]:
    async with Bus.over_redis(redis_url) as bus, serving(redis_store, bus, games()) as up:
        yield up


async def view(running: Running, match_id: str, who: Metadata, ply: int | None = None) -> match_view_pb2.MatchView:
    request = pb.GetMatchRequest(match_id=match_id, ply=ply)
    answer: pb.GetMatchResponse = await running.stub.GetMatch(request, metadata=who)
    return answer.match


async def begun(running: Running, *texts: str) -> tuple[str, int]:
    """A match of three and who is to act, after these actions."""
    made = await running.create(game=GAME, seats=3)
    for text in texts:
        now = await view(running, made.match_id, ONLOOKER)
        await running.act(made.match_id, now.to_act, now.ply, text)
    return made.match_id, (await view(running, made.match_id, ONLOOKER)).to_act


async def legal(running: Running, match_id: str, **wanted: str | bool) -> pb.ListLegalActionsResponse:
    request = pb.ListLegalActionsRequest(match_id=match_id, **wanted)  # type: ignore[arg-type]  # filters by name
    answer: pb.ListLegalActionsResponse = await running.stub.ListLegalActions(request, metadata=ONLOOKER)
    return answer


@rule("SR-INF-05")
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_whole_random_game(running: Running, seats: int) -> None:
    made = await running.create(game=GAME, seats=seats)
    played = await whole_game(running, made.match_id, random.Random(seats), ACTION_KINDS)
    half = len(played.states) // 2
    seen = await view(running, made.match_id, ONLOOKER, half)
    assert [player.money for player in seen.stephensons_rocket.players] == list(played.states[half].money)


@rule("SR-INF-02")
async def test_while_a_game_runs_a_seat_sees_its_own_money_alone(running: Running) -> None:
    made = await running.create(game=GAME, seats=3)
    last = await play(running, made.match_id, random.Random(7), ACTION_KINDS, plies=60)
    played = replay(await record_of(running, made.match_id))
    for ply in (last // 2, last):
        for seat in range(3):
            seen = await view(running, made.match_id, signed(f"a_{seat}"), ply)
            money = [player.money if player.HasField("money") else None for player in seen.stephensons_rocket.players]
            assert money == [played.states[ply].money[seat] if other == seat else None for other in range(3)]
            assert seen.state_text == played.game.state_text(played.game.view(played.states[ply], seat))


async def test_a_running_game_is_told_as_its_record_has_it(running: Running) -> None:
    match_id, _ = await begun(running, "token Reading brewery", "station 0614")
    played = replay(await record_of(running, match_id))
    seen = await view(running, match_id, ONLOOKER)
    assert seen.state_text == played.game.state_text(played.game.view(played.state, None))
    assert (seen.phase, seen.turn, seen.turns) == ("main_action", 2, 0)
    assert [(standing.rank, standing.HasField("score")) for standing in seen.standings] == [(0, False)] * 3


async def test_legal_actions_are_found_by_hex_and_by_kind(running: Running) -> None:
    match_id, _ = await begun(running, "station 0614")
    texts = [action.text for action in (await legal(running, match_id, hex="0514")).actions]
    assert texts == ["extend LSWR 0514"]
    texts = [action.text for action in (await legal(running, match_id, city="0613")).actions]
    assert texts == ["token Reading steel", "token Reading brewery"]
    moves = (await legal(running, match_id, hex="0614")).actions
    assert moves
    assert all(action.text.startswith("move 0614 ") for action in moves)


@rule("SR-INF-04")
async def test_a_player_sees_what_a_move_pays_before_it_is_sent(running: Running) -> None:
    match_id, mover = await begun(running, "token Reading brewery", "extend LSWR 0615")
    offered = (await legal(running, match_id, hex="0614", kind="extend", include_effects=True)).actions
    changes = offered[0].effects.stephensons_rocket.expected
    assert [payout.kind for payout in changes.payouts] == [view_pb2.PAYOUT_KIND_CITY]
    first = (mover - 1) % 3
    assert [(change.seat, change.money) for change in changes.seats if change.money] == [(first, 2000)]


async def test_a_malformed_action_is_refused_by_the_name_of_its_field(running: Running) -> None:
    match_id, seat = await begun(running)
    place = actions_pb2.Action(place_station=actions_pb2.PlaceStation(hex="T9"))
    request = pb.SubmitActionRequest(
        match_id=match_id,
        request_id="r",
        expected_ply=(await view(running, match_id, ONLOOKER)).ply,
        action=action_pb2.Action(stephensons_rocket=place),
    )
    no = await refused(running.stub.SubmitAction(request, metadata=signed(f"a_{seat}")))
    assert no.metadata["field"] == "action.stephensons_rocket.place_station.hex"
