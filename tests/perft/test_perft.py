"""The counted positions: the same number of ways on, listed in the same order."""

from pathlib import Path

import pytest

from footplate.engine.registry import game
from tests.perft.perft import Counted, divide, order_of, perft, read

FILES = sorted(Path(__file__).parent.glob("*.perft"))
BLOCKS = [(path.stem, block) for path in FILES for block in read(path)]


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[f"{name}-{block.name}" for name, block in BLOCKS])
def test_counts(name: str, block: Counted) -> None:
    rules = game(name)
    state = rules.parse_state(block.position)
    for depth, expected in block.counts.items():
        found = perft(rules, state, depth)
        assert found == expected, divide(rules, state, depth) if depth < 3 else found


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[f"{name}-{block.name}" for name, block in BLOCKS])
def test_order_of_the_list(name: str, block: Counted) -> None:
    rules = game(name)
    texts = [rules.action_text(action) for action in rules.legal_actions(rules.parse_state(block.position))]
    assert (texts[0], texts[-1]) == (block.first, block.last)
    assert order_of(texts) == block.order


def test_there_are_a_dozen_positions() -> None:
    assert len([block for name, block in BLOCKS if name == "age_of_steam"]) == 12
