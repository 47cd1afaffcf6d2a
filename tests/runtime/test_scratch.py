"""Scratch directories go with their process, or with the next one."""

import subprocess
import sys
from pathlib import Path

import pytest

from footplate.runtime.scratch import ScratchDirectory


@pytest.fixture(autouse=True)
def _own_temporary_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)


def test_it_is_ours_alone_until_it_is_removed(tmp_path: Path) -> None:
    scratch = ScratchDirectory("some-")
    assert scratch.path.parent == tmp_path
    assert scratch.path.stat().st_mode & 0o077 == 0
    (scratch.path / "deep").mkdir()
    scratch.remove()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_removed_and_what_is_in_use_is_not(tmp_path: Path) -> None:
    program = (
        "from footplate.runtime.scratch import ScratchDirectory; ScratchDirectory('some-'); print(flush=True); input()"
    )
    killed = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert killed.stdout is not None
    killed.stdout.readline()
    (tmp_path / "some-thing-else").mkdir()
    in_use = ScratchDirectory("some-")
    assert len(list(tmp_path.iterdir())) == 3
    killed.kill()
    killed.communicate()
    another = ScratchDirectory("some-")
    assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "some-thing-else", in_use.path, another.path])
    in_use.remove()
    another.remove()
