"""The scripts behind make: they say in one line what is missing, and notice what changed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.python import generate_api, native
from tests.tooling.repository import ROOT

SETUP = ROOT / "deploy" / "python" / "setup.sh"
BREAKING = ROOT / "deploy" / "python" / "breaking.sh"
BUF = Path(sys.executable).with_name("buf")

CONTRACT = """syntax = "proto3";
package footplate.api.common.v1;
message Seat {
  uint32 number = 1;
}
"""


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=cwd, check=False, capture_output=True, text=True, timeout=60, env=os.environ | environment
    )


def test_setup_without_python_says_so_in_one_line(tmp_path: Path) -> None:
    result = run(SETUP, tmp_path / "venv", PYTHON="no-such-python")
    assert result.returncode == 1
    assert result.stderr.startswith("setup: Python 3.11 was not found")
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "venv").exists()


def test_setup_without_the_venv_module_says_so_in_one_line(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\n[ "$1" = -c ]\n', encoding="utf-8")
    python.chmod(0o755)
    result = run(SETUP, tmp_path / "venv", PYTHON=str(python))
    assert result.returncode == 1
    assert "venv module" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def commit(folder: Path, contract: str) -> None:
    file = folder / "proto/footplate/api/common/v1/seat.proto"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(contract, encoding="utf-8")
    (folder / "proto/buf.yaml").write_bytes((ROOT / "proto/buf.yaml").read_bytes())
    author = ["-c", "user.name=test", "-c", "user.email=test@footplate.test"]
    for command in (["add", "."], [*author, "commit", "--quiet", "--no-verify", "--allow-empty", "-m", "contract"]):
        assert run("git", *command, cwd=folder).returncode == 0


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    assert run("git", "init", "--quiet", "--initial-branch=main", cwd=tmp_path).returncode == 0
    return tmp_path


def test_a_repository_without_commits_breaks_nothing(checkout: Path) -> None:
    result = run(BREAKING, BUF, cwd=checkout)
    assert (result.returncode, result.stdout) == (0, "breaking: no earlier commit to compare with\n")


def test_a_first_commit_breaks_nothing(checkout: Path) -> None:
    commit(checkout, CONTRACT)
    result = run(BREAKING, BUF, cwd=checkout)
    assert (result.returncode, result.stdout) == (0, "breaking: no contracts at HEAD~1 to compare with\n")


def test_an_added_field_is_compatible(checkout: Path) -> None:
    commit(checkout, CONTRACT)
    commit(checkout, CONTRACT.replace("}", "  string name = 2;\n}"))
    result = run(BREAKING, BUF, cwd=checkout)
    assert result.returncode == 0
    assert "compatible" in result.stdout


def test_a_removed_field_breaks_before_and_after_the_commit(checkout: Path) -> None:
    commit(checkout, CONTRACT)
    changed = CONTRACT.replace("  uint32 number = 1;\n", "")
    (checkout / "proto/footplate/api/common/v1/seat.proto").write_text(changed, encoding="utf-8")
    assert run(BREAKING, BUF, cwd=checkout).returncode != 0
    commit(checkout, changed)
    result = run(BREAKING, BUF, cwd=checkout)
    assert result.returncode != 0
    assert "number" in result.stdout
    assert run(BREAKING, BUF, "HEAD", cwd=checkout).returncode == 0


def test_drift_names_missing_left_over_and_different_files(tmp_path: Path) -> None:
    fresh, kept = tmp_path / "fresh", tmp_path / "kept"
    for folder, content in ((fresh, {"a": "1", "b": "1", "c": "1"}), (kept, {"b": "2", "c": "1", "d": "1"})):
        folder.mkdir()
        for name, text in content.items():
            (folder / name).write_text(text, encoding="utf-8")
    assert generate_api.drift(fresh, kept) == {"a", "b", "d"}


def test_native_without_a_compiler_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "")
    assert native.main(["build"]) == 1
    assert capsys.readouterr().out.startswith("native: no C compiler found")


def test_a_stale_compiled_engine_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(native, "PYTHON", tmp_path)
    source = tmp_path / "footplate/engine/rule.py"
    source.parent.mkdir(parents=True)
    source.touch()
    assert native.main(["fresh"]) == 0
    compiled = source.with_suffix(".so")
    compiled.touch()
    os.utime(source, (1, 1))
    assert native.main(["fresh"]) == 0
    os.utime(compiled, (0, 0))
    assert native.main(["fresh"]) == 1
    assert "rule.py changed" in capsys.readouterr().out
