"""Worked examples 1 to 20 of the rules, asked of the referee itself: prizes, positions, towns, mergers, the veto."""

import pytest

from tests.referee_rocket.payouts import line_prizes, link_and_pay, prizes
from tests.referee_rocket.position import PRESETS, Options, Payment
from tests.referee_rocket.scene import A, B, C, amounts, isolated, reasons, scene, series, shape, targets_of
from tests.referee_rocket.scoring import score, winners
from tests.referee_rocket.turn import Referee
from tests.referee_rocket.veto import pay_bid

FIXED_HEX = PRESETS["designer-faq"]
L_AND_Y_TO_STOKE = "L&Y 0101 A, 0202 B, 0203 A"
NER_TO_LINCOLN = "NER 0801 A, 0802 B, 0803 A, 0903 B, 1003 A, 1002 B"


@pytest.mark.parametrize(
    ("first", "second", "counts", "paid"),
    [
        (4000, 2000, [4, 4, 4, 2], [2000, 2000, 2000, 0]),
        (6000, 3000, [3, 2, 2, 0], [6000, 1000, 1000, 0]),
        (3000, 1500, [0, 1, 0], [0, 3000, 0]),
        (3000, 1500, [3, 2, 0], [3000, 1000, 0]),
        (2000, 1000, [2, 0, 0], [2000, 0, 0]),
    ],
)
def test_the_named_prizes(first: int, second: int, counts: list[int], paid: list[int]) -> None:
    """SR-EX-01, SR-EX-02, SR-EX-03, SR-EX-04, SR-EX-05."""
    assert prizes(first, second, counts) == paid


@pytest.mark.parametrize(
    ("value", "row"),
    [
        (1, [1000, 0, 0, 0, 0, 0, 0]),
        (4, [4000, 2000, 1000, 0, 3000, 2000, 1000]),
        (9, [9000, 4000, 2000, 1000, 6000, 4000, 3000]),
        (14, [14000, 7000, 3000, 2000, 10000, 7000, 5000]),
    ],
)
def test_rows_of_table_t6(value: int, row: list[int]) -> None:
    """SR-PRZ-03, SR-PRZ-05, SR-PRZ-08."""
    counts = [[2, 1], [2, 1], [2, 1, 1], [2, 1, 1, 1], [2, 2], [2, 2, 2], [2, 2, 2, 2]]
    places = [0, 1, 1, 1, 0, 0, 0]
    assert [line_prizes(value, held)[place] for held, place in zip(counts, places, strict=True)] == row


def test_the_final_table_of_the_seed() -> None:
    """SR-EX-06."""
    referee = scene()
    position = referee.position
    for code in ("L&Y", "GER", "LSWR", "SER"):
        position.companies[code].absorber = "NER"
    kinds = {"steel": [3, 4, 0], "textile": [4, 2, 2], "brewery": [3, 0, 4], "leather": [2, 3, 2]}
    homes = {"steel": "Birmingham", "textile": "Hertford", "brewery": "London", "leather": "Guildford"}
    for industry, counts in kinds.items():
        for seat, count in enumerate(counts):
            position.tokens[seat][homes[industry], industry] = count
    position.passengers = [3, 0, 1]
    _line(referee, "NER", 13, [2, 2, 3], [3, 4, 2])
    _line(referee, "LNWR", 4, [0, 2, 1], [3, 1, 2])
    _line(referee, "GWR", 12, [3, 2, 1], [2, 3, 5])
    position.money = [28000, 30000, 25000]
    position.ends = ["companies"]
    score(position)
    assert position.money == [72000, 75000, 65000]
    assert winners(position) == [1]
    assert amounts(position.payments, "final tokens textile") == [6000, 1000, 1000]
    assert amounts(position.payments, "final stations NER") == [3000, 3000, 13000]
    assert amounts(position.payments, "final shares GWR") == [0, 6000, 12000]


def _line(referee: Referee, code: str, value: int, stations: list[int], shares: list[int]) -> None:
    """Sets a line of a value; towns and hexes are made up but for the four cities of the tokens."""
    company = referee.position.companies[code]
    company.linked = {"0306", "1110", "1013", "0814", *(f"town {number}" for number in range(value - 4))}
    company.holdings = shares
    for seat, count in enumerate(stations):
        made_up = {f"{code} {seat} {number}" for number in range(count)}
        company.line |= made_up
        referee.position.stations[seat] |= made_up


def test_choices_at_setup() -> None:
    """SR-EX-07."""
    texts = [text.split()[0] for text in scene().legal_texts()]
    assert [texts.count(kind) for kind in ("token", "station", "extend", "move")] == [24, 174, 26, 0]


def test_heading_after_the_first_step() -> None:
    """SR-EX-08."""
    referee = scene()
    referee.extend(A, "LSWR", "0514")
    assert referee.position.companies["LSWR"].heading == 0
    assert targets_of(referee, "LSWR") == {"0414", "0513", "0614"}


def test_stations_keep_apart() -> None:
    """SR-EX-09."""
    referee = scene()
    assert "station 0101" not in referee.legal_texts()
    assert "station 0201" in referee.legal_texts()
    referee.position.stations[A].add("0201")
    legal = referee.legal_texts()
    assert "station 0202" not in legal
    assert sum(text.startswith("station") for text in legal) == 170
    assert "move 0201 0202" in legal
    assert "move 0201 0201" not in legal
    referee.position.active = B
    assert "station 0202" not in referee.legal_texts()


def manchester(options: Options) -> tuple[Referee, list[Payment]]:
    """Example 11 played, and what it paid."""
    referee = scene(options, "A Manchester textile, A Manchester textile, B Manchester brewery", "B 0200")
    return referee, series(referee, "L&Y 0100 A, 0200 B, 0300 A")


def test_one_step_links_a_city_and_a_railway_town() -> None:
    """SR-EX-11."""
    referee, paid = manchester(Options())
    line = referee.position.companies["L&Y"]
    assert reasons(paid) == ["city Manchester", "railway Leeds"]
    assert amounts(paid, "city Manchester") == [2000, 1000, 0]
    assert amounts(paid, "railway Leeds") == [0, 3000, 0]
    assert (line.holdings, line.heading, line.value) == ([2, 1, 0], 2, 3)
    assert referee.position.tiles.keys() == {"0100", "0200"}
    assert [shape(referee, hex_) for hex_ in ("0100", "0200")] == ["straight", "curved"]
    assert referee.position.passengers == [0, 0, 0]


def test_a_station_leaves_its_line() -> None:
    """SR-EX-10."""
    referee, _ = manchester(Options(move_connected_station=False))
    referee.position.active = B
    assert "move 0200 0501" not in referee.legal_texts()
    referee, _ = manchester(Options())
    referee.position.active = B
    referee.play("move 0200 0501")
    assert not referee.position.stations[B] & referee.position.companies["L&Y"].line


def test_one_step_links_two_cities() -> None:
    """SR-EX-12."""
    cambridge = "A Cambridge brewery, A Cambridge brewery, B Cambridge leather"
    referee = scene(tokens=f"{cambridge}, B Hertford textile, C Hertford textile")
    paid = series(referee, "GER 1408 A, 1409 B, 1410 C, 1310 A")
    assert paid == []
    paid = series(referee, "GER 1210 B")
    assert amounts(paid, "city Cambridge") == [2000, 1000, 0]
    assert amounts(paid, "city Hertford") == [0, 1000, 1000]
    assert referee.position.companies["GER"].value == 3


def test_a_locomotive_that_never_moved_absorbs() -> None:
    """SR-EX-13."""
    referee = scene()
    paid = series(referee, L_AND_Y_TO_STOKE)
    position = referee.position
    lnwr = position.companies["LNWR"]
    assert position.companies["L&Y"].absorber == "LNWR"
    assert reasons(paid) == ["merger L&Y"]
    assert amounts(paid, "merger L&Y") == [3000, 1000, 0]
    assert (lnwr.holdings, lnwr.stack, lnwr.value, lnwr.heading) == ([1, 0, 0], 15, 3, None)
    assert lnwr.linked == {"0204", "0001", "0301"}
    assert position.tiles.keys() == {"0101", "0202", "0203"}
    assert targets_of(referee, "LNWR") == {"0303", "0304", "0205", "0104", "0103"}


def test_a_locomotive_that_never_moved_as_no_line() -> None:
    """SR-EX-14."""
    referee = scene(Options(unmoved_locomotive_is_a_line=False))
    paid = series(referee, L_AND_Y_TO_STOKE)
    position = referee.position
    l_and_y = position.companies["L&Y"]
    assert (paid, l_and_y.value, l_and_y.live, len(position.tiles)) == ([], 3, True, 2)
    paid = series(referee, "LNWR 0303 C")
    assert position.companies["LNWR"].absorber == "L&Y"
    assert amounts(paid, "merger LNWR") == [0, 0, 1000]
    assert (l_and_y.holdings, l_and_y.value, len(position.tiles)) == ([2, 1, 0], 3, 3)


def test_a_veto_on_leaving_a_start_town() -> None:
    """SR-EX-15."""
    referee = scene()
    series(referee, L_AND_Y_TO_STOKE)
    lnwr = referee.position.companies["LNWR"]
    referee.extend(B, "LNWR", "0304", "bid 1 0103", "decline")
    assert (lnwr.at, lnwr.heading, lnwr.holdings, lnwr.stack) == ("0103", 5, [0, 1, 0], 15)
    assert "0204" not in referee.position.tiles


def veto_scene(options: Options) -> Referee:
    """Before the last step of example 16: Pierre, Paul and Jacques are A, B and C."""
    referee = scene(options, "C Reading brewery, C Reading brewery, A Reading steel", "A 0512")
    series(referee, "GWR 0112 B, 0212 A, 0311 B, 0412 C")
    gwr = referee.position.companies["GWR"]
    assert (gwr.holdings, gwr.stack, gwr.heading) == ([1, 2, 1], 12, 2)
    referee.position.active = C
    assert targets_of(referee, "GWR") == {"0511", "0512", "0413"}
    return referee


def outcome(referee: Referee) -> tuple[object, ...]:
    """Where GWR stands, and with what."""
    gwr = referee.position.companies["GWR"]
    face = shape(referee, "0412")
    return gwr.at, gwr.heading, gwr.holdings, gwr.stack, face, gwr.value, referee.position.passengers


@pytest.mark.parametrize("options", [Options(), FIXED_HEX])
def test_the_veto_of_the_seed(options: Options) -> None:
    """SR-EX-16, SR-EX-17."""
    referee = veto_scene(options)
    referee.extend(C, "GWR", "0512", "bid 1 0511", "bid 2 0413", "decline")
    assert outcome(referee) == ("0413", 3, [1, 0, 2], 13, "curved", 2, [0, 0, 0])
    assert referee.position.payments == []
    referee = veto_scene(options)
    referee.extend(C, "GWR", "0512", "bid 1 0511", "bid 2 0413", "defend 2 0512")
    assert outcome(referee) == ("0512", 2, [1, 2, 0], 13, "straight", 3, [0, 0, 1])
    assert amounts(referee.position.payments, "city Reading") == [1000, 0, 2000]


@pytest.mark.parametrize(("hex_", "value"), [("0511", 3), ("0413", 2)])
def test_a_defence_that_names_another_hex(hex_: str, value: int) -> None:
    """SR-EX-16, SR-EX-17."""
    bids = ("bid 1 0511", "bid 2 0413", f"defend 2 {hex_}")
    referee = veto_scene(FIXED_HEX)
    with pytest.raises(ValueError, match="no legal answer"):
        referee.extend(C, "GWR", "0512", *bids)
    referee = veto_scene(Options())
    referee.extend(C, "GWR", "0512", *bids)
    assert outcome(referee)[0] == hex_
    assert outcome(referee)[2:] == ([1, 2, 0], 13, "curved", value, [0, 0, 0])
    assert referee.position.payments == []


def test_without_a_bid_the_hex_stands() -> None:
    """SR-EX-17."""
    referee = veto_scene(Options())
    referee.extend(C, "GWR", "0512", "pass", "pass")
    assert outcome(referee) == ("0512", 2, [1, 2, 2], 11, "straight", 3, [0, 0, 1])


@pytest.mark.parametrize("options", [Options(), FIXED_HEX])
def test_a_friendly_bid(options: Options) -> None:
    """SR-EX-18."""
    referee = veto_scene(options)
    referee.extend(C, "GWR", "0512", "bid 1 0512", "pass", "decline")
    assert outcome(referee) == ("0512", 2, [0, 2, 2], 12, "straight", 3, [0, 0, 0])
    assert amounts(referee.position.payments, "city Reading") == [1000, 0, 2000]
    referee = veto_scene(options)
    referee.extend(C, "GWR", "0512", "bid 1 0512", "pass", "defend 1 0512")
    assert outcome(referee) == ("0512", 2, [1, 2, 1], 12, "straight", 3, [0, 0, 1])


def test_a_payment_in_grey() -> None:
    """SR-EX-19."""
    referee = scene()
    ner = referee.position.companies["NER"]
    ner.stack, ner.real, ner.holdings = 15, 1, [3, 2, 0]
    assert referee.position.grey_supply == 12
    pay_bid(ner, B, 2)
    assert (ner.stack, ner.real, ner.holdings, ner.grey) == (16, 0, [3, 0, 0], 3)
    assert referee.position.grey_supply == 13


def test_a_bid_on_an_isolated_mover() -> None:
    """SR-EX-20."""
    referee = scene()
    series(referee, NER_TO_LINCOLN)
    assert isolated(referee) == {"NER"}
    ner = referee.position.companies["NER"]
    referee.extend(A, "NER", "1001", "bid 1 0901", "decline")
    assert (ner.at, ner.heading, ner.holdings, ner.real, ner.stack) == ("0901", 5, [3, 2, 0], 5, 0)


def test_a_second_link_pays_nothing() -> None:
    """SR-PAY-11: what the line has linked is not new again."""
    referee = scene(tokens="A Reading brewery")
    lswr = referee.position.companies["LSWR"]
    lswr.at = "0614"
    link_and_pay(referee.position, lswr)
    link_and_pay(referee.position, lswr)
    assert amounts(referee.position.payments, "city Reading") == [2000, 0, 0]
