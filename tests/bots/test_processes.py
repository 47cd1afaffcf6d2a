"""Waker and worker as real processes, over a real Redis and a house on a real socket."""

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import pytest
from celery import Celery
from redis import Redis

from footplate.bots.celery_app import build_app, send
from footplate.bots.settings import WakerSettings
from footplate.runtime.embedded_redis import EmbeddedRedis
from footplate.runtime.settings import load_settings
from tests.bots.house import House, open_house
from tests.bots.processes import Running, started

pytestmark = pytest.mark.e2e

QUICK = {"sweep_seconds": 0.2, "lost_seconds": 0.5}


@dataclass
class Stage:
    """A Redis of our own, a house with an open door, and a way to queue a turn by hand."""

    server: EmbeddedRedis
    house: House
    port: int
    app: Celery

    def send(self, match_id: str) -> None:
        send(self.app, self.house.turn(match_id))

    def played(self, match_id: str, ply: int) -> bool:
        return self.house.matches[match_id].ply > ply


@pytest.fixture
def stage() -> Iterator[Stage]:
    with EmbeddedRedis(fsync="no") as server, Redis.from_url(server.url) as redis:
        house, app = House(redis), build_app(load_settings(WakerSettings, redis_url=server.url))
        with open_house(house) as port:
            yield Stage(server, house, port, app)
        app.close()


@pytest.fixture
def worker(stage: Stage) -> Iterator[Running]:
    with started("worker", stage.server.url, stage.port, lease_seconds=1) as running:
        running.wait_for("worker started")
        yield running


@pytest.fixture
def waker(stage: Stage) -> Iterator[Running]:
    with started("waker", stage.server.url, stage.port, **QUICK) as running:
        running.wait_for("waker started")
        yield running


def total(page: str, name: str) -> Counter[str]:
    """The values of a metric by its labels."""
    lines = [line for line in page.splitlines() if line.startswith(name + "{")]
    return Counter({line[len(name) :].rpartition(" ")[0]: int(float(line.rpartition(" ")[2])) for line in lines})


def test_matches_are_played_to_their_end_and_counted(stage: Stage, waker: Running, worker: Running) -> None:
    house, names = stage.house, [f"m_{number}" for number in range(4)]
    begun = sum(house.begin(name).ply for name in names)
    for name in names:
        house.tell(name)
    house.wait(lambda: all(match.outcome for match in house.matches.values()), 40)

    assert len(house.log) + begun == sum(match.ply for match in house.matches.values()), "each ply was played once"
    turns = sum(entry.actor >= 0 for entry in house.log)
    played = '{game="age_of_steam",level="uniform",result="played"}'
    worker.wait_until(lambda: total(worker.metrics(), "footplate_bot_turns_total")[played] == turns)
    thought = total(worker.metrics(), "footplate_bot_thinking_seconds_count")
    assert thought['{game="age_of_steam",level="uniform"}'] >= turns
    assert total(waker.metrics(), "footplate_waker_wakes_total")['{reason="turn"}'] > turns / 2
    assert waker.stop() == -signal.SIGTERM
    assert worker.stop() == 0
    assert "Traceback" not in worker.log + waker.log


def test_a_turn_woken_three_times_is_played_once(stage: Stage, worker: Running) -> None:
    house = stage.house
    ply, gate = house.begin("m_one").ply, threading.Barrier(2)
    house.before_submit = lambda: void(gate.wait(10))  # two processes have decided before either may submit
    for _ in range(3):
        stage.send("m_one")
    house.wait(lambda: stage.played("m_one", ply))
    worker.wait_until(lambda: total(worker.metrics(), "footplate_bot_turns_total").total() == 3)
    results = total(worker.metrics(), "footplate_bot_turns_total")
    assert [entry.ply for entry in house.log if entry.actor >= 0] == [ply + 1]
    assert results['{game="age_of_steam",level="uniform",result="played"}'] in (1, 2), "two may have had the same idea"


def test_a_killed_process_and_a_killed_worker_lose_no_turn(stage: Stage, waker: Running, worker: Running) -> None:
    house = stage.house
    ply, held, go = house.begin("m_one").ply, threading.Event(), threading.Event()

    def hold() -> None:
        held.set()
        assert go.wait(20)
        raise ConnectionResetError("whoever asked is gone")

    house.before_submit = hold
    house.tell("m_one")
    assert held.wait(10)
    house.before_submit = lambda: None
    for pid in worker.children():
        os.kill(pid, signal.SIGKILL)
    go.set()
    house.wait(lambda: stage.played("m_one", ply))

    held.clear()
    go.clear()
    house.before_submit = hold
    assert held.wait(10)
    ply = house.matches["m_one"].ply
    os.killpg(worker.process.pid, signal.SIGKILL)
    house.before_submit = lambda: None
    go.set()
    with started("worker", stage.server.url, stage.port):
        house.wait(lambda: stage.played("m_one", ply), 20)  # the broker gives nothing back for ten minutes
    assert total(waker.metrics(), "footplate_waker_wakes_total")['{reason="sweep"}'] >= 1


def test_play_goes_on_after_redis_was_away(stage: Stage, waker: Running) -> None:
    house, names = stage.house, ("m_one", "m_two")
    with started("worker", stage.server.url, stage.port, lease_seconds=1, patience_seconds=0) as worker:
        worker.wait_for("worker started")
        for name in names:
            house.begin(name)
            house.tell(name)
        for outage in (1, 2):
            lose_redis(stage, worker, outage)
            goals = {name: house.matches[name].ply + 3 for name in names}
            house.wait(partial(reached, house, goals), 30)
        assert worker.process.poll() is None
        assert waker.process.poll() is None


def lose_redis(stage: Stage, worker: Running, outage: int) -> None:
    """Redis goes while both processes are in the midst of a turn: they fail, and so do their acknowledgements."""
    held, go = threading.Semaphore(0), threading.Event()

    def hold() -> None:
        held.release()
        assert go.wait(20)

    stage.house.before_submit = hold
    for _ in range(2):
        assert held.acquire(timeout=20)
    stage.server.kill()
    stage.house.before_submit = lambda: None
    go.set()
    worker.wait_until(lambda: worker.log.count("left a turn to the sweep") >= 2 * outage)
    stage.server.start()


def reached(house: House, goals: dict[str, int]) -> bool:
    return all(house.matches[name].ply >= ply for name, ply in goals.items())


def test_a_worker_told_to_stop_finishes_the_turn_in_hand(stage: Stage, worker: Running) -> None:
    house = stage.house
    ply, held, go = house.begin("m_one").ply, threading.Event(), threading.Event()

    def hold() -> None:
        held.set()
        assert go.wait(20)

    house.before_submit = hold
    stage.send("m_one")
    assert held.wait(10)
    worker.process.send_signal(signal.SIGTERM)
    threading.Timer(0.3, go.set).start()
    assert worker.process.wait(20) == 0
    assert stage.played("m_one", ply)
    assert worker.log.count("worker stopped") == 1


def test_a_worker_that_cannot_start_says_why_in_one_line(stage: Stage) -> None:
    settings = {"redis_wait_seconds": 0, "log_format": "human"}
    with started("worker", "redis://127.0.0.1:1/0", stage.port, **settings) as running:
        assert running.process.wait(20) == 1
        assert running.log.startswith("footplate worker: cannot start: Redis at 127.0.0.1:1 is unreachable")
        assert running.log.count("\n") == 1
    with started("worker", stage.server.url, stage.port, service_secret="") as running:
        assert running.process.wait(20) == 2
        assert "FOOTPLATE_SERVICE_SECRET" in running.log


def void(_: object) -> None:
    """Drops a value."""
