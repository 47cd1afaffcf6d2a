"""Which lines a hex touches (SR-TRM-06 to SR-TRM-08), and so where a locomotive may go (SR-EXT-05 to SR-EXT-09)."""

from typing import NamedTuple

from footplate.engine.stephensons_rocket.board import NOWHERE, OPEN, STARTS, TOWNS, beside
from footplate.engine.stephensons_rocket.state import Company, State, lines


class Ground(NamedTuple):
    """What the locomotives of a position find on the board, as sets of hexes.

    `free`: open hexes without tile or locomotive. `near`: by company, the hexes that touch its line. `once`, `twice`,
    `thrice`: the hexes that touch at least so many lines.
    """

    free: int
    near: tuple[int, ...]
    once: int
    twice: int
    thrice: int

    def banned(self, company: int) -> int:
        """The hexes that touch two or more lines other than the company's own (SR-EXT-08)."""
        own = self.near[company]
        return self.twice & ~own | self.thrice & own

    def joining(self, company: int) -> int:
        """The hexes that touch at least one line other than the company's own."""
        own = self.near[company]
        return self.once & ~own | self.twice & own

    def enterable(self, company: int) -> int:
        """The hexes its locomotive may enter, wherever it stands (SR-EXT-05 to SR-EXT-08)."""
        return self.free & ~self.banned(company)


def ground(state: State) -> Ground:
    """The ground of a position."""
    near = tuple([near_line(state, number) for number in range(len(state.companies))])
    once = twice = thrice = 0
    for mask in near:
        thrice |= twice & mask
        twice |= once & mask
        once |= mask
    return Ground(OPEN & ~lines(state), near, once, twice, thrice)


def near_line(state: State, number: int) -> int:
    """The hexes that touch the line of a company (SR-TRM-06); none touches an absorbed one."""
    company = state.companies[number]
    mask = company.line
    if company.at == STARTS[number] and state.rules.unmoved_locomotive_is_a_line == "on":
        mask |= 1 << company.at
    return beside(mask)


def touched(state: State, mover: int, hex_: int) -> list[int]:
    """The companies other than the mover whose lines a hex touches (SR-TRM-07)."""
    bit = 1 << hex_
    return [
        number
        for number, company in enumerate(state.companies)
        if number != mover and company.at != NOWHERE and near_line(state, number) & bit
    ]


def unlinked_near(company: Company) -> int:
    """The hexes that touch a town not linked to the company's line."""
    return beside(TOWNS & ~company.linked)
