"""From the bus to calls: what is told, to whom, and only once."""

import asyncio
import json
from typing import Any

import pytest

from footplate.bus import (
    LOBBY_STREAM,
    PARTITION_STREAMS,
    Bus,
    ConsumerSettings,
    Envelope,
    Gap,
    GapReason,
    PoisonMessage,
)
from footplate.domain.events import Event, MatchFinished, TableChanged, TableExpiring, TurnStarted
from footplate.domain.hooks import HookEvent
from footplate.engine.game import Outcome, Standing
from footplate.hooks.build import build
from footplate.hooks.ports import HookStore
from footplate.hooks.settings import HooksSettings
from footplate.hooks.teller import Teller
from footplate.runtime.settings import load_settings
from footplate.wire.events import encode_event
from tests.hooks.given import NOW, hook, stored
from tests.hooks.memory import FakeReceiver, MemoryHooks, MemoryTurns

TURN = TurnStarted("m_1", "pebbles", 7, 1, "a_ann", "", "take", NOW, NOW + 1_500)
FINISHED = MatchFinished(
    "m_1",
    "pebbles",
    20,
    Outcome((Standing(1, 1, 12), Standing(0, 2, None), Standing(2, 3, 0)), "last_turn"),
    NOW,
    accounts=("a_ann", "a_bot", "a_ann"),
)
EXPIRING = TableExpiring("t_1", 3, ("a_ann", "a_bob"), NOW + 1_000, NOW)


def envelope(event: Event, number: int = 1) -> Envelope:
    return Envelope(PARTITION_STREAMS[0], f"{number}-0", encode_event(event))


async def calls(store: HookStore) -> list[dict[str, Any]]:
    """The bodies of the calls that wait, with id and hook."""
    found = []
    for call_id in await store.claim(NOW, NOW, 100, "look"):
        report = await store.report(call_id)
        assert report is not None
        found.append({"id": call_id, "hook": report.call.hook, **json.loads(report.call.body)})
    return found


@pytest.mark.parametrize(
    ("event", "kind", "data"),
    [
        (
            TURN,
            "turn.started",
            {
                "match_id": "m_1",
                "game": "pebbles",
                "ply": 7,
                "seat": 1,
                "phase": "take",
                "began": "2023-11-14T22:13:20.000Z",
                "deadline": "2023-11-14T22:13:21.500Z",
            },
        ),
        (
            FINISHED,
            "match.finished",
            {
                "match_id": "m_1",
                "game": "pebbles",
                "ply": 20,
                "reason": "last_turn",
                "seats": [0, 2],
                "standings": [
                    {"seat": 1, "rank": 1, "score": 12},
                    {"seat": 0, "rank": 2, "score": None},
                    {"seat": 2, "rank": 3, "score": 0},
                ],
            },
        ),
        (EXPIRING, "table.expiring", {"table_id": "t_1", "expires": "2023-11-14T22:13:21.000Z"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_an_event_becomes_a_call(store: HookStore, event: Event, kind: str, data: dict[str, Any]) -> None:
    await stored(store, hook())
    await Teller(store, MemoryTurns(), lambda: NOW).hear(envelope(event))
    [made] = await calls(store)
    assert (made["type"], made["timestamp"], made["data"]) == (kind, "2023-11-14T22:13:20.000Z", data)


async def test_an_event_that_comes_again_leads_to_nothing_new(store: HookStore) -> None:
    await stored(store, hook())
    teller = Teller(store, MemoryTurns(), lambda: NOW)
    for number in range(3):
        await teller.hear(envelope(TURN, number))
    assert await store.waiting() == 1


async def test_every_hook_that_wants_it_is_called_with_an_id_of_its_own(store: HookStore) -> None:
    await stored(store, hook("w_1"))
    await stored(store, hook("w_2", events=(HookEvent.MATCH_FINISHED,)))
    await stored(store, hook("w_3", account="a_bob"))
    teller = Teller(store, MemoryTurns(), lambda: NOW)
    for event in (TURN, EXPIRING, FINISHED):
        await teller.hear(envelope(event))
    made = await calls(store)
    assert sorted((one["hook"], one["type"]) for one in made) == [
        ("w_1", "match.finished"),
        ("w_1", "table.expiring"),
        ("w_1", "turn.started"),
        ("w_2", "match.finished"),
        ("w_3", "table.expiring"),
    ]
    ids = [one["id"] for one in made]
    assert len(set(ids)) == 5
    assert not [one for one in ids if "." in one]


@pytest.mark.parametrize(
    "event",
    [
        TurnStarted("m_1", "pebbles", 7, 1, "a_ann", "greedy", "take", NOW),
        TableChanged("t_1", 1, NOW),
        MatchFinished("m_1", "pebbles", 20, FINISHED.outcome, NOW),
    ],
)
async def test_bots_of_the_house_and_other_events_lead_to_nothing(store: HookStore, event: Event) -> None:
    await stored(store, hook())
    await Teller(store, MemoryTurns(), lambda: NOW).hear(envelope(event))
    assert await store.waiting() == 0


async def test_what_is_no_event_is_poison(store: HookStore) -> None:
    with pytest.raises(PoisonMessage):
        await Teller(store, MemoryTurns(), lambda: NOW).hear(Envelope(LOBBY_STREAM, "1-0", b"\xff\xff"))


async def test_where_events_may_be_lost_open_turns_are_called_about_unless_they_were(store: HookStore) -> None:
    await stored(store, hook())
    later = TurnStarted("m_2", "pebbles", 3, 0, "a_ann", "", "take", NOW)
    turns = MemoryTurns((TURN, later))
    teller = Teller(store, turns, lambda: NOW)
    await teller.hear(envelope(TURN))
    await teller.gap(Gap(GapReason.TRIMMED, (PARTITION_STREAMS[5], LOBBY_STREAM), "hooks"))
    assert turns.asked == [5]
    assert sorted(one["data"]["match_id"] for one in await calls(store)) == ["m_1", "m_2"]


async def test_an_event_is_given_back_while_the_store_is_away() -> None:
    """From the bus to the receiver: nothing is acknowledged before it is stored."""
    store, receiver, bus = MemoryHooks(), FakeReceiver(), Bus.in_memory()
    await stored(store, hook())
    store.available = False
    consumers = ConsumerSettings(block=0.02, retry_delay=0.01, claim_every=0.01, backoff=0.01, max_deliveries=10_000)
    settings = load_settings(HooksSettings, tick_seconds=0.01)
    service = build(settings, bus, store, MemoryTurns(), receiver, now_ms=lambda: NOW, consumers=consumers)
    async with service.consumer:
        await service.consumer.ready()
        sending = asyncio.create_task(service.sender.run())
        await bus.publish(PARTITION_STREAMS[3], encode_event(TURN))
        await bus.publish(LOBBY_STREAM, encode_event(EXPIRING))
        await asyncio.sleep(0.05)
        store.available = True
        async with asyncio.timeout(10):
            while len(receiver.posts) < 2:
                await receiver.reached.wait()
                receiver.reached.clear()
        await service.sender.stop()
        await sending
    assert sorted(json.loads(body)["type"] for _, _, body in receiver.posts) == ["table.expiring", "turn.started"]
    await bus.close()
