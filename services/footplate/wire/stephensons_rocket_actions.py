"""Actions of Stephenson's Rocket in protobuf: one writer and one reader each.

Whatever is read has a canonical text. What the rules say to it is not judged here.
"""

from collections.abc import Callable
from typing import Any, Final

from footplate.api.stephensons_rocket.v1 import actions_pb2 as pb
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
from footplate.engine.stephensons_rocket.board import CITIES, CODES, hex_text
from footplate.engine.stephensons_rocket.notation import CITY_OF_NAME, COMPANY_OF_CODE
from footplate.engine.stephensons_rocket.options import MAX_SEATS
from footplate.wire import fields
from footplate.wire.stephensons_rocket_terms import INDUSTRY_OF, INDUSTRY_VALUES, hex_at


def encode_action(action: Action) -> pb.Action:
    """The message of an action."""
    return _WRITERS[type(action)](action)


def decode_action(message: pb.Action, path: str) -> Action:
    """The action of a message at this path of a request. Raises BadRequest naming the field that cannot be read."""
    kind = message.WhichOneof("kind")
    if kind is None:
        raise fields.refused(path, "", "exactly one kind of action is to be set")
    return _READERS[kind](getattr(message, kind), f"{path}.{kind}")


# --- Writing ---------------------------------------------------------------


def _write_token(action: TakeToken) -> pb.Action:
    return pb.Action(take_token=pb.TakeToken(city=CITIES[action.city], industry=INDUSTRY_VALUES[action.industry]))


def _write_station(action: PlaceStation) -> pb.Action:
    return pb.Action(place_station=pb.PlaceStation(hex=hex_text(action.hex)))


def _write_move(action: MoveStation) -> pb.Action:
    return pb.Action(move_station=pb.MoveStation(from_hex=hex_text(action.origin), to_hex=hex_text(action.hex)))


def _write_extend(action: ExtendLine) -> pb.Action:
    return pb.Action(extend_line=pb.ExtendLine(company=CODES[action.company], hex=hex_text(action.hex)))


def _write_bid(action: Bid) -> pb.Action:
    return pb.Action(bid=pb.Bid(shares=action.amount, hex=hex_text(action.hex)))


def _write_defend(action: Defend) -> pb.Action:
    return pb.Action(defend=pb.Defend(shares=action.amount, hex=hex_text(action.hex)))


_WRITERS: Final[dict[type, Callable[[Any], pb.Action]]] = {
    TakeToken: _write_token,
    PlaceStation: _write_station,
    MoveStation: _write_move,
    ExtendLine: _write_extend,
    PassVeto: lambda _: pb.Action(pass_veto=pb.PassVeto()),
    Bid: _write_bid,
    Decline: lambda _: pb.Action(decline=pb.Decline()),
    Defend: _write_defend,
    DrawFirst: lambda action: pb.Action(draw_first=pb.DrawFirst(seat=action.seat)),
}


# --- Reading ---------------------------------------------------------------


def _read_token(message: pb.TakeToken, path: str) -> Action:
    city = fields.choice(f"{path}.city", message.city, CITY_OF_NAME)
    return TakeToken(city, fields.known(f"{path}.industry", message.industry, INDUSTRY_OF))


def _read_station(message: pb.PlaceStation, path: str) -> Action:
    return PlaceStation(hex_at(f"{path}.hex", message.hex))


def _read_move(message: pb.MoveStation, path: str) -> Action:
    return MoveStation(hex_at(f"{path}.from_hex", message.from_hex), hex_at(f"{path}.to_hex", message.to_hex))


def _read_extend(message: pb.ExtendLine, path: str) -> Action:
    company = fields.choice(f"{path}.company", message.company, COMPANY_OF_CODE)
    return ExtendLine(company, hex_at(f"{path}.hex", message.hex))


def _read_bid(message: pb.Bid, path: str) -> Action:
    return Bid(fields.whole(f"{path}.shares", message.shares), hex_at(f"{path}.hex", message.hex))


def _read_defend(message: pb.Defend, path: str) -> Action:
    return Defend(fields.whole(f"{path}.shares", message.shares), hex_at(f"{path}.hex", message.hex))


def _read_first(message: pb.DrawFirst, path: str) -> Action:
    return DrawFirst(fields.whole(f"{path}.seat", message.seat, 0, MAX_SEATS - 1))


_READERS: Final[dict[str, Callable[[Any, str], Action]]] = {
    "take_token": _read_token,
    "place_station": _read_station,
    "move_station": _read_move,
    "extend_line": _read_extend,
    "pass_veto": lambda _message, _path: PassVeto(),
    "bid": _read_bid,
    "decline": lambda _message, _path: Decline(),
    "defend": _read_defend,
    "draw_first": _read_first,
}
