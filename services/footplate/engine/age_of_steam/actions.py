"""The actions of Age of Steam, chance included: small facts named by their content.

Hexes are ints (`engine.hexes`), pieces are edge masks (`tiles`), colours and display columns are the numbers of
`board`.
"""

from dataclasses import dataclass
from typing import Final

from footplate.engine.age_of_steam.tiles import Layout

FIRST_MOVE: Final = "first_move"
FIRST_BUILD: Final = "first_build"
ENGINEER: Final = "engineer"
LOCOMOTIVE: Final = "locomotive"
URBANIZATION: Final = "urbanization"
PRODUCTION: Final = "production"
TURN_ORDER: Final = "turn_order"
ROLES: Final = (FIRST_MOVE, FIRST_BUILD, ENGINEER, LOCOMOTIVE, URBANIZATION, PRODUCTION, TURN_ORDER)
"""The seven actions of phase 3 (AOS-ACT-01)."""

NOBODY: Final = -1
"""The owner of unowned track."""


@dataclass(frozen=True)
class IssueShares:
    """Issue `count` shares now, 0 or more (AOS-SHARE-01)."""

    count: int


@dataclass(frozen=True)
class Bid:
    """Bid `amount` dollars for the player order (AOS-AUC-04)."""

    amount: int


@dataclass(frozen=True)
class Pass:
    """The Turn Order pass (AOS-AUC-10)."""


@dataclass(frozen=True)
class DropOut:
    """Leave the auction (AOS-AUC-15)."""


@dataclass(frozen=True)
class SelectAction:
    """Take one of the seven actions, `role` being one of ROLES (AOS-ACT-02)."""

    role: str


@dataclass(frozen=True)
class Urbanize:
    """Put New City `letter` (0 is A) on a town (AOS-URB-01)."""

    hex: int
    letter: int


@dataclass(frozen=True)
class Place:
    """Lay a tile on an empty hex.

    `layout`: all pieces of the hex afterwards. `kind`: "" or the name of the tile kind, only for four exits of a
    town under `town_tile_pool` strict (AOS-PLACE-01).
    """

    hex: int
    layout: Layout
    kind: str = ""


@dataclass(frozen=True)
class Replace:
    """Exchange a tile for one with more track; fields as in Place (AOS-REPL-01, AOS-TOWN-07)."""

    hex: int
    layout: Layout
    kind: str = ""


@dataclass(frozen=True)
class Redirect:
    """Turn the open end of a section; `layout`: all pieces of the hex afterwards (AOS-REDIR-01)."""

    hex: int
    layout: Layout


@dataclass(frozen=True)
class StopBuilding:
    """End the build turn (AOS-BUILD-05)."""


@dataclass(frozen=True)
class Deliver:
    """Move one cube of `color` from the city on hex `origin`.

    `steps`: for each link used the stop it leads to and its owner, NOBODY for an unowned one (AOS-MOVE-08).
    """

    color: int
    origin: int
    steps: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class UpgradeEngine:
    """Raise the engine level by 1 instead of a delivery (AOS-MOVE-03)."""


@dataclass(frozen=True)
class MoveNothing:
    """Neither deliver nor raise the engine (AOS-MOVE-03)."""


@dataclass(frozen=True)
class DrawGoods:
    """Use Production: draw cubes (AOS-GROW-07)."""


@dataclass(frozen=True)
class DeclineGoods:
    """Do not use Production, or put the rest back where the option allows it (AOS-GROW-06)."""


@dataclass(frozen=True)
class StoreGoods:
    """Put a drawn cube of `color` into box `box` (0 is the top) of a display column (AOS-GROW-09)."""

    color: int
    column: int
    box: int


@dataclass(frozen=True)
class DrawCubes:
    """Chance: cubes out of the bag, in the order drawn (AOS-RAND-02)."""

    cubes: tuple[int, ...]


@dataclass(frozen=True)
class RollDice:
    """Chance: dice in rolled order, each 1 to 6 (AOS-RAND-03)."""

    dice: tuple[int, ...]


@dataclass(frozen=True)
class ShuffleOrder:
    """Chance: the starting order under `initial_order` permutation (AOS-SETUP-12)."""

    seats: tuple[int, ...]


Action = (
    IssueShares
    | Bid
    | Pass
    | DropOut
    | SelectAction
    | Urbanize
    | Place
    | Replace
    | Redirect
    | StopBuilding
    | Deliver
    | UpgradeEngine
    | MoveNothing
    | DrawGoods
    | DeclineGoods
    | StoreGoods
    | DrawCubes
    | RollDice
    | ShuffleOrder
)
Build = Place | Replace | Redirect
