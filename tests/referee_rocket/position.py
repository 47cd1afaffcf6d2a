"""A position as plain, changeable records: whatever lies on the table, and who has to do what."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.referee_rocket.board import CITIES, START

CHANCE, OVER = -1, -2


@dataclass(frozen=True)
class Options:
    """Section 2, with the first value of every option as default."""

    active_may_redirect: bool = True
    move_connected_station: bool = True
    unmoved_locomotive_is_a_line: bool = True
    isolation_test: str = "mover-only"
    open_money: bool = False


PRESETS = {"pegasus-1999": Options(), "designer-faq": Options(active_may_redirect=False)}
"""SR-OPT-07."""


class Payment(NamedTuple):
    """Money that the bank paid to a seat, in pounds, and why (SR-INF-04)."""

    reason: str
    seat: int
    amount: int


@dataclass
class Company:
    """A company; `at` is empty and `absorber` set once it has been absorbed."""

    code: str
    at: str
    holdings: list[int]
    heading: int | None = None
    stack: int = 16
    real: int = 0
    line: set[str] = field(default_factory=set)
    linked: set[str] = field(default_factory=set)
    isolated: bool = False
    absorber: str = ""

    @property
    def live(self) -> bool:
        """Whether nobody has taken it over."""
        return not self.absorber

    @property
    def unmoved(self) -> bool:
        """Whether the locomotive still stands on its start town."""
        return self.at == START[self.code]

    @property
    def grey(self) -> int:
        """How many of the shares in hands are grey ones (SR-TRM-10)."""
        return sum(self.holdings) - self.real

    @property
    def value(self) -> int:
        """SR-TRM-04: how many towns are linked."""
        return len(self.linked)

    @property
    def available(self) -> bool:
        """Section 1: live, not isolated, and something to draw."""
        return self.live and not self.isolated and self.stack > 0


@dataclass
class Veto:
    """An extension in its veto round: what is fixed, who is still to be asked, and the best bid so far."""

    mover: str
    first_hex: str
    targets: set[str]
    waiting: list[int]
    asked: int = CHANCE
    best: int = 0
    leader: int | None = None
    hex: str = ""


@dataclass
class Position:
    """Everything of a game; `to_act` is a seat, CHANCE or OVER.

    `tiles`: by hex, the sides a tile joins. `ends`: why the game is over, empty before. `payments` and `lapsed`: what
    the last action paid, and the seats for which nothing was legal behind it.
    """

    seats: int
    options: Options
    companies: dict[str, Company]
    city_tokens: dict[str, Counter[str]]
    stations: list[set[str]]
    tokens: list[Counter[tuple[str, str]]]
    passengers: list[int]
    money: list[int]
    tiles: dict[str, frozenset[int]] = field(default_factory=dict)
    tiles_left: int = 60
    active: int = CHANCE
    second: bool = False
    turn: int = 1
    barred: str = ""
    veto: Veto | None = None
    ends: list[str] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    lapsed: list[int] = field(default_factory=list)

    @property
    def to_act(self) -> int:
        """The seat that has to choose, CHANCE before the first player is drawn, OVER after the end."""
        if self.over:
            return OVER
        return self.active if self.veto is None else self.veto.asked

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.ends)

    @property
    def live(self) -> list[Company]:
        """The companies that are not absorbed, in the order of table T1."""
        return [company for company in self.companies.values() if company.live]

    @property
    def grey_supply(self) -> int:
        """SR-CMP-04, SR-CMP-11: what is left of 16; below 0 the engine goes on counting."""
        return 16 - sum(company.grey for company in self.companies.values())

    @property
    def passengers_left(self) -> int:
        """SR-CMP-09."""
        return 9 - sum(self.passengers)

    def station_owner(self, hex_: str) -> int | None:
        """Whose station stands on a hex."""
        owners = [seat for seat, own in enumerate(self.stations) if hex_ in own]
        return owners[0] if owners else None

    def pay(self, reason: str, amounts: list[int]) -> None:
        """The bank pays, one amount for each seat; nothing is not announced."""
        for seat, amount in enumerate(amounts):
            self.money[seat] += amount
            if amount:
                self.payments.append(Payment(reason, seat, amount))


def set_up(seats: int, options: Options) -> Position:
    """Section 6, the first player not yet drawn."""
    companies = {code: Company(code, start, [0] * seats, linked={start}) for code, start in START.items()}
    return Position(
        seats,
        options,
        companies,
        {city: Counter(lying) for city, (_, lying) in CITIES.items()},
        [set() for _ in range(seats)],
        [Counter() for _ in range(seats)],
        [0] * seats,
        [0] * seats,
    )
