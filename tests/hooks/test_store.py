"""Hooks and calls as they are stored: the driver in memory and the one over Redis must not differ."""

import asyncio
from dataclasses import replace

import pytest

from footplate.domain.errors import TooManyWebHooks
from footplate.domain.hooks import Call, HookEvent, Outcome, Posted, Step
from footplate.hooks.ports import Change, Edited, HookStore, MadeBefore, NewSecret, Report, Settling
from tests.hooks.given import NOW, SECRET, Request, call, hook, kept, stored

OK, BAD = Posted(200), Posted(500, "status")


def settling(
    made: Call, claim: str, outcome: Outcome, posted: Posted = OK, next_ms: int = 0, at: int = NOW
) -> Settling:
    """What came of a try."""
    return Settling(made, claim, at, Step(outcome, next_ms), posted)


async def taken(store: HookStore, claim: str, at: int = NOW, until: int = NOW + 60_000) -> list[str]:
    """What is taken at a time."""
    return list(await store.claim(at, until, 10, claim))


# --- Hooks -------------------------------------------------------------------


async def test_a_hook_comes_back_as_it_was_made(store: HookStore) -> None:
    made = await stored(store, hook(events=(HookEvent.TABLE_EXPIRING, HookEvent.TURN_STARTED)))
    assert await store.get("w_1") == made
    assert await store.get("w_2") is None
    assert await store.of("a_ann") == [made]
    assert await store.of("a_bob") == []


async def test_the_hooks_of_an_account_come_in_the_order_they_were_made(store: HookStore) -> None:
    for number in (3, 1, 2):
        await stored(store, hook(f"w_{number}", created_ms=NOW + number))
    assert [one.id for one in await store.of("a_ann")] == ["w_1", "w_2", "w_3"]


async def test_a_request_makes_one_hook(store: HookStore) -> None:
    await stored(store, hook())
    again = Request("a_ann/w_1", "other")
    assert await store.add(hook("w_2"), again, 10) == MadeBefore("p", "w_1")
    assert [one.id for one in await store.of("a_ann")] == ["w_1"]


async def test_there_are_only_so_many_however_many_ask_at_once(store: HookStore) -> None:
    asked = [store.add(hook(f"w_{n}", created_ms=n), Request(f"a_ann/{n}"), 3) for n in range(1, 9)]
    done = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(one is None for one in done) == 3
    assert sum(isinstance(one, TooManyWebHooks) for one in done) == 5
    assert len(await store.of("a_ann")) == 3


async def test_a_hook_is_changed_by_its_account_once_for_a_request(store: HookStore) -> None:
    made = await stored(store, hook(disabled=True, failing_since_ms=5))
    request = Request("a_ann/e", "enable")
    assert await store.edit("a_bob", "w_1", Request("a_bob/e"), Change.ENABLE) == Edited.UNKNOWN
    assert await store.edit("a_ann", "w_2", Request("a_ann/x"), Change.ENABLE) == Edited.UNKNOWN
    assert (await kept(store)).disabled
    assert await store.edit("a_ann", "w_1", request, Change.ENABLE) == Edited.DONE
    assert await kept(store) == replace(made, disabled=False, failing_since_ms=0)
    assert await store.edit("a_ann", "w_1", request, Change.DELETE) == Edited.BEFORE
    assert await store.edit("a_ann", "w_1", Request("a_ann/e", "x"), Change.DELETE) == Edited.REUSED
    assert await store.edit("a_ann", "w_1", Request("a_ann/d"), Change.DELETE) == Edited.DONE
    assert await store.get("w_1") is None
    assert await store.of("a_ann") == []
    assert await store.edit("a_ann", "w_1", Request("a_ann/d"), Change.DELETE) == Edited.BEFORE


async def test_the_secret_before_stays_for_its_time(store: HookStore) -> None:
    await stored(store, hook())
    assert await store.edit("a_ann", "w_1", Request("a_ann/r"), NewSecret("whsec_bmV3", NOW + 10)) == Edited.DONE
    after = await kept(store)
    assert (after.secret, after.secret_request, after.old_secret) == ("whsec_bmV3", "a_ann/r", SECRET)
    assert after.secrets_at(NOW + 9) == ("whsec_bmV3", SECRET)
    assert after.secrets_at(NOW + 10) == ("whsec_bmV3",)


# --- Calls -------------------------------------------------------------------


async def test_a_call_is_stored_once_and_taken_once(store: HookStore) -> None:
    await stored(store, hook())
    assert await store.queue(call())
    assert not await store.queue(call(body="other"))
    assert await store.report("c_1") == Report(call(), Outcome.WAITING, 0, "")
    assert (await store.waiting(), (await kept(store)).waiting) == (1, 1)
    assert await taken(store, "early", at=NOW - 1) == []
    assert [await taken(store, "x"), await taken(store, "y")] == [["c_1"], []]


async def test_nobody_waits_for_a_hook_that_is_gone_or_off(store: HookStore) -> None:
    assert not await store.queue(call())
    await stored(store, hook(disabled=True))
    assert not await store.queue(call())
    assert await store.queue(call("c_test", type="test"), "print")
    report = await store.report("c_test")
    assert report is not None
    assert report.print == "print"


async def test_many_who_take_share_the_calls(store: HookStore) -> None:
    await stored(store, hook())
    for number in range(30):
        await store.queue(call(f"c_{number:02}", created_ms=NOW + number))
    shares = await asyncio.gather(*[store.claim(NOW + 100, NOW + 200, 7, f"s{n}") for n in range(5)])
    got = [call_id for share in shares for call_id in share]
    assert sorted(got) == [f"c_{number:02}" for number in range(30)]
    assert shares[0] == [f"c_{number:02}" for number in range(7)]


async def test_a_call_received_is_over(store: HookStore) -> None:
    await stored(store, hook(failing_since_ms=3))
    await store.queue(call())
    await taken(store, "x")
    assert await store.settle(settling(call(), "x", Outcome.DELIVERED, at=NOW + 5))
    assert await store.report("c_1") == Report(call(tries=1), Outcome.DELIVERED, 200, "")
    after = await kept(store)
    assert (after.last_try_ms, after.last_delivered_ms, after.failing_since_ms) == (NOW + 5, NOW + 5, 0)
    assert (after.waiting, after.last_status, after.last_problem, await store.waiting()) == (0, 200, "", 0)
    assert await taken(store, "y", at=NOW + 10**9) == []
    assert not await store.queue(call())


async def test_a_call_that_failed_is_due_again(store: HookStore) -> None:
    await stored(store, hook())
    await store.queue(call())
    await taken(store, "x")
    assert await store.settle(settling(call(), "x", Outcome.WAITING, BAD, NOW + 8000, NOW + 1))
    after = await kept(store)
    assert (after.waiting, after.failing_since_ms, after.last_status, after.last_problem) == (1, NOW + 1, 500, "status")
    assert not after.disabled
    assert await taken(store, "y", at=NOW + 7999) == []
    assert await taken(store, "y", at=NOW + 8000) == ["c_1"]
    report = await store.report("c_1")
    assert report is not None
    assert report.call.tries == 1


async def test_who_was_too_slow_settles_nothing(store: HookStore) -> None:
    await stored(store, hook())
    await store.queue(call())
    await taken(store, "slow", until=NOW + 10)
    assert await taken(store, "next", at=NOW + 10) == ["c_1"]
    assert not await store.settle(settling(call(), "slow", Outcome.DELIVERED))
    assert await store.waiting() == 1
    assert await store.settle(settling(call(), "next", Outcome.DELIVERED))
    assert not await store.settle(settling(call(), "next", Outcome.DELIVERED))
    assert (await kept(store)).waiting == 0


async def test_a_hook_goes_off_when_nothing_came_through_since_the_call_was_made(store: HookStore) -> None:
    await stored(store, hook(last_delivered_ms=NOW - 1))
    await store.queue(call())
    await taken(store, "x")
    await store.settle(settling(call(), "x", Outcome.FAILED, BAD))
    assert (await kept(store)).disabled


async def test_a_hook_stays_on_when_other_calls_came_through(store: HookStore) -> None:
    await stored(store, hook(last_delivered_ms=NOW + 1))
    await store.queue(call())
    await taken(store, "x")
    await store.settle(settling(call(), "x", Outcome.FAILED, BAD, at=NOW + 2))
    assert not (await kept(store)).disabled
    assert await store.waiting() == 0


@pytest.mark.parametrize(("kind", "disabled"), [("turn.started", True), ("test", False)])
async def test_a_receiver_that_is_gone_turns_its_hook_off_but_no_test_does(
    store: HookStore, kind: str, disabled: bool
) -> None:
    await stored(store, hook(last_delivered_ms=NOW + 1))
    made = call(type=kind)
    await store.queue(made)
    await taken(store, "x")
    await store.settle(settling(made, "x", Outcome.FAILED, Posted(410, "status")))
    after = await kept(store)
    assert (after.disabled, bool(after.failing_since_ms)) == (disabled, disabled)


async def test_a_call_is_dropped_by_whoever_has_it(store: HookStore) -> None:
    await stored(store, hook())
    await store.queue(call())
    await taken(store, "x")
    await store.drop("c_1", "y")
    assert await store.waiting() == 1
    await store.drop("c_1", "x")
    assert (await store.waiting(), (await kept(store)).waiting) == (0, 0)
    report = await store.report("c_1")
    assert report is not None
    assert (report.outcome, report.call.tries) == (Outcome.DROPPED, 0)


async def test_a_call_whose_hook_went_meanwhile_is_settled(store: HookStore) -> None:
    await stored(store, hook())
    await store.queue(call())
    await taken(store, "x")
    await store.edit("a_ann", "w_1", Request("a_ann/d"), Change.DELETE)
    assert await store.settle(settling(call(), "x", Outcome.DELIVERED))
    assert await store.get("w_1") is None
    assert await store.waiting() == 0
