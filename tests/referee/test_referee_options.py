"""What the options of table 17a change in the referee, its printed facts, and how it reads the engine's text."""

import pytest

from tests.referee import board
from tests.referee.auction import Auction, auction_payments
from tests.referee.builds import broken_rules, build_prices, legal_builds, legal_urbanizations
from tests.referee.laying import apply_build, begin_build_turn, end_build_turn, urbanize
from tests.referee.scene import P1, P2, P3, builds, empty_map, found_links, new_city, with_builders
from tests.referee.text import auction_from_text, position_from_text
from tests.referee.track import Position, markers_used, owner_of, sections


def from_cincinnati(owner: int | None, **options: str) -> Position:
    """R13 leads from Cincinnati to S14; a New City stands on Lexington. P1 is to build and has built before."""
    position = urbanize(with_builders(empty_map(**options), P1), P2, "T13", "C")
    position.tiles["R13"] = {(2, 5): owner}
    return begin_build_turn(position, P1)


def between_towns(**options: str) -> Position:
    """Unowned track from Lexington over R13 to S14, and from Fort Wayne to the north of R13."""
    position = with_builders(empty_map(**options), P1)
    position.tiles = {
        "T13": {(0,): None},
        "R13": {(2, 3): None},
        "N11": {(2,): None},
        "O12": {(2, 5): None},
        "P13": {(3, 5): None},
    }
    return begin_build_turn(position, P1)


class TestFacts:
    def test_terrain_counts(self) -> None:  # AOS-GEO-04
        assert len(board.POSITIONS) == 189
        groups = (set(board.CITIES), board.TOWNS, board.RIVERS, board.MOUNTAINS, board.LAKES)
        assert [len(group) for group in groups] == [12, 14, 19, 9, 26]
        assert len(set(board.POSITIONS) - set().union(*groups)) == 109

    def test_usable_edges_of_the_tables(self) -> None:  # tables 2a and 2b
        listed = {"L7": "02345", "U0": "01", "H13": "145", "C16": "01345", "F17": "35", "J15": "1234", "K12": "02345"}
        for hex_id, edges in listed.items():
            found = [str(edge) for edge in range(6) if board.usable(hex_id, edge, board.DEFAULTS)]
            assert "".join(found) == edges

    def test_tiles(self) -> None:  # AOS-COMP-03, AOS-TILE-04, AOS-TILE-09, AOS-TILE-10, table 3b
        assert sum(count for _, _, count in board.TILES.values()) == 136
        pairs = [pieces for pieces in board.piece_sets_on_land() if len(pieces) == 2]
        assert len(pairs) == 45
        assert sum(board.kind_on_land(pieces) is not None for pieces in pairs) == 36
        made = [len(spurs) for spurs in board.piece_sets_in_town() if board.kinds_in_town(frozenset().union(*spurs))]
        assert [made.count(size) for size in range(1, 7)] == [6, 15, 20, 15, 0, 0]
        for row, supply in board.DISC_ROWS.items():
            assert sum(board.TILES[kind][2] for kind in board.kinds_in_town(row)) == supply


class TestBuildOptions:
    def test_same_hex_twice(self) -> None:
        for option, broken in (("allowed", []), ("forbidden", ["AOS-BUILD-08"])):
            position, _ = builds(from_cincinnati(P1, same_hex_twice=option), P1, "redirect R13 3-5")
            assert broken_rules(position, P1, "replace R13 1-4,3-5") == (broken or ["AOS-BUILD-18"])
            assert ("redirect R13 2-5" in legal_builds(position, P1)) is False  # a link now

    def test_first_tile(self) -> None:
        for option, broken in (("simple_at_city", ["AOS-BUILD-09"]), ("any_at_city", [])):
            position = urbanize(empty_map(first_tile=option), P2, "T13", "C")
            assert broken_rules(begin_build_turn(position, P1), P1, "place R13 0-3,2-5") == broken

    def test_direct_complex(self) -> None:
        position = from_cincinnati(P1, direct_complex="forbidden")
        position.tiles |= {"Q10": {(0,): P1}, "Q8": {(0,): P1, (1,): P1}}
        assert broken_rules(position, P1, "place S12 0-3,1-4") == ["AOS-PLACE-02"]
        assert broken_rules(position, P1, "replace Q10 0,1,2,3") == ["AOS-PLACE-02"]
        assert broken_rules(position, P1, "replace Q8 0,1,2,3") == []

    def test_combined_replace(self) -> None:
        text = "replace R13 0-3,1-5"  # the old piece turned from edge 2 to edge 1, and a new one from Lexington
        assert broken_rules(from_cincinnati(P1), P1, text) == ["AOS-REPL-06"]
        position = from_cincinnati(None, combined_replace="allowed")
        after = apply_build(position, text)
        assert build_prices(position, P1)[text] == 2 + 3
        assert after.tiles["R13"] == {(0, 3): P1, (1, 5): None}

    def test_redirect_claims(self) -> None:
        for option, owner in (("on_completion", P1), ("never", None)):
            position = apply_build(from_cincinnati(None, redirect_claims=option), "redirect R13 3-5")
            assert owner_of(position, ("R13", (3, 5))) == owner
            meets_own = from_cincinnati(None, redirect_claims=option)
            meets_own.tiles["S12"] = {(1, 2): P1}
            meets_own.tiles["T13"] = {(5,): P1}
            del meets_own.new_cities["T13"]
            assert found_links(apply_build(meets_own, "redirect R13 4-5")) == {("Q12", "T13", P1, 3)}

    def test_unanchored_claim(self) -> None:
        assert broken_rules(between_towns(), P1, "redirect R13 0-3") == ["AOS-REDIR-14"]
        assert broken_rules(between_towns(redirect_claims="never"), P1, "redirect R13 0-3") == []
        position = between_towns(unanchored_claim="stays_unowned")
        assert found_links(apply_build(position, "redirect R13 0-3")) == {("N11", "T13", None, 5)}
        anchored = between_towns()
        anchored.tiles["N11"][5,] = P1
        assert found_links(apply_build(anchored, "redirect R13 0-3")) == {("N11", "T13", P1, 5)}

    def test_town_tile_pool(self) -> None:
        position = from_cincinnati(P1, town_tile_pool="strict")
        position.tiles["Q10"] = {(0,): P1}
        kinds = ("cross_gentle_gentle", "coexist_straight_sharp")
        assert {f"replace Q10 0,1,2,3 as {kind}" for kind in kinds} <= legal_builds(position, P1)
        position = apply_build(position, "replace Q10 0,1,2,3 as coexist_straight_sharp")
        position.tiles["Q8"] = {(0,): P1}
        assert broken_rules(position, P1, "replace Q8 0,1,2,3 as coexist_straight_sharp") == ["AOS-COMP-06"]
        assert broken_rules(position, P1, "replace Q8 0,1,2,3 as cross_gentle_gentle") == []
        assert broken_rules(position, P1, "replace Q8 0,1,2,3") == ["AOS-TILE-10"]

    def test_marker_limit(self) -> None:
        for option, broken in (("20", ["AOS-COMP-08"]), ("none", [])):
            position = with_builders(empty_map(marker_limit=option), P1)
            spokes = [(hex_id, edge) for city in board.CITIES for edge in range(6) if (hex_id := _spoke(city, edge))]
            for hex_id, edge in spokes[:20]:
                position.tiles[hex_id] = {tuple(sorted((edge, (edge + 3) % 6))): P1}
            assert markers_used(position)[P1] == 20
            position = begin_build_turn(position, P1)
            assert broken_rules(position, P1, "place P15 2-5") == broken  # begins at Wheeling
            assert broken_rules(position, P1, "place N9 2-5") == []  # lengthens the line from Chicago over M8

    def test_new_city_moment(self) -> None:
        for option, number in (("before_builds", 0), ("any_time", 14 * 8)):
            position = with_builders(empty_map(new_city_moment=option), P1)
            position.roles["urbanization"] = P1
            assert len(legal_urbanizations(position, P1)) == 14 * 8
            position, _ = builds(position, P1, "place R13 3-5")
            assert len(legal_urbanizations(position, P1)) == number

    def test_new_city_saves_outgoing(self) -> None:
        for option, owner in (("no", None), ("yes", P1)):
            position = empty_map(new_city_saves_outgoing=option)
            position.tiles = {"T13": {(1,): P1}, "S14": {(1, 4): P1}}
            position = end_build_turn(new_city(position, P1, "T13", "A"))
            assert owner_of(position, ("S14", (1, 4))) == owner

    def test_new_city_loop(self) -> None:
        for option, letters in (("keep_dead", 8), ("forbid", 0)):
            position = empty_map(new_city_loop=option)
            position.tiles = {"T13": {(1,): P1}, "S14": {(3, 4): P1}, "U14": {(0, 5): P1}}
            position.roles["urbanization"] = P1
            placed = {text for text in legal_urbanizations(position, P1) if text.split()[1] == "T13"}
            assert len(placed) == letters

    def test_hex_a8(self) -> None:
        for option, usable in (("plain", True), ("lake", False)):
            assert board.usable("B7", 1, board.DEFAULTS | {"hex_a8": option}) is usable

    def test_two_pieces_are_never_turned_into_one(self) -> None:  # AOS-REDIR-16: both stay, kept or turned
        position = with_builders(empty_map(), P1)
        position.tiles = {"P11": {(2, 3): None}, "R11": {(1, 4): P1, (0, 3): None}}
        position = begin_build_turn(position, P1)
        assert broken_rules(position, P1, "redirect R11 0-1") == ["AOS-REPL-01"]
        assert broken_rules(position, P1, "redirect R11 0-5,1-4") == []

    def test_a_dead_section_is_not_taken_over(self) -> None:  # AOS-URB-17
        position = empty_map()
        position.tiles = {"T13": {(1,): None}, "S14": {(3, 4): None}, "U14": {(0, 5): None}}
        (dead,) = sections(urbanize(position, P2, "T13", "A"))
        assert dead.is_ring
        assert dead.owner is None


def _spoke(city: str, edge: int) -> str | None:
    """The hex behind an edge of a city, where a straight leading away from it can lie and go on."""
    hex_id = board.neighbour(city, edge)
    fits = hex_id is not None and hex_id not in board.LAKES and board.usable(hex_id, edge, board.DEFAULTS)
    return hex_id if fits else None


class TestAuctionOptions:
    def test_must_raise(self) -> None:
        options = board.DEFAULTS | {"high_bidder_call": "must_raise"}
        auction = Auction(order=[P1, P2], cash={P1: 3, P2: 5}, pass_holder=P2, options=options)
        auction.hear(P1, "bid 2")
        auction.hear(P2, "pass")
        assert auction.next_called() == P1
        assert auction.choices(P1) == ["bid 3", "drop"]

    @pytest.mark.parametrize(("rounding", "half"), [("up", 2), ("down", 1)])
    def test_half_bid_rounding(self, rounding: str, half: int) -> None:
        calls = [(0, "bid 3"), (1, "bid 4"), (2, "bid 5"), (3, "drop"), (0, "drop"), (1, "drop")]
        paid = auction_payments(calls, range(4), board.DEFAULTS | {"half_bid_rounding": rounding})
        assert paid == {2: (1, 5), 1: (2, 4), 0: (3, half), 3: (4, 0)}

    @pytest.mark.parametrize(("option", "paid"), [("first_out_free", 0), ("both_full", 1)])
    def test_two_left_auction(self, option: str, paid: int) -> None:
        calls = [(P1, "bid 1"), (P2, "bid 2"), (P1, "drop")]
        payments = auction_payments(calls, [P1, P2], board.DEFAULTS | {"two_left_auction": option})
        assert payments == {P2: (1, 2), P1: (2, paid)}


class TestText:
    LINE = (
        "aos1 map=rust_belt preset=eagle-2009-as-printed seats=3 options=first_tile:any_at_city turn=2 phase={} "
        "order=P2,P1,P3 players=9.4.0.2.urbanization.o/7.3.1.1.turn_order.-/0.2.0.1.-.x queue=P2,P1 bag=R4 "
        "cubes=RB/-/-/-/-/-/-/-/-/-/-/-/K/-/-/-/-/-/-/- display=- new=A:Q10 "
        "track=P1*:S10.1-4+R11.1-4,-:R13.3-5 kinds=- ties=- auction={} build={} moves=- growth=-"
    )

    def test_position(self) -> None:
        position = position_from_text(self.LINE.format("build_track", "-", "2/u/R11,S10/b"))
        assert position.options == board.DEFAULTS | {"first_tile": "any_at_city", "high_bidder_call": "must_raise"}
        assert position.tiles == {"S10": {(1, 4): P1}, "R11": {(1, 4): P1}, "R13": {(3, 5): None}}
        assert position.lengthening == {("S10", (1, 4)), ("R11", (1, 4))}
        assert (position.cash, position.engine, position.living) == ([9, 7, 0], [2, 1, 1], [True, True, False])
        assert position.has_first_tile == [True, False, False]
        assert (position.cubes["L7"], position.cubes["Q10"]) == (["red", "blue"], ["black"])
        assert (position.builder, position.builds_left, position.has_built) == (P2, 2, True)
        assert position.built_on == {"R11", "S10"}
        assert position.roles == {"urbanization": P1, "turn_order": P2}

    def test_sections_are_checked(self) -> None:
        wrong = self.LINE.format("build_track", "-", "2/u/-/-").replace("S10.1-4+R11.1-4", "S10.1-4,P1:R11.1-4")
        with pytest.raises(ValueError, match="other sections"):
            position_from_text(wrong)

    def test_auction(self) -> None:
        auction = auction_from_text(self.LINE.format("determine_player_order", "P2,P1/3.0.0/-/P3", "-"))
        assert auction.next_called() == P2
        assert auction.choices(P2) == ["bid 4", "bid 5", "bid 6", "bid 7", "drop", "pass"]
        assert auction.still_in() == [P2, P1]
        assert auction.dropped == [P3]
