"""Scenes for the tests of the referee: whole build turns from texts, each build checked for legality and price."""

from tests.referee.board import DEFAULTS
from tests.referee.builds import broken_rules
from tests.referee.laying import apply_build, begin_build_turn, end_build_turn, parse_build, price
from tests.referee.track import Owner, Position, sections

P1, P2, P3, P4, P5 = range(5)


def empty_map(**options: str) -> Position:
    """Five players with 60 dollars each, no track anywhere."""
    assert set(options) <= set(DEFAULTS)
    return Position(seats=5, options=DEFAULTS | options, cash=[60] * 5)


def with_builders(position: Position, *seats: int) -> Position:
    """The same position with the first tile of these seats behind them."""
    after = position.copy()
    for seat in seats:
        after.has_first_tile[seat] = True
    return after


def builds(position: Position, seat: int, *texts: str) -> tuple[Position, list[int]]:
    """A build turn up to its end, with the prices paid; every build must be legal."""
    position, prices = begin_build_turn(position, seat), []
    for text in texts:
        assert broken_rules(position, seat, text) == [], text
        prices.append(price(position, parse_build(text)))
        cash = position.cash[seat]
        position = apply_build(position, text)
        assert position.cash[seat] == cash - prices[-1]
    return position, prices


def build_turn(position: Position, seat: int, *texts: str) -> Position:
    """A whole build turn with its expiry."""
    return end_build_turn(builds(position, seat, *texts)[0])


def new_city(position: Position, seat: int, hex_id: str, letter: str) -> Position:
    """The position after the first step of the seat's build turn, a New City."""
    after = begin_build_turn(position, seat)
    after.roles["urbanization"] = seat
    return apply_build(after, f"urbanize {hex_id} {letter}")


def found_links(position: Position) -> set[tuple[str, str, Owner, int]]:
    """Both stops, owner and number of pieces of each link."""
    return {
        (section.stops[0], section.stops[1], section.owner, len(section.pieces))
        for section in sections(position)
        if section.is_link
    }


def found_unfinished(position: Position) -> set[tuple[tuple[str, ...], Owner, int]]:
    """Stops, owner and number of pieces of each unfinished section."""
    return {
        (section.stops, section.owner, len(section.pieces)) for section in sections(position) if not section.is_link
    }
