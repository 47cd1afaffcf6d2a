"""Actions as text, one spelling each; parsing needs no position.

    token Reading brewery      a token: city, industry
    station 0614               a station from the supply
    move 0200 0501             an own station, from hex to hex
    extend LSWR 0514           company, target
    pass | bid 2 0413          the veto question: shares, hex
    decline | defend 2 0512    the defence: shares, hex
    first P2                   chance: the first player

The hex of a defence is always named, also where the rules leave no choice (SR-VETO-26).
"""

from typing import Final

from footplate.engine.forms import Form, Forms, Key, bare
from footplate.engine.game import Tags
from footplate.engine.notation import Source, index_of, seat_text
from footplate.engine.stephensons_rocket.actions import (
    Action,
    Bid,
    Decline,
    Defend,
    DrawFirst,
    ExtendLine,
    MoveStation,
    PassVeto,
    PlaceStation,
    TakeToken,
)
from footplate.engine.stephensons_rocket.board import CITIES, CITY_HEXES, CODES, HEX_BY_ID, INDUSTRIES, hex_text
from footplate.engine.stephensons_rocket.options import MAX_SEATS

CITY_OF_NAME: Final = index_of(CITIES)
INDUSTRY_OF_NAME: Final = index_of(INDUSTRIES)
COMPANY_OF_CODE: Final = index_of(CODES)


def action_text(action: Action) -> str:
    """The canonical text of an action."""
    return _FORMS.text(action)


def parse_action(text: str) -> Action:
    """The action of a text. Only the canonical text is taken, give or take blanks around it; else NotationError."""
    action: Action = _FORMS.parse(text)
    return action


def sort_key(action: Action) -> Key:
    """Canonical order: by type as listed in `Action`, then field by field. Different actions have different keys."""
    return _FORMS.sort_key(action)


def tags(action: Action) -> Tags:
    """The first word of the text, and the hexes the action names; of a token its city."""
    kind = _FORMS.kind(action)
    if isinstance(action, TakeToken):
        return Tags(kind, (hex_text(CITY_HEXES[action.city]),))
    if isinstance(action, MoveStation):
        return Tags(kind, (hex_text(action.origin), hex_text(action.hex)))
    if isinstance(action, PlaceStation | ExtendLine | Bid | Defend):
        return Tags(kind, (hex_text(action.hex),))
    return Tags(kind)


def read_hex(source: Source, part: str) -> int:
    """The land hex of an id such as `0514`."""
    hex_ = HEX_BY_ID.get(part)
    if hex_ is None:
        raise source.error(part, "a hex is the id of a land hex, two digits of column and two of row, such as 0514")
    return hex_


def read_company(source: Source, part: str) -> int:
    """The company of a code."""
    return source.choice(part, COMPANY_OF_CODE, "a company")


# --- one action each: the words behind the first, and how they are read ----------------------------------------------


def _write_token(action: TakeToken) -> str:
    return f"{CITIES[action.city]} {INDUSTRIES[action.industry]}"


def _read_token(source: Source, words: list[str]) -> Action:
    city = source.choice(words[0], CITY_OF_NAME, "a city")
    return TakeToken(city, source.choice(words[1], INDUSTRY_OF_NAME, "an industry"))


def _write_station(action: PlaceStation) -> str:
    return hex_text(action.hex)


def _read_station(source: Source, words: list[str]) -> Action:
    return PlaceStation(read_hex(source, words[0]))


def _write_move(action: MoveStation) -> str:
    return f"{hex_text(action.origin)} {hex_text(action.hex)}"


def _read_move(source: Source, words: list[str]) -> Action:
    return MoveStation(read_hex(source, words[0]), read_hex(source, words[1]))


def _write_extend(action: ExtendLine) -> str:
    return f"{CODES[action.company]} {hex_text(action.hex)}"


def _read_extend(source: Source, words: list[str]) -> Action:
    return ExtendLine(read_company(source, words[0]), read_hex(source, words[1]))


def _write_offer(action: Bid | Defend) -> str:
    return f"{action.amount} {hex_text(action.hex)}"


def _read_bid(source: Source, words: list[str]) -> Action:
    return Bid(source.number(words[0]), read_hex(source, words[1]))


def _read_defend(source: Source, words: list[str]) -> Action:
    return Defend(source.number(words[0]), read_hex(source, words[1]))


def _write_first(action: DrawFirst) -> str:
    return seat_text(action.seat)


def _read_first(source: Source, words: list[str]) -> Action:
    return DrawFirst(source.seat(words[0], MAX_SEATS))


_FORMS: Final = Forms(
    (
        Form(TakeToken, "token <city> <industry>", 2, 2, _write_token, _read_token, lambda a: (a.city, a.industry)),
        Form(PlaceStation, "station <hex>", 1, 1, _write_station, _read_station, lambda a: (a.hex,)),
        Form(MoveStation, "move <from> <to>", 2, 2, _write_move, _read_move, lambda a: (a.origin, a.hex)),
        Form(ExtendLine, "extend <company> <hex>", 2, 2, _write_extend, _read_extend, lambda a: (a.company, a.hex)),
        bare(PassVeto(), "pass"),
        Form(Bid, "bid <shares> <hex>", 2, 2, _write_offer, _read_bid, lambda a: (a.amount, a.hex)),
        bare(Decline(), "decline"),
        Form(Defend, "defend <shares> <hex>", 2, 2, _write_offer, _read_defend, lambda a: (a.amount, a.hex)),
        Form(DrawFirst, "first <seat>", 1, 1, _write_first, _read_first, lambda a: (a.seat,)),
    )
)
"""Every type of action, in the order of the `Action` union."""

ACTION_KINDS: Final = _FORMS.kinds
"""The first words of all actions, in canonical order."""
