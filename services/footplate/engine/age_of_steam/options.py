"""Options and presets (AOS-OPT-01 to AOS-OPT-04, table 17a), resolved once before set-up."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from footplate.engine.age_of_steam.board import MAPS, Board, board
from footplate.engine.game import OptionInfo, Setup
from footplate.engine.options import Choices

GAME_ID: Final = "age_of_steam"
DEFAULT_PRESET: Final = "warfrog-2002"
MIN_SEATS: Final = 3
MAX_SEATS: Final = 6
TURNS: Final = {3: 10, 4: 8, 5: 7, 6: 6}
"""Turns by number of seats (AOS-TURN-02)."""


class Rules(NamedTuple):
    """Every choice fixed before the game.

    The set-up and each option by name, ready to be asked without looking up texts.
    """

    map: str
    preset: str
    seats: int
    marker_limit: str
    hex_a8: str
    town_tile_pool: str
    initial_order: str
    high_bidder_call: str
    half_bid_rounding: str
    two_left_auction: str
    same_hex_twice: str
    first_tile: str
    direct_complex: str
    combined_replace: str
    redirect_claims: str
    unanchored_claim: str
    double_redirect: str
    new_city_moment: str
    new_city_saves_outgoing: str
    new_city_loop: str
    last_survivor: str
    income_11_20_reduction: str
    income_50_reduction: str
    production_decline: str
    production_one_box: str
    growth_dice: str

    @property
    def turns(self) -> int:
        """How many turns the game lasts (AOS-TURN-02, AOS-TURN-03)."""
        return TURNS[self.seats]

    @property
    def board(self) -> Board:
        """The board with `hex_a8` applied."""
        return board(self.map, self.hex_a8 == "lake")

    @property
    def pooled(self) -> bool:
        """Whether complex tiles with the same exits are one supply under a disc (AOS-TILE-12)."""
        return self.town_tile_pool == "pooled"


OPTIONS: Final = (
    OptionInfo("marker_limit", ("20", "none"), "AOS-COMP-08", "How many ownership markers a player has for track."),
    OptionInfo("hex_a8", ("plain", "lake"), "AOS-GEO-07", "What lies at A8; only edge 1 of B7 is affected."),
    OptionInfo(
        "town_tile_pool", ("pooled", "strict"), "AOS-TILE-12", "Whether tiles with equal exits are one under a disc."
    ),
    OptionInfo("initial_order", ("dice", "permutation"), "AOS-SETUP-12", "How the starting player order is found."),
    OptionInfo(
        "high_bidder_call", ("stands", "must_raise"), "AOS-AUC-07", "Whether the highest bidder is called as well."
    ),
    OptionInfo("half_bid_rounding", ("up", "down"), "AOS-AUC-20", "How half a bid is rounded."),
    OptionInfo(
        "two_left_auction", ("first_out_free", "both_full"), "AOS-AUC-21", "What the loser pays when two players live."
    ),
    OptionInfo(
        "same_hex_twice", ("allowed", "forbidden"), "AOS-BUILD-08", "Building twice on one hex in a build turn."
    ),
    OptionInfo("first_tile", ("simple_at_city", "any_at_city"), "AOS-BUILD-09", "What a player's first tile may be."),
    OptionInfo("direct_complex", ("allowed", "forbidden"), "AOS-PLACE-02", "Laying a complex tile on an empty hex."),
    OptionInfo(
        "combined_replace", ("forbidden", "allowed"), "AOS-REPL-06", "Adding a piece and turning the old one at once."
    ),
    OptionInfo(
        "redirect_claims",
        ("on_completion", "never"),
        "AOS-REDIR-12",
        "Who owns unowned track that a redirect completes.",
    ),
    OptionInfo(
        "unanchored_claim",
        ("illegal", "stays_unowned"),
        "AOS-REDIR-14",
        "Claiming a link far from own track and cities.",
    ),
    OptionInfo(
        "double_redirect", ("per_tile", "per_track"), "AOS-REDIR-17", "The price of turning both pieces of a tile."
    ),
    OptionInfo("new_city_moment", ("before_builds", "any_time"), "AOS-URB-21", "When the New City may be placed."),
    OptionInfo(
        "new_city_saves_outgoing", ("no", "yes"), "AOS-URB-12", "Whether a New City lengthens own outgoing track."
    ),
    OptionInfo("new_city_loop", ("keep_dead", "forbid"), "AOS-URB-16", "A New City at both ends of a section."),
    OptionInfo("last_survivor", ("end_now", "play_on"), "AOS-OUT-08", "What happens when one player is left."),
    OptionInfo("income_11_20_reduction", ("2", "1"), "AOS-RED-02", "What income 11 to 20 loses."),
    OptionInfo("income_50_reduction", ("8", "10"), "AOS-RED-03", "What income of exactly 50 loses."),
    OptionInfo(
        "production_decline", ("before_draw", "anytime", "never"), "AOS-GROW-06", "When Production may be declined."
    ),
    OptionInfo("production_one_box", ("draw_two", "draw_one"), "AOS-GROW-11", "Cubes drawn for a single empty box."),
    OptionInfo(
        "growth_dice", ("starting_players", "current_players"), "AOS-GROW-14", "How many dice goods growth rolls."
    ),
)

PRESETS: Final[dict[str, dict[str, str]]] = {
    "warfrog-2002": {},
    "eagle-2009": {},
    "eagle-2009-as-printed": {
        "high_bidder_call": "must_raise",
        "income_11_20_reduction": "1",
        "growth_dice": "current_players",
    },
}


CHOICES: Final = Choices(GAME_ID, tuple(MAPS), PRESETS, OPTIONS, (MIN_SEATS, MAX_SEATS), "AOS-COMP-01")


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
