"""Every rule id of a game's RULES.md is proved by at least one test, and no test cites an id that does not exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
ENGINE = TESTS.parent / "services" / "footplate" / "engine"
GAMES = sorted(path.parent.name for path in ENGINE.glob("*/RULES.md"))
STATED = re.compile(r"^(?:[-|] ?.*?)?\*\*([A-Z]+-[A-Z]+-\d{2})\*\*", re.MULTILINE)
INDEX = re.compile(r"^## \d+\. Index of rule ids$", re.MULTILINE)
INDEXED = re.compile(r"\b[A-Z]+-[A-Z]+-\d{2}\b")


def cited(tree: ast.Module) -> Iterator[str]:
    """The ids in the `@rule(...)` decorators of a test module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "rule":
                    for argument in decorator.args:
                        assert isinstance(argument, ast.Constant), f"{node.name}: rule ids are written out"
                        yield str(argument.value)


def all_cited() -> set[str]:
    """Every id that any test cites."""
    return {name for path in TESTS.rglob("test_*.py") for name in cited(ast.parse(path.read_text(encoding="utf-8")))}


def stated(game: str) -> set[str]:
    """Every id a rules document states; its own index at the end lists the same."""
    text = (ENGINE / game / "RULES.md").read_text(encoding="utf-8")
    body, index = INDEX.split(text)
    found = set(STATED.findall(body))
    assert found == set(INDEXED.findall(index)), found ^ set(INDEXED.findall(index))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_cited(game: str) -> None:
    missing = sorted(stated(game) - all_cited())
    assert not missing, f"{len(missing)} rules without a test: {', '.join(missing)}"


def test_no_test_cites_an_unknown_rule() -> None:
    known = {name for game in GAMES for name in stated(game)}
    assert sorted(all_cited() - known) == []


@pytest.mark.parametrize(("game", "count"), [("age_of_steam", 391), ("stephensons_rocket", 230 + 34 + 4)])
def test_how_many_ids_a_document_states(game: str, count: int) -> None:
    assert len(stated(game)) == count


def test_a_missing_citation_is_noticed() -> None:
    tree = ast.parse('@rule("AOS-SHARE-01", "AOS-SHARE-02")\ndef test_x() -> None: ...\n')
    assert set(cited(tree)) == {"AOS-SHARE-01", "AOS-SHARE-02"}
