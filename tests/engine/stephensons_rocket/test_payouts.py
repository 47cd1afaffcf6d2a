"""Payouts during an extension (section 14) and worked examples 11 and 12."""

from footplate.engine.stephensons_rocket.prizes import CITY_PAYOUT, MERGER_PAYOUT, RAILWAY_PAYOUT
from footplate.engine.stephensons_rocket.state import State
from tests.support.rocket import (
    A,
    B,
    C,
    act,
    begin,
    company,
    extended,
    is_straight,
    linked,
    place,
    with_line,
    with_stations,
    with_tokens,
)
from tests.support.rocket_positions import absorber, series
from tests.support.rules import rule


def manchester() -> State:
    """A and B hold the tokens of Manchester, and B has a station on 0200."""
    state = with_tokens(begin(), A, "Manchester textile", "Manchester textile")
    return with_stations(with_tokens(state, B, "Manchester brewery"), B, "0200")


def cambridge() -> State:
    """Tokens of Cambridge and Hertford in all hands."""
    state = with_tokens(begin(), A, "Cambridge brewery", "Cambridge brewery")
    state = with_tokens(state, B, "Cambridge leather", "Hertford textile")
    return with_tokens(state, C, "Hertford textile")


@rule("SR-EX-11", "SR-PAY-02", "SR-PAY-06", "SR-PAY-07", "SR-PAY-10", "SR-PAX-05")
def test_manchester_and_leeds_are_linked_at_once() -> None:
    first = act(manchester(), A, "extend L&Y 0100")
    assert place(first.state, "L&Y") == "0100 heading 1"
    second = act(first.state, B, "extend L&Y 0200")
    assert place(second.state, "L&Y") == "0200 heading 1"
    assert (first.payouts, second.payouts, second.state.passengers) == ((), (), (0, 0, 0))
    done = act(second.state, A, "extend L&Y 0300")
    assert place(done.state, "L&Y") == "0300 heading 2"
    assert [(one.kind, *paid) for one, paid in zip(done.payouts, done.paid, strict=True)] == [
        (CITY_PAYOUT, "Manchester", (2000, 1000, 0)),
        (RAILWAY_PAYOUT, "Leeds", (0, 3000, 0)),
    ]
    assert linked(done.state, "L&Y") == {"Liverpool", "Manchester", "Leeds"}
    assert (company(done.state, "L&Y").value, company(done.state, "L&Y").holdings) == (3, (2, 1, 0))
    assert (len(done.state.tiles), done.state.money) == (2, (2000, 4000, 0))
    assert (is_straight(done.state, "0100"), is_straight(done.state, "0200")) == (True, False)


@rule("SR-EX-12", "SR-PAY-04")
def test_two_cities_are_paid_one_by_one() -> None:
    done = extended(cambridge(), "GER", "1408 A 1409 B 1410 C 1310 A 1210 B")
    assert [*done.paid] == [("Cambridge", (2000, 1000, 0)), ("Hertford", (0, 1000, 1000))]
    assert done.state.money == (2000, 2000, 1000)
    assert company(done.state, "GER").value == 3


@rule("SR-PAY-01")
def test_tokens_and_stations_pay_nothing() -> None:
    state = extended(begin(), "LSWR", "0514 A 0614 A").state
    for text in ("token Reading brewery", "station 0712", "station 1005"):
        done = act(state, B, text)
        assert (done.payouts, done.state.money) == ((), (0, 0, 0))
    state = with_stations(state, B, "0514")
    assert act(state, B, "move 0514 1005").payouts == ()


@rule("SR-PAY-03", "SR-PAY-05")
def test_a_city_counts_its_own_tokens_of_any_industry() -> None:
    state = with_tokens(begin(), A, "Reading brewery", "Reading steel")
    state = with_tokens(with_tokens(state, B, "Reading brewery"), C, "London brewery", "Birmingham steel")
    done = extended(state, "LSWR", "0514 C 0614 C")
    assert [one.counts for one in done.payouts] == [(2, 1, 0)]
    assert done.paid == [("Reading", (2000, 1000, 0))]


@rule("SR-PAY-06", "SR-PAY-08")
def test_a_railway_town_counts_the_station_just_entered() -> None:
    state = with_stations(with_stations(begin(), C, "0901"), A, "1005")
    done = extended(state, "NER", "0801 A 0901 B")
    assert done.paid == [("Lincoln", (0, 0, 2000))]


@rule("SR-PAY-06", "SR-TRM-11")
def test_a_railway_town_counts_the_stations_on_the_line() -> None:
    state = with_stations(with_stations(begin(), B, "0801 0901"), A, "0802 1001")
    state = with_stations(state, C, "0801")
    done = extended(state, "NER", "0801 A 0901 B")
    assert [one.counts for one in done.payouts] == [(0, 2, 1)]
    assert done.paid == [("Lincoln", (0, 2000, 1000))]


@rule("SR-PAY-09")
def test_a_start_town_adds_to_the_value_and_pays_nothing() -> None:
    state = with_stations(begin(unmoved_locomotive_is_a_line="off"), A, "0202 0203")
    done = extended(state, "L&Y", "0101 A 0202 B 0203 A")
    assert done.payouts == ()
    assert linked(done.state, "L&Y") == {"Liverpool", "Manchester", "Stoke"}


@rule("SR-PAY-10")
def test_cities_are_paid_before_a_merger() -> None:
    state = with_line(with_tokens(begin(), C, "Sheffield steel"), "NER", "0700 0601 0500")
    state = with_line(state, "LNWR", "0303 0302 0402")
    done = act(state, B, "extend LNWR 0501")
    assert [one.kind for one in done.payouts] == [CITY_PAYOUT, MERGER_PAYOUT]
    assert done.paid[0] == ("Sheffield", (0, 0, 2000))
    assert absorber(done.state, "LNWR") == "NER"


@rule("SR-PAY-11")
def test_a_town_does_not_pay_the_same_line_again() -> None:
    state = with_tokens(with_tokens(begin(), A, "Reading brewery"), B, "Guildford leather")
    state = extended(state, "LSWR", "0514 C 0614 C").state
    assert state.money == (2000, 0, 0)
    done = act(state, C, "extend LSWR 0713")
    assert done.paid == [("Guildford", (0, 2000, 0))]
    assert linked(done.state, "LSWR") == {"Southampton", "Reading", "Guildford"}


@rule("SR-EX-24", "SR-PAY-11", "SR-MRG-18")
def test_a_town_known_through_an_absorbed_line() -> None:
    state = with_tokens(begin(), A, "Reading brewery")
    state = extended(state, "GWR", "0112 C 0212 C 0311 C").state
    lswr = extended(state, "LSWR", "0615 A 0614 B")
    assert lswr.paid == [("Reading", (2000, 0, 0))]
    lswr = extended(lswr.state, "LSWR", "0513 A 0413 B")
    assert "Salisbury" in linked(lswr.state, "LSWR")
    lswr = extended(lswr.state, "LSWR", "0412 A")
    assert lswr.paid == [("LSWR", (3000, 1000, 0))]
    assert absorber(lswr.state, "LSWR") == "GWR"
    oxford = extended(lswr.state, "GWR", "0411 C")
    assert (company(oxford.state, "GWR").value, "Oxford" in linked(oxford.state, "GWR")) == (5, True)
    done = extended(oxford.state, "GWR", "0511 C 0612 C")
    assert done.payouts == ()
    assert company(done.state, "GWR").value == 5


@rule("SR-PAY-12")
def test_a_town_pays_anew_for_another_line() -> None:
    state = with_tokens(begin(), A, "Reading brewery")
    assert extended(state, "LSWR", "0514 C 0614 C").paid == [("Reading", (2000, 0, 0))]
    state = extended(state, "LSWR", "0514 C 0614 C").state
    done = extended(state, "GWR", "0112 B 0212 B 0311 B 0411 B 0511 B 0612 B")
    assert done.paid == [("Reading", (2000, 0, 0))]
    assert done.state.money == (4000, 0, 0)


@rule("SR-PAY-13")
def test_what_nobody_could_claim_is_not_made_up_for() -> None:
    state = extended(begin(), "LSWR", "0514 C 0614 C").state
    assert state.money == (0, 0, 0)
    state = act(state, A, "token Reading brewery").state
    done = extended(state, "LSWR", "0713 C")
    assert done.paid == []
    assert done.state.money == (0, 0, 0)


@rule("SR-PAY-13")
def test_a_railway_town_without_a_station_on_the_line_pays_nothing() -> None:
    done = extended(with_stations(begin(), A, "1005"), "NER", "0801 A 0901 B")
    assert [(one.subject, one.pays) for one in done.payouts] == [("Lincoln", False)]


@rule("SR-PAY-10", "SR-EX-21")
def test_the_railway_town_is_paid_before_the_merger() -> None:
    state = series(with_stations(begin(), B, "0414"), "GWR 0013 C 0113 A 0213 C; LSWR 0615 A 0614 B 0513 A 0414 B")
    done = act(state, A, "extend LSWR 0313")
    assert [one.kind for one in done.payouts] == [RAILWAY_PAYOUT, MERGER_PAYOUT]
    assert done.paid == [("Salisbury", (0, 3000, 0)), ("LSWR", (3000, 1000, 0))]
