"""Web hooks and their calls in Redis, version 6.2 or later. Every command stays on one hash slot."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from footplate.bus import turns_key
from footplate.domain.errors import TooManyWebHooks
from footplate.domain.events import TurnStarted
from footplate.domain.hooks import GONE, TEST, Call, HookEvent, Outcome, WebHook
from footplate.hooks.keys import CLAIMS, DUE, call_key, hook_key, hook_request_key, hooks_key
from footplate.hooks.ports import Asked, Change, Edited, MadeBefore, NewSecret, Report, Settling
from footplate.runtime.redis_scripts import Commands, Script, translated
from footplate.wire.open_turns import parse_turn

_ADD: Final = Script(__package__, "add_hook.lua")
_EDIT: Final = Script(__package__, "edit_hook.lua")
_QUEUE: Final = Script(__package__, "queue_call.lua")
_CLAIM: Final = Script(__package__, "claim_calls.lua")
_SETTLE: Final = Script(__package__, "settle_call.lua")
_KEEP_REQUESTS_SECONDS: Final = 24 * 3600.0
_KEEP_CALLS_MS: Final = 3 * 24 * 3600 * 1_000
"""Longer than a call is tried, and than an event may come again."""


class RedisHookStore:
    """See `ports.HookStore`. `keep_requests`: for how many seconds a request is answered the same way again."""

    def __init__(self, client: Commands, keep_requests: float = _KEEP_REQUESTS_SECONDS) -> None:
        self._client = client
        self._keep_ms = int(keep_requests * 1000)

    async def add(self, hook: WebHook, asked: Asked, most: int) -> MadeBefore | None:
        keys = [hook_key(hook.id), hook_request_key(asked.id), hooks_key(hook.account)]
        arguments: list[str | bytes | int] = [
            hook.id,
            hook.created_ms,
            most,
            asked.print,
            self._keep_ms,
            *_hook_fields(hook),
        ]
        answer, *memory = await _ADD.run(self._client, keys, arguments)
        if answer == b"full":
            raise TooManyWebHooks(hook.account, most)
        if answer == b"done":
            return None
        before, _, hook_id = memory[0].decode().partition(" ")
        return MadeBefore(before, hook_id)

    async def of(self, account: str) -> Sequence[WebHook]:
        with translated():
            found = await self._client.execute_command("ZRANGE", hooks_key(account), 0, -1)
        hooks = await asyncio.gather(*[self.get(hook_id.decode()) for hook_id in found])
        return [hook for hook in hooks if hook]

    async def get(self, hook_id: str) -> WebHook | None:
        fields = await self._fields(hook_key(hook_id))
        return _parse_hook(hook_id, fields) if fields else None

    async def edit(self, account: str, hook_id: str, asked: Asked, change: Change | NewSecret) -> Edited:
        keys = [hook_key(hook_id), hook_request_key(asked.id), hooks_key(account)]
        arguments: list[str | bytes | int] = [hook_id, account, "secret", asked.print, self._keep_ms]
        if isinstance(change, NewSecret):
            arguments += [change.secret, asked.id, change.old_until_ms]
        else:
            arguments[2] = change.value
        return Edited((await _EDIT.run(self._client, keys, arguments)).decode())

    async def queue(self, call: Call, asked: str = "") -> bool:
        keys = [hook_key(call.hook), call_key(call.id), DUE]
        head: list[str | bytes | int] = [call.id, call.created_ms, _KEEP_CALLS_MS, int(call.type == TEST)]
        return bool(await _QUEUE.run(self._client, keys, [*head, *_call_fields(call, asked)]))

    async def report(self, call_id: str) -> Report | None:
        fields = await self._fields(call_key(call_id))
        return _parse_report(call_id, fields) if fields else None

    async def claim(self, now_ms: int, until_ms: int, most: int, claim: str) -> Sequence[str]:
        found = await _CLAIM.run(self._client, [DUE, CLAIMS], [now_ms, until_ms, most, claim])
        return [call_id.decode() for call_id in found]

    async def settle(self, settling: Settling) -> bool:
        call, step, posted = settling.call, settling.step, settling.posted
        keys = [DUE, CLAIMS, call_key(call.id), hook_key(call.hook)]
        what: list[str | bytes | int] = [settling.now_ms, step.outcome, step.next_ms, posted.status, posted.problem]
        flags = [int(call.type == TEST), int(posted.status == GONE)]
        return bool(await _SETTLE.run(self._client, keys, [call.id, settling.claim, *what, *flags]))

    async def drop(self, call_id: str, claim: str) -> None:
        report = await self.report(call_id)
        keys = [DUE, CLAIMS, call_key(call_id), hook_key(report.call.hook if report else "")]
        await _SETTLE.run(self._client, keys, [call_id, claim, 0, Outcome.DROPPED, 0, 0, "", 0, 0])

    async def waiting(self) -> int:
        with translated():
            return int(await self._client.execute_command("ZCARD", DUE))

    async def _fields(self, key: str) -> dict[str, str]:
        with translated():
            reply = await self._client.execute_command("HGETALL", key)
        return {name.decode(): value.decode() for name, value in _pairs(reply).items()}


class RedisTurns:
    """See `ports.Turns`."""

    def __init__(self, client: Commands) -> None:
        self._client = client

    async def of(self, partitions: Sequence[int]) -> Sequence[TurnStarted]:
        found: list[TurnStarted] = []
        for partition in partitions:
            with translated():
                reply = await self._client.execute_command("HGETALL", turns_key(partition))
            found += [parse_turn(match_id.decode(), text) for match_id, text in _pairs(reply).items()]
        return found


def _pairs(reply: Any) -> dict[bytes, bytes]:
    """The fields of a hash, which the client gives as a mapping or as a row of names and values."""
    return dict(reply) if isinstance(reply, dict) else dict(zip(reply[::2], reply[1::2], strict=True))


def _hook_fields(hook: WebHook) -> list[str | int]:
    fields: dict[str, str | int] = {
        "account": hook.account,
        "url": hook.url,
        "events": " ".join(hook.events),
        "created_ms": hook.created_ms,
        "secret": hook.secret,
        "secret_request": hook.secret_request,
        "old_secret": hook.old_secret,
        "old_until_ms": hook.old_until_ms,
        "disabled": int(hook.disabled),
        "waiting": hook.waiting,
        "last_try_ms": hook.last_try_ms,
        "last_delivered_ms": hook.last_delivered_ms,
        "failing_since_ms": hook.failing_since_ms,
        "last_status": hook.last_status,
        "last_problem": hook.last_problem,
    }
    return [word for pair in fields.items() for word in pair]


def _parse_hook(hook_id: str, read: dict[str, str]) -> WebHook:
    return WebHook(
        id=hook_id,
        account=read["account"],
        url=read["url"],
        events=tuple(HookEvent(one) for one in read["events"].split()),
        created_ms=int(read["created_ms"]),
        secret=read["secret"],
        secret_request=read["secret_request"],
        old_secret=read["old_secret"],
        old_until_ms=int(read["old_until_ms"]),
        disabled=read["disabled"] == "1",
        waiting=int(read["waiting"]),
        last_try_ms=int(read["last_try_ms"]),
        last_delivered_ms=int(read["last_delivered_ms"]),
        failing_since_ms=int(read["failing_since_ms"]),
        last_status=int(read["last_status"]),
        last_problem=read["last_problem"],
    )


def _call_fields(call: Call, asked: str) -> list[str | int]:
    fields: dict[str, str | int] = {
        "hook": call.hook,
        "type": call.type,
        "body": call.body,
        "created_ms": call.created_ms,
        "tries": call.tries,
        "outcome": Outcome.WAITING,
        "status": 0,
        "problem": "",
        "print": asked,
    }
    return [word for pair in fields.items() for word in pair]


def _parse_report(call_id: str, read: dict[str, str]) -> Report:
    call = Call(call_id, read["hook"], read["type"], read["body"], int(read["created_ms"]), int(read["tries"]))
    return Report(call, Outcome(read["outcome"]), int(read["status"]), read["problem"], read["print"])
