"""The repository keeps the shape that CONTRIBUTING promises."""

import ast
import re
import statistics
import subprocess
from itertools import chain

import pytest

from tests.tooling.repository import ROOT, texts, tracked, written

FOLDERS = {"proto", "services", "deploy", "tests"}
DOCUMENTS = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"}
TOOLS = {"pyproject.toml", "Makefile", "docker-compose.yml"}
TARGETS = ["setup", "run", "test", "lint", "fix", "check", "proto", "breaking", "bench", "native", "selfplay"]

# Hosts that may be named: licence and schema names, and the machine itself. A host with no dot is a service of compose.
KNOWN_HOSTS = {"www.apache.org", "www.w3.org", "json-schema.org", "127.0.0.1", "0.0.0.0", "[::1]"}  # noqa: S104  # text
BLIND = tuple(f"services/footplate/{name}/" for name in ("domain", "bus", "hooks", "rules", "lobby", "bots", "client"))
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX)\b")
SUPPRESSION = re.compile(r"# (?:type: ignore|noqa)\b(?P<complete>(?:\[[\w-]+\]|: [A-Z]+\d+) +(?:- |# ?)\w.*)?")


def test_the_root_holds_only_what_the_layout_names() -> None:
    top = {name.split("/")[0] for name in tracked()}
    assert {name for name in top if not name.startswith(".")} <= FOLDERS | DOCUMENTS | TOOLS


@pytest.mark.parametrize("arguments", [[], ["help"]])
def test_help_lists_the_targets(arguments: list[str]) -> None:
    lines = subprocess.run(
        ["make", *arguments], cwd=ROOT, check=True, capture_output=True, text=True, timeout=30
    ).stdout.splitlines()
    words = [line.split(maxsplit=1) for line in lines]
    assert [word[0] for word in words] == TARGETS
    assert all(len(word) == 2 for word in words)


def test_only_known_hosts_are_named() -> None:
    named = {
        f"{name}: {host}"
        for name, text in texts().items()
        for host in re.findall(r"\w+://(?:[^\s/@\"']*@)?(\[[\d:]+\]|[a-zA-Z0-9][a-zA-Z0-9.-]*)", text)
        if "." in host and host not in KNOWN_HOSTS and not host.endswith((".test", ".example"))
    }
    assert not named


def test_no_path_of_one_machine_is_named() -> None:
    pattern = re.compile(r"(?<![\w.$}/-])/(work|home|Users)/\w")
    assert not [name for name, text in texts().items() if pattern.search(text)]


def test_nothing_is_left_unfinished() -> None:
    assert not [name for name, text in texts().items() if UNFINISHED.search(text)]


def test_every_suppression_says_which_rule_and_why() -> None:
    silent = [
        f"{name}:{number}: {line.strip()}"
        for name, text in written("services", "tests", "deploy").items()
        for number, line in enumerate(text.splitlines(), start=1)
        if (found := SUPPRESSION.search(line)) and not found["complete"]
    ]
    assert not silent


def test_services_do_not_know_a_game_by_name() -> None:
    games = {name.split("/")[3] for name in tracked() if re.match(r"services/footplate/engine/\w+/", name)}
    assert games
    spellings = re.compile("|".join(chain(games, ("".join(map(str.capitalize, game.split("_"))) for game in games))))
    assert not [name for name, text in texts().items() if name.startswith(BLIND) and spellings.search(text)]


def inked(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip())


def test_functions_and_files_stay_short() -> None:
    sources = {name: text for name, text in written("services").items() if "/maps/" not in name}
    long_files = {name: lines for name, text in sources.items() if (lines := inked(text)) > 300}
    assert not long_files
    sizes = sorted(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for text in sources.values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    assert statistics.median(sizes) <= 10
    assert sizes[len(sizes) * 9 // 10] <= 25
