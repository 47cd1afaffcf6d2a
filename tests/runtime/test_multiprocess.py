import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import mmap_dict

from footplate.runtime import multiprocess

ROOT = Path(__file__).parents[2]
Table: Any = mmap_dict.MmapedDict


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("metrics")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.runtime.forking", str(folder)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    read: dict[str, Any] = json.loads(done.stdout)
    return read


def test_the_page_shows_the_sum_of_all_children(steps: dict[str, Any]) -> None:
    shown = steps["three children"]["shown"]
    assert shown["footplate_bot_turns_total"] == 6
    assert shown["footplate_bot_thinking_seconds_count"] == 6
    assert shown['le="0.25"'] == 6
    assert shown["footplate_watchers_open"] == 3


def test_what_a_killed_child_counted_stays_and_what_it_held_goes(steps: dict[str, Any]) -> None:
    shown = steps["one was killed"]["shown"]
    assert shown["footplate_bot_turns_total"] == 6
    assert shown["footplate_bot_thinking_seconds_sum"] == pytest.approx(1.2)
    assert shown["footplate_watchers_open"] == 2
    shown = steps["one took its place"]["shown"]
    assert shown["footplate_bot_turns_total"] == 16
    assert shown["footplate_watchers_open"] == 3


def test_the_files_of_the_dead_do_not_pile_up(steps: dict[str, Any]) -> None:
    assert steps["all are dead"]["shown"] == steps["again"]["shown"]
    assert steps["all are dead"]["shown"]["footplate_bot_turns_total"] == 16
    assert steps["all are dead"]["shown"]["footplate_watchers_open"] == 0
    assert steps["all are dead"]["files"] < steps["three children"]["files"]


def test_a_start_forgets_earlier_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(multiprocess.VARIABLE, "")  # and put back afterwards
    monkeypatch.delitem(sys.modules, "prometheus_client")
    folder = tmp_path / "new" / "metrics"
    assert multiprocess.directory() is None
    multiprocess.prepare(folder)
    (folder / "counter_77.db").write_bytes(b"old")
    multiprocess.prepare(folder)
    assert list(folder.iterdir()) == []
    assert multiprocess.directory() == folder


def test_a_start_that_comes_too_late_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="before prometheus_client is imported"):
        multiprocess.prepare(tmp_path)  # this process counts alone already


def test_what_a_worker_imports_first_brings_no_metrics_in() -> None:
    code = "import sys; from footplate.runtime import logs, multiprocess, parent, settings, startup, tokens"
    subprocess.run([sys.executable, "-c", f"{code}; assert 'prometheus_client' not in sys.modules"], check=True)


def test_a_file_cut_off_by_the_death_of_its_process_is_dropped(tmp_path: Path) -> None:
    nobody = _unused_pid()
    (tmp_path / f"counter_{nobody}.db").write_bytes(b"")
    (tmp_path / f"histogram_{nobody}.db").write_bytes(b"\xff\xff\0\0\0\0\0\0garbage")
    (tmp_path / f"gauge_livesum_{nobody}.db").write_bytes(b"")
    (tmp_path / "counter_strange.db").write_bytes(b"")
    alive = Table(str(tmp_path / f"counter_{os.getpid()}.db"))
    alive.close()
    assert multiprocess.fold_dead(tmp_path) == 3
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"counter_0.db", "histogram_0.db", f"counter_{os.getpid()}.db", "counter_strange.db"}


def _unused_pid() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        return child.pid
