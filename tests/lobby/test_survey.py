"""What the metrics page says about tables and the bus."""

import asyncio

import pytest
from prometheus_client.parser import text_string_to_metric_families

from footplate.bus import LOBBY_STREAM, PARTITION_STREAMS, Envelope, GroupState, Outcome
from footplate.lobby.survey import keep_count
from footplate.runtime import metrics_page
from footplate.runtime.bus_metrics import BusMetrics
from tests.lobby.calls import leaving, opened
from tests.lobby.memory import MemoryTables
from tests.lobby.rigs import Lobby, lobby, memory_rig


def page() -> dict[tuple[str, ...], float]:
    """Every sample of the page by its name and the values of its labels."""
    families = text_string_to_metric_families(metrics_page.render()[0].decode())
    return {(s.name, *s.labels.values()): s.value for family in families for s in family.samples}


async def test_tables_are_counted_by_status(served: Lobby) -> None:
    ann = served.client("Ann")
    first, *_ = [(await opened(ann)).table_id for _ in range(3)]
    await leaving(ann, first)
    counting = asyncio.create_task(keep_count(served.rig.drivers.tables, 60))
    await asyncio.sleep(0.1)
    counting.cancel()
    shown = page()
    assert shown["footplate_tables", "open"] == 2
    assert shown["footplate_tables", "closed"] == 1
    assert shown["footplate_tables", "playing"] == 0


async def test_a_store_that_is_away_does_not_end_the_count(caplog: pytest.LogCaptureFixture) -> None:
    async with lobby(memory_rig()) as served:
        tables = served.rig.drivers.tables
        assert isinstance(tables, MemoryTables)
        tables.available = False
        counting = asyncio.create_task(keep_count(tables, 0.01))
        await asyncio.sleep(0.05)
        tables.available = True
        await opened(served.client("Ann"))
        await asyncio.sleep(0.1)
        assert not counting.done()
        counting.cancel()
    assert page()["footplate_tables", "open"] == 1


def test_the_bus_is_added_up_over_its_partitions() -> None:
    observer = BusMetrics()
    one, other = PARTITION_STREAMS[:2]
    observer.group_state("g", GroupState(one, exists=True, pending=2, lag=3, oldest_ms=500, dead=1))
    observer.group_state("g", GroupState(other, exists=True, pending=1, lag=4, oldest_ms=1500, dead=1))
    observer.group_state("g", GroupState(one, exists=True, pending=1, lag=0, oldest_ms=0, dead=1))
    observer.group_state("g", GroupState(LOBBY_STREAM, exists=True, lag=9))
    observer.handled("g", Envelope(one, "1-0", b""), Outcome.DONE, 0.1)
    observer.handled("g", Envelope(other, "1-0", b""), Outcome.DONE, 0.1)
    observer.handled("g", Envelope(LOBBY_STREAM, "1-0", b""), Outcome.DEAD, 0.1)
    shown = page()
    assert shown["footplate_bus_lag_entries", "g", "match"] == 4
    assert shown["footplate_bus_lag_entries", "g", "lobby"] == 9
    assert shown["footplate_bus_lag_seconds", "g", "match"] == 1.5
    assert shown["footplate_bus_pending_entries", "g", "match"] == 2
    assert shown["footplate_bus_dead_letters", "g", "match"] == 2
    assert shown["footplate_bus_events_total", "g", "handled", "match"] == 2
    assert shown["footplate_bus_events_total", "g", "dead", "lobby"] == 1
