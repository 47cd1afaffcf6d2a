"""Every call of the rules service over a real socket with real tokens, and what each refuses with which reason."""

from typing import Any

import pytest
from google.rpc import code_pb2

from footplate.api.common.v1 import paging_pb2
from footplate.api.match.v1 import action_pb2, log_entry_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.bus import Bus
from footplate.rules.build import SERVICE as NAME
from footplate.runtime.identity import Role
from tests.rules.fakes import MemoryMatchStore
from tests.rules.serving import Running, refused, serving, setup, signed

ANN, STRANGER = signed("a_0"), signed("a_stranger")


# --- CreateMatch -----------------------------------------------------------------------------------------------------


async def test_create_match(running: Running) -> None:
    made = await running.create()
    assert (len(made.match_id), made.ply, len(made.seed_commitment)) == (28, 1, 64)
    await running.act(made.match_id, 0, 1, "take 1")
    assert await running.create() == made


async def test_create_match_is_for_services(running: Running) -> None:
    request = pb.CreateMatchRequest(request_id="t", setup=setup())
    for who in (ANN, signed("a_bot", Role.BOT)):
        no = await refused(running.stub.CreateMatch(request, metadata=who))
        assert (no.code, no.reason) == (code_pb2.PERMISSION_DENIED, "ROLE_FORBIDDEN")


@pytest.mark.parametrize(
    ("given", "code", "reason"),
    [
        ({"game": "chess"}, code_pb2.NOT_FOUND, "UNKNOWN_GAME"),
        ({"map": "moon"}, code_pb2.INVALID_ARGUMENT, "BAD_REQUEST"),
        ({"options": {"vetoes": "many"}}, code_pb2.INVALID_ARGUMENT, "BAD_REQUEST"),
        ({"seats": 9}, code_pb2.INVALID_ARGUMENT, "BAD_REQUEST"),
        ({"seats": 0}, code_pb2.INVALID_ARGUMENT, "BAD_REQUEST"),
        ({"request_id": ""}, code_pb2.INVALID_ARGUMENT, "BAD_REQUEST"),
    ],
)
async def test_create_match_refuses(running: Running, given: dict[str, Any], code: int, reason: str) -> None:
    no = await refused(running.create(**given))
    assert (no.code, no.reason) == (code, reason)


async def test_create_match_refuses_a_request_used_otherwise(running: Running) -> None:
    await running.create()
    no = await refused(running.create(seats=4))
    assert (no.code, no.reason, no.metadata) == (code_pb2.ALREADY_EXISTS, "REQUEST_REUSED", {"request_id": "table"})


# --- GetMatch --------------------------------------------------------------------------------------------------------


async def test_get_match(running: Running) -> None:
    made = await running.create()
    played = await running.act(made.match_id, 0, 1, "take 1")
    view = (await running.stub.GetMatch(pb.GetMatchRequest(match_id=made.match_id), metadata=ANN)).match
    assert (view.ply, view.head_ply, view.to_act, view.viewer) == (played.ply, played.ply, 1, 0)
    assert view.chain_hash == played.entries[-1].chain_hash
    assert (view.seed_commitment, view.revealed_seed) == (made.seed_commitment, "")
    assert [seat.account_id for seat in view.setup.seats] == ["a_0", "a_1", "a_2"]
    old = (await running.stub.GetMatch(pb.GetMatchRequest(match_id=made.match_id, ply=0), metadata=STRANGER)).match
    assert (old.ply, old.head_ply, old.to_act) == (0, played.ply, -1)
    assert not old.HasField("viewer")


async def test_get_match_reveals_the_seed_when_it_is_over(running: Running) -> None:
    made = await running.create()
    last = await running.play(made.match_id)
    for ply in (0, last // 2, last):
        request = pb.GetMatchRequest(match_id=made.match_id, ply=ply)
        view = (await running.stub.GetMatch(request, metadata=STRANGER)).match
        assert len(view.revealed_seed) == 64
        assert view.HasField("outcome") == (ply == last)


async def test_get_match_refuses(running: Running) -> None:
    made = await running.create()
    get = running.stub.GetMatch
    no = await refused(get(pb.GetMatchRequest(match_id="m_none"), metadata=ANN))
    assert (no.code, no.reason, no.metadata) == (code_pb2.NOT_FOUND, "UNKNOWN_MATCH", {"match": "m_none"})
    no = await refused(get(pb.GetMatchRequest(match_id=made.match_id, ply=9), metadata=ANN))
    assert (no.code, no.reason) == (code_pb2.NOT_FOUND, "UNKNOWN_PLY")
    assert no.metadata == {"match": made.match_id, "ply": "9", "head": "1"}
    no = await refused(get(pb.GetMatchRequest(match_id=made.match_id, seat=1), metadata=ANN))
    assert (no.code, no.reason) == (code_pb2.PERMISSION_DENIED, "NOT_YOUR_SEAT")


# --- Tokens ----------------------------------------------------------------------------------------------------------


async def test_every_call_needs_a_good_token(running: Running) -> None:
    stub: Any = running.stub
    calls = {
        "CreateMatch": pb.CreateMatchRequest(),
        "GetMatch": pb.GetMatchRequest(match_id="m_none"),
        "ListLegalActions": pb.ListLegalActionsRequest(),
        "CheckAction": pb.CheckActionRequest(),
        "SubmitAction": pb.SubmitActionRequest(),
        "GetRecord": pb.GetRecordRequest(),
        "ImportRecord": pb.ImportRecordRequest(),
        "ListGames": pb.ListGamesRequest(),
        "WatchMatch": pb.WatchMatchRequest(),
        "WatchTurns": pb.WatchTurnsRequest(),
    }
    service = pb.DESCRIPTOR.pool.FindServiceByName(NAME)
    assert {method.name for method in service.methods} == calls.keys()
    for method, request in calls.items():
        for metadata in ((), (("authorization", "Bearer nonsense"),), signed("a_0", seconds=-3600)):
            call = getattr(stub, method)(request, metadata=metadata)
            no = await refused(call.read() if method.startswith("Watch") else call)
            assert (no.code, no.reason) == (code_pb2.UNAUTHENTICATED, "BAD_TOKEN"), method


# --- ListLegalActions, CheckAction -----------------------------------------------------------------------------------


async def test_list_legal_actions(running: Running) -> None:
    made = await running.create()
    request = pb.ListLegalActionsRequest(match_id=made.match_id, include_effects=True)
    answer = await running.stub.ListLegalActions(request, metadata=ANN)
    assert [action.text for action in answer.actions] == ["take 1", "take 2", "take 3"]
    assert (answer.ply, answer.to_act, answer.page.total_size, answer.page.next_page_token) == (1, 0, 3, "")
    assert all(action.HasField("effects") for action in answer.actions)
    request = pb.ListLegalActionsRequest(match_id=made.match_id, kind="veto")
    assert not (await running.stub.ListLegalActions(request, metadata=STRANGER)).actions


async def test_list_legal_actions_by_pages(running: Running) -> None:
    made = await running.create()
    found, token, last = [], "", paging_pb2.PageRequest(page_size=1)
    for _ in range(3):
        last = paging_pb2.PageRequest(page_size=1, page_token=token)
        request = pb.ListLegalActionsRequest(match_id=made.match_id, page=last)
        answer = await running.stub.ListLegalActions(request, metadata=ANN)
        found += [action.text for action in answer.actions]
        token = answer.page.next_page_token
    assert (found, token) == (["take 1", "take 2", "take 3"], "")
    await running.act(made.match_id, 0, 1, "take 1")
    for page in (last, paging_pb2.PageRequest(page_size=-1), paging_pb2.PageRequest(page_token="1-nonsense")):
        request = pb.ListLegalActionsRequest(match_id=made.match_id, page=page)
        no = await refused(running.stub.ListLegalActions(request, metadata=ANN))
        assert (no.code, no.reason) == (code_pb2.INVALID_ARGUMENT, "BAD_REQUEST")


async def test_check_action(running: Running) -> None:
    made = await running.create()

    async def check(text: str, who: Any = ANN) -> pb.CheckActionResponse:
        request = pb.CheckActionRequest(match_id=made.match_id, action=action_pb2.Action(text=text))
        answer: pb.CheckActionResponse = await running.stub.CheckAction(request, metadata=who)
        return answer

    good = await check("take 3", STRANGER)
    assert (good.ply, good.text, good.WhichOneof("verdict")) == (1, "take 3", "effects")
    bad = await check("take 9")
    assert (bad.text, bad.violation.rule_id) == ("take 9", "TOY-TAKE-01")
    assert "9 pebbles" in bad.violation.message
    no = await refused(check("steal"))
    assert (no.code, no.reason) == (code_pb2.INVALID_ARGUMENT, "BAD_NOTATION")
    no = await refused(running.stub.CheckAction(pb.CheckActionRequest(match_id=made.match_id), metadata=ANN))
    assert (no.code, no.reason, no.metadata["field"]) == (code_pb2.INVALID_ARGUMENT, "BAD_REQUEST", "action")
    await running.play(made.match_id)
    no = await refused(check("take 1"))
    assert (no.code, no.reason) == (code_pb2.FAILED_PRECONDITION, "MATCH_OVER")


# --- SubmitAction ----------------------------------------------------------------------------------------------------


async def test_submit_action(running: Running) -> None:
    made = await running.create()
    played = await running.act(made.match_id, 0, 1, "take 1", include_effects=True)
    (entry,) = played.entries
    assert (entry.ply, entry.actor, entry.text, entry.cause) == (2, 0, "take 1", log_entry_pb2.ENTRY_CAUSE_PLAYER)
    assert entry.action.text == "take 1"
    assert entry.HasField("effects")
    assert (played.ply, played.to_act) == (2, 1)
    assert await running.act(made.match_id, 0, 1, "take 1", include_effects=True) == played


@pytest.mark.parametrize(
    ("seat", "ply", "text", "given", "code", "reason", "keys"),
    [
        (7, 1, "take 1", {}, code_pb2.PERMISSION_DENIED, "NOT_YOUR_SEAT", {"seat": ""}),
        (0, 1, "take 1", {"seat": 1}, code_pb2.PERMISSION_DENIED, "NOT_YOUR_SEAT", {"seat": "1"}),
        (0, 1, "steal", {}, code_pb2.INVALID_ARGUMENT, "BAD_NOTATION", {"text": "steal"}),
        (0, 0, "take 1", {}, code_pb2.ABORTED, "STALE_PLY", {"expected": "0", "actual": "1"}),
        (0, 5, "take 1", {}, code_pb2.ABORTED, "STALE_PLY", {"expected": "5", "actual": "1"}),
        (1, 1, "take 1", {}, code_pb2.FAILED_PRECONDITION, "NOT_YOUR_TURN", {"seat": "1", "to_act": "0"}),
        (0, 1, "take 9", {}, code_pb2.FAILED_PRECONDITION, "ILLEGAL_ACTION", {"rule": "TOY-TAKE-01", "ply": "1"}),
        (0, 1, "roll 6", {}, code_pb2.FAILED_PRECONDITION, "ILLEGAL_ACTION", {"action": "roll 6"}),
    ],
)
async def test_submit_action_refuses(
    running: Running, seat: int, ply: int, text: str, given: Any, code: int, reason: str, keys: dict[str, str]
) -> None:
    made = await running.create()
    no = await refused(running.act(made.match_id, seat, ply, text, **given))
    assert (no.code, no.reason) == (code, reason)
    assert keys.items() <= no.metadata.items()


async def test_submit_action_knows_the_end(running: Running) -> None:
    made = await running.create()
    last = await running.play(made.match_id)
    no = await refused(running.act(made.match_id, 0, last, "take 1"))
    assert (no.code, no.reason) == (code_pb2.FAILED_PRECONDITION, "MATCH_OVER")
    no = await refused(running.act("m_none", 0, last, "take 1"))
    assert (no.code, no.reason) == (code_pb2.NOT_FOUND, "UNKNOWN_MATCH")


async def test_a_store_that_is_away_is_unavailable_with_a_hint() -> None:
    async with Bus.in_memory() as bus:
        store = MemoryMatchStore(bus)
        async with serving(store, bus) as running:
            made = await running.create()
            store.away = True
            no = await refused(running.act(made.match_id, 0, 1, "take 1"))
            assert (no.code, no.reason, no.retry_seconds) == (code_pb2.UNAVAILABLE, "STORE_UNAVAILABLE", 1)
