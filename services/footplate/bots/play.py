"""One decision of a bot, as a pure function: what its seat is shown, and the text of the action it takes."""

from footplate.api.match.v1.match_view_pb2 import MatchView
from footplate.domain.errors import RulesVersion
from footplate.engine.chance import Draws
from footplate.engine.game import AnyGame
from footplate.engine.registry import game as game_of
from footplate.strategies.levels import strategy


def choose(view: MatchView, seat: int, level: str, draws: Draws) -> str:
    """What a bot of this level does for the seat, which is to act; `draws` are the bot's own dice.

    Raises UnknownGame, UnknownLevel, RulesVersion, or NotationError for a position that cannot be read.
    """
    game = _game(view)
    state = game.parse_state(view.state_text)
    return game.action_text(strategy(level).choose(game, state, seat, draws))


def safe_choice(view: MatchView) -> str:
    """What is done for a bot that cannot decide: the default that the rules have for such cases. Raises as `choose`."""
    game = _game(view)
    return game.action_text(game.default_action(game.parse_state(view.state_text)))


def _game(view: MatchView) -> AnyGame:
    """The game, if a match of this version of the rules can be read here."""
    game = game_of(view.setup.game)
    if view.rules_version != game.info.rules_version:
        raise RulesVersion(view.match_id, game.info.id, view.rules_version, game.info.rules_version)
    return game
