"""The contracts pass buf, and buf would notice if they did not."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.contract.conftest import PROTO

BUF = Path(sys.executable).parent / "buf"


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    """What buf says about the contracts below `root`."""
    return subprocess.run([BUF, "lint", root], capture_output=True, text=True, check=False, timeout=60)


def test_the_contracts_are_clean() -> None:
    found = lint(PROTO)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_the_contracts_are_formatted() -> None:
    found = subprocess.run([BUF, "format", "--diff", PROTO], capture_output=True, text=True, check=True, timeout=60)
    assert found.stdout == ""


def test_a_slip_is_found(tmp_path: Path) -> None:
    copy = tmp_path / "proto"
    shutil.copytree(PROTO, copy)
    paging = copy / "footplate/api/common/v1/paging.proto"
    slipped = paging.read_text(encoding="utf-8").replace("string page_token", "string pageToken")
    paging.write_text(slipped, encoding="utf-8")
    found = lint(copy)
    assert found.returncode != 0
    assert "pageToken" in found.stdout
