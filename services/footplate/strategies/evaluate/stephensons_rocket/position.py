"""What a position promises to every seat, in points of 1000 pounds, beyond the money already paid."""

from collections.abc import Sequence
from typing import Final

from footplate.engine.stephensons_rocket.board import CITIES, CITY_HEXES, INDUSTRIES, KINDS, TILES
from footplate.engine.stephensons_rocket.prizes import CITY, TOKENS, per_town
from footplate.engine.stephensons_rocket.state import GAME_OVER, State
from footplate.strategies.evaluate.stephensons_rocket.odds import Prizes, added, expected, prizes
from footplate.strategies.evaluate.stephensons_rocket.reach import Reach, city_links, reaches, reaches_after

_GROWTH: Final = 1.5  # towns a line links after those in sight, at the start of a game
_LINKED_LATER: Final = 0.7  # the chance that a city out of sight is linked by the end, at the start of a game
_SOON: Final = 0.6  # how sure a payout in sight is to find the counts of now
_UNSOLD: Final = 0.25  # how much each share in the stack weighs against those in hands
_UNBUILT: Final = 1.5  # how much stations to come weigh on a line
_UNTAKEN: Final = 4.0  # how much tokens to come weigh in an industry
_UNTAKEN_HERE: Final = 0.4  # and in a city about to be linked
_BOTH: Final = 1.5  # the prizes of a line per town, in points

_KINDS_OF: Final = tuple(
    [
        tuple([(kind, city) for kind, (city, made) in enumerate(KINDS) if made == good])
        for good in range(len(INDUSTRIES))
    ]
)
"""By industry, its kinds of token and their cities."""
_KINDS_AT: Final = tuple(
    [tuple([kind for kind, (home, _) in enumerate(KINDS) if home == city]) for city in range(len(CITIES))]
)
"""By city, its kinds of token."""

Tokens = tuple[tuple[int, ...], ...]
"""By seat, the tokens taken of each kind."""


class Position:
    """What several questions about one position share."""

    def __init__(self, state: State, before: "Position | None" = None) -> None:
        """`before`: a position one action earlier, where much is the same."""
        self.state = state
        self.near: list[Reach] = reaches(state) if before is None else reaches_after(state, before.state, before.near)
        self.sure = sure(state)
        self.cities = city_links(self.near, len(CITIES))
        self._nothing = [0.0] * state.rules.seats
        linked = 0
        for company in state.companies:
            linked |= company.linked
        self._linked = [linked >> hex_ & 1 for hex_ in CITY_HEXES]
        self._counted = [self._chance_linked(city) for city in range(len(CITIES))]
        self._values = [self._value(number) for number in range(len(state.companies))]

    def points(self) -> list[float]:
        """What is promised to each seat; nothing when the game is over, for then all is paid."""
        if self.state.phase == GAME_OVER:
            return self._nothing
        rest = added(self.stations(self.state.stations), self.shares())
        return added(rest, self.tokens(self.state.tokens))

    def tokens(self, tokens: Tokens) -> list[float]:
        """Industry and passenger tokens: final scoring, and the payouts of cities (SR-FIN-03, SR-PAY-03)."""
        points = self._final_tokens(self.state.passengers, [float(count) for count in self.state.passengers])
        for good in range(len(INDUSTRIES)):
            points = added(points, self.industry(good, tokens))
        for city, chance in enumerate(self.cities):
            if chance:
                points = added(points, self.city(city, tokens))
        return points

    def industry(self, good: int, tokens: Tokens) -> list[float]:
        """The final scoring of one industry: cities that are not linked yet count as far as they may be."""
        kinds = _KINDS_OF[good]
        now = [sum([own[kind] * self._linked[city] for kind, city in kinds]) for own in tokens]
        later = [sum([own[kind] * self._counted[city] for kind, city in kinds]) for own in tokens]
        return self._final_tokens(now, later)

    def city(self, city: int, tokens: Tokens) -> list[float]:
        """What one city may soon pay."""
        chance = self.cities[city]
        counts = [sum([own[kind] for kind in _KINDS_AT[city]]) for own in tokens]
        if not chance or not any(counts):
            return self._nothing
        later = [float(count) for count in counts]
        return [chance * one for one in expected(prizes(CITY), counts, later, _UNTAKEN_HERE, _SOON)]

    def _final_tokens(self, now: Sequence[int], later: Sequence[float]) -> list[float]:
        if not any(later):
            return self._nothing
        return expected(prizes(TOKENS), now, later, _UNTAKEN * (1.0 - self.sure), self.sure)

    def stations(self, stations: tuple[int, ...]) -> list[float]:
        """Stations on lines and ahead of them: final scoring and railway towns (SR-FIN-04, SR-PAY-06)."""
        points = self._nothing
        for number, company in enumerate(self.state.companies):
            near = self.near[number]
            now = [(own & company.line).bit_count() for own in stations]
            later = [count + near.passes(own) for count, own in zip(now, stations, strict=True)]
            if any(later):
                points = added(points, self._final_stations(number, now, later))
                points = added(points, self._railway_towns(number, now, later))
        return points

    def _final_stations(self, number: int, now: Sequence[int], later: Sequence[float]) -> list[float]:
        two = Prizes(*per_town(self.state.companies[number].value), _BOTH * self._values[number])
        return expected(two, now, later, _UNBUILT * (1.0 - self.sure), self.sure)

    def _railway_towns(self, number: int, now: Sequence[int], later: Sequence[float]) -> list[float]:
        towns = self.near[number].railway_towns
        if not towns:
            return self._nothing
        two = prizes(per_town(self.state.companies[number].value + 1))
        return [towns * one for one in expected(two, now, later, _UNBUILT * (1.0 - self.sure), _SOON)]

    def traffic(self, hex_: int) -> float:
        """What the lines that may come through a hex, given as a set of one, are worth to a station there."""
        return sum(
            [
                near.passes(hex_) * self._values[number] * (1.0 + near.railway_towns)
                for number, near in enumerate(self.near)
            ]
        )

    def shares(self) -> list[float]:
        """Shares: final scoring, or the merger that comes before (SR-FIN-05, SR-MRG-05)."""
        points = self._nothing
        for number, company in enumerate(self.state.companies):
            if any(company.holdings):
                two = Prizes(*per_town(company.value), _BOTH * self._values[number])
                later = [float(held) for held in company.holdings]
                certain = 1.0 if company.isolated else self.sure
                unsold = _UNSOLD * company.stack * (1.0 - self.sure)
                points = added(points, expected(two, company.holdings, later, unsold, certain))
        return points

    def _chance_linked(self, city: int) -> float:
        """The chance that a live line has linked a city by the end (SR-FIN-01)."""
        if self._linked[city]:
            return 1.0
        return min(1.0, self.cities[city] + _LINKED_LATER * (1.0 - self.sure))

    def _value(self, number: int) -> float:
        """The value a line is expected to come to."""
        company = self.state.companies[number]
        later = 0.0 if company.isolated else _GROWTH
        return company.value + (1.0 - self.sure) * (self.near[number].growth + later)


def sure(state: State) -> float:
    """How near the end is, from 0 to 1: by companies and by tiles, whichever is further (SR-END-01, SR-END-05)."""
    left = sum([company.available for company in state.companies]) - 1
    companies = 1.0 - left / (len(state.companies) - 1)
    return min(1.0, max(companies, len(state.tiles) / TILES))
