"""Set-ups of a game checked against what it offers, in the same way for every game."""

from collections.abc import Mapping
from typing import NamedTuple

from footplate.engine.errors import SetupError
from footplate.engine.game import OptionInfo, Setup
from footplate.engine.notation import NONE, Source


class Choices(NamedTuple):
    """What a set-up may choose from. `presets`: by name, the options each sets. `seats`: fewest and most players.

    `seats_rule`: the id of the rule that says how many may play.
    """

    game: str
    maps: tuple[str, ...]
    presets: Mapping[str, Mapping[str, str]]
    options: tuple[OptionInfo, ...]
    seats: tuple[int, int]
    seats_rule: str

    def values(self, setup: Setup) -> dict[str, str]:
        """Every option with the value a set-up gives it. Raises SetupError naming the field that does not fit."""
        fewest, most = self.seats
        if setup.game != self.game:
            raise SetupError("game", f"this is {self.game}, not {setup.game!r}")
        if setup.map not in self.maps:
            raise SetupError("map", f"no map {setup.map!r}; there are: {', '.join(self.maps)}")
        if setup.preset not in self.presets:
            raise SetupError("preset", f"no preset {setup.preset!r}; there are: {', '.join(self.presets)}")
        if not fewest <= setup.seats <= most:
            raise SetupError("seats", f"{self.seats_rule}: a game has {fewest} to {most} players, not {setup.seats}")
        return {**self.defaults(setup.preset), **self._checked(setup.options)}

    def setup(self, map_id: str, preset: str, seats: int, values: Mapping[str, str]) -> Setup:
        """The set-up that gives these values: only the options that differ from the preset, sorted by name."""
        changed = [(name, values[name]) for name, value in self.defaults(preset).items() if values[name] != value]
        return Setup(self.game, map_id, preset, seats, tuple(sorted(changed)))

    def read(self, source: Source, parts: Mapping[str, str]) -> Setup:
        """The set-up in the parts map, preset, seats and options of a text. Raises NotationError naming the part."""
        options = source.named("options")
        pairs = [options.split(item, ":", 2) for item in options.listed(parts["options"])]
        seats = source.named("seats").number(parts["seats"], *self.seats)
        setup = Setup(self.game, parts["map"], parts["preset"], seats, tuple([(name, value) for name, value in pairs]))
        try:
            self.values(setup)
        except SetupError as error:
            key = error.field.split(".", 1)[0]
            raise source.named(key).error(parts[key], error.message) from None
        return setup

    def defaults(self, preset: str) -> dict[str, str]:
        """Every option with the value a preset gives it. Raises KeyError for an unknown preset."""
        chosen = self.presets[preset]
        return {option.name: chosen.get(option.name, option.values[0]) for option in self.options}

    def _checked(self, options: tuple[tuple[str, str], ...]) -> dict[str, str]:
        values = {option.name: option.values for option in self.options}
        for name, value in options:
            if name not in values:
                raise SetupError(f"options.{name}", "no such option")
            if value not in values[name]:
                raise SetupError(f"options.{name}", f"{value!r} is not one of: {', '.join(values[name])}")
        if len({name for name, _ in options}) != len(options):
            raise SetupError("options", "an option is given twice")
        return dict(options)


def options_text(setup: Setup) -> str:
    """The options of a set-up as `Choices.read` reads them: `name:value,...`."""
    return ",".join([f"{name}:{value}" for name, value in setup.options]) or NONE
