"""Options and presets (SR-OPT-01 to SR-OPT-07), resolved once before set-up."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from footplate.engine.game import OptionInfo, Setup
from footplate.engine.options import Choices
from footplate.engine.stephensons_rocket.maps import england

GAME_ID: Final = "stephensons_rocket"
DEFAULT_PRESET: Final = "pegasus-1999"
MIN_SEATS: Final = 2
MAX_SEATS: Final = 4
MAPS: Final = (england.NAME,)


class Rules(NamedTuple):
    """Every choice fixed before the game: the set-up and each option by name."""

    map: str
    preset: str
    seats: int
    active_may_redirect: str
    move_connected_station: str
    unmoved_locomotive_is_a_line: str
    isolation_test: str
    open_money: str

    @property
    def hides_money(self) -> bool:
        """Whether a seat sees no money but its own (SR-INF-02)."""
        return self.open_money == "off"


OPTIONS: Final = (
    OptionInfo(
        "active_may_redirect",
        ("on", "off"),
        "SR-OPT-01",
        "Whether the active player, winning the veto, may send the locomotive to another target than his first.",
    ),
    OptionInfo(
        "move_connected_station", ("on", "off"), "SR-OPT-02", "Whether a station that stands on track may be moved."
    ),
    OptionInfo(
        "unmoved_locomotive_is_a_line",
        ("on", "off"),
        "SR-OPT-03",
        "Whether a locomotive on its start town counts as a line, for mergers and for the two-line ban.",
    ),
    OptionInfo(
        "isolation_test",
        ("mover-only", "with-reverse-search"),
        "SR-OPT-04",
        "Whether a line is isolated when it can reach nothing, or only when nobody can reach it either.",
    ),
    OptionInfo("open_money", ("off", "on"), "SR-OPT-05", "Whether all money totals are shown."),
)

PRESETS: Final[dict[str, dict[str, str]]] = {
    "pegasus-1999": {},
    "designer-faq": {"active_may_redirect": "off"},
}
"""The presets, each with the options it sets (SR-OPT-07)."""


CHOICES: Final = Choices(GAME_ID, MAPS, PRESETS, OPTIONS, (MIN_SEATS, MAX_SEATS), "SR-CMP-01")


def resolve(setup: Setup) -> Rules:
    """The rules of a set-up; raises SetupError naming the field that does not fit."""
    values = CHOICES.values(setup)
    return Rules(map=setup.map, preset=setup.preset, seats=setup.seats, **values)


def setup_of(rules: Rules) -> Setup:
    """The set-up that gives these rules: only the options that differ from the preset, sorted by name."""
    return CHOICES.setup(rules.map, rules.preset, rules.seats, rules._asdict())


def defaults(preset: str) -> Mapping[str, str]:
    """Every option with the value a preset gives it."""
    return CHOICES.defaults(preset)
