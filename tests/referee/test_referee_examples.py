"""The worked examples of section 19 on building, deliveries and the auction, asked of the referee itself."""

import pytest

from tests.referee.auction import Auction, Call, all_calls, auction_payments
from tests.referee.board import neighbour
from tests.referee.builds import broken_rules, build_prices, legal_builds, legal_urbanizations
from tests.referee.deliveries import apply_delivery, income_gains, legal_deliveries
from tests.referee.laying import apply_build, begin_build_turn, end_build_turn, urbanize
from tests.referee.scene import (
    P1,
    P2,
    P3,
    P4,
    P5,
    build_turn,
    builds,
    empty_map,
    found_links,
    found_unfinished,
    new_city,
    with_builders,
)
from tests.referee.track import Position, markers_used, pieces_in_links, sections

FIVE = [P1, P2, P3, P4, P5]


def after_09() -> Position:
    return build_turn(empty_map(), P1, "place S10 1-4", "place R11 1-4", "place R13 3-5")


def after_10() -> Position:
    return build_turn(after_09(), P2, "place R9 1-3", "place Q10 1,4", "place P11 2-4")


def after_11() -> Position:
    return build_turn(after_10(), P3, "place S12 0-5", "replace R11 1-4,2-5", "replace Q10 1,2,4,5")


def after_13() -> Position:
    started = new_city(after_11(), P4, "Q10", "A")
    return build_turn(started, P4, "place P9 2-5", "replace S10 0-3,1-4", "place U10 0-5")


def after_15() -> Position:
    return build_turn(after_13(), P1)


class TestAuction:
    def test_ex_04(self) -> None:
        said = ["bid 2", "drop", "bid 3", "drop", "pass", "drop"]
        decisions: list[Call] = list(zip([P1, P2, P3, P4, P5, P1], said, strict=True))
        auction = Auction(order=FIVE, cash=dict.fromkeys(FIVE, 10), pass_holder=P5)
        calls = all_calls(auction, [*decisions, (P5, "drop")])
        paid = {P3: (1, 3), P5: (2, 0), P1: (3, 1), P4: (4, 0), P2: (5, 0)}
        assert auction_payments(calls, FIVE) == paid

    def test_ex_05(self) -> None:
        bids: list[Call] = [(seat, f"bid {seat + 1}") for seat in FIVE]
        decisions: list[Call] = [*bids, (P1, "drop"), (P2, "bid 6"), (P3, "drop"), (P4, "drop"), (P5, "drop")]
        calls = all_calls(Auction(order=FIVE, cash=dict.fromkeys(FIVE, 10)), decisions)
        paid = {P2: (1, 6), P5: (2, 5), P4: (3, 2), P3: (4, 2), P1: (5, 0)}
        assert auction_payments(calls, FIVE) == paid

    def test_ex_06(self) -> None:
        decisions: list[Call] = [(P1, "bid 3"), (P2, "bid 4"), (P3, "drop"), (P1, "drop")]
        calls = all_calls(Auction(order=[P1, P2, P3], cash=dict.fromkeys(FIVE, 10)), decisions)
        assert auction_payments(calls, [P1, P2, P3]) == {P2: (1, 4), P1: (2, 3), P3: (3, 0)}

    def test_ex_07(self) -> None:
        decisions: list[Call] = [(P1, "pass"), (P2, "drop"), (P3, "drop")]
        auction = Auction(order=[P1, P2, P3], cash=dict.fromkeys(FIVE, 10), pass_holder=P1)
        calls = all_calls(auction, decisions)
        assert auction_payments(calls, [P1, P2, P3]) == {P1: (1, 0), P3: (2, 0), P2: (3, 0)}

    def test_ex_08(self) -> None:
        poor = {P1: 10, P2: 4, P3: 10}
        decisions: list[Call] = [(P1, "bid 4"), (P3, "drop")]
        calls = all_calls(Auction(order=[P1, P2, P3], cash=poor), decisions)
        assert calls == [(P1, "bid 4"), (P2, "drop"), (P3, "drop")]
        asked = Auction(order=[P1, P2, P3], cash=poor, pass_holder=P2)
        asked.hear(P1, "bid 4")
        assert asked.next_called() == P2
        assert asked.choices(P2) == ["drop", "pass"]


class TestBuilding:
    def test_ex_09(self) -> None:
        _, prices = builds(empty_map(), P1, "place S10 1-4", "place R11 1-4", "place R13 3-5")
        assert prices == [2, 2, 3]
        assert found_links(after_09()) == {("Q12", "T9", P1, 2)}
        assert found_unfinished(after_09()) == {(("Q12",), P1, 1)}
        (pointing,) = (section for section in sections(after_09()) if not section.is_link)
        assert [neighbour(*end) for end in pointing.open_ends] == ["T13"]

    def test_ex_10(self) -> None:
        _, prices = builds(after_09(), P2, "place R9 1-3", "place Q10 1,4", "place P11 2-4")
        assert prices == [2, 3, 2]
        assert found_links(after_10()) >= {("Q10", "T9", P2, 2), ("Q10", "Q12", P2, 2)}

    def test_ex_11(self) -> None:
        _, prices = builds(after_10(), P3, "place S12 0-5", "replace R11 1-4,2-5", "replace Q10 1,2,4,5")
        assert prices == [3, 3, 3]
        assert found_links(after_11()) >= {("Q10", "Q12", P3, 3), ("Q12", "T9", P1, 2)}
        assert (("Q10",), P3, 1) in found_unfinished(after_11())

    def test_ex_12(self) -> None:
        after = new_city(after_11(), P4, "Q10", "A")
        assert "Q10" not in after.tiles
        assert markers_used(after_11())[P3] == 2
        assert markers_used(after)[P3] == 1
        expected = {("Q12", "T9", P1, 2), ("Q10", "T9", P2, 1), ("Q10", "Q12", P2, 1), ("Q10", "Q12", P3, 2)}
        assert found_links(after) == expected

    def test_ex_13(self) -> None:
        started = new_city(after_11(), P4, "Q10", "A")
        _, prices = builds(started, P4, "place P9 2-5", "replace S10 0-3,1-4", "place U10 0-5")
        assert prices == [2, 3, 3]
        assert ("Q10", "T9", P4, 2) in found_links(after_13())
        assert (("Q10",), P4, 1) in found_unfinished(after_13())

    def test_ex_14(self) -> None:
        assert pieces_in_links(after_13()) == {P1: 2, P2: 2, P3: 2, P4: 2}
        assert pieces_in_links(after_11()) == {P1: 2, P2: 4, P3: 3}

    def test_ex_15(self) -> None:
        assert (("Q12",), None, 1) in found_unfinished(after_15())
        assert ("Q12", "T9", P1, 2) in found_links(after_15())

    def test_ex_16(self) -> None:
        assert ("Q12", "T13", P5, 1) in found_links(new_city(after_15(), P5, "T13", "B"))

    def test_ex_17(self) -> None:
        assert ("Q12", "T13", P1, 1) in found_links(new_city(after_13(), P5, "T13", "B"))

    def test_ex_18(self) -> None:
        turned, prices = builds(after_13(), P1, "redirect R13 2-5")
        assert prices == [2]
        assert (("Q12",), P1, 1) in found_unfinished(turned)
        assert (("Q12",), None, 1) in found_unfinished(end_build_turn(turned))
        longer, prices = builds(after_13(), P1, "redirect R13 2-5", "place S14 3-5")
        assert prices == [2, 2]
        assert (("Q12",), P1, 2) in found_unfinished(end_build_turn(longer))

    def test_ex_19(self) -> None:
        turned, prices = builds(after_15(), P2, "redirect R13 2-5")
        assert prices == [2]
        assert (("Q12",), None, 1) in found_unfinished(turned)

    def test_ex_20(self) -> None:
        after, prices = builds(after_15(), P2, "place T13 0,1")
        assert prices == [3]
        assert ("Q12", "T13", P2, 2) in found_links(after)
        assert (("T13",), P2, 1) in found_unfinished(after)

    def test_ex_21(self) -> None:
        position = begin_build_turn(after_13(), P1)
        prices = {text: paid for text, paid in build_prices(position, P1).items() if text.split()[1] == "T13"}
        named = {"place T13 0": 2, "place T13 0,1": 3, "place T13 0,1,2": 4, "place T13 0,1,2,4": 5}
        assert named.items() <= prices.items()
        assert len(prices) == 15  # exit 0 with none to three of the exits 1, 2, 4 and 5
        assert broken_rules(position, P1, "place T13 0,3") == ["AOS-BUILD-13"]
        after = apply_build(position, "place T13 0,1,2,4")
        assert ("Q12", "T13", P1, 2) in found_links(after)
        assert markers_used(after)[P1] == markers_used(position)[P1] + 3

    def test_ex_22(self) -> None:
        after, prices = builds(after_13(), P5, "place M8 3-5", "place O8 0-3")
        assert prices == [2, 2]
        bent, _ = builds(after_13(), P5, "place M8 3-5")
        assert broken_rules(bent, P5, "place O8 0-2") == ["AOS-BUILD-16"]
        _, prices = builds(end_build_turn(after), P4, "replace O8 0-3,2-5")
        assert prices == [3]

    def test_ex_23(self) -> None:
        after, prices = builds(empty_map(), P1, "place S10 3-4")
        assert prices == [2]
        assert broken_rules(after, P1, "place U10 0-5") == ["AOS-BUILD-19"]

    def test_ex_24(self) -> None:
        position = urbanize(empty_map(), P5, "T13", "C")
        after, prices = builds(with_builders(position, P1), P1, "place R13 0-3,2-5")
        assert prices == [5]
        assert sorted(found_unfinished(after)) == [(("Q12",), P1, 1), (("T13",), P1, 1)]
        assert broken_rules(begin_build_turn(position, P1), P1, "place R13 0-3,2-5") == ["AOS-BUILD-09"]

    def test_ex_25(self) -> None:
        after, prices = builds(after_13(), P1, "place T13 0,1", "place S14 3-4", "place U14 0-5")
        assert prices == [3, 2, 4]
        after = begin_build_turn(end_build_turn(after), P1)
        assert broken_rules(after, P1, "replace T13 0,1,2") == ["AOS-BUILD-19"]
        dead = new_city(after, P5, "T13", "B")
        (ring,) = (section for section in sections(dead) if section.is_ring)
        assert (ring.stops, len(ring.pieces), ring.owner, ring.open_ends) == (("T13", "T13"), 2, P1, ())
        on_it = {text for text in legal_builds(dead, P1) if text.split()[1] in ("S14", "U14")}
        assert not any(text.startswith(("place", "redirect")) for text in on_it)
        assert ring.owner == P1
        expired = build_turn(dead, P1)
        assert (("T13", "T13"), None, 2) in found_unfinished(expired)

    def test_ex_26(self) -> None:
        position = with_builders(empty_map(), P1)
        for edge in range(6):  # six sharp curves round Des Moines, each beginning there
            behind = neighbour("O2", edge)
            assert behind is not None
            ends = sorted(((edge + 3) % 6, (edge + 4) % 6))
            position.tiles[behind] = {tuple(ends): P2}
        position, _ = builds(position, P1, "place R13 4-5", "redirect R13 0-5")
        assert {"AOS-COMP-06"} <= set(broken_rules(position, P1, "place P13 4-5"))

    def test_ex_27(self) -> None:
        position = begin_build_turn(with_builders(empty_map(), P1), P1)
        for town, exits in {"Q6": (0, 1, 2, 3), "Q10": (1, 2, 3, 4), "N5": (0, 3, 4, 5), "G4": (0, 1, 2)}.items():
            position.tiles[town] = {(edge,): P1 for edge in exits}
        with_one_on_land = position.copy()
        with_one_on_land.tiles["C4"] = {(0, 3): P1, (1, 2): P1}
        assert broken_rules(with_one_on_land, P1, "replace G4 0,1,2,3") == ["AOS-TILE-13"]
        fourth = apply_build(position, "replace G4 0,1,2,3")
        assert broken_rules(position, P1, "replace G4 0,1,2,3") == []
        fourth.tiles["N11"] = {(0,): P1}
        assert broken_rules(fourth, P1, "replace N11 0,1,2,3") == ["AOS-TILE-13"]

    @pytest.mark.parametrize(("option", "paid"), [("per_tile", 2), ("per_track", 4)])
    def test_ex_28(self, option: str, paid: int) -> None:
        position = with_builders(empty_map(double_redirect=option), P1)
        position.tiles = {"P11": {(2, 3): None}, "R11": {(1, 4): P1, (0, 3): None}}
        after, prices = builds(position, P1, "redirect R11 0-4,1-3")
        assert prices == [paid]
        assert after.builds_left == 2
        assert after.tiles["R11"] == {(1, 3): P1, (0, 4): None}


class TestDeliveries:
    def test_ex_29(self) -> None:
        position = after_10()
        position.cubes, position.engine = {"T9": ["blue"], "Q12": ["blue"]}, [1, 2, 1, 1, 1]
        assert legal_deliveries(position, P1) == {"deliver blue T9 Q12/P1", "deliver blue Q12 T9/P1"}
        assert income_gains("deliver blue T9 Q12/P1") == {P1: 1}
        position = apply_delivery(position, "deliver blue T9 Q12/P1")
        assert "deliver blue Q12 Q10/P2 T9/P2" in legal_deliveries(position, P2)
        assert income_gains("deliver blue Q12 Q10/P2 T9/P2") == {P2: 2}

    def test_ex_30(self) -> None:
        position = after_13()
        position.cubes, position.engine = {"T9": ["blue"]}, [1, 2, 1, 1, 1]
        routes = ["Q12/P1", "Q10/P2 Q12/P2", "Q10/P2 Q12/P3", "Q10/P4 Q12/P2", "Q10/P4 Q12/P3"]
        assert legal_deliveries(position, P2) == {f"deliver blue T9 {route}" for route in routes}
        assert legal_deliveries(position, P1) == {"deliver blue T9 Q12/P1"}

    def test_ex_31(self) -> None:
        position = after_13()
        position.new_cities["Q10"] = "B"
        position.cubes = {"T9": ["blue"]}
        routes = {"deliver blue T9 Q12/P1", "deliver blue T9 Q10/P2", "deliver blue T9 Q10/P4"}
        for engine in (1, 2):
            position.engine = [engine] * 5
            assert legal_deliveries(position, P3) == routes


def test_urbanizations_are_every_town_with_every_letter() -> None:
    position = begin_build_turn(after_13(), P4)
    position.roles = {"urbanization": P4}
    assert len(legal_urbanizations(position, P4)) == 13 * 7
    assert legal_urbanizations(position, P1) == set()
