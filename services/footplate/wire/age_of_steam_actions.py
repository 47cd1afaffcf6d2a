"""Actions of Age of Steam in protobuf: one writer and one reader each.

Whatever is read has a canonical text. What the rules say to it is not judged here.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from footplate.api.age_of_steam.v1 import actions_pb2 as pb
from footplate.engine.age_of_steam.actions import (
    NOBODY,
    Action,
    Bid,
    DeclineGoods,
    Deliver,
    DrawCubes,
    DrawGoods,
    DropOut,
    IssueShares,
    MoveNothing,
    Pass,
    Place,
    Redirect,
    Replace,
    RollDice,
    SelectAction,
    ShuffleOrder,
    StopBuilding,
    StoreGoods,
    UpgradeEngine,
    Urbanize,
)
from footplate.engine.age_of_steam.board import COLUMN_INDEX, COLUMN_NAMES, LETTERS
from footplate.engine.age_of_steam.tiles import KIND_INDEX, Layout, exits_of, layout_of, mask_of
from footplate.engine.hexes import hex_text
from footplate.engine.notation import index_of
from footplate.wire import fields
from footplate.wire.age_of_steam_terms import (
    COLOR_OF,
    COLOR_VALUES,
    KIND_NAME_OF,
    KIND_VALUES,
    ROLE_OF,
    ROLE_VALUES,
    hex_at,
    owner_value,
    piece_message,
)

_LETTERS: Final = index_of(LETTERS)
_MOST_STEPS: Final = 62  # as many as the text form takes
_MOST_DICE: Final = 64
_MOST_CUBES: Final = 96


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


def _pieces(layout: Layout) -> list[pb.Piece]:
    return [piece_message(mask) for mask in layout]


def _kind(action: Place | Replace) -> pb.TileKind.ValueType | None:
    return KIND_VALUES[KIND_INDEX[action.kind]] if action.kind else None


def _write_select(action: SelectAction) -> pb.Action:
    return pb.Action(select_action=pb.SelectAction(action=ROLE_VALUES[action.role]))


def _write_urbanize(action: Urbanize) -> pb.Action:
    return pb.Action(urbanize=pb.Urbanize(hex=hex_text(action.hex), letter=LETTERS[action.letter]))


def _write_place(action: Place) -> pb.Action:
    return pb.Action(place=pb.Place(hex=hex_text(action.hex), pieces=_pieces(action.layout), kind=_kind(action)))


def _write_replace(action: Replace) -> pb.Action:
    return pb.Action(replace=pb.Replace(hex=hex_text(action.hex), pieces=_pieces(action.layout), kind=_kind(action)))


def _write_redirect(action: Redirect) -> pb.Action:
    return pb.Action(redirect=pb.Redirect(hex=hex_text(action.hex), pieces=_pieces(action.layout)))


def _write_deliver(action: Deliver) -> pb.Action:
    steps = [pb.RouteStep(stop=hex_text(stop), owner=owner_value(owner)) for stop, owner in action.steps]
    color = COLOR_VALUES[action.color]
    return pb.Action(deliver=pb.Deliver(color=color, from_hex=hex_text(action.origin), steps=steps))


def _write_store(action: StoreGoods) -> pb.Action:
    color, column = COLOR_VALUES[action.color], COLUMN_NAMES[action.column]
    return pb.Action(store_goods=pb.StoreGoods(color=color, column=column, box=action.box))


def _write_draw(action: DrawCubes) -> pb.Action:
    return pb.Action(draw_cubes=pb.DrawCubes(colors=[COLOR_VALUES[color] for color in action.cubes]))


_WRITERS: Final[dict[type, Callable[[Any], pb.Action]]] = {
    IssueShares: lambda action: pb.Action(issue_shares=pb.IssueShares(count=action.count)),
    Bid: lambda action: pb.Action(bid=pb.Bid(amount=action.amount)),
    Pass: lambda _: pb.Action(turn_order_pass=pb.TurnOrderPass()),
    DropOut: lambda _: pb.Action(drop_out=pb.DropOut()),
    SelectAction: _write_select,
    Urbanize: _write_urbanize,
    Place: _write_place,
    Replace: _write_replace,
    Redirect: _write_redirect,
    StopBuilding: lambda _: pb.Action(stop_building=pb.StopBuilding()),
    Deliver: _write_deliver,
    UpgradeEngine: lambda _: pb.Action(upgrade_engine=pb.UpgradeEngine()),
    MoveNothing: lambda _: pb.Action(move_nothing=pb.MoveNothing()),
    DrawGoods: lambda _: pb.Action(draw_goods=pb.DrawGoods()),
    DeclineGoods: lambda _: pb.Action(decline_goods=pb.DeclineGoods()),
    StoreGoods: _write_store,
    DrawCubes: _write_draw,
    RollDice: lambda action: pb.Action(roll_dice=pb.RollDice(faces=action.dice)),
    ShuffleOrder: lambda action: pb.Action(shuffle_order=pb.ShuffleOrder(seats=action.seats)),
}


# --- Reading ---------------------------------------------------------------


def _read_piece(message: pb.Piece, path: str) -> int:
    edges = tuple(fields.whole(f"{path}.edges", edge, 0, 5) for edge in message.edges)
    if len(set(edges)) != len(edges) or len(edges) not in (1, 2):
        raise fields.refused(f"{path}.edges", list(edges), "a piece ends on one edge or on two different ones")
    return mask_of(edges)


def _read_layout(messages: Iterable[pb.Piece], path: str) -> Layout:
    path = f"{path}.pieces"
    pieces = [_read_piece(message, f"{path}.{index}") for index, message in enumerate(messages)]
    given = [list(message.edges) for message in messages]
    if not pieces:
        raise fields.refused(path, "", "all pieces of the hex are to be named")
    if len({mask.bit_count() for mask in pieces}) > 1:
        raise fields.refused(path, given, "the spurs of a town and runs of track do not share a hex")
    if exits_of(tuple(pieces)) != sum(pieces):
        raise fields.refused(path, given, "two pieces end on the same edge")
    return layout_of(pieces)


def _read_kind(message: pb.Place | pb.Replace, path: str) -> str:
    return fields.known(f"{path}.kind", message.kind, KIND_NAME_OF)


def _read_hex(message: pb.Urbanize | pb.Place | pb.Replace | pb.Redirect, path: str) -> int:
    return hex_at(f"{path}.hex", message.hex)


def _read_color(message: pb.Deliver | pb.StoreGoods, path: str) -> int:
    return fields.known(f"{path}.color", message.color, COLOR_OF)


def _read_issue(message: pb.IssueShares, path: str) -> Action:
    return IssueShares(fields.whole(f"{path}.count", message.count))


def _read_bid(message: pb.Bid, path: str) -> Action:
    return Bid(fields.whole(f"{path}.amount", message.amount))


def _read_select(message: pb.SelectAction, path: str) -> Action:
    return SelectAction(fields.known(f"{path}.action", message.action, ROLE_OF))


def _read_urbanize(message: pb.Urbanize, path: str) -> Action:
    return Urbanize(_read_hex(message, path), fields.choice(f"{path}.letter", message.letter, _LETTERS))


def _read_place(message: pb.Place, path: str) -> Action:
    return Place(_read_hex(message, path), _read_layout(message.pieces, path), _read_kind(message, path))


def _read_replace(message: pb.Replace, path: str) -> Action:
    return Replace(_read_hex(message, path), _read_layout(message.pieces, path), _read_kind(message, path))


def _read_redirect(message: pb.Redirect, path: str) -> Action:
    return Redirect(_read_hex(message, path), _read_layout(message.pieces, path))


def _read_deliver(message: pb.Deliver, path: str) -> Action:
    origin = hex_at(f"{path}.from_hex", message.from_hex)
    fields.whole(f"{path}.steps", len(message.steps), 0, _MOST_STEPS)
    steps = [_read_step(step, f"{path}.steps.{index}") for index, step in enumerate(message.steps)]
    return Deliver(_read_color(message, path), origin, tuple(steps))


def _read_step(message: pb.RouteStep, path: str) -> tuple[int, int]:
    stop = hex_at(f"{path}.stop", message.stop)
    return stop, fields.seat(f"{path}.owner", message.owner) if message.HasField("owner") else NOBODY


def _read_store(message: pb.StoreGoods, path: str) -> Action:
    column = fields.choice(f"{path}.column", message.column, COLUMN_INDEX)
    return StoreGoods(_read_color(message, path), column, fields.whole(f"{path}.box", message.box))


def _read_draw(message: pb.DrawCubes, path: str) -> Action:
    path = f"{path}.colors"
    fields.whole(path, len(message.colors), 1, _MOST_CUBES)
    return DrawCubes(tuple(fields.known(path, color, COLOR_OF) for color in message.colors))


def _read_roll(message: pb.RollDice, path: str) -> Action:
    path = f"{path}.faces"
    fields.whole(path, len(message.faces), 1, _MOST_DICE)
    return RollDice(tuple(fields.whole(path, face, 1, 6) for face in message.faces))


def _read_order(message: pb.ShuffleOrder, path: str) -> Action:
    path = f"{path}.seats"
    fields.whole(path, len(message.seats), 1, 6)
    return ShuffleOrder(tuple(fields.seat(path, seat) for seat in message.seats))


_READERS: Final[dict[str, Callable[[Any, str], Action]]] = {
    "issue_shares": _read_issue,
    "bid": _read_bid,
    "turn_order_pass": lambda _message, _path: Pass(),
    "drop_out": lambda _message, _path: DropOut(),
    "select_action": _read_select,
    "urbanize": _read_urbanize,
    "place": _read_place,
    "replace": _read_replace,
    "redirect": _read_redirect,
    "stop_building": lambda _message, _path: StopBuilding(),
    "deliver": _read_deliver,
    "upgrade_engine": lambda _message, _path: UpgradeEngine(),
    "move_nothing": lambda _message, _path: MoveNothing(),
    "draw_goods": lambda _message, _path: DrawGoods(),
    "decline_goods": lambda _message, _path: DeclineGoods(),
    "store_goods": _read_store,
    "draw_cubes": _read_draw,
    "roll_dice": _read_roll,
    "shuffle_order": _read_order,
}
