"""Worked examples 21 to 34 of the rules, asked of the referee itself: mergers, isolated lines, whole games, ends."""

import pytest

from tests.referee_rocket.position import OVER, Options
from tests.referee_rocket.scene import A, B, C, amounts, holdings, isolated, reasons, scene, series, targets_of
from tests.referee_rocket.scoring import winners
from tests.referee_rocket.turn import Referee

REVERSE = Options(isolation_test="with-reverse-search")
LSWR_TO_SALISBURY = "LSWR 0615 A, 0614 B, 0513 A, 0414 B"
NORTH = "NER 0700 A, 0601 B, 0500 C, L&Y 0100 A, 0200 B, 0300 C, LNWR 0303 A, 0302 B, 0402 A"
GAME = """
token Reading brewery; token Reading brewery
token Reading steel; station 0614
station 0901; extend LSWR 0514
extend LSWR 0614; extend NER 0801
extend NER 0901; extend GER 1406
extend GER 1405; extend L&Y 0101
extend L&Y 0201; extend GWR 0112
extend L&Y 0200; extend GWR 0113
extend NER 1001; extend SER 1415
extend SER 1314; extend GWR 0114
extend SER 1215; extend LSWR 0714
extend SER 1216; extend LSWR 0715
extend GWR 0015
"""


def salisbury(gwr: str = "GWR 0013 C, 0113 A, 0213 C") -> Referee:
    """Before the last step of example 21."""
    referee = scene(stations="B 0414")
    assert series(referee, f"{gwr}, {LSWR_TO_SALISBURY}") == []
    return referee


def test_railway_town_merger_and_exchange_in_one_step() -> None:
    """SR-EX-21."""
    referee = salisbury()
    assert holdings(referee, "GWR") == [1, 0, 2]
    assert referee.position.companies["GWR"].stack == 13
    paid = series(referee, "LSWR 0313 A")
    position = referee.position
    gwr = position.companies["GWR"]
    assert reasons(paid) == ["railway Salisbury", "merger LSWR"]
    assert amounts(paid, "railway Salisbury") == [0, 3000, 0]
    assert amounts(paid, "merger LSWR") == [3000, 1000, 0]
    assert (gwr.holdings, gwr.stack, position.grey_supply) == ([2, 1, 2], 11, 16)
    assert gwr.linked == {"0012", "0312", "0515", "0613"}
    assert (gwr.at, gwr.heading, len(position.tiles), position.passengers) == ("0213", 1, 7, [0, 0, 0])
    assert position.stations[B] <= gwr.line


def test_the_absorber_may_go_on_with_the_second_action() -> None:
    """SR-EX-21, SR-TRN-07, SR-TRN-04."""
    referee = salisbury()
    referee.position.active = A
    referee.play("extend LSWR 0313")
    assert referee.to_act == B, "B holds a share and is asked"
    referee.play("pass")
    assert (referee.to_act, referee.position.second) == (A, True)
    assert "extend GWR 0212" in referee.legal_texts()


def test_the_exchange_finds_one_share() -> None:
    """SR-EX-22."""
    referee = salisbury()
    gwr = referee.position.companies["GWR"]
    gwr.stack, gwr.real, gwr.holdings = 1, 15, [1, 0, 14]
    series(referee, "LSWR 0313 A")
    assert (gwr.holdings, gwr.stack, gwr.grey, referee.position.grey_supply) == ([2, 1, 14], 0, 1, 15)


def test_exchange_comes_before_isolation() -> None:
    """SR-EX-23."""
    referee = salisbury("GWR 0112 C, 0213 A, 0214 C")
    series(referee, "LSWR 0313 A")
    gwr = referee.position.companies["GWR"]
    assert targets_of(referee, "GWR") == {"0314", "0215", "0114"}
    assert (gwr.isolated, gwr.holdings, gwr.real, gwr.stack) == (True, [2, 1, 2], 5, 0)


def test_a_town_known_through_an_absorbed_line() -> None:
    """SR-EX-24."""
    referee = scene(tokens="A Reading brewery")
    paid = series(referee, "GWR 0112 C, 0212 C, 0311 C, LSWR 0615 A, 0614 B, 0513 A, 0413 B, 0412 A")
    assert reasons(paid) == ["city Reading", "merger LSWR"]
    assert amounts(paid, "city Reading") == [2000, 0, 0]
    assert amounts(paid, "merger LSWR") == [3000, 1000, 0]
    gwr = referee.position.companies["GWR"]
    assert series(referee, "GWR 0411 C") == []
    assert gwr.value == 5
    assert series(referee, "GWR 0511 C, 0612 C") == []
    assert gwr.value == 5


def test_the_two_line_ban_isolates() -> None:
    """SR-EX-25."""
    referee = scene()
    series(referee, NORTH)
    position = referee.position
    ner, l_and_y = position.companies["NER"], position.companies["L&Y"]
    assert targets_of(referee, "LNWR") == {"0501", "0502"}
    assert isolated(referee) == {"NER", "L&Y"}
    assert [(c.value, c.stack, c.heading) for c in (ner, l_and_y)] == [(3, 0, 5), (3, 0, 2)]
    paid = series(referee, "LNWR 0501 B")
    assert amounts(paid, "merger LNWR") == [2000, 2000, 0]
    assert (position.grey_supply, ner.holdings, ner.grey) == (14, [2, 2, 1], 2)
    assert ner.linked == {"0800", "0602", "0400", "0204", "0301"}
    assert "0401" in targets_of(referee, "NER") & targets_of(referee, "L&Y")
    assert isolated(referee) == {"NER", "L&Y"}
    paid = series(referee, "NER 0401 C")
    assert amounts(paid, "merger NER") == [3000, 3000, 0]
    assert (position.grey_supply, l_and_y.holdings, l_and_y.grey, len(position.tiles)) == (14, [2, 2, 1], 2, 10)


@pytest.mark.parametrize(("counts", "hexes"), [(True, {"0202", "0103"}), (False, {"0202", "0103", "0203"})])
def test_a_ban_by_a_locomotive_that_never_moved(counts: bool, hexes: set[str]) -> None:
    """SR-EX-26."""
    referee = scene(Options(unmoved_locomotive_is_a_line=counts))
    series(referee, "NER 0700 A, 0601 A, 0501 A, 0402 A, 0302 A, L&Y 0002 A, 0102 A")
    assert targets_of(referee, "L&Y") == hexes
    if not counts:
        paid = series(referee, "L&Y 0203 A")
        assert amounts(paid, "merger L&Y") == [2000, 0, 0]
        assert referee.position.companies["L&Y"].absorber == "NER"


def test_a_dead_end() -> None:
    """SR-EX-27."""
    referee = scene()
    series(referee, "GER 1406 A, 1405 B")
    ger = referee.position.companies["GER"]
    assert (ger.isolated, ger.value, ger.stack, ger.holdings) == (True, 1, 0, [1, 1, 0])
    assert targets_of(referee, "GER") == set()


def test_isolated_with_moves_left() -> None:
    """SR-EX-28."""
    referee = scene()
    series(referee, "NER 0801 A, 0802 B, 0803 A, 0903 B, 1003 A")
    assert isolated(referee) == set()
    series(referee, "NER 1002 B")
    ner = referee.position.companies["NER"]
    assert targets_of(referee, "NER") == {"0901", "1001"}
    assert (ner.isolated, ner.value, ner.holdings, ner.stack) == (True, 2, [3, 3, 0], 0)


def test_a_path_lays_its_own_track() -> None:
    """SR-EX-29."""
    referee = scene()
    series(referee, "GWR 0111 A, 0211 A, 0311 A, 0412 A, 0413 A, 0313 A, 0314 A")
    assert isolated(referee) == set()
    series(referee, "GWR 0215 A")
    gwr = referee.position.companies["GWR"]
    assert targets_of(referee, "GWR") == {"0216", "0115", "0114"}
    assert (gwr.heading, gwr.isolated, gwr.linked) == (4, True, {"0012", "0210", "0312"})
    assert gwr.holdings == [8, 0, 0]


@pytest.mark.parametrize(
    "moves",
    [
        NORTH,
        "GER 1406 A, 1405 B",
        "NER 0801 A, 0802 B, 0803 A, 0903 B, 1003 A, 1002 B",
        "GWR 0111 A, 0211 A, 0311 A, 0412 A, 0413 A, 0313 A, 0314 A, 0215 A",
    ],
)
def test_reverse_search_isolates_nobody_there(moves: str) -> None:
    """SR-EX-30."""
    referee = scene(REVERSE)
    series(referee, moves)
    assert isolated(referee) == set()


def test_reverse_search_isolates_all_when_nobody_can_move() -> None:
    """SR-EX-30."""
    referee = scene(REVERSE)
    extensions = [text.split()[1:] for line in GAME.splitlines() for text in line.split("; ") if "extend" in text]
    assert len(extensions) == 20
    for code, hex_ in extensions:
        referee.extend(A, code, hex_)
    assert isolated(referee) == set()
    series(referee, "LNWR 0104 A, 0105 A, 0106 A, 0107 A, 0108 A")
    assert isolated(referee) == set()
    series(referee, "LNWR 0109 A")
    assert "0210" in referee.position.companies["LNWR"].linked
    assert len(isolated(referee)) == 7
    assert referee.position.over


def whole_game() -> Referee:
    """Example 31, everybody passing every question."""
    referee = Referee(3)
    referee.play("first P1")
    for number, line in enumerate(GAME.strip().splitlines()):
        for text in line.split("; "):
            assert referee.to_act == number % 3
            referee.play(text)
            while referee.position.veto is not None:
                referee.play("pass")
            if number == 3 and "LSWR" in text:
                assert amounts(referee.position.payments, "city Reading") == [2000, 1000, 0]
            if number == 4 and "NER" in text:
                assert amounts(referee.position.payments, "railway Lincoln") == [0, 0, 2000]
    return referee


def test_a_whole_game() -> None:
    """SR-EX-31."""
    referee = whole_game()
    position = referee.position
    assert (referee.to_act, referee.legal_texts(), len(position.tiles)) == (OVER, set(), 14)
    assert isolated(referee) == {"NER", "L&Y", "GER", "GWR", "LSWR", "SER"}
    assert position.money == [15000, 16000, 11000]
    assert winners(position) == [B]
    final = {reason: amounts(position.payments, reason) for reason in reasons(position.payments)}
    assert final == {
        "final tokens steel": [0, 6000, 0],
        "final tokens brewery": [6000, 0, 0],
        "final tokens passenger": [4000, 4000, 0],
        "final stations NER": [0, 0, 2000],
        "final shares NER": [1000, 1000, 1000],
        "final shares L&Y": [1000, 1000, 1000],
        "final shares GWR": [1000, 0, 0],
        "final stations LSWR": [0, 3000, 0],
        "final shares LSWR": [0, 0, 3000],
        "final shares SER": [0, 0, 2000],
    }


def test_totals_are_hidden_till_the_end() -> None:
    """SR-INF-02, SR-INF-05."""
    assert scene().money_seen_by(B) == [None, 0, None]
    assert scene().money_seen_by(None) == [None, None, None]
    assert scene(Options(open_money=True)).money_seen_by(None) == [0, 0, 0]
    assert whole_game().money_seen_by(None) == [15000, 16000, 11000]


@pytest.mark.parametrize("bid", [False, True])
def test_an_end_by_companies(bid: bool) -> None:
    """SR-EX-32."""
    referee = scene()
    position = referee.position
    for code in ("L&Y", "GER", "LSWR", "SER"):
        position.companies[code].absorber = "NER"
        position.companies[code].at = ""
        position.companies[code].stack = 0
    position.companies["LNWR"].isolated = True
    position.companies["LNWR"].stack = 0
    position.companies["NER"].stack, position.companies["NER"].real = 5, 11
    position.companies["NER"].holdings = [11, 0, 0]
    gwr = position.companies["GWR"]
    gwr.stack, gwr.real, gwr.holdings = 0, 16, [8, 8, 0]
    referee.extend(A, "GWR", "0112", *(["bid 1 0112", "decline"] if bid else []))
    assert position.over != bid
    assert gwr.stack == bid


@pytest.mark.parametrize(
    ("before", "step", "over", "tiles"),
    [
        ("", "L&Y 0101 A", False, 59),
        ("", "LNWR 0203 A", False, 59),
        ("L&Y 0101 A, 0202 A", "LNWR 0203 A", True, 60),
        ("L&Y 0101 A", "L&Y 0202 A", True, 60),
        ("L&Y 0101 A, 0202 A", "L&Y 0203 A", True, 60),
    ],
)
def test_an_end_by_tiles(before: str, step: str, over: bool, tiles: int) -> None:
    """SR-EX-33."""
    referee = scene()
    position = referee.position
    if before:
        series(referee, before)
    position.tiles_left = 1
    series(referee, step)
    assert (position.over, 60 - position.tiles_left) == (over, tiles)
    if step == "L&Y 0203 A":
        assert "0203" in position.tiles
        assert "0203" in position.companies["LNWR"].line


def test_defaults_at_setup() -> None:
    """SR-EX-34, SR-DEC-05."""
    referee = scene()
    chosen = []
    for _ in range(4):
        chosen.append(referee.default_text())
        referee.play(chosen[-1])
    assert chosen == [
        "token Birmingham steel",
        "token Birmingham steel",
        "token Birmingham brewery",
        "token Brighton leather",
    ]


def test_defaults_without_tokens() -> None:
    """SR-DEC-06, SR-DEC-07, SR-DEC-08."""
    referee = scene()
    for lying in referee.position.city_tokens.values():
        lying.clear()
    assert referee.default_text() == "station 0003"
    referee.position.stations[C] = {f"made up {number}" for number in range(6)} | {"0102"}
    referee.position.active = C
    assert referee.default_text() == "extend NER 0700"
    referee.position.barred = "NER"
    assert referee.default_text() == "extend L&Y 0002"
