"""Watches, records and the lists of the rules service over a real socket."""

import asyncio
from typing import Any

import grpc
from google.rpc import code_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc

from footplate.api.common.v1 import watch_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.bus import Bus
from footplate.engine.record import parse_record
from footplate.engine.replay import verify
from footplate.rules.build import SERVICE as NAME
from tests.rules.fakes import MemoryMatchStore, eventually
from tests.rules.serving import SERVICE, Running, refused, serving, signed
from tests.support.toy_game import GAMES

ANN, STRANGER = signed("a_0"), signed("a_stranger")


# --- Watching --------------------------------------------------------------------------------------------------------


async def test_watch_match(running: Running) -> None:
    made = await running.create()
    request = pb.WatchMatchRequest(match_id=made.match_id, views=pb.WATCH_VIEWS_FOLLOW, include_effects=True)
    call = running.stub.WatchMatch(request, metadata=STRANGER)
    seen = [await call.read(), await call.read()]
    playing = asyncio.create_task(running.play(made.match_id))
    async with asyncio.timeout(5):
        while (message := await call.read()) is not grpc.aio.EOF:
            seen.append(message)
    await playing
    entries = [message.entry for message in seen if message.HasField("entry")]
    assert [entry.ply for entry in entries] == list(range(1, len(entries) + 1))
    assert all(entry.HasField("effects") for entry in entries)
    assert seen[0].view.ply == 0
    assert seen[-2].view.HasField("outcome")
    ended = seen[-1].ended
    assert (ended.reason, ended.position) == (watch_pb2.WATCH_END_REASON_COMPLETE, len(entries))


async def test_watch_match_beats_and_refuses(running: Running) -> None:
    made = await running.create()
    call = running.stub.WatchMatch(pb.WatchMatchRequest(match_id=made.match_id, from_ply=1), metadata=ANN)
    beat = (await call.read()).heartbeat
    assert beat.position == 1
    call.cancel()
    await eventually(lambda: len(running.service.bells) == 0)
    for request, reason in (
        (pb.WatchMatchRequest(match_id="m_none"), "UNKNOWN_MATCH"),
        (pb.WatchMatchRequest(match_id=made.match_id, from_ply=2), "UNKNOWN_PLY"),
        (pb.WatchMatchRequest(match_id=made.match_id, seat=2), "NOT_YOUR_SEAT"),
        (pb.WatchMatchRequest(match_id=made.match_id, views=99), "BAD_REQUEST"),  # type: ignore[arg-type] # of a later version
    ):
        assert (await refused(running.stub.WatchMatch(request, metadata=ANN).read())).reason == reason


async def test_watch_turns(running: Running) -> None:
    made = await running.create()
    call = running.stub.WatchTurns(pb.WatchTurnsRequest(), metadata=ANN)
    opened = (await call.read()).opened
    assert (opened.match_id, opened.ply, opened.seat, opened.game, opened.phase) == (
        made.match_id,
        1,
        0,
        "pebbles",
        "take",
    )
    assert (await call.read()).HasField("heartbeat")
    await running.act(made.match_id, 0, 1, "take 1")
    while not (message := await call.read()).HasField("closed"):
        assert message.HasField("heartbeat")
    assert (message.closed.match_id, message.closed.ply, message.closed.match_over) == (made.match_id, 1, False)
    call.cancel()


async def test_watches_end_when_the_service_stops() -> None:
    async with Bus.in_memory() as bus, serving(MemoryMatchStore(bus), bus) as running:
        made = await running.create()
        one = running.stub.WatchMatch(pb.WatchMatchRequest(match_id=made.match_id, from_ply=1), metadata=ANN)
        two = running.stub.WatchTurns(pb.WatchTurnsRequest(), metadata=signed("a_2"))
        assert (await two.read()).HasField("heartbeat")
        await eventually(lambda: len(running.service.bells) == 2)
        running.service.bells.close()
        assert await running.service.server.stop(5) == 0
        for call in (one, two):
            assert (await call.read()).ended.reason == watch_pb2.WATCH_END_REASON_SHUTTING_DOWN
            assert await call.read() is grpc.aio.EOF


# --- Records and games -----------------------------------------------------------------------------------------------


async def test_records_go_out_and_in(running: Running) -> None:
    made = await running.create()
    half = await running.stub.GetRecord(pb.GetRecordRequest(match_id=made.match_id), metadata=STRANGER)
    assert (half.finished, half.ply) == (False, 1)
    assert "seed:" not in half.record
    last = await running.play(made.match_id)
    whole = await running.stub.GetRecord(pb.GetRecordRequest(match_id=made.match_id), metadata=STRANGER)
    assert (whole.finished, whole.ply) == (True, last)
    assert verify(parse_record(whole.record), GAMES).findings == ()
    request = pb.ImportRecordRequest(request_id="i", record=whole.record, plies=3, purpose=pb.IMPORT_PURPOSE_PRACTICE)
    practice = await running.stub.ImportRecord(request, metadata=ANN)
    assert practice.match_id != made.match_id
    assert practice.ply >= 3
    view = (await running.stub.GetMatch(pb.GetMatchRequest(match_id=practice.match_id), metadata=ANN)).match
    assert view.imported_plies == 3
    request = pb.ImportRecordRequest(request_id="a", record=whole.record, purpose=pb.IMPORT_PURPOSE_ANALYSIS)
    analysis = await running.stub.ImportRecord(request, metadata=ANN)
    assert analysis.ply == last
    view = (await running.stub.GetMatch(pb.GetMatchRequest(match_id=analysis.match_id), metadata=ANN)).match
    assert (view.seed_commitment, view.HasField("viewer")) == ("", False)


async def test_records_are_refused(running: Running) -> None:
    no = await refused(running.stub.GetRecord(pb.GetRecordRequest(match_id="m_none"), metadata=ANN))
    assert no.reason == "UNKNOWN_MATCH"
    for request, reason in (
        (pb.ImportRecordRequest(request_id="i", record="x"), "BAD_REQUEST"),
        (pb.ImportRecordRequest(request_id="i", record="x", purpose=pb.IMPORT_PURPOSE_ANALYSIS), "BAD_RECORD"),
        (pb.ImportRecordRequest(record="x", purpose=pb.IMPORT_PURPOSE_ANALYSIS), "BAD_REQUEST"),
    ):
        no = await refused(running.stub.ImportRecord(request, metadata=ANN))
        assert (no.code, no.reason) == (code_pb2.INVALID_ARGUMENT, reason)


async def test_list_games(running: Running) -> None:
    (game,) = (await running.stub.ListGames(pb.ListGamesRequest(include_maps=True), metadata=ANN)).games
    assert (game.id, game.rules_version, list(game.action_kinds)[:2]) == ("pebbles", 3, ["take", "veto"])
    assert not (await running.stub.ListGames(pb.ListGamesRequest(game="chess"), metadata=ANN)).games


async def test_health_and_names(running: Running) -> None:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{running.port}") as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        answer = await health.Check(health_pb2.HealthCheckRequest(service=NAME))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
    assert SERVICE[0][0] == "authorization"
