"""The calls of seats over a real socket, and who may look at a match at all."""

from typing import Any

import grpc.aio
import pytest
from google.protobuf.duration_pb2 import Duration
from google.rpc import code_pb2

from footplate.api.common.v1 import setup_pb2, terms_pb2
from footplate.api.match.v1 import action_pb2, log_entry_pb2, situation_pb2
from footplate.api.rules.v1 import request_response_pb2 as rules_pb
from footplate.api.seats.v1 import request_response_pb2 as pb
from footplate.api.seats.v1.seat_service_pb2_grpc import SeatServiceStub
from footplate.bus import Bus
from footplate.runtime.identity import Role
from tests.rules.fakes import MemoryMatchStore
from tests.rules.serving import SERVICE, Running, refused, serving, setup, signed

ANN, BEA, STRANGER, FRIEND = signed("a_0"), signed("a_1"), signed("a_stranger"), signed("a_friend")
HOUSE = setup_pb2.Seat(account_id="a_house", display_name="House", bot=True, bot_level="greedy")


def agreed(**given: Any) -> terms_pb2.Terms:
    """A minute a turn, and a stand-in."""
    clock = terms_pb2.Clock(turn=Duration(seconds=60))
    return terms_pb2.Terms(**{"clock": clock, "stand_in": HOUSE, **given})


async def create(running: Running, **given: Any) -> str:
    request = rules_pb.CreateMatchRequest(request_id="table", setup=setup(), terms=agreed(**given))
    return str((await running.stub.CreateMatch(request, metadata=SERVICE)).match_id)


def seats_of(running: Running) -> Any:
    """A stub on a channel of its own, which goes with the loop."""
    return SeatServiceStub(grpc.aio.insecure_channel(f"127.0.0.1:{running.port}"))


async def look(running: Running, match_id: str, who: Any = ANN) -> Any:
    return (await running.stub.GetMatch(rules_pb.GetMatchRequest(match_id=match_id), metadata=who)).match


# --- Leaving ---------------------------------------------------------------------------------------------------------


async def test_a_view_tells_terms_presence_and_deadline(running: Running) -> None:
    view = await look(running, await create(running))
    assert view.terms.clock.turn.seconds == 60
    assert view.terms.stand_in.bot_level == "greedy"
    assert [seat.presence for seat in view.situation.seats] == [situation_pb2.PRESENCE_HERE] * 3
    assert view.situation.deadline.seconds - view.turn_began.seconds == 60
    assert not view.situation.seats[0].HasField("budget_left")


async def test_a_budget_is_shown_by_seat(running: Running) -> None:
    clock = terms_pb2.Clock(budget=Duration(seconds=600), increment=Duration(seconds=5))
    view = await look(running, await create(running, clock=clock))
    assert [seat.budget_left.seconds for seat in view.situation.seats] == [600] * 3


async def test_resigning_is_an_entry_and_the_stand_in_is_to_move(running: Running) -> None:
    match_id, stub = await create(running), seats_of(running)
    request = pb.ResignRequest(match_id=match_id, request_id="r")
    done = await stub.Resign(request, metadata=ANN)
    (entry,) = done.entries
    assert (entry.text, entry.actor, entry.note.kind) == ("/resign", 0, log_entry_pb2.NOTE_KIND_RESIGN)
    assert entry.WhichOneof("body") == "note"
    assert await stub.Resign(request, metadata=ANN) == done
    view = await look(running, match_id)
    assert view.situation.seats[0].presence == situation_pb2.PRESENCE_RESIGNED
    assert view.conduct[0].left
    again = await refused(stub.Resign(pb.ResignRequest(match_id=match_id, request_id="r2"), metadata=ANN))
    assert (again.code, again.reason) == (code_pb2.FAILED_PRECONDITION, "SEAT_RESIGNED")
    move = await refused(running.act(match_id, 0, view.ply, "take 1"))
    assert move.reason == "SEAT_TAKEN_OVER"


async def test_there_is_nothing_to_reclaim_from_nobody(running: Running) -> None:
    match_id, stub = await create(running), seats_of(running)
    no = await refused(stub.ReclaimSeat(pb.ReclaimSeatRequest(match_id=match_id, request_id="r"), metadata=ANN))
    assert (no.code, no.reason, no.metadata["seat"]) == (code_pb2.FAILED_PRECONDITION, "SEAT_NOT_TAKEN_OVER", "0")


# --- Going back ------------------------------------------------------------------------------------------------------


async def test_an_undo_by_consent(running: Running) -> None:
    match_id, stub = await create(running), seats_of(running)
    await running.act(match_id, 0, 1, "take 1")
    ask = pb.AskUndoRequest(match_id=match_id, request_id="a", to_ply=1)
    assert (await stub.AskUndo(ask, metadata=ANN)).entries[0].note.ply == 1
    view = await look(running, match_id)
    assert (view.situation.asked_undo.ply, view.situation.asked_undo.seat) == (1, 0)
    assert list(view.situation.asked_undo.agreed_seats) == [0]
    answer = pb.AnswerUndoRequest(match_id=match_id, request_id="y", to_ply=1, agree=True)
    await stub.AnswerUndo(answer, metadata=BEA)
    done = await stub.AnswerUndo(answer, metadata=signed("a_2"))
    assert [entry.note.kind for entry in done.entries] == [
        log_entry_pb2.NOTE_KIND_AGREE,
        log_entry_pb2.NOTE_KIND_UNDO,
    ]
    assert done.to_act == 0
    view = await look(running, match_id)
    assert not view.situation.HasField("asked_undo")


@pytest.mark.parametrize(
    ("who", "expected_ply", "to_ply", "reason"),
    [
        (ANN, 1, 0, "STALE_PLY"),
        (ANN, 2, 1, "NOT_YOUR_TURN"),
        (BEA, 2, 1, "UNDO_REFUSED"),
        (BEA, 2, 9, "UNKNOWN_PLY"),
        (STRANGER, 2, 1, "NOT_YOUR_SEAT"),
    ],
)
async def test_taking_back_refuses(running: Running, who: Any, expected_ply: int, to_ply: int, reason: str) -> None:
    match_id, stub = await create(running), seats_of(running)
    await running.act(match_id, 0, 1, "take 1")
    request = pb.TakeBackRequest(match_id=match_id, request_id="t", expected_ply=expected_ply, to_ply=to_ply)
    assert (await refused(stub.TakeBack(request, metadata=who))).reason == reason


# --- Who may look ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spectators", "welcome"),
    [
        (terms_pb2.SPECTATORS_ALL, {"seat", "stand-in", "invited", "stranger", "service"}),
        (terms_pb2.SPECTATORS_INVITED, {"seat", "stand-in", "invited", "service"}),
        (terms_pb2.SPECTATORS_NONE, {"seat", "stand-in", "service"}),
    ],
)
async def test_who_may_look_at_a_match(running: Running, spectators: Any, welcome: set[str]) -> None:
    match_id = await create(running, spectators=spectators, invited_account_ids=["a_friend"])
    callers = {
        "seat": ANN,
        "stand-in": signed("a_house", Role.BOT),
        "invited": FRIEND,
        "stranger": STRANGER,
        "service": SERVICE,
    }
    calls = {
        "GetMatch": rules_pb.GetMatchRequest(match_id=match_id),
        "ListLegalActions": rules_pb.ListLegalActionsRequest(match_id=match_id),
        "CheckAction": rules_pb.CheckActionRequest(match_id=match_id, action=action_pb2.Action(text="take 1")),
        "GetRecord": rules_pb.GetRecordRequest(match_id=match_id),
    }
    for name, who in callers.items():
        watch = running.stub.WatchMatch(rules_pb.WatchMatchRequest(match_id=match_id), metadata=who)
        if name in welcome:
            for call, request in calls.items():
                await getattr(running.stub, call)(request, metadata=who)
            assert (await watch.read()).HasField("entry")
            watch.cancel()
            continue
        for call, request in calls.items():
            no = await refused(getattr(running.stub, call)(request, metadata=who))
            assert (no.code, no.reason) == (code_pb2.PERMISSION_DENIED, "WATCHING_REFUSED")
        assert (await refused(watch.read())).reason == "WATCHING_REFUSED"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"clock": terms_pb2.Clock()}, "terms.clock"),
        ({"clock": terms_pb2.Clock(turn=Duration(seconds=14))}, "terms.clock.turn"),
        ({"clock": terms_pb2.Clock(turn=Duration(seconds=14 * 86400 + 1))}, "terms.clock.turn"),
        ({"stand_in": setup_pb2.Seat(account_id="a_house")}, "terms.stand_in"),
        ({"spectators": 77}, "terms.spectators"),
    ],
)
async def test_bad_terms_are_refused_by_field(running: Running, given: dict[str, Any], field: str) -> None:
    no = await refused(create(running, **given))
    assert (no.code, no.reason, no.metadata["field"]) == (code_pb2.INVALID_ARGUMENT, "BAD_REQUEST", field)


# --- The clock, as it runs in the service ----------------------------------------------------------------------------


async def test_the_clock_of_the_service_fires_and_watchers_hear_of_it() -> None:
    store = MemoryMatchStore()
    async with Bus.in_memory() as bus, serving(store, bus, clock_tick_seconds=0.01) as running:
        match_id = await create(running)
        kept = store.matches[match_id]
        match = await running.service.clock.fire(match_id)
        assert match is None  # nothing is due yet
        assert len(kept.entries) == 1
