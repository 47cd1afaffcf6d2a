"""One decision of a bot, without any service."""

import pytest

from footplate.api.match.v1.match_view_pb2 import MatchView
from footplate.bots.play import choose, safe_choice
from footplate.domain.errors import RulesVersion
from footplate.engine.chance import SeededDraws
from footplate.engine.errors import NotationError
from footplate.engine.registry import UnknownGame
from footplate.engine.registry import game as game_of
from footplate.strategies.levels import LEVELS, UnknownLevel
from footplate.wire.match import encode_match
from tests.bots.house import House

MATCH = House().begin("m_one")
GAME = MATCH.game


def view(**changed: object) -> MatchView:
    shown = encode_match(MATCH, MATCH, MATCH.to_act)
    for name, value in changed.items():
        setattr(shown, name, value)
    return shown


def draws(seed: int = 0) -> SeededDraws:
    return SeededDraws(seed.to_bytes(32, "big"), MATCH.ply)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_a_legal_action(level: str) -> None:
    text = choose(view(), MATCH.to_act, level, draws())
    GAME.check(MATCH.state, GAME.parse_action(text))


def test_the_dice_of_the_bot_decide() -> None:
    texts = {choose(view(), MATCH.to_act, "uniform", draws(seed)) for seed in range(20)}
    assert len(texts) > 1
    assert choose(view(), MATCH.to_act, "uniform", draws(7)) == choose(view(), MATCH.to_act, "uniform", draws(7))


def test_the_safe_choice_is_the_default_of_the_rules() -> None:
    assert safe_choice(view()) == GAME.action_text(GAME.default_action(MATCH.state))


def test_what_cannot_be_played_is_said() -> None:
    with pytest.raises(UnknownLevel):
        choose(view(), 0, "grandmaster", draws())
    with pytest.raises(RulesVersion):
        choose(view(rules_version=99), 0, "uniform", draws())
    with pytest.raises(NotationError):
        choose(view(state_text="nonsense"), 0, "uniform", draws())
    other = view()
    other.setup.game = "chess"
    with pytest.raises(UnknownGame):
        choose(other, 0, "uniform", draws())


def test_the_house_plays_real_games() -> None:
    assert game_of(MATCH.header.setup.game) is GAME
