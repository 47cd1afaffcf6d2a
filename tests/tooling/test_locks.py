"""The locks pin everything, agree with each other and with pyproject.toml, and name no place to download from."""

import re

import pytest

from tests.tooling.repository import ROOT, project

LOCKS = ("requirements.lock", "requirements-dev.lock")


def read(name: str) -> str:
    return (ROOT / "deploy" / "python" / name).read_text(encoding="utf-8")


def pins(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", read(name), flags=re.MULTILINE))


def wanted(requirements: list[str]) -> set[str]:
    names = (re.split(r"[\[<>=!~ ;]", requirement)[0] for requirement in requirements)
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_index_and_no_link(name: str) -> None:
    text = read(name)
    assert "://" not in text
    assert "@ file" not in text
    assert not re.search(r"^\s*-(?!-hash=)", text, flags=re.MULTILINE)


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_hashes(name: str) -> None:
    text = read(name)
    blocks = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)
    assert pins(name)
    assert not [block for block in blocks if "==" in block and "--hash=sha256:" not in block]


def test_the_lock_of_the_image_is_part_of_the_lock_of_the_tools() -> None:
    assert pins(LOCKS[0]).items() <= pins(LOCKS[1]).items()


def test_every_dependency_is_pinned() -> None:
    table = project()["project"]
    assert wanted(table["dependencies"]) <= pins(LOCKS[0]).keys()
    assert wanted(table["optional-dependencies"]["dev"]) <= pins(LOCKS[1]).keys()
