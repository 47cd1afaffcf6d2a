"""What the waker wakes and what it leaves alone, over drivers that only take notes."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from footplate.bots.marks import Mark
from footplate.bots.queue import QueueUnavailable
from footplate.bots.waker import Waker
from footplate.bus import PARTITION_STREAMS, Envelope, Gap, GapReason, PoisonMessage, partition_of
from footplate.domain.events import ActionCommitted, Event, TurnStarted
from footplate.runtime import metrics
from footplate.wire.events import encode_event

NOW = 1_000_000
LOST = 15_000
TURN = TurnStarted("m_one", "age_of_steam", 7, 2, "a_bot", "greedy", "build_track", NOW - 60_000)
YOUNG = replace(TURN, began_ms=NOW)


class Notes:
    """Turns, marks and queue in one; `broken` refuses that many puts."""

    def __init__(self, *turns: TurnStarted) -> None:
        self.turns = list(turns)
        self.marks: dict[tuple[str, int], Mark] = {}
        self.queued: list[TurnStarted] = []
        self.broken = 0
        self.asked: list[Sequence[int]] = []
        self.put_one = asyncio.Event()

    async def of(self, partitions: Sequence[int]) -> list[TurnStarted]:
        self.asked.append(partitions)
        return [turn for turn in self.turns if partition_of(turn.match) in partitions]

    async def claim(self, turn: TurnStarted) -> bool:
        if (turn.match, turn.ply) in self.marks:
            return False
        await self.renew(turn)
        return True

    async def renew(self, turn: TurnStarted) -> None:
        self.marks[turn.match, turn.ply] = Mark.QUEUED

    async def release(self, turn: TurnStarted) -> None:
        del self.marks[turn.match, turn.ply]

    async def read(self, turns: Sequence[TurnStarted]) -> list[Mark]:
        return [self.marks.get((turn.match, turn.ply), Mark.ABSENT) for turn in turns]

    async def put(self, turn: TurnStarted) -> None:
        if self.broken:
            self.broken -= 1
            raise QueueUnavailable("away")
        self.queued.append(turn)
        self.put_one.set()

    async def waiting(self) -> int:
        return len(self.queued)


def waker(notes: Notes) -> Waker:
    return Waker(notes, notes, notes, now_ms=lambda: NOW, lost_ms=LOST)


def envelope(event: Event) -> Envelope:
    return Envelope("{p00}:events", "1-0", encode_event(event))


def woken(reason: str) -> float:
    return float(metrics.WAKER_WAKES.labels(reason)._value.get())


async def test_the_turn_of_a_bot_wakes_it() -> None:
    notes, before = Notes(), woken("turn")
    await waker(notes).hear(envelope(YOUNG))
    assert notes.queued == [YOUNG]
    assert woken("turn") == before + 1


async def test_an_event_told_again_wakes_nobody_again() -> None:
    notes = Notes()
    for _ in range(3):
        await waker(notes).hear(envelope(YOUNG))
    assert notes.queued == [YOUNG]


async def test_other_events_and_the_turns_of_people_are_passed_over() -> None:
    notes = Notes()
    await waker(notes).hear(envelope(replace(YOUNG, level="")))
    await waker(notes).hear(envelope(ActionCommitted("m_one", "age_of_steam", 7, 8, (1, -1), NOW)))
    assert notes.queued == []


async def test_what_is_no_event_is_poison() -> None:
    with pytest.raises(PoisonMessage):
        await waker(Notes()).hear(Envelope("{p00}:events", "1-0", b"\xff\xff"))


async def test_a_turn_that_could_not_be_queued_is_not_marked() -> None:
    notes = Notes()
    notes.broken = 1
    with pytest.raises(QueueUnavailable):
        await waker(notes).hear(envelope(YOUNG))
    await waker(notes).hear(envelope(YOUNG))
    assert notes.queued == [YOUNG]


async def test_an_old_event_is_left_to_the_sweep() -> None:
    notes = Notes()
    await waker(notes).hear(envelope(TURN))
    assert notes.queued == []


async def test_the_sweep_wakes_what_nobody_works_on() -> None:
    notes, before = Notes(TURN, replace(TURN, match="m_person", level="")), woken("sweep")
    assert await waker(notes).sweep() == 1
    assert notes.queued == [TURN]
    assert woken("sweep") == before + 1


async def test_the_sweep_leaves_young_turns_to_their_events() -> None:
    notes = Notes(replace(TURN, began_ms=NOW - LOST + 1))
    assert await waker(notes).sweep() == 0


async def test_the_sweep_leaves_running_turns_alone() -> None:
    notes = Notes(TURN)
    notes.marks[TURN.match, TURN.ply] = Mark.RUNNING
    assert await waker(notes).sweep() == 0


async def test_a_queued_turn_is_lost_only_when_the_queue_is_empty() -> None:
    notes = Notes(TURN)
    notes.marks[TURN.match, TURN.ply] = Mark.QUEUED
    notes.queued.append(replace(TURN, match="m_other"))
    assert await waker(notes).sweep() == 0
    notes.queued.clear()
    assert await waker(notes).sweep() == 1


async def test_a_gap_wakes_every_bot_of_its_partitions() -> None:
    partition = partition_of(TURN.match)
    notes = Notes(YOUNG, replace(YOUNG, match="m_two"))
    assert partition_of("m_two") != partition
    await waker(notes).rebuild(Gap(GapReason.GROUP_LOST, (PARTITION_STREAMS[partition],), "waker"))
    assert notes.queued == [YOUNG]


async def test_sweeps_go_on_after_trouble() -> None:
    notes = Notes(TURN)
    notes.broken = 2
    sweeping = asyncio.create_task(waker(notes).run(0.001))
    await asyncio.wait_for(notes.put_one.wait(), 5)
    sweeping.cancel()
    assert len(notes.asked) >= 3
