"""The counted positions: the same number of ways on, listed in the same order."""

from pathlib import Path

import pytest

from footplate.engine.registry import game, games
from tests.perft.make_positions import WANTED
from tests.perft.perft import Counted, divide, order_of, perft, read
from tests.referee.builds import build_prices, legal_urbanizations
from tests.referee.deliveries import legal_deliveries
from tests.referee.text import position_from_text

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


JUDGED = [block for name, block in BLOCKS if name == "age_of_steam" and block.name.startswith(("build", "move"))]


@pytest.mark.parametrize("block", JUDGED, ids=[block.name for block in JUDGED])
def test_the_independent_referee_counts_the_same(block: Counted) -> None:
    position = position_from_text(block.position)
    rules = game("age_of_steam")
    state = rules.parse_state(block.position)
    seat = rules.to_act(state)
    texts = {rules.action_text(action) for action in rules.legal_actions(state)}
    if block.name.startswith("build"):
        found = {*build_prices(position, seat), *legal_urbanizations(position, seat), "stop"}
    else:
        found = legal_deliveries(position, seat) | (texts & {"engine", "none"})
    assert texts == found
    assert len(found) == block.counts[1]


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_dozen_positions(name: str) -> None:
    counted = [block.name for stem, block in BLOCKS if stem == name]
    assert len(counted) >= 12
    assert counted == [wanted.name for wanted in WANTED[name]]
