"""From the engine's one-line text of a position to the referee's own model.

The parts of the line the referee has no use for (bag, display, growth ...) are not looked at. How the line groups
pieces into sections is checked against the referee's own search: a disagreement about connection shows while reading.
"""

from collections.abc import Iterator

from tests.referee.auction import Auction
from tests.referee.board import CITIES, DEFAULTS, NEW_CITY_COLOURS, PRESETS, Edges
from tests.referee.track import Owner, Position, sections

COLOURS = {"R": "red", "B": "blue", "P": "purple", "Y": "yellow", "K": "black"}


def position_from_text(text: str) -> Position:
    """The position a line stands for; ValueError where its sections are not those of the referee."""
    parts = _parts(text)
    players = [player.split(".") for player in parts["players"].split("/")]
    position = Position(
        seats=int(parts["seats"]),
        options=_options(parts),
        cash=[_number(player[0]) for player in players],
        engine=[_number(player[3]) for player in players],
        living=["x" not in player[5] for player in players],
        has_first_tile=["o" in player[5] for player in players],
        roles={player[4]: seat for seat, player in enumerate(players) if player[4] != "-"},
        new_cities={hex_id: letter for letter, hex_id in _pairs(parts["new"])},
        town_kinds=dict(_pairs(parts["kinds"])),
    )
    position.cubes = _cubes(parts["cubes"], position)
    _read_track(parts["track"], position)
    if parts["phase"] == "build_track":
        _read_build_turn(parts, position)
    return position


def auction_from_text(text: str) -> Auction:
    """The auction a line of phase determine_player_order is in the middle of."""
    parts = _parts(text)
    players = [player.split(".") for player in parts["players"].split("/")]
    left, bids, used_up, out = parts["auction"].split("/")
    holders = [seat for seat, player in enumerate(players) if player[4] == "turn_order" and "x" not in player[5]]
    return Auction(
        order=_seats(left),
        cash={seat: _number(player[0]) for seat, player in enumerate(players)},
        pass_holder=holders[0] if holders and used_up == "-" else None,
        options=_options(parts),
        last_bids={seat: int(bid) for seat, bid in enumerate(bids.split(".")) if bid not in ("0", "-")},
        dropped=_seats(out),
    )


def _parts(text: str) -> dict[str, str]:
    word, *parts = text.strip().split(" ")
    if word != "aos1":
        raise ValueError(f"not a position: {text!r}")
    return dict(part.split("=", 1) for part in parts)


def _options(parts: dict[str, str]) -> dict[str, str]:
    """The options the referee knows; the others do not touch what it judges."""
    named = DEFAULTS | PRESETS[parts["preset"]] | dict(_pairs(parts["options"]))
    return {name: named[name] for name in DEFAULTS}


def _list(value: str) -> list[str]:
    return [] if value in ("-", "") else value.split(",")


def _pairs(value: str) -> Iterator[tuple[str, str]]:
    for entry in _list(value):
        name, _, rest = entry.partition(":")
        yield name, rest


def _seat(name: str) -> int:
    return int(name.removeprefix("P")) - 1


def _seats(value: str) -> list[int]:
    return [_seat(name) for name in _list(value)]


def _number(value: str) -> int:
    """A number of a player; an eliminated one may have none."""
    return 0 if value == "-" else int(value)


def _cubes(value: str, position: Position) -> dict[str, list[str]]:
    """The cubes by hex: the printed cities by display column, then the letters A to H."""
    places = [*CITIES, *(_hex_of(letter, position) for letter in NEW_CITY_COLOURS)]
    found = {}
    for place, cubes in zip(places, value.split("/"), strict=True):
        colours = [COLOURS[letter] for letter in cubes if letter != "-"]
        if place is None and colours:
            raise ValueError(f"cubes on a New City that is off the map: {value!r}")
        if place is not None:
            found[place] = colours
    return found


def _hex_of(letter: str, position: Position) -> str | None:
    return next((hex_id for hex_id, placed in position.new_cities.items() if placed == letter), None)


def _read_track(value: str, position: Position) -> None:
    groups = []
    for section in _list(value):
        owner_name, _, pieces = section.partition(":")
        owner: Owner = None if owner_name.startswith("-") else _seat(owner_name.removesuffix("*"))
        group = frozenset(_piece(piece) for piece in pieces.split("+"))
        for hex_id, edges in group:
            position.tiles.setdefault(hex_id, {})[edges] = owner
        if owner_name.endswith("*"):
            position.lengthening |= group
        groups.append(group)
    if set(groups) != {section.pieces for section in sections(position)}:
        raise ValueError(f"other sections than the referee finds: {value!r}")


def _piece(text: str) -> tuple[str, Edges]:
    hex_id, _, edges = text.partition(".")
    return hex_id, tuple(int(edge) for edge in edges.split("-"))


def _read_build_turn(parts: dict[str, str], position: Position) -> None:
    left, urban, hexes, begun = parts["build"].split("/")
    position.builder = _seats(parts["queue"])[0]
    position.builds_left = int(left)
    position.new_city_placed = urban != "u"
    position.built_on = set(_list(hexes))
    position.has_built = begun == "b"
