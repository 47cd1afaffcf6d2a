"""Hooks and calls for tests."""

from dataclasses import dataclass
from typing import Any

from footplate.domain.hooks import Call, HookEvent, WebHook
from footplate.hooks.ports import HookStore

SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3"
URL = "https://hooks.example/hook"
NOW = 1_700_000_000_000


@dataclass(frozen=True)
class Request:
    """See `ports.Asked`."""

    id: str
    print: str = "p"


def hook(hook_id: str = "w_1", **given: Any) -> WebHook:
    """A hook of Ann's that wants everything."""
    values: dict[str, Any] = {
        "account": "a_ann",
        "url": URL,
        "events": tuple(HookEvent),
        "created_ms": NOW,
        "secret": SECRET,
        "secret_request": f"a_ann/{hook_id}",
    }
    return WebHook(hook_id, **(values | given))


def call(call_id: str = "c_1", **given: Any) -> Call:
    """A call to it."""
    values: dict[str, Any] = {"hook": "w_1", "type": "turn.started", "body": '{"ä":1}', "created_ms": NOW}
    return Call(call_id, **(values | given))


async def stored(store: HookStore, hook_: WebHook) -> WebHook:
    """The hook, stored."""
    assert await store.add(hook_, Request(f"{hook_.account}/{hook_.id}"), 10) is None
    return hook_


async def kept(store: HookStore, hook_id: str = "w_1") -> WebHook:
    """The hook as it is stored."""
    found = await store.get(hook_id)
    assert found is not None
    return found
