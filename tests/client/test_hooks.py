"""Web hooks through the SDK, against a lobby in memory."""

import asyncio

import pytest

from footplate import client as sdk
from footplate.api.hooks.v1 import message_pb2
from tests.lobby.rigs import memory_rig, running


async def test_the_life_of_a_hook() -> None:
    rig = memory_rig(hook_test_seconds=0)
    async with running(rig.build()) as port:

        def live() -> None:
            with sdk.connect(f"127.0.0.1:{port}", token=rig.token("Ann")) as house:
                made = house.hooks.create("https://hooks.example/x", events=[message_pb2.WEB_HOOK_EVENT_TURN_STARTED])
                assert made.secret not in repr(made)
                assert house.hooks.list() == (made.hook,)
                hook = made.hook.hook_id
                assert house.hooks.rotate_secret(hook) not in ("", made.secret)
                assert house.hooks.test(hook).outcome == message_pb2.CALL_OUTCOME_WAITING
                house.hooks.enable(hook)
                house.hooks.delete(hook)
                assert house.hooks.list() == ()
                with pytest.raises(sdk.NotFound):
                    house.hooks.delete(hook)
                with pytest.raises(sdk.BadRequest) as refused:
                    house.hooks.create("http://hooks.example/x")
                assert refused.value.field == "url"

        await asyncio.to_thread(live)
