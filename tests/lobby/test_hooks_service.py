"""Web hooks over gRPC: each account keeps its own, and nobody sees a secret twice."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from footplate.api.hooks.v1 import message_pb2
from footplate.api.hooks.v1 import request_response_pb2 as pb
from footplate.domain.hooks import Posted, signature
from footplate.hooks.sender import Pace, Sender
from footplate.lobby.build import clock
from footplate.runtime.identity import Role
from tests.bus.helpers import eventually
from tests.hooks.given import call
from tests.hooks.memory import FakeReceiver
from tests.lobby.rigs import Client, Lobby, lobby, memory_rig, refused

URL = "https://hooks.example/hook"
TURN, EXPIRING = message_pb2.WEB_HOOK_EVENT_TURN_STARTED, message_pb2.WEB_HOOK_EVENT_TABLE_EXPIRING


def creating(client: Client, request: str = "", url: str = URL, events: tuple[Any, ...] = ()) -> Any:
    """A call that makes a hook."""
    request = request or client.next_request()
    return client.hooks("CreateWebHook", pb.CreateWebHookRequest(request_id=request, url=url, events=events))


async def created(client: Client, **given: Any) -> pb.CreateWebHookResponse:
    """A new hook and its secret."""
    answer: pb.CreateWebHookResponse = await creating(client, **given)
    return answer


async def listed(client: Client) -> list[message_pb2.WebHook]:
    """The hooks of an account."""
    answer: pb.ListWebHooksResponse = await client.hooks("ListWebHooks", pb.ListWebHooksRequest())
    return list(answer.hooks)


def rotating(client: Client, hook: str, request: str = "") -> Any:
    """A call for a new secret."""
    asked = pb.RotateSecretRequest(request_id=request or client.next_request(), hook_id=hook)
    return client.hooks("RotateSecret", asked)


def deleting(client: Client, hook: str, request: str = "") -> Any:
    """A call that removes a hook."""
    asked = pb.DeleteWebHookRequest(request_id=request or client.next_request(), hook_id=hook)
    return client.hooks("DeleteWebHook", asked)


def enabling(client: Client, hook: str, request: str = "") -> Any:
    """A call that turns a hook on."""
    asked = pb.EnableWebHookRequest(request_id=request or client.next_request(), hook_id=hook)
    return client.hooks("EnableWebHook", asked)


def tried(client: Client, hook: str, request: str = "") -> Any:
    """A call for a test."""
    asked = pb.TestWebHookRequest(request_id=request or client.next_request(), hook_id=hook)
    return client.hooks("TestWebHook", asked)


@asynccontextmanager
async def sending(served: Lobby, receiver: FakeReceiver) -> AsyncIterator[None]:
    """A sender at work."""
    sender = Sender(served.rig.drivers.hooks, receiver, clock, Pace(tick=0.01))
    running = asyncio.create_task(sender.run())
    yield
    await sender.stop()
    await running


async def test_a_hook_is_made_and_listed_without_its_secret(served: Lobby) -> None:
    ann = served.client("Ann")
    made = await created(ann, events=(TURN, EXPIRING, TURN))
    other = await created(served.client("Ann", role=Role.BOT))
    assert made.secret.startswith("whsec_")
    assert len(made.secret) > 40
    assert (made.hook.url, list(made.hook.events)) == (URL, [TURN, EXPIRING])
    assert list(other.hook.events) == [1, 2, 3]
    assert made.secret != other.secret
    assert await listed(ann) == [made.hook, other.hook]
    assert await listed(served.client("Bob")) == []
    assert made.secret not in str(await listed(ann))


@pytest.mark.parametrize(
    "url", ["", "http://hooks.example/", "https://127.0.0.1/", "https://localhost/x", "https://a@b/"]
)
async def test_a_url_that_may_not_be_called_is_refused(served: Lobby, url: str) -> None:
    refusal = await refused(creating(served.client("Ann"), url=url))
    assert (refusal.reason, refusal.metadata["field"]) == ("BAD_REQUEST", "url")


@pytest.mark.parametrize("event", [0, 9])
async def test_an_event_that_is_none_is_refused(served: Lobby, event: int) -> None:
    refusal = await refused(creating(served.client("Ann"), events=(TURN, event)))
    assert refusal.metadata["field"] == "events.1"


async def test_the_setting_lets_this_machine_be_called() -> None:
    async with lobby(memory_rig(hooks_allow_loopback=True)) as served:
        await created(served.client("Ann"), url="http://127.0.0.1:8000/")


async def test_an_account_has_only_so_many(served: Lobby) -> None:
    ann = served.client("Ann")
    await asyncio.gather(*[creating(ann) for _ in range(10)])
    refusal = await refused(creating(ann))
    assert (refusal.reason, refusal.metadata) == ("TOO_MANY_WEB_HOOKS", {"account": "a_ann", "most": "10"})
    await deleting(ann, (await listed(ann))[0].hook_id)
    await created(ann)


async def test_a_repeated_request_makes_one_hook_and_shows_the_same_secret(served: Lobby) -> None:
    ann = served.client("Ann")
    answers = await asyncio.gather(*[created(ann, request="r") for _ in range(10)])
    assert len({answer.secret for answer in answers}) == len(await listed(ann)) == 1
    assert (await refused(creating(ann, "r", "https://hooks.example/other"))).reason == "REQUEST_REUSED"
    await rotating(ann, answers[0].hook.hook_id)
    assert (await created(ann, request="r")).secret == ""
    await deleting(ann, answers[0].hook.hook_id)
    assert (await refused(creating(ann, "r"))).reason == "UNKNOWN_WEB_HOOK"


async def test_a_new_secret_is_shown_to_its_request_alone(served: Lobby) -> None:
    ann = served.client("Ann")
    made = await created(ann)
    first, again = (await rotating(ann, made.hook.hook_id, "r")), (await rotating(ann, made.hook.hook_id, "r"))
    assert first.secret == again.secret != made.secret
    assert (await rotating(ann, made.hook.hook_id)).secret not in ("", first.secret)
    assert (await rotating(ann, made.hook.hook_id, "r")).secret == ""
    assert (await refused(deleting(ann, made.hook.hook_id, "r"))).reason == "REQUEST_REUSED"


@pytest.mark.parametrize("calling", [rotating, deleting, enabling, tried])
async def test_the_hook_of_another_is_not_there(
    served: Lobby, calling: Callable[[Client, str], Awaitable[Any]]
) -> None:
    made = await created(served.client("Ann"))
    for hook in (made.hook.hook_id, "w_nowhere"):
        refusal = await refused(calling(served.client("Bob"), hook))
        assert (refusal.reason, refusal.metadata) == ("UNKNOWN_WEB_HOOK", {"hook": hook})
    assert await listed(served.client("Ann")) == [made.hook]


async def test_a_hook_is_removed_once(served: Lobby) -> None:
    ann = served.client("Ann")
    made = await created(ann)
    await deleting(ann, made.hook.hook_id, "r")
    await deleting(ann, made.hook.hook_id, "r")
    assert await listed(ann) == []
    assert (await refused(deleting(ann, made.hook.hook_id))).reason == "UNKNOWN_WEB_HOOK"


# --- Tests -------------------------------------------------------------------


async def test_a_test_is_called_once_and_tells_what_came_of_it(served: Lobby) -> None:
    ann, receiver = served.client("Ann"), FakeReceiver([Posted(503, "status")])
    made = await created(ann)
    async with sending(served, receiver):
        failed = await tried(ann, made.hook.hook_id, "r")
        again = await tried(ann, made.hook.hook_id, "r")
        good = await tried(ann, made.hook.hook_id)
    assert failed == again
    assert (failed.outcome, failed.status, failed.problem) == (message_pb2.CALL_OUTCOME_FAILED, 503, "status")
    assert (good.outcome, good.status, good.problem) == (message_pb2.CALL_OUTCOME_DELIVERED, 200, "")
    assert [sent["webhook-id"] for _, sent, _ in receiver.posts] == [failed.call_id, good.call_id]
    url, sent, body = receiver.posts[0]
    second = int(sent["webhook-timestamp"])
    assert url == URL
    assert sent["webhook-signature"] == f"v1,{signature(made.secret, failed.call_id, second, body)}"
    [hook] = await listed(ann)
    assert (hook.last_status, hook.last_problem, hook.waiting, hook.disabled) == (200, "", 0, False)
    assert hook.last_delivered == hook.last_try
    assert not hook.HasField("failing_since")


async def test_a_test_that_nobody_makes_waits() -> None:
    async with lobby(memory_rig(hook_test_seconds=0)) as served:
        ann = served.client("Ann")
        hook = (await created(ann)).hook.hook_id
        first = await tried(ann, hook, "r")
        assert first.outcome == message_pb2.CALL_OUTCOME_WAITING
        assert (await listed(ann))[0].waiting == 1
        other = await created(ann)
        assert (await refused(tried(ann, other.hook.hook_id, "r"))).reason == "REQUEST_REUSED"


async def test_tests_are_limited(served: Lobby) -> None:
    ann = served.client("Ann")
    hook = (await created(ann)).hook.hook_id
    async with sending(served, FakeReceiver()):
        await asyncio.gather(*[tried(ann, hook) for _ in range(20)])
    assert (await refused(tried(ann, hook))).reason == "RATE_LIMITED"


async def test_a_hook_that_went_off_is_shown_and_turned_on(served: Lobby) -> None:
    ann = served.client("Ann")
    hook = (await created(ann)).hook.hook_id
    store = served.rig.drivers.hooks

    async def is_off() -> bool:
        return (await listed(ann))[0].disabled

    assert await store.queue(call(hook=hook, created_ms=clock()))
    async with sending(served, FakeReceiver([Posted(410, "status")])):
        await eventually(is_off)
    [off] = await listed(ann)
    assert (off.last_status, off.last_problem) == (410, "status")
    assert off.HasField("failing_since")
    assert not off.HasField("last_delivered")
    await enabling(ann, hook)
    assert not (await listed(ann))[0].disabled


@pytest.mark.parametrize("method", ["CreateWebHook", "ListWebHooks"])
async def test_a_service_of_the_house_has_no_hooks(served: Lobby, method: str) -> None:
    asked = getattr(pb, f"{method}Request")()
    refusal = await refused(served.client("X", role=Role.SERVICE).hooks(method, asked))
    assert refusal.reason == "ROLE_FORBIDDEN"
