"""The toy game keeps the promises of every game, so that what is tested with it holds for real ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.errors import NotationError
from footplate.engine.game import Setup
from tests.conformance.suite import Subject, walk
from tests.support.toy_game import GAME_ID, PEBBLES


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("options", [(), (("vetoes", "none"),)])
def test_it_conforms(seed: int, options: tuple[tuple[str, str], ...]) -> None:
    setup = Setup(GAME_ID, "beach", "long", 2 + seed % 3, options)
    assert walk(Subject(PEBBLES, bound=90), setup, seed).plies > 12


POSITION = PEBBLES.state_text(PEBBLES.start(Setup(GAME_ID, "beach", "short", 2)))
WORDS = st.sampled_from([*POSITION.split(), "turn=9", "scores=1,-2", "left=1", "take", "roll", "1", "-"])


@given(st.text(max_size=30) | st.lists(WORDS, max_size=3).map(" ".join))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        again = PEBBLES.action_text(PEBBLES.parse_action(text))
    except NotationError as refused:
        again = refused.text
    assert again.strip() == text.strip()


@given(st.lists(WORDS, max_size=10).map(" ".join) | st.tuples(st.sampled_from(POSITION.split()), WORDS))
def test_any_text_is_a_position_or_refused(text: str | tuple[str, str]) -> None:
    line = text if isinstance(text, str) else POSITION.replace(*text)
    try:
        again = PEBBLES.state_text(PEBBLES.parse_state(line))
    except NotationError as refused:
        again = refused.text
    assert again == line
