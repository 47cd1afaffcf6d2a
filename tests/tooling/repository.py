"""What the tests of the repository itself look at."""

import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
GENERATED = "services/footplate/api/"


@cache
def tracked() -> tuple[str, ...]:
    """Every file that is in the repository or would be with the next commit, by its path from the root."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return tuple(sorted({name for name in names if name and (ROOT / name).is_file()}))


@cache
def texts() -> dict[str, str]:
    """The tracked files that are text, by path."""
    found = {}
    for name in tracked():
        content = (ROOT / name).read_bytes()
        if b"\0" not in content:
            found[name] = content.decode()
    return found


def written(*folders: str) -> dict[str, str]:
    """The Python files below these folders that people wrote, by path."""
    return {
        name: text
        for name, text in texts().items()
        if name.endswith(".py") and name.startswith(folders) and not name.startswith(GENERATED)
    }


@cache
def project() -> dict[str, Any]:
    """The content of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def contract(identifier: str) -> dict[str, Any]:
    """One import contract by its id."""
    contracts: list[dict[str, Any]] = project()["tool"]["importlinter"]["contracts"]
    return next(entry for entry in contracts if entry["id"] == identifier)
