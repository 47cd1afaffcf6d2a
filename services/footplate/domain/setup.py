"""Filling in what a set-up leaves open, before anything is built on it."""

from dataclasses import replace

from footplate.engine.game import AnyGame, Setup


def complete(game: AnyGame, setup: Setup) -> Setup:
    """The set-up with the game's default map and preset where none is named, as the game itself would write it.

    Raises SetupError naming the field that does not fit.
    """
    filled = replace(setup, map=setup.map or game.info.maps[0], preset=setup.preset or game.info.default_preset)
    return game.setup_of(game.start(filled))
