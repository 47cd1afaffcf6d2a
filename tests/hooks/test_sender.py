"""Calls are made, tried again and given up, by any number of senders, whatever happens to them."""

import asyncio
import itertools
from collections.abc import Callable

import pytest

from footplate.domain.errors import StoreUnavailable
from footplate.domain.hooks import MOST_TRIES, Outcome, Posted, delay_ms
from footplate.hooks.ports import Change, HookStore, Settling
from footplate.hooks.sender import Pace, Sender
from footplate.runtime import metrics
from tests.hooks.given import NOW, URL, Request, call, hook, kept, stored
from tests.hooks.memory import FakeReceiver, MemoryHooks

BAD, LATE = Posted(500, "status"), Posted(0, "timeout")


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now_ms = NOW

    def __call__(self) -> int:
        return self.now_ms


def sender(store: HookStore, receiver: FakeReceiver, clock: Callable[[], int], **pace: float) -> Sender:
    return Sender(
        store,
        receiver,
        clock,
        Pace(lease_ms=60_000, tick=0.01, grace=0.1, slots=int(pace.get("slots", 4))),
        lambda: 0.5,
    )


async def outcome(store: HookStore, call_id: str = "c_1") -> Outcome:
    report = await store.report(call_id)
    assert report is not None
    return report.outcome


def counted(result: str) -> float:
    return float(metrics.HOOK_CALLS.labels(result)._value.get())


async def test_a_call_reaches_its_receiver_signed_and_once(store: HookStore) -> None:
    await stored(store, hook())
    await store.queue(call())
    receiver, clock, before = FakeReceiver(), Clock(), counted("delivered")
    one = sender(store, receiver, clock)
    assert [await one.take(), await one.take()] == [1, 0]
    await one.idle()
    [(url, sent, body)] = receiver.posts
    assert (url, body, sent["webhook-id"]) == (URL, call().body, "c_1")
    assert sent["webhook-timestamp"] == str(NOW // 1000)
    assert await outcome(store) == Outcome.DELIVERED
    clock.now_ms += 10**9
    assert await one.take() == 0
    assert counted("delivered") == before + 1


async def test_a_call_that_fails_keeps_its_id_and_body_until_it_is_received(store: HookStore) -> None:
    await stored(store, hook())
    await store.queue(call())
    receiver, clock = FakeReceiver([BAD, LATE, Posted(302, "status")]), Clock()
    one = sender(store, receiver, clock)
    for wait_ms in (0, 8_000, 24_000, 72_000):
        clock.now_ms += wait_ms - 1
        assert await one.take() == 0
        clock.now_ms += 1
        assert await one.take() == 1
        await one.idle()
    assert {(sent["webhook-id"], body) for _, sent, body in receiver.posts} == {("c_1", call().body)}
    times = [int(sent["webhook-timestamp"]) for _, sent, _ in receiver.posts]
    assert [later - earlier for earlier, later in itertools.pairwise(times)] == [8, 24, 72]
    assert await outcome(store) == Outcome.DELIVERED
    after = await kept(store)
    assert (after.failing_since_ms, after.waiting, after.disabled) == (0, 0, False)


async def test_a_call_that_never_gets_through_is_given_up_and_turns_its_hook_off(store: HookStore) -> None:
    await stored(store, hook())
    await store.queue(call())
    receiver, clock = FakeReceiver([BAD] * 99), Clock()
    one = sender(store, receiver, clock)
    for tries in range(1, MOST_TRIES + 1):
        assert await outcome(store) == Outcome.WAITING
        await one.take()
        await one.idle()
        clock.now_ms += delay_ms(tries, 0.5)
    assert (len(receiver.posts), await outcome(store)) == (MOST_TRIES, Outcome.FAILED)
    assert (await kept(store)).disabled
    assert not await store.queue(call("c_2"))
    await store.edit("a_ann", "w_1", Request("a_ann/e"), Change.ENABLE)
    assert await store.queue(call("c_3", created_ms=clock.now_ms))


@pytest.mark.parametrize("gone", [True, False])
async def test_what_waits_for_a_hook_that_is_gone_or_off_is_dropped(store: HookStore, gone: bool) -> None:
    await stored(store, hook())
    await store.queue(call())
    await store.queue(call("c_2", created_ms=NOW + 1))
    receiver, clock = FakeReceiver([Posted(410, "status")]), Clock()
    one = sender(store, receiver, clock)
    if gone:
        await store.edit("a_ann", "w_1", Request("a_ann/d"), Change.DELETE)
    else:
        await one.take()
        await one.idle()
    clock.now_ms += 1
    await one.take()
    await one.idle()
    assert len(receiver.posts) == (0 if gone else 1)
    assert await outcome(store, "c_2") == Outcome.DROPPED
    assert await store.waiting() == 0


async def test_a_test_call_is_made_though_the_hook_is_off(store: HookStore) -> None:
    await stored(store, hook(disabled=True))
    await store.queue(call(type="test"))
    receiver = FakeReceiver()
    one = sender(store, receiver, Clock())
    await one.take()
    await one.idle()
    assert (len(receiver.posts), await outcome(store)) == (1, Outcome.DELIVERED)
    assert (await kept(store)).disabled


# --- Whatever happens to a sender --------------------------------------------


async def test_a_sender_that_dies_behind_the_post_is_made_good_by_another_with_the_same_id(store: HookStore) -> None:
    await stored(store, hook())
    await store.queue(call())
    receiver, clock = FakeReceiver(gate=asyncio.Event()), Clock()
    first, second = sender(store, receiver, clock), sender(store, receiver, clock)
    await first.take()
    await receiver.reached.wait()
    for task in first._calling:
        task.cancel()  # as a kill does: nothing is told
    receiver.gate = None
    clock.now_ms += 59_999
    assert await second.take() == 0
    clock.now_ms += 1
    assert await second.take() == 1
    await second.idle()
    assert [sent["webhook-id"] for _, sent, _ in receiver.posts] == ["c_1", "c_1"]
    assert await outcome(store) == Outcome.DELIVERED
    clock.now_ms += 10**9
    assert await second.take() == 0


class Forgetful(MemoryHooks):
    """Loses the answer of the first settling: it is done, or not, and nobody knows."""

    done = True
    lost = False

    async def settle(self, settling: Settling) -> bool:
        if self.lost:
            return await super().settle(settling)
        self.lost = True
        if self.done:
            await super().settle(settling)
        raise StoreUnavailable


@pytest.mark.parametrize(("done", "posts"), [(True, 1), (False, 2)])
async def test_when_the_store_goes_in_the_moment_of_the_end_the_call_comes_at_least_once(
    done: bool, posts: int
) -> None:
    store = Forgetful()
    store.done = done
    await stored(store, hook())
    await store.queue(call())
    receiver, clock = FakeReceiver(), Clock()
    one = sender(store, receiver, clock)
    for _ in range(3):
        await one.take()
        await one.idle()
        clock.now_ms += 60_000
    assert [sent["webhook-id"] for _, sent, _ in receiver.posts] == ["c_1"] * posts
    assert await outcome(store) == Outcome.DELIVERED


async def test_many_senders_make_each_call_once(store: HookStore) -> None:
    await stored(store, hook())
    names = {f"c_{number}" for number in range(60)}
    for name in names:
        await store.queue(call(name))
    receiver, clock = FakeReceiver(), Clock()
    senders = [sender(store, receiver, clock) for _ in range(5)]
    running = [asyncio.create_task(one.run()) for one in senders]
    async with asyncio.timeout(20):
        while await store.waiting():
            await receiver.reached.wait()
            receiver.reached.clear()
            await asyncio.gather(*[one.idle() for one in senders])
    for one in senders:
        await one.stop()
    await asyncio.gather(*running)
    assert sorted(sent["webhook-id"] for _, sent, _ in receiver.posts) == sorted(names)


async def test_a_sender_has_only_so_many_calls_in_hand(store: HookStore) -> None:
    await stored(store, hook())
    for number in range(5):
        await store.queue(call(f"c_{number}"))
    receiver = FakeReceiver(gate=asyncio.Event())
    one = sender(store, receiver, Clock(), slots=2)
    assert [await one.take(), await one.take()] == [2, 0]
    assert receiver.gate is not None
    receiver.gate.set()
    await one.idle()
    assert await one.take() == 2
    await one.stop()


async def test_a_stop_lets_a_call_end_but_not_for_ever() -> None:
    store = MemoryHooks()
    await stored(store, hook())
    await store.queue(call())
    receiver = FakeReceiver(gate=asyncio.Event())
    one = sender(store, receiver, Clock())
    running = asyncio.create_task(one.run())
    await receiver.reached.wait()
    await one.stop()
    await running
    assert await outcome(store) == Outcome.WAITING  # and due again when its time is up


async def test_a_store_that_is_away_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footplate.hooks.sender._PAUSE_SECONDS", 0.001)
    store, receiver = MemoryHooks(), FakeReceiver()
    await stored(store, hook())
    await store.queue(call())
    store.available = False
    one = sender(store, receiver, Clock())
    running = asyncio.create_task(one.run())
    await asyncio.sleep(0.01)
    assert not receiver.posts
    store.available = True
    async with asyncio.timeout(5):
        await receiver.reached.wait()
    await one.stop()
    await running
