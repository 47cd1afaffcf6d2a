"""What accounts do with their web hooks. Knows neither gRPC nor Redis; no secret stands in an error or a log line."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from footplate.domain.errors import RequestReused, UnknownWebHook
from footplate.domain.hooks import OLD_SECRET_MS, TEST, Call, HookEvent, Outcome, WebHook
from footplate.hooks.addresses import expect_url
from footplate.hooks.ids import call_id, new_hook_id, new_secret
from footplate.hooks.news import test_body
from footplate.hooks.ports import MOST_HOOKS, Asked, Change, Clock, Edited, HookStore, NewSecret, Report

_LOOK_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True)
class Rules:
    """How many hooks an account may have, whether this machine may be called, how long a test is waited for."""

    most: int = MOST_HOOKS
    loopback: bool = False
    wait_seconds: float = 6.0


class WebHooks:
    """One method per call. All raise StoreUnavailable; a request that was another before raises RequestReused."""

    def __init__(self, store: HookStore, rules: Rules, now_ms: Clock) -> None:
        self._store = store
        self._rules = rules
        self._now_ms = now_ms

    async def create(self, account: str, asked: Asked, url: str, events: Sequence[HookEvent]) -> tuple[WebHook, str]:
        """Makes a hook; it and its secret, empty when that has changed since. Raises BadRequest, TooManyWebHooks."""
        expect_url(url, loopback=self._rules.loopback)
        kinds = tuple(dict.fromkeys(events)) or tuple(HookEvent)
        hook = WebHook(new_hook_id(), account, url, kinds, self._now_ms(), new_secret(), secret_request=asked.id)
        before = await self._store.add(hook, asked, self._rules.most)
        if before is None:
            return hook, hook.secret
        if before.print != asked.print:
            raise _reused(asked)
        kept = await self._store.get(before.hook)
        if kept is None:
            raise UnknownWebHook(before.hook)
        return kept, _secret_for(kept, asked)

    async def of(self, account: str) -> Sequence[WebHook]:
        """The hooks of an account, the oldest first."""
        return await self._store.of(account)

    async def delete(self, account: str, asked: Asked, hook_id: str) -> None:
        """Removes a hook. Raises UnknownWebHook."""
        await self._edit(account, hook_id, asked, Change.DELETE)

    async def enable(self, account: str, asked: Asked, hook_id: str) -> None:
        """Turns a hook on again. Raises UnknownWebHook."""
        await self._edit(account, hook_id, asked, Change.ENABLE)

    async def rotate(self, account: str, asked: Asked, hook_id: str) -> str:
        """Gives a hook a new secret; it, or empty when there is a newer one by now. Raises UnknownWebHook."""
        await self._edit(account, hook_id, asked, NewSecret(new_secret(), self._now_ms() + OLD_SECRET_MS))
        kept = await self._store.get(hook_id)
        return _secret_for(kept, asked) if kept else ""

    async def test(self, account: str, asked: Asked, hook_id: str) -> Report:
        """Has a call be made, once, and waits for what comes of it, a while. Raises UnknownWebHook."""
        hook = await self._store.get(hook_id)
        if hook is None or hook.account != account:
            raise UnknownWebHook(hook_id)
        now_ms = self._now_ms()
        call = Call(call_id("test", asked.id), hook.id, TEST, test_body(hook.id, now_ms), now_ms)
        await self._store.queue(call, asked.print)
        until = time.monotonic() + self._rules.wait_seconds
        while True:
            report = await self._store.report(call.id)
            if report is None:
                raise UnknownWebHook(hook_id)  # it went in this moment
            if report.print != asked.print:
                raise _reused(asked)
            if report.outcome != Outcome.WAITING or time.monotonic() >= until:
                return report
            await asyncio.sleep(_LOOK_SECONDS)

    async def _edit(self, account: str, hook_id: str, asked: Asked, change: Change | NewSecret) -> None:
        done = await self._store.edit(account, hook_id, asked, change)
        if done == Edited.REUSED:
            raise _reused(asked)
        if done == Edited.UNKNOWN:
            raise UnknownWebHook(hook_id)


def _secret_for(hook: WebHook, asked: Asked) -> str:
    return hook.secret if hook.secret_request == asked.id else ""


def _reused(asked: Asked) -> RequestReused:
    return RequestReused(asked.id.partition("/")[2])
