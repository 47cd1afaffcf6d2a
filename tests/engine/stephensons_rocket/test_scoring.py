"""Final scoring (section 18), worked example 6, and the faults of the seed that its table shows."""

import pytest

from footplate.engine.stephensons_rocket.board import (
    CITY_HEXES,
    COMPANY_NAMES,
    INDUSTRIES,
    KINDS,
    STARTS,
    TOKENS,
    TOWNS,
    hexes_in,
    kind_text,
    mask_of,
)
from footplate.engine.stephensons_rocket.prizes import FINAL_SHARES, FINAL_STATIONS, FINAL_TOKENS, Payout
from footplate.engine.stephensons_rocket.scoring import final_payouts, outcome, standings
from footplate.engine.stephensons_rocket.state import GAME_OVER, State
from tests.support.rocket import (
    A,
    B,
    C,
    act,
    begin,
    company,
    mask,
    with_figures,
    with_holdings,
    with_line,
    with_stations,
    with_tokens,
)
from tests.support.rocket_positions import with_absorbed, with_isolated
from tests.support.rules import rule

FINAL_TABLE = """
final_tokens    steel      3 3000   4 6000   0 0
final_tokens    textile    4 6000   2 1000   2 1000
final_tokens    brewery    3 3000   0 0      4 6000
final_tokens    leather    2 1000   3 6000   2 1000
final_tokens    passenger  3 6000   0 0      1 3000
final_stations  NER        2 3000   2 3000   3 13000
final_shares    NER        3 6000   4 13000  2 0
final_stations  LNWR       0 0      2 4000   1 2000
final_shares    LNWR       3 4000   1 0      2 2000
final_stations  GWR        3 12000  2 6000   1 0
final_shares    GWR        2 0      3 6000   5 12000
"""
"""The repaired table of SR-EX-06: kind, subject, then what Pierre, Paul and Jacques have and get."""


def final_table() -> State:
    """Pierre, Paul and Jacques at the end of the seed's game, before final scoring."""
    state = with_absorbed(begin(), "NER", "L&Y", "GER", "LSWR", "SER")
    towns = hexes_in(TOWNS & ~mask_of([STARTS[0], STARTS[2], STARTS[4]]))
    north, west = [STARTS[0], *towns[:12]], [STARTS[4], *towns[12:23]]
    middle = [STARTS[2], *towns[22:25]]
    for code, linked in (("NER", north), ("LNWR", middle), ("GWR", west)):
        state = with_figures(state, code, linked=mask_of(linked))
    state = _with_taken(state, {row[1]: row[2] for row in table() if row[0] == FINAL_TOKENS and row[1] in INDUSTRIES})
    state = _with_stations(state)
    state = with_holdings(with_holdings(state, "NER", 3, 4, 2), "LNWR", 3, 1, 2)
    state = with_holdings(state, "GWR", 2, 3, 5)
    return state._replace(passengers=(3, 0, 1), money=(28000, 30000, 25000))


def table() -> list[tuple[str, str, tuple[int, ...], tuple[int, ...]]]:
    """The rows of the table: kind, subject, counts, amounts."""
    rows = []
    for row in FINAL_TABLE.strip().splitlines():
        kind, subject, *figures = row.split()
        counts, amounts = figures[::2], figures[1::2]
        rows.append((kind, subject, tuple(map(int, counts)), tuple(map(int, amounts))))
    return rows


def _with_taken(state: State, wanted: dict[str, tuple[int, ...]]) -> State:
    """The state with so many tokens of each industry in the hands of each seat, from whatever city has them."""
    lying = [kind for kind, count in enumerate(TOKENS) for _ in range(count)]
    for industry, counts in wanted.items():
        for seat, count in enumerate(counts):
            mine = [kind for kind in lying if INDUSTRIES[KINDS[kind][1]] == industry][:count]
            state = with_tokens(state, seat, *[kind_text(kind) for kind in mine])
            for kind in mine:
                lying.remove(kind)
    return state


def _with_stations(state: State) -> State:
    """The three live lines with the stations of the table on them."""
    for code, hexes in (
        ("NER", ("0700 0701", "0703 0802", "0902 0903 1003")),
        ("LNWR", ("", "0203 0303", "0205")),
        ("GWR", ("0112 0212 0213", "0311 0411", "0511")),
    ):
        state = with_figures(state, code, line=mask(" ".join(hexes)))
        for seat, own in enumerate(hexes):
            state = with_stations(state, seat, own)
    return state


def paid(state: State, kind: str) -> dict[str, tuple[int, ...]]:
    """What final scoring pays of one kind, by subject."""
    return {one.subject: one.amounts for one in final_payouts(state) if one.kind == kind}


def only(state: State, kind: str, subject: str) -> Payout:
    (found,) = [one for one in final_payouts(state) if (one.kind, one.subject) == (kind, subject)]
    return found


# --- the final table -------------------------------------------------------------------------------------------------


@rule("SR-EX-06", "SR-ERR-02", "SR-FIN-03", "SR-FIN-04", "SR-FIN-05", "SR-FIN-07")
def test_the_final_table_row_by_row() -> None:
    state = final_table()
    assert [company(state, code).value for code in ("NER", "LNWR", "GWR")] == [13, 4, 12]
    found = [(one.kind, one.subject, one.counts, one.amounts) for one in final_payouts(state)]
    assert sorted(found) == sorted(table())


@rule("SR-EX-06", "SR-FIN-06", "SR-FIN-08")
def test_the_sums_of_the_final_table() -> None:
    state = final_table()
    values = [one.value for one in state.companies if one.live]
    assert (sum(values), TOWNS.bit_count()) == (29, 28)
    found = standings(state)
    assert [(one.seat, one.rank, one.score) for one in found] == [(B, 1, 75000), (A, 2, 72000), (C, 3, 65000)]
    by_seat = sorted(found, key=lambda one: one.seat)
    parts = [dict(one.parts) for one in by_seat]
    assert [part["income"] for part in parts] == [28000, 30000, 25000]
    assert [part["tokens"] + part["stations"] + part["shares"] for part in parts] == [44000, 45000, 40000]
    assert [part["tokens"] for part in parts] == [19000, 13000, 11000]
    assert [part["stations"] + part["shares"] for part in parts] == [25000, 32000, 29000]


@rule("SR-ERR-01", "SR-CMP-08")
def test_northampton_has_one_brewery() -> None:
    lying = {kind_text(kind): count for kind, count in enumerate(TOKENS)}
    assert (lying["Northampton brewery"], lying["Northampton leather"]) == (1, 2)
    for industry in INDUSTRIES:
        assert sum(count for name, count in lying.items() if name.endswith(industry)) == 9
    for city in range(len(CITY_HEXES)):
        assert sum(count for (home, _), count in zip(KINDS, TOKENS, strict=True) if home == city) == 3


@rule("SR-ERR-04", "SR-CMP-02")
def test_two_names_in_full() -> None:
    assert COMPANY_NAMES[0] == "North Eastern Railway"
    assert COMPANY_NAMES[6] == "South Eastern Railway"


# --- tokens ----------------------------------------------------------------------------------------------------------


@rule("SR-FIN-01")
def test_tokens_of_cities_on_no_live_line_are_discarded() -> None:
    state = with_tokens(with_tokens(begin(), A, "Reading brewery", "London brewery"), B, "Cambridge brewery")
    assert only(state, FINAL_TOKENS, "brewery").counts == (0, 0, 0)
    state = with_line(state, "LSWR", "0514 0614")
    assert only(state, FINAL_TOKENS, "brewery").counts == (1, 0, 0)
    assert paid(state, FINAL_TOKENS)["brewery"] == (6000, 0, 0)


@rule("SR-FIN-01", "SR-ISO-15")
def test_an_isolated_line_keeps_its_cities_and_an_absorber_those_it_took_over() -> None:
    reading = with_line(with_tokens(begin(), A, "Reading brewery"), "LSWR", "0514 0614")
    assert only(with_isolated(reading, "LSWR"), FINAL_TOKENS, "brewery").counts == (1, 0, 0)
    merging = with_line(with_line(reading, "LSWR", "0615 0614 0513 0414"), "GWR", "0013 0113 0213")
    merged = act(merging, B, "extend LSWR 0313").state
    assert not company(merged, "LSWR").live
    assert only(merged, FINAL_TOKENS, "brewery").counts == (1, 0, 0)


@rule("SR-FIN-02", "SR-FIN-03")
def test_passengers_are_never_discarded() -> None:
    assert paid(begin()._replace(passengers=(2, 1, 1)), FINAL_TOKENS)["passenger"] == (6000, 1000, 1000)


@rule("SR-FIN-03")
def test_five_kinds_of_token_are_paid() -> None:
    assert set(paid(begin(), FINAL_TOKENS)) == {"leather", "steel", "textile", "brewery", "passenger"}


# --- lines -----------------------------------------------------------------------------------------------------------


@rule("SR-FIN-04", "SR-FIN-05")
@pytest.mark.parametrize("cut_off", [False, True])
def test_a_live_line_pays_for_stations_and_shares(cut_off: bool) -> None:
    state = with_holdings(with_line(begin(), "LSWR", "0514 0614 0713"), "LSWR", 1, 2, 2)
    state = with_stations(with_stations(state, A, "0514 0614 0812"), B, "0713")
    state = with_isolated(state, "LSWR") if cut_off else state
    assert company(state, "LSWR").value == 3
    assert paid(state, FINAL_STATIONS)["LSWR"] == (3000, 1000, 0)
    assert paid(state, FINAL_SHARES)["LSWR"] == (0, 2000, 2000)


@rule("SR-FIN-06")
def test_a_town_on_two_lines_counts_for_both() -> None:
    state = with_line(with_line(begin(), "LSWR", "0514 0614"), "GWR", "0112 0212 0311 0411 0511 0612")
    assert company(state, "LSWR").linked & company(state, "GWR").linked == mask("0613")
    assert (company(state, "LSWR").value, company(state, "GWR").value) == (2, 4)


@rule("SR-FIN-07")
def test_absorbed_companies_pay_nothing() -> None:
    state = with_absorbed(begin(), "NER", "SER", "GER")
    live = {"NER", "L&Y", "LNWR", "GWR", "LSWR"}
    assert set(paid(state, FINAL_SHARES)) == set(paid(state, FINAL_STATIONS)) == live


# --- who wins --------------------------------------------------------------------------------------------------------


def ended(*money: int) -> State:
    return begin(len(money))._replace(phase=GAME_OVER, end="tiles", money=money)


@rule("SR-FIN-08")
def test_most_money_wins() -> None:
    result = outcome(ended(5000, 9000, 7000))
    assert result is not None
    assert result.reason == "tiles"
    assert [(one.seat, one.rank, one.score) for one in result.standings] == [(B, 1, 9000), (C, 2, 7000), (A, 3, 5000)]


@rule("SR-FIN-09")
def test_equal_money_shares_the_win() -> None:
    result = outcome(ended(9000, 3000, 9000, 1000))
    assert result is not None
    assert [(one.seat, one.rank) for one in result.standings] == [(0, 1), (2, 1), (1, 3), (3, 4)]


@rule("SR-FIN-08")
def test_there_is_no_outcome_before_the_end() -> None:
    assert outcome(begin()) is None
