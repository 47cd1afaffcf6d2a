"""Actions as text, one spelling each; parsing needs no position.

    issue 2                             shares to issue
    bid 3 | pass | drop                 the auction
    select first_build                  one of the seven actions
    urbanize Q10 A                      New City A on a town
    place R13 0-3,2-5                   hex, then all pieces of the tile; `place Q10 1,4` for the spurs of a town
    replace R13 0-3,2-5
    redirect R13 2-5
    place Q10 0,1,2,3 as coexist_straight_sharp     the tile kind, where it must be named (`town_tile_pool` strict)
    stop                                the end of a build turn
    deliver blue T9 Q10/P2 Q12/-        colour, starting city, and for each link used the stop it leads to / its owner
    engine | none                       raise the engine level, do nothing
    produce | decline                   Production: draw, or not
    store red light-4 0                 colour, display column, box counted from the top, 0 first
    draw RBPYK | roll 3 4 1 | order P2 P1 P3        chance: cubes drawn, dice rolled, starting order

A piece names its edges from the lowest; pieces stand in the order of their lowest edges and share none.
"""

from typing import Final

from footplate.engine.age_of_steam.actions import (
    ROLES,
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
from footplate.engine.age_of_steam.board import COLOR_LETTERS, COLORS, COLUMN_INDEX, COLUMN_NAMES, LETTERS
from footplate.engine.age_of_steam.tiles import KIND_INDEX, Layout, edges_of, exits_of, layout_of
from footplate.engine.forms import Form, Forms, Key, bare
from footplate.engine.game import Tags
from footplate.engine.hexes import hex_text
from footplate.engine.notation import Source, index_of, owner_text, seat_text

PIECE_TEXT: Final = tuple("-".join(str(edge) for edge in edges_of(mask)) for mask in range(64))
"""Every piece as text, by mask."""
PIECES: Final = {text: mask for mask, text in enumerate(PIECE_TEXT) if len(edges_of(mask)) in (1, 2)}
"""The 6 spurs and the 15 runs of track, by text."""
COLOR_OF_LETTER: Final = index_of(COLOR_LETTERS)
"""Goods colours by their letter: R B P Y K."""

_COLOR_OF_NAME: Final = index_of(COLORS)
_LETTERS: Final = index_of(LETTERS)
_ROLES: Final = {role: role for role in ROLES}
_KIND_NAMES: Final = {name: name for name in KIND_INDEX}


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
    """The first word of the text, and the hexes the action touches; of a delivery the starting city and all stops."""
    kind = _FORMS.kind(action)
    if isinstance(action, (Urbanize, Place, Replace, Redirect)):
        return Tags(kind, (hex_text(action.hex),))
    if isinstance(action, Deliver):
        return Tags(kind, (hex_text(action.origin), *[hex_text(stop) for stop, _ in action.steps]))
    return Tags(kind)


def layout_text(layout: Layout) -> str:
    """The pieces of a hex: `0-3,2-5`, or the spurs of a town: `1,4`."""
    return ",".join([PIECE_TEXT[piece] for piece in layout])


def parse_layout(source: Source, part: str) -> Layout:
    """The pieces of a hex, in canonical order, no two on one edge, spurs and runs of track not mixed."""
    pieces = tuple(source.choice(piece, PIECES, "a piece") for piece in source.split(part, ","))
    if len({len(edges_of(piece)) for piece in pieces}) > 1:
        raise source.error(part, "the spurs of a town and runs of track do not share a hex")
    if sum(pieces) != exits_of(pieces):
        raise source.error(part, "two pieces end on the same edge")
    if layout_of(pieces) != pieces:
        raise source.error(part, f"pieces are ordered by their lowest edge: {layout_text(layout_of(pieces))}")
    return pieces


# --- one action each: the words behind the first, and how they are read ----------------------------------------------


def _write_issue(action: IssueShares) -> str:
    return str(action.count)


def _read_issue(source: Source, words: list[str]) -> Action:
    return IssueShares(source.number(words[0]))


def _write_bid(action: Bid) -> str:
    return str(action.amount)


def _read_bid(source: Source, words: list[str]) -> Action:
    return Bid(source.number(words[0]))


def _write_select(action: SelectAction) -> str:
    return action.role


def _read_select(source: Source, words: list[str]) -> Action:
    return SelectAction(source.choice(words[0], _ROLES, "an action to take"))


def _write_urbanize(action: Urbanize) -> str:
    return f"{hex_text(action.hex)} {LETTERS[action.letter]}"


def _read_urbanize(source: Source, words: list[str]) -> Action:
    return Urbanize(source.hex(words[0]), source.choice(words[1], _LETTERS, "a New City"))


def _write_tile(action: Place | Replace) -> str:
    text = f"{hex_text(action.hex)} {layout_text(action.layout)}"
    return f"{text} as {action.kind}" if action.kind else text


def _read_place(source: Source, words: list[str]) -> Action:
    return Place(source.hex(words[0]), parse_layout(source, words[1]), _read_kind(source, words))


def _read_replace(source: Source, words: list[str]) -> Action:
    return Replace(source.hex(words[0]), parse_layout(source, words[1]), _read_kind(source, words))


def _read_kind(source: Source, words: list[str]) -> str:
    if len(words) == 2:
        return ""
    if len(words) == 3 or words[2] != "as":
        raise source.error(" ".join(words[2:]), "only `as` and the name of a tile kind may follow the pieces")
    return source.choice(words[3], _KIND_NAMES, "a tile kind")


def _tile_key(action: Place | Replace) -> Key:
    return (action.hex, action.layout, KIND_INDEX[action.kind] if action.kind else -1)


def _write_redirect(action: Redirect) -> str:
    return f"{hex_text(action.hex)} {layout_text(action.layout)}"


def _read_redirect(source: Source, words: list[str]) -> Action:
    return Redirect(source.hex(words[0]), parse_layout(source, words[1]))


def _write_deliver(action: Deliver) -> str:
    steps = [f"{hex_text(stop)}/{owner_text(owner)}" for stop, owner in action.steps]
    return " ".join([COLORS[action.color], hex_text(action.origin), *steps])


def _read_deliver(source: Source, words: list[str]) -> Action:
    color = source.choice(words[0], _COLOR_OF_NAME, "a colour")
    return Deliver(color, source.hex(words[1]), tuple(_read_step(source, word) for word in words[2:]))


def _read_step(source: Source, word: str) -> tuple[int, int]:
    stop, owner = source.split(word, "/", 2)
    return source.hex(stop), source.owner(owner)


def _deliver_key(action: Deliver) -> Key:
    return (action.color, action.origin, action.steps)


def _write_store(action: StoreGoods) -> str:
    return f"{COLORS[action.color]} {COLUMN_NAMES[action.column]} {action.box}"


def _read_store(source: Source, words: list[str]) -> Action:
    color = source.choice(words[0], _COLOR_OF_NAME, "a colour")
    return StoreGoods(color, source.choice(words[1], COLUMN_INDEX, "a display column"), source.number(words[2]))


def _store_key(action: StoreGoods) -> Key:
    return (action.color, action.column, action.box)


def _write_draw(action: DrawCubes) -> str:
    return "".join([COLOR_LETTERS[color] for color in action.cubes])


def _read_draw(source: Source, words: list[str]) -> Action:
    letters = words[0]
    if not set(letters) <= set(COLOR_LETTERS):
        raise source.error(letters, f"cubes are written in the letters {COLOR_LETTERS}")
    return DrawCubes(tuple([COLOR_OF_LETTER[letter] for letter in letters]))


def _write_roll(action: RollDice) -> str:
    return " ".join([str(die) for die in action.dice])


def _read_roll(source: Source, words: list[str]) -> Action:
    return RollDice(tuple([source.number(word, 1, 6) for word in words]))


def _write_order(action: ShuffleOrder) -> str:
    return " ".join([seat_text(seat) for seat in action.seats])


def _read_order(source: Source, words: list[str]) -> Action:
    return ShuffleOrder(tuple([source.seat(word) for word in words]))


_FORMS: Final = Forms(
    (
        Form(IssueShares, "issue <number>", 1, 1, _write_issue, _read_issue, lambda a: (a.count,)),
        Form(Bid, "bid <dollars>", 1, 1, _write_bid, _read_bid, lambda a: (a.amount,)),
        bare(Pass(), "pass"),
        bare(DropOut(), "drop"),
        Form(SelectAction, "select <action>", 1, 1, _write_select, _read_select, lambda a: (ROLES.index(a.role),)),
        Form(Urbanize, "urbanize <hex> <letter>", 2, 2, _write_urbanize, _read_urbanize, lambda a: (a.hex, a.letter)),
        Form(Place, "place <hex> <pieces> [as <kind>]", 2, 4, _write_tile, _read_place, _tile_key),
        Form(Replace, "replace <hex> <pieces> [as <kind>]", 2, 4, _write_tile, _read_replace, _tile_key),
        Form(Redirect, "redirect <hex> <pieces>", 2, 2, _write_redirect, _read_redirect, lambda a: (a.hex, a.layout)),
        bare(StopBuilding(), "stop"),
        Form(Deliver, "deliver <colour> <city> <stop>/<owner> ...", 2, 64, _write_deliver, _read_deliver, _deliver_key),
        bare(UpgradeEngine(), "engine"),
        bare(MoveNothing(), "none"),
        bare(DrawGoods(), "produce"),
        bare(DeclineGoods(), "decline"),
        Form(StoreGoods, "store <colour> <column> <box>", 3, 3, _write_store, _read_store, _store_key),
        Form(DrawCubes, "draw <cubes>", 1, 1, _write_draw, _read_draw, lambda a: a.cubes),
        Form(RollDice, "roll <die> <die> ...", 1, 64, _write_roll, _read_roll, lambda a: a.dice),
        Form(ShuffleOrder, "order <seat> <seat> ...", 1, 6, _write_order, _read_order, lambda a: a.seats),
    )
)
"""Every type of action, in the order of the `Action` union."""

ACTION_KINDS: Final = _FORMS.kinds
"""The first words of all actions, in canonical order."""
