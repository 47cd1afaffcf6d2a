"""The one place that knows which games there are. Adding a game is adding a row here."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from footplate.engine.errors import RulesError
from footplate.engine.game import AnyGame


class UnknownGame(RulesError):
    """No game has this id; `game` is the id asked for."""

    def __init__(self, game: str, known: tuple[str, ...]) -> None:
        self.game = game
        super().__init__(f"no game {game!r}; there are: {', '.join(known)}")


@cache
def games() -> Mapping[str, AnyGame]:
    """All games by id, in the order they are listed to people. Their tables are built when first asked for."""
    from footplate.engine.age_of_steam.rules import AgeOfSteam
    from footplate.engine.stephensons_rocket.rules import StephensonsRocket

    listed: tuple[AnyGame, ...] = (AgeOfSteam(), StephensonsRocket())
    return MappingProxyType({game.info.id: game for game in listed})


def game(game_id: str) -> AnyGame:
    """The game of an id; raises UnknownGame."""
    try:
        return games()[game_id]
    except KeyError:
        raise UnknownGame(game_id, tuple(games())) from None
