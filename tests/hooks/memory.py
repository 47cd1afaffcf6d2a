"""What web hooks stand on, in memory: as strict about races as the real drivers, and quick."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from footplate.domain.errors import StoreUnavailable, TooManyWebHooks
from footplate.domain.events import TurnStarted
from footplate.domain.hooks import GONE, TEST, Call, Outcome, Posted, WebHook
from footplate.hooks.ports import Asked, Change, Edited, MadeBefore, NewSecret, Report, Settling


@dataclass
class MemoryHooks:
    """See `ports.HookStore`."""

    hooks: dict[str, WebHook] = field(default_factory=dict)
    requests: dict[str, MadeBefore] = field(default_factory=dict)
    reports: dict[str, Report] = field(default_factory=dict)
    due: dict[str, int] = field(default_factory=dict)
    claims: dict[str, str] = field(default_factory=dict)
    available: bool = True

    async def add(self, hook: WebHook, asked: Asked, most: int) -> MadeBefore | None:
        await self._reached()
        if asked.id in self.requests:
            return self.requests[asked.id]
        if sum(one.account == hook.account for one in self.hooks.values()) >= most:
            raise TooManyWebHooks(hook.account, most)
        self.hooks[hook.id], self.requests[asked.id] = hook, MadeBefore(asked.print, hook.id)
        return None

    async def of(self, account: str) -> Sequence[WebHook]:
        await self._reached()
        return sorted((one for one in self.hooks.values() if one.account == account), key=lambda one: one.created_ms)

    async def get(self, hook_id: str) -> WebHook | None:
        await self._reached()
        return self.hooks.get(hook_id)

    async def edit(self, account: str, hook_id: str, asked: Asked, change: Change | NewSecret) -> Edited:
        await self._reached()
        if asked.id in self.requests:
            return Edited.BEFORE if self.requests[asked.id].print == asked.print else Edited.REUSED
        hook = self.hooks.get(hook_id)
        if hook is None or hook.account != account:
            return Edited.UNKNOWN
        if isinstance(change, NewSecret):
            self.hooks[hook_id] = replace(
                hook,
                secret=change.secret,
                secret_request=asked.id,
                old_secret=hook.secret,
                old_until_ms=change.old_until_ms,
            )
        elif change == Change.DELETE:
            del self.hooks[hook_id]
        else:
            self.hooks[hook_id] = replace(hook, disabled=False, failing_since_ms=0)
        self.requests[asked.id] = MadeBefore(asked.print, "")
        return Edited.DONE

    async def queue(self, call: Call, asked: str = "") -> bool:
        await self._reached()
        hook = self.hooks.get(call.hook)
        if hook is None or (hook.disabled and call.type != TEST) or call.id in self.reports:
            return False
        self.reports[call.id] = Report(call, Outcome.WAITING, 0, "", asked)
        self.due[call.id] = call.created_ms
        self.hooks[hook.id] = replace(hook, waiting=hook.waiting + 1)
        return True

    async def report(self, call_id: str) -> Report | None:
        await self._reached()
        return self.reports.get(call_id)

    async def claim(self, now_ms: int, until_ms: int, most: int, claim: str) -> Sequence[str]:
        await self._reached()
        found = sorted((due, call_id) for call_id, due in self.due.items() if due <= now_ms)[:most]
        for _, call_id in found:
            self.due[call_id], self.claims[call_id] = until_ms, claim
        return [call_id for _, call_id in found]

    async def settle(self, settling: Settling) -> bool:
        await self._reached()
        call, step, posted = settling.call, settling.step, settling.posted
        if not self._released(call.id, settling.claim):
            return False
        if step.outcome == Outcome.WAITING:
            self.due[call.id] = step.next_ms
        else:
            del self.due[call.id]
        before = self.reports[call.id]
        tried = replace(before.call, tries=before.call.tries + 1)
        self.reports[call.id] = replace(
            before, call=tried, outcome=step.outcome, status=posted.status, problem=posted.problem
        )
        hook = self.hooks.get(call.hook)
        if hook:
            self.hooks[hook.id] = _after(hook, before.call, settling)
        return True

    async def drop(self, call_id: str, claim: str) -> None:
        await self._reached()
        if not self._released(call_id, claim):
            return
        del self.due[call_id]
        report = self.reports[call_id]
        self.reports[call_id] = replace(report, outcome=Outcome.DROPPED)
        hook = self.hooks.get(report.call.hook)
        if hook:
            self.hooks[hook.id] = replace(hook, waiting=hook.waiting - 1)

    async def waiting(self) -> int:
        await self._reached()
        return len(self.due)

    def _released(self, call_id: str, claim: str) -> bool:
        if self.claims.get(call_id) != claim:
            return False
        del self.claims[call_id]
        return True

    async def _reached(self) -> None:
        await asyncio.sleep(0)
        if not self.available:
            raise StoreUnavailable


def _after(hook: WebHook, call: Call, settling: Settling) -> WebHook:
    """The hook after a try."""
    outcome, posted, now_ms = settling.step.outcome, settling.posted, settling.now_ms
    ended = outcome != Outcome.WAITING
    hook = replace(
        hook,
        waiting=hook.waiting - ended,
        last_try_ms=now_ms,
        last_status=posted.status,
        last_problem=posted.problem,
    )
    if outcome == Outcome.DELIVERED:
        return replace(hook, last_delivered_ms=now_ms, failing_since_ms=0)
    if call.type == TEST:
        return hook
    unheard = outcome == Outcome.FAILED and hook.last_delivered_ms < call.created_ms
    disabled = hook.disabled or unheard or posted.status == GONE
    return replace(hook, failing_since_ms=hook.failing_since_ms or now_ms, disabled=disabled)


@dataclass
class MemoryTurns:
    """See `ports.Turns`: the same turns for every partition asked for."""

    turns: tuple[TurnStarted, ...] = ()
    asked: list[int] = field(default_factory=list)

    async def of(self, partitions: Sequence[int]) -> Sequence[TurnStarted]:
        self.asked.extend(partitions)
        return self.turns


@dataclass
class FakeReceiver:
    """See `ports.Receiver`. Answers with each of `answers` once, then with 200; may wait at `gate`."""

    answers: list[Posted] = field(default_factory=list)
    posts: list[tuple[str, Mapping[str, str], str]] = field(default_factory=list)
    gate: asyncio.Event | None = None
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    async def post(self, url: str, headers: Mapping[str, str], body: str) -> Posted:
        self.posts.append((url, headers, body))
        self.reached.set()
        if self.gate:
            await self.gate.wait()
        return self.answers.pop(0) if self.answers else Posted(200)
