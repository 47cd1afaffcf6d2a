"""Effects are true: the position before, changed as they say, is the position after."""

from collections import Counter, defaultdict

import pytest

from footplate.api.age_of_steam.v1 import effects_pb2 as pb
from footplate.api.age_of_steam.v1 import view_pb2
from footplate.engine.age_of_steam.actions import NOBODY, Build, Deliver, DropOut, IssueShares
from footplate.engine.age_of_steam.notation import parse_action
from footplate.engine.age_of_steam.state import Section, State
from footplate.engine.errors import IllegalAction
from footplate.engine.game import CHANCE
from footplate.wire.age_of_steam_effects import encode_effects
from footplate.wire.age_of_steam_view import encode_view
from tests.wire.playing import GAME, Step, all_steps
from tests.wire.redrawing import color_of, section_of

FIGURES = ("cash", "income", "shares", "engine")


@pytest.fixture(scope="module", name="known")
def with_effects() -> list[tuple[Step, pb.Effects]]:
    """Every step of a few games with its effects, sent and received."""
    return [
        (step, pb.Effects.FromString(encode_effects(step.before, step.action).SerializeToString()))
        for step in all_steps()
    ]


def test_figures_add_up(known: list[tuple[Step, pb.Effects]]) -> None:
    for step, effects in known:
        limited = step.before.rules.marker_limit == "20"
        total: defaultdict[tuple[int, str], int] = defaultdict(int)
        for change in (*effects.seats, *effects.automatic):
            for figure in (*FIGURES, "markers"):
                total[change.seat, figure] += getattr(change, figure)
        for seat, (old, new) in enumerate(zip(step.before.players, step.after.players, strict=True)):
            assert [total[seat, figure] for figure in FIGURES] == [
                getattr(new, figure) - getattr(old, figure) for figure in FIGURES
            ]
            laid = step.after.track.markers[seat] - step.before.track.markers[seat]
            assert total[seat, "markers"] == (-laid if limited else 0)


def test_seats_stand_in_order_and_only_those_that_change(known: list[tuple[Step, pb.Effects]]) -> None:
    for _, effects in known:
        for changes in (effects.seats, effects.automatic):
            seats = [change.seat for change in changes]
            assert seats == sorted(set(seats))
            assert all(change != pb.SeatChange(seat=change.seat) for change in changes)


def test_who_is_out_by_it(known: list[tuple[Step, pb.Effects]]) -> None:
    out = 0
    for step, effects in known:
        told = {change.seat for change in effects.automatic if change.eliminated}
        assert not any(change.eliminated for change in effects.seats)
        players = zip(step.before.players, step.after.players, strict=True)
        assert told == {seat for seat, (old, new) in enumerate(players) if old.alive and not new.alive}
        out += len(told)
    assert out >= 4


def test_the_cost_is_what_the_acting_seat_pays_at_once(known: list[tuple[Step, pb.Effects]]) -> None:
    paid = Counter[type]()
    for step, effects in known:
        if isinstance(step.action, Build):
            assert effects.cost == GAME.effects(step.before, step.action).cost > 0
        elif not isinstance(step.action, DropOut):
            assert effects.cost == 0
        paid[type(step.action)] += effects.cost
        actor = GAME.to_act(step.before)
        direct = sum(change.cash for change in effects.seats if change.seat == actor)
        assert isinstance(step.action, IssueShares) or direct == -effects.cost
    assert paid[DropOut] > 0


def _hexes(view: view_pb2.View, cubes: bool = False) -> dict[str, view_pb2.HexState]:
    """Hexes without their cubes and the owners of their pieces, which have changes of their own."""
    found = {}
    for hex_ in view.hexes:
        state = view_pb2.HexState()
        state.CopyFrom(hex_)
        found[hex_.hex] = _bare(state) if not cubes else state
    return found


def _bare(state: view_pb2.HexState) -> view_pb2.HexState:
    del state.cubes[:]
    for piece in state.tile.pieces if state.HasField("tile") else ():
        piece.ClearField("owner")
    return state


def test_hexes_change_as_told(known: list[tuple[Step, pb.Effects]]) -> None:
    for step, effects in known:
        hexes, after = _hexes(encode_view(step.before)), _hexes(encode_view(step.after))
        for change in effects.hexes:
            name = change.after.hex
            blank = view_pb2.HexState(hex=name)
            assert _bare(change.before) == hexes.get(name, blank)
            hexes[name] = _bare(change.after)
            assert change.before != change.after
        assert hexes == after


def _cubes(state: State) -> Counter[tuple[object, ...]]:
    """Every cube as (where, number, box, colour), by the words of the contract."""
    view, found = encode_view(state), Counter[tuple[object, ...]]()
    found.update({("bag", color_of(bag.color)): bag.count for bag in view.supply.bag})
    for hex_ in view.hexes:
        found.update(("hex", hex_.hex, color_of(color)) for color in hex_.cubes)
    for column in view.display:
        for box, color in enumerate(column.boxes):
            found.update([("box", column.column, box, color_of(color))] if color else [])
    found.update(("hand", view.production.seat, color_of(color)) for color in view.production.in_hand)
    return +found


def _spot(place: pb.CubePlace, color: int) -> tuple[object, ...]:
    kind = place.WhichOneof("place")
    if kind == "bag":
        assert place.bag
        return "bag", color
    if kind == "box":
        return "box", place.box.column, place.box.box, color
    return ("hex", place.hex, color) if kind == "hex" else ("hand", place.hand, color)


def test_cubes_move_as_told(known: list[tuple[Step, pb.Effects]]) -> None:
    moves = Counter[str]()
    for step, effects in known:
        cubes = _cubes(step.before)
        for move in effects.cubes:
            source, target = _spot(move.source, color_of(move.color)), _spot(move.target, color_of(move.color))
            assert cubes[source] > 0
            cubes[source] -= 1
            cubes[target] += 1
            moves[f"{source[0]} to {target[0]}"] += 1
        assert +cubes == _cubes(step.after)
    assert set(moves) >= {"bag to hex", "bag to box", "box to hex", "hex to bag", "bag to hand", "hand to box"}


def test_the_dice_move_cubes_to_the_city_of_their_column(known: list[tuple[Step, pb.Effects]]) -> None:
    for step, effects in known:
        columns = {column.column: column.hex for column in encode_view(step.before).display}
        for move in effects.cubes:
            if (move.source.WhichOneof("place"), move.target.WhichOneof("place")) == ("box", "hex"):
                assert columns[move.source.box.column] == move.target.hex


def test_a_delivery_takes_its_cube_to_the_bag(known: list[tuple[Step, pb.Effects]]) -> None:
    deliveries = [effects for step, effects in known if isinstance(step.action, Deliver)]
    assert deliveries
    assert all(len(effects.cubes) == 1 and effects.cubes[0].target.bag for effects in deliveries)


def _sections(state: State) -> dict[tuple[int, ...], Section]:
    return {section.pieces: section for section in map(section_of, encode_view(state).sections)}


def test_sections_change_as_told(known: list[tuple[Step, pb.Effects]]) -> None:
    kinds = Counter[str]()
    for step, effects in known:
        before, after = _sections(step.before), _sections(step.after)
        removed = [c for c in effects.sections if c.kind == pb.SECTION_CHANGE_KIND_REMOVED]
        there = [c for c in effects.sections if c.kind != pb.SECTION_CHANGE_KIND_REMOVED]
        told = {section_of(change.section).pieces: change for change in there}
        assert set(told) == {pieces for pieces, section in after.items() if before.get(pieces) != section}
        assert all(section_of(change.section) == after[pieces] for pieces, change in told.items())
        assert all(section_of(change.section) in before.values() for change in removed)
        for pieces, change in told.items():
            _assert_owner_before(step.before, pieces, change)
        kinds.update(pb.SectionChangeKind.Name(change.kind).removeprefix("SECTION_CHANGE_KIND_") for change in there)
        kinds["REMOVED"] += len(removed)
    assert all(kinds[kind] for kind in ("LINK_COMPLETED", "BEGUN", "LENGTHENED", "REDIRECTED", "LOST"))


def _assert_owner_before(before: State, pieces: tuple[int, ...], change: pb.SectionChange) -> None:
    """What lay there before belonged to the owner named, or to nobody, or to who still has it."""
    told = change.owner_before if change.HasField("owner_before") else NOBODY
    after = change.section.owner if change.section.HasField("owner") else NOBODY
    hexes = {piece >> 6 for piece in pieces}
    near = {section.owner for port, section in before.track.at.items() if port // 6 in hexes}
    owners = {section.owner for section in before.track.at.values() if set(section.pieces) & set(pieces)}
    assert owners <= {told, after, NOBODY}
    assert told in {NOBODY, *near}
    assert told != NOBODY or not owners - {NOBODY}


def test_what_the_engine_calls_won_and_lost_is_among_the_sections(known: list[tuple[Step, pb.Effects]]) -> None:
    for step, effects in known:
        engine = GAME.effects(step.before, step.action)
        assert not engine.won or effects.sections
        assert not engine.lost or effects.sections
        assert [(forced.seat, forced.text) for forced in effects.forced] == list(engine.forced)
        assert tuple(effects.notes) == engine.notes


def test_chance_has_effects_as_well(known: list[tuple[Step, pb.Effects]]) -> None:
    drawn = [effects for step, effects in known if GAME.to_act(step.before) == CHANCE]
    assert any(effects.cubes for effects in drawn)
    assert not any(effects.cost for effects in drawn)


def test_an_illegal_action_has_none() -> None:
    state = next(step.before for step in all_steps() if step.before.phase == "issue_shares")
    with pytest.raises(IllegalAction):
        encode_effects(state, parse_action("stop"))
