"""Each kind of change of a section, a hex and a cube, on a board of few tiles."""

from footplate.api.age_of_steam.v1 import actions_pb2 as actions
from footplate.api.age_of_steam.v1 import effects_pb2 as pb
from footplate.engine.age_of_steam.actions import NOBODY, PRODUCTION
from footplate.engine.age_of_steam.board import BLUE, RED
from footplate.engine.age_of_steam.state import GOODS_GROWTH, Growth, State
from footplate.engine.age_of_steam.track import Draft, disown, sections
from footplate.engine.hexes import parse_hex
from footplate.wire.age_of_steam_changes import cube_moves, hex_changes, section_changes
from tests.support.building import Yard
from tests.support.positions import blank, boxes, holding, with_new_city
from tests.support.rules import rule

Told = list[tuple[str, int, int, int]]
"""Changes of sections: kind, owner before, owner, number of pieces."""


def told(before: State, after: State) -> Told:
    return [
        (
            pb.SectionChangeKind.Name(change.kind).removeprefix("SECTION_CHANGE_KIND_"),
            change.owner_before if change.HasField("owner_before") else NOBODY,
            change.section.owner if change.section.HasField("owner") else NOBODY,
            len(change.section.pieces),
        )
        for change in section_changes(before, after)
    ]


def step(yard: Yard, text: str) -> Told:
    before = yard.state
    yard.step(text)
    return told(before, yard.state)


def end_turn(yard: Yard, player: int) -> Told:
    before = yard.state
    yard.turn(player)
    return told(before, yard.state)


def valley() -> Yard:
    """P1 has a link from Evansville to Cincinnati and an open end at R13; P2 and P3 meet in Indianapolis."""
    yard = Yard()
    yard.turn(1, "place S10 1-4", "place R11 1-4", "place R13 3-5")
    yard.turn(2, "place R9 1-3", "place Q10 1,4", "place P11 2-4")
    yard.turn(3, "place S12 0-5", "replace R11 1-4,2-5", "replace Q10 1,2,4,5")
    return yard


def test_track_that_is_begun_lengthened_and_completed() -> None:
    yard = Yard()
    yard.begin(1)
    assert step(yard, "place S10 1-4") == [("BEGUN", NOBODY, 0, 1)]
    assert step(yard, "place R11 3-4") == [("LENGTHENED", 0, 0, 2)]
    yard = Yard()
    yard.begin(1)
    yard.step("place S10 1-4")
    assert step(yard, "place R11 1-4") == [("LINK_COMPLETED", 0, 0, 2)]


def test_a_town_tile_completes_one_section_and_begins_another() -> None:
    yard = Yard()
    yard.begin(2)
    yard.step("place R9 1-3")
    assert step(yard, "place Q10 1,4") == [("LINK_COMPLETED", 1, 1, 2), ("BEGUN", NOBODY, 1, 1)]


def test_track_that_was_let_go_is_lost_and_keeps_its_place() -> None:
    yard = valley()
    assert end_turn(yard, 1) == [("LOST", 0, NOBODY, 1)]


def test_turned_track_is_redirected_whoever_owns_it() -> None:
    yard = valley()
    yard.begin(1)
    assert step(yard, "redirect R13 2-5") == [("REDIRECTED", 0, 0, 1)]
    yard = valley()
    yard.turn(1)
    yard.begin(2)
    assert step(yard, "redirect R13 2-5") == [("REDIRECTED", NOBODY, NOBODY, 1)]


def test_two_pieces_turned_at_once_are_told_apart_though_one_takes_the_edge_of_the_other() -> None:
    yard = Yard(opened=True)
    yard.turn(2, "place R11 1-3")
    yard.turn(2)
    yard.turn(1, "place S10 1-4", "replace R11 0-4,1-3")
    yard.begin(1)
    changes = step(yard, "redirect R11 1-5,2-4")
    assert sorted(changes) == [("REDIRECTED", NOBODY, NOBODY, 1), ("REDIRECTED", 0, 0, 2)]
    swapped = Yard(opened=True)
    swapped.turn(2, "place R11 1-3")
    swapped.turn(1, "place S10 1-4", "replace R11 0-4,1-3")
    before = swapped.state
    draft = Draft(before.rules.board, before.track)
    # The piece 1-3 gives edge 3 to the piece 0-4, which keeps edge 4, and takes edge 0 itself.
    draft.turn(parse_hex("R11"), [(0b001010, 0, 1), (0b010001, 3, 0)])
    after = before._replace(track=draft.freeze())
    assert sorted(told(before, after)) == [("REDIRECTED", 0, 0, 2), ("REDIRECTED", 1, 1, 1)]


def test_unowned_track_that_somebody_completes_had_no_owner_before() -> None:
    yard = valley()
    yard.turn(1)
    yard.begin(2)
    assert step(yard, "place T13 0,1") == [("LINK_COMPLETED", NOBODY, 1, 2), ("BEGUN", NOBODY, 1, 1)]


@rule("AOS-URB-09", "AOS-URB-10")
def test_a_new_city_shortens_links_and_removes_spurs() -> None:
    yard = valley()
    yard.begin(4, "urbanization")
    before = yard.state
    yard.step("urbanize Q10 A")
    assert sorted(told(before, yard.state)) == [
        ("REMOVED", 2, 2, 1),
        ("SHORTENED", 1, 1, 1),
        ("SHORTENED", 1, 1, 1),
        ("SHORTENED", 2, 2, 2),
    ]
    removed = [c for c in section_changes(before, yard.state) if c.kind == pb.SECTION_CHANGE_KIND_REMOVED]
    assert removed[0].section.pieces[0].hex == "Q10"


@rule("AOS-URB-14")
def test_a_new_city_completes_what_ends_at_it() -> None:
    yard = valley()
    yard.turn(1)
    yard.begin(5, "urbanization")
    assert step(yard, "urbanize T13 B") == [("LINK_COMPLETED", NOBODY, 4, 1)]


@rule("AOS-URB-16")
def test_track_with_both_ends_at_a_new_city_is_dead() -> None:
    yard = valley()
    yard.begin(1)
    for text in ("place T13 0,1", "place S14 3-4", "place U14 0-5"):
        yard.step(text)
    yard.begin(5, "urbanization")
    changes = step(yard, "urbanize T13 B")
    assert ("DEAD", 0, 0, 2) in changes
    assert ("SHORTENED", 0, 0, 1) in changes


def test_track_that_changes_hands_and_nothing_else_is_taken_over() -> None:
    before = valley().state
    draft = Draft(before.rules.board, before.track)
    open_section = next(section for section in sections(before.track) if section.owner == 0 and not section.is_link)
    draft.put(open_section._replace(owner=3))
    assert told(before, before._replace(track=draft.freeze())) == [("TAKEN_OVER", 0, 3, 1)]


@rule("AOS-OUT-03", "AOS-OUT-04")
def test_an_eliminated_seat_loses_links_as_well() -> None:
    before = valley().state
    after = before._replace(track=disown(before.rules.board, before.track, 0))
    assert told(before, after) == [("LOST", 0, NOBODY, 2), ("LOST", 0, NOBODY, 1)]


def test_the_end_of_a_turn_that_lets_nothing_go_changes_no_section() -> None:
    yard = valley()
    before = yard.state
    fresh = Draft(before.rules.board, before.track)
    for section in sections(before.track):
        fresh.put(section._replace(fresh=not section.fresh))
    assert told(before, before._replace(track=fresh.freeze())) == []


def test_hexes_are_told_before_and_after() -> None:
    yard = Yard()
    yard.begin(1)
    before = yard.state
    yard.step("place S10 1-4")
    (change,) = hex_changes(before, yard.state)
    assert (change.before.hex, change.after.hex) == ("S10", "S10")
    assert not change.before.HasField("tile")
    assert change.after.tile.kind == actions.TILE_KIND_STRAIGHT
    assert change.after.tile.rotation == 1
    assert [tuple(piece.piece.edges) for piece in change.after.tile.pieces] == [(1, 4)]


def test_a_new_city_changes_its_hex() -> None:
    before = blank()
    (change,) = hex_changes(before, with_new_city(before, "E", "Q10"))
    assert (change.before.new_city, change.after.new_city) == ("", "E")
    assert change.after.color == actions.GOODS_COLOR_YELLOW


# --- Cubes -----------------------------------------------------------------


def producing(*drawn: int) -> State:
    """P2 holds Production and these cubes."""
    state = holding(blank(), 1, role=PRODUCTION)
    return state._replace(phase=GOODS_GROWTH, growth=Growth("store", drawn))


def box(column: str, number: int) -> pb.CubePlace:
    return pb.CubePlace(box=pb.DisplayBox(column=column, box=number))


def test_a_drawn_cube_goes_from_the_hand_into_a_box() -> None:
    before = producing(RED, BLUE)
    after = boxes(before, "A", RED)._replace(growth=Growth("store", (BLUE,)))
    assert cube_moves(before, after) == [
        pb.CubeMove(color=actions.GOODS_COLOR_RED, source=pb.CubePlace(hand=1), target=box("A", 0))
    ]


def test_cubes_without_a_box_go_back_into_the_bag() -> None:
    before = producing(RED)
    bag = (before.bag[RED] + 1, *before.bag[1:])
    assert cube_moves(before, before._replace(bag=bag, growth=Growth("light"))) == [
        pb.CubeMove(color=actions.GOODS_COLOR_RED, source=pb.CubePlace(hand=1), target=pb.CubePlace(bag=True))
    ]


def test_equal_cubes_go_each_to_the_city_of_its_column() -> None:
    before = boxes(boxes(blank(), "light-1", RED), "dark-1", RED)
    cubes = list(before.cubes)
    for city in (0, 6):
        cubes[city] = (1, 0, 0, 0, 0)
    after = boxes(boxes(before, "light-1"), "dark-1")._replace(cubes=tuple(cubes))
    moves = {(move.source.box.column, move.target.hex) for move in cube_moves(before, after)}
    assert moves == {("light-1", "L7"), ("dark-1", "T9")}
