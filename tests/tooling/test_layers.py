"""Each import contract fails when it is broken, and the contracts miss no dependency and no game.

The contracts of pyproject.toml run here over a small copy of the tree, sound but for one import.
"""

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from tests.tooling.repository import ROOT, contract, project, tracked

PACKAGES = [
    "api",
    "bots",
    "bus",
    "cli",
    "client",
    "domain",
    "engine",
    "engine/age_of_steam",
    "engine/stephensons_rocket",
    "hooks",
    "lobby",
    "render",
    "rules",
    "runtime",
    "strategies",
    "wire",
]

BREACHES = [
    ("layers", "engine/game", "from footplate.strategies import base"),
    ("layers", "domain/match", "from footplate.wire import errors"),
    ("layers", "rules/usecases", "from footplate.lobby import tables"),
    ("layers", "bots/waker", "from footplate.cli import main"),
    ("layers", "domain/table", "from footplate.strategies import base"),
    ("layers", "hooks/sender", "from footplate.lobby import tables"),
    ("layers", "stray/__init__", ""),
    ("siblings", "rules/usecases", "from footplate.rules import servicer"),
    ("pure", "engine/age_of_steam/income", "import random"),
    ("pure", "engine/age_of_steam/income", "from datetime import datetime"),
    ("pure", "strategies/base", "import os"),
    ("pure", "domain/match", "import grpc"),
    ("pure", "domain/match", "from footplate.api import match"),
    ("pure", "render/text", "from rich import print"),
    ("games", "engine/age_of_steam/income", "from footplate.engine.stephensons_rocket import payouts"),
    ("games", "engine/game", "from footplate.engine.age_of_steam import income"),
    ("games", "engine/game", "from footplate.engine.stephensons_rocket import payouts"),
    ("blind", "rules/usecases", "from footplate.engine.age_of_steam import income"),
    ("blind", "bots/play", "from footplate.engine.stephensons_rocket import payouts"),
    ("sdk", "client/watch", "from footplate.bus import memory"),
    ("sdk", "client/watch", "import redis"),
    ("sdk", "client/watch", "from footplate.hooks import sender"),
]

MODULES = {
    "rules/servicer": "from footplate.rules import usecases",
    "rules/usecases": "from footplate.domain import match",
    "domain/match": "from footplate.engine import game",
    "engine/registry": "from footplate.engine.age_of_steam import income",
    "engine/age_of_steam/income": "",
    "engine/stephensons_rocket/payouts": "",
    "engine/game": "",
}


def plant(root: Path, modules: dict[str, str]) -> None:
    for package in ["", *PACKAGES]:
        (root / "footplate" / package).mkdir(parents=True, exist_ok=True)
        (root / "footplate" / package / "__init__.py").touch()
    for name, text in modules.items():
        file = root / "footplate" / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        (file.parent / "__init__.py").touch()
        file.write_text(text + "\n", encoding="utf-8")
    for target in re.findall(r"from (footplate\S+) import (\w+)", "\n".join(modules.values())):
        file = root.joinpath(*target[0].split("."), f"{target[1]}.py")
        file.parent.mkdir(exist_ok=True)
        (file.parent / "__init__.py").touch()
        file.touch()


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("lint-imports")
    command: list[str | Path] = [program, "--no-logo", "--no-cache", ROOT / "pyproject.toml"]
    return subprocess.run(command, cwd=root, check=False, capture_output=True, text=True, timeout=60)


def test_a_sound_tree_keeps_every_contract(tmp_path: Path) -> None:
    plant(tmp_path, MODULES)
    result = lint(tmp_path)
    assert result.returncode == 0, result.stdout
    assert f"{len(project()['tool']['importlinter']['contracts'])} kept, 0 broken" in result.stdout


@pytest.mark.parametrize(("identifier", "module", "line"), BREACHES)
def test_a_breach_is_seen(tmp_path: Path, identifier: str, module: str, line: str) -> None:
    plant(tmp_path, MODULES | {module: line})
    result = lint(tmp_path)
    assert result.returncode == 1, result.stdout
    assert f"{contract(identifier)['name']} BROKEN" in " ".join(result.stdout.split())


def test_no_dependency_escapes_the_pure_contract() -> None:
    forbidden = set(contract("pure")["forbidden_modules"])
    direct = {re.split(r"[\[<>=]", entry)[0].lower() for entry in project()["project"]["dependencies"]}
    imports = {
        name
        for name, owners in metadata.packages_distributions().items()
        if direct & {owner.lower() for owner in owners} and not name.startswith("_") and name != "dummy"
        if not name.endswith("__mypyc")  # what a compiled package brings along for itself
    }
    assert imports
    assert imports <= forbidden


def test_every_game_is_named_by_the_contracts() -> None:
    games = {name.split("/")[3] for name in tracked() if re.match(r"services/footplate/engine/\w+/rules\.py", name)}
    assert {f"footplate.engine.{game}" for game in games} <= set(contract("blind")["forbidden_modules"])
    assert all(game in contract("games")["layers"][0] for game in games)
