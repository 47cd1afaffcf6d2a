"""Main actions: sections 8 and 9, what may be chosen, and what time-out chooses (section 20)."""

from tests.referee_rocket.board import AROUND, INDUSTRIES, OPEN
from tests.referee_rocket.lines import targets
from tests.referee_rocket.position import Position


def token_texts(position: Position) -> set[str]:
    """SR-TOK-01 to SR-TOK-03."""
    return {f"token {city} {industry}" for city, lying in position.city_tokens.items() for industry in +lying}


def station_hexes(position: Position, lifted: str = "") -> set[str]:
    """SR-STN-02 to SR-STN-08: where a station may go; `lifted` is the hex it is moved from."""
    engines = {company.at for company in position.live}
    stations = {hex_ for own in position.stations for hex_ in own} - {lifted}
    closed = engines | stations | position.tiles.keys() | {lifted}
    return {hex_ for hex_ in OPEN - closed if not AROUND[hex_] & (engines | stations)}


def movable(position: Position) -> set[str]:
    """SR-STN-09, SR-STN-10: the own stations that may be moved."""
    own = position.stations[position.active]
    if position.options.move_connected_station:
        return set(own)
    return own - position.tiles.keys() - {company.at for company in position.live}


def station_texts(position: Position) -> set[str]:
    """All placings and moves; SR-STN-13: with seven on the board there is none left to place."""
    found = {f"move {old} {new}" for old in movable(position) for new in station_hexes(position, old)}
    if len(position.stations[position.active]) < 7:
        found |= {f"station {hex_}" for hex_ in station_hexes(position)}
    return found


def extension_texts(position: Position) -> set[str]:
    """SR-EXT-01, SR-TRN-04: every target of every company that is not barred."""
    return {
        f"extend {company.code} {hex_}"
        for company in position.live
        if company.code != position.barred
        for hex_ in targets(position, company)
    }


def main_texts(position: Position) -> set[str]:
    """SR-DEC-01."""
    return token_texts(position) | station_texts(position) | extension_texts(position)


def default_main(position: Position) -> str:
    """SR-DEC-05 to SR-DEC-08."""
    tokens = [f"token {city} {industry}" for city in sorted(position.city_tokens) for industry in INDUSTRIES]
    stations = [f"station {hex_}" for hex_ in sorted(OPEN)]
    extensions = [f"extend {code} {hex_}" for code in position.companies for hex_ in sorted(OPEN)]
    moves = sorted(text for text in station_texts(position) if text.startswith("move"))
    legal = main_texts(position)
    return next(text for text in tokens + stations + extensions + moves if text in legal)
