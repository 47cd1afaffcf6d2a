"""Matches: who may act, what is committed, and that nothing is half done."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.domain.errors import (
    ActionRefused,
    BadRequest,
    CorruptLog,
    DomainError,
    MatchOver,
    NotYourSeat,
    NotYourTurn,
    RulesVersion,
    StalePly,
)
from footplate.domain.events import ActionCommitted, MatchCreated, MatchFinished, TurnStarted
from footplate.domain.log import Cause, Entry
from footplate.domain.match import Match
from footplate.domain.seat import Seat
from footplate.domain.seed import Seed
from footplate.engine.chain import first_hash, next_hash
from footplate.engine.errors import NotationError, RecordError, SetupError
from footplate.engine.game import CHANCE, OVER, Setup
from footplate.engine.record import format_record, opening_text, parse_record
from footplate.engine.replay import verify
from tests.support.toy_game import GAME_ID, GAMES, PEBBLES, SETUP, Roll, Take
from tests.support.toy_matches import SEATS, SECRET, begin, play

SECRETS = st.binary(min_size=32, max_size=32)
ONE_FOR_ALL = (Seat("a_ann", "Ann"),) * 3


# --- Beginning -------------------------------------------------------------------------------------------------------


def test_a_new_match_is_played_up_to_its_first_decision() -> None:
    begun = begin()
    match = begun.match
    (entry,) = begun.entries
    assert (entry.ply, entry.actor, entry.cause, entry.time_ms) == (1, CHANCE, Cause.CHANCE, 1000)
    assert entry.text.startswith("roll ")
    assert (match.ply, match.to_act, match.chain_hash) == (1, 0, entry.chain_hash)
    assert begun.events == (
        MatchCreated("m_toy", SETUP, SEATS, False, 1000),
        ActionCommitted("m_toy", GAME_ID, 1, 1, (CHANCE,), 1000),
        TurnStarted("m_toy", GAME_ID, 1, 0, "a_ann", "", "take", 1000),
    )
    assert (begun.answered, begun.elapsed_ms) == (None, 0)


def test_a_set_up_left_open_is_filled_with_the_defaults_of_the_game() -> None:
    match = begin(Setup(GAME_ID, "", "", 3, (("vetoes", "one"),))).match
    assert match.header.setup == SETUP


def test_a_wrong_set_up_is_refused() -> None:
    with pytest.raises(SetupError, match="map"):
        begin(replace(SETUP, map="moon"))
    with pytest.raises(BadRequest, match="there are 3 seats to fill") as refused:
        begin(seats=SEATS[:2])
    assert refused.value.data == {"field": "setup.seats", "value": "2"}
    with pytest.raises(BadRequest, match=re.escape("setup.seats.1.account_id")):
        begin(seats=(SEATS[0], Seat("", "Nobody"), SEATS[2]))


def test_the_seed_is_committed_to_and_never_shown_before_the_end() -> None:
    begun = begin()
    match = begun.match
    assert match.header.commitment == Seed(SECRET).commitment
    assert match.revealed_seed is None
    assert match.record(begun.entries).seed == ""
    for shown in (repr(begun), str(match), format_record(match.record(begun.entries)), repr(match.header.seed)):
        assert SECRET.hex() not in shown
        assert repr(SECRET) not in shown


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Seed(b"short")


# --- Acting ----------------------------------------------------------------------------------------------------------


def test_an_action_and_the_chance_behind_it_are_committed_together() -> None:
    match = begin().match
    while match.state.heap > 2:
        match = match.submit(Take(1), account=match.seats[match.to_act].account, expected_ply=match.ply, now_ms=0).match
    seat = match.to_act
    done = match.submit("take 2", account=match.seats[seat].account, expected_ply=match.ply, now_ms=1700)
    taken, rolled = done.entries
    assert (taken.actor, taken.text, taken.cause) == (seat, "take 2", Cause.PLAYER)
    assert (rolled.actor, rolled.cause, rolled.ply) == (CHANCE, Cause.CHANCE, taken.ply + 1)
    assert taken.time_ms == rolled.time_ms == 1700
    assert done.events[0] == ActionCommitted("m_toy", GAME_ID, taken.ply, rolled.ply, (seat, CHANCE), 1700)
    assert done.events[1:] == (done.match.open_turn,)
    assert (done.answered, done.elapsed_ms) == (match.open_turn, 700)


def test_an_interrupt_is_just_another_seat_to_act() -> None:
    asked = begin().match.submit(Take(3), account="a_ann", expected_ply=1, now_ms=1100).match
    assert asked.open_turn == TurnStarted("m_toy", GAME_ID, 2, 1, "a_bot", "greedy", "veto", 1100)
    with pytest.raises(NotYourTurn):
        asked.submit("take 1", account="a_ann", expected_ply=2, now_ms=1200)
    assert asked.submit("veto", account="a_bot", expected_ply=2, now_ms=1200).match.state.scores == (1, 0, 0)


def test_an_account_may_hold_several_seats() -> None:
    match = begin(seats=ONE_FOR_ALL).match
    assert match.seats_of("a_ann") == (0, 1, 2)
    match = match.submit("take 1", account="a_ann", expected_ply=1, now_ms=0).match
    assert match.seat_of("a_ann") == 1
    with pytest.raises(NotYourTurn) as refused:
        match.submit("take 1", account="a_ann", seat=0, expected_ply=2, now_ms=0)
    assert refused.value.data == {"match": "m_toy", "ply": "2", "seat": "0", "to_act": "1"}
    assert match.submit("take 1", account="a_ann", seat=1, expected_ply=2, now_ms=0).match.to_act == 2


@pytest.mark.parametrize(
    ("account", "seat", "action", "ply", "error", "data"),
    [
        ("a_eve", None, "?", 9, NotYourSeat, {"match": "m_toy", "seat": ""}),
        ("", None, "take 1", 1, NotYourSeat, {"match": "m_toy", "seat": ""}),
        ("a_ann", 1, "?", 9, NotYourSeat, {"match": "m_toy", "seat": "1"}),
        ("a_ann", -1, "take 1", 1, NotYourSeat, {"match": "m_toy", "seat": "-1"}),
        ("a_bot", None, "?", 9, NotationError, None),
        ("a_bot", None, "take 9", 0, StalePly, {"match": "m_toy", "expected": "0", "actual": "1"}),
        ("a_ann", None, "take 9", 2, StalePly, {"match": "m_toy", "expected": "2", "actual": "1"}),
        ("a_bot", None, "take 9", 1, NotYourTurn, {"match": "m_toy", "ply": "1", "seat": "1", "to_act": "0"}),
        ("a_ann", 0, "take 9", 1, ActionRefused, None),
        ("a_ann", 0, Roll(3), 1, ActionRefused, None),
    ],
)
def test_checks_come_in_their_order(
    account: str, seat: int | None, action: object, ply: int, error: type[Exception], data: dict[str, str] | None
) -> None:
    match = begin().match
    with pytest.raises(error) as refused:
        match.submit(action, account=account, seat=seat, expected_ply=ply, now_ms=0)
    if data is not None and isinstance(refused.value, DomainError):
        assert refused.value.data == data


def test_a_refused_action_names_rule_and_place() -> None:
    with pytest.raises(ActionRefused) as refused:
        begin().match.submit("take 9", account="a_ann", expected_ply=1, now_ms=0)
    assert refused.value.data == {"rule": "TOY-TAKE-01", "match": "m_toy", "ply": "1", "action": "take 9"}
    assert (refused.value.rule, refused.value.reason) == ("TOY-TAKE-01", str(refused.value).partition(": ")[2])


def test_the_end_is_told_once_and_reveals_the_seed() -> None:
    played = play(begin())
    match = played.match
    assert match.to_act == OVER
    assert match.outcome is not None
    finished = [event for event in played.events if isinstance(event, MatchFinished)]
    accounts = tuple(seat.account for seat in match.seats)
    told = MatchFinished("m_toy", GAME_ID, match.ply, match.outcome, match.began_ms, match.conduct, accounts)
    assert finished == [told]
    assert len(match.conduct) == len(match.seats)
    assert match.open_turn is None
    assert match.revealed_seed == SECRET
    with pytest.raises(MatchOver):
        match.submit("take 1", account="a_ann", expected_ply=match.ply, now_ms=0)
    with pytest.raises(StalePly):
        match.submit("take 1", account="a_ann", expected_ply=0, now_ms=0)


def test_clocks_that_run_backwards_are_not_followed() -> None:
    done = begin().match.submit("take 1", account="a_ann", expected_ply=1, now_ms=3)
    assert [entry.time_ms for entry in done.entries] == [1000]
    assert done.elapsed_ms == 0


def test_an_action_can_be_judged_without_being_played() -> None:
    match = begin().match
    text, effects = match.judge("take 1")
    assert text == "take 1"
    assert [(change.seat, change.amount) for change in effects.changes] == [(0, 1)]
    with pytest.raises(ActionRefused, match="TOY-TAKE-01"):
        match.judge(Take(9))
    with pytest.raises(NotationError):
        match.judge("grab")
    with pytest.raises(MatchOver):
        play(begin()).match.judge("take 1")


# --- The log ---------------------------------------------------------------------------------------------------------


def test_the_chain_of_hashes_starts_at_the_header_and_covers_every_entry() -> None:
    played = play(begin())
    chain = first_hash(opening_text(played.match.header.record()))
    assert chain == played.match.header.chain_hash
    for entry in played.entries:
        chain = next_hash(chain, entry.ply, entry.actor, entry.text)
        assert entry.chain_hash == chain
    assert played.match.chain_hash == chain
    assert begin(seats=ONE_FOR_ALL).match.header.chain_hash != begin().match.header.chain_hash


@given(SECRETS, st.sampled_from(["short", "long"]), st.integers(2, 3))
def test_a_match_restored_from_its_entries_is_the_match_that_was_played(secret: bytes, preset: str, seats: int) -> None:
    played = play(begin(Setup(GAME_ID, "beach", preset, seats), secret=secret), secret=secret)
    match, entries = played.match, played.entries
    assert [entry.ply for entry in entries] == list(range(1, match.ply + 1))
    assert Match.restore(PEBBLES, match.header, entries) == match
    for ply in range(match.ply + 1):
        earlier = Match.restore(PEBBLES, match.header, entries[:ply])
        assert Match.restore(PEBBLES, match.header, entries[ply:], earlier.snapshot()) == match


@given(SECRETS)
def test_a_finished_match_gives_a_record_that_verifies(secret: bytes) -> None:
    played = play(begin(secret=secret), secret=secret)
    record = played.match.record(played.entries)
    assert parse_record(format_record(record)) == record
    assert verify(record, GAMES).findings == ()
    assert record.bots == ("", "greedy", "guest")


def test_a_record_needs_the_whole_log() -> None:
    played = play(begin())
    with pytest.raises(ValueError, match="needs all entries"):
        played.match.record(played.entries[:-1])


@pytest.mark.parametrize(
    "damage",
    [
        lambda entries: entries[1:],
        lambda entries: (*entries[:2], *entries[3:]),
        lambda entries: (*entries[:2], entries[1], *entries[2:]),
        lambda entries: (*entries[:2], replace(entries[2], text="take 9"), *entries[3:]),
        lambda entries: (*entries[:2], replace(entries[2], text="?"), *entries[3:]),
        lambda entries: (*entries[:2], replace(entries[2], actor=CHANCE), *entries[3:]),
        lambda entries: (*entries[:2], replace(entries[2], chain_hash="0" * 64), *entries[3:]),
        lambda entries: (*entries, replace(entries[-1], ply=len(entries) + 1)),
    ],
)
def test_a_damaged_log_is_not_taken_for_a_match(damage: Callable[[tuple[Entry, ...]], tuple[Entry, ...]]) -> None:
    played = play(begin())
    with pytest.raises(CorruptLog, match="the log of match m_toy breaks at ply"):
        Match.restore(PEBBLES, played.match.header, damage(played.entries))


def test_a_damaged_snapshot_is_not_taken_for_a_match() -> None:
    match = play(begin(), 4).match
    with pytest.raises(CorruptLog):
        Match.restore(PEBBLES, match.header, (), replace(match.snapshot(), state_text="pebbles"))


def test_a_log_of_other_rules_is_refused() -> None:
    header = replace(begin().match.header, rules_version=2)
    with pytest.raises(RulesVersion) as refused:
        Match.restore(PEBBLES, header, ())
    assert refused.value.data == {"match": "m_toy", "game": GAME_ID, "version": "2"}


@given(SECRETS, st.data())
def test_a_call_either_leaves_the_match_alone_or_commits_all_of_it(secret: bytes, data: st.DataObject) -> None:
    match = play(begin(secret=secret), data.draw(st.integers(0, 12)), secret).match
    before = match.snapshot()
    account = data.draw(st.sampled_from([seat.account for seat in SEATS]))
    seat = data.draw(st.sampled_from([None, 0, 1, 2]))
    ply = match.ply + data.draw(st.sampled_from([0, 0, 0, 1, -1]))
    action = data.draw(st.sampled_from(["take 1", "take 2", "take 3", "veto", "allow", "roll 1", "take"]))
    try:
        done = match.submit(action, account=account, seat=seat, expected_ply=ply, now_ms=9000)
    except (DomainError, NotationError):
        assert match.snapshot() == before
        return
    assert match.snapshot() == before
    assert done.match.ply == match.ply + len(done.entries)
    assert [entry.actor == CHANCE for entry in done.entries] == [False] + [True] * (len(done.entries) - 1)
    assert done.match.to_act != CHANCE
    assert Match.restore(PEBBLES, match.header, done.entries, before) == done.match


# --- Records taken over ----------------------------------------------------------------------------------------------

BY_HAND = parse_record(
    "game: pebbles\nmap: beach\npreset: short\nseats: 2\nseat.1: Ann\n"
    "chance roll 2\nP1 take 3\nP2 veto\nP2 take 2\nchance roll 1\nP2 take 1\nP1 take 2\n"
)


def test_a_record_is_taken_over_to_play_on() -> None:
    begun = Match.imported(PEBBLES, "m_new", BY_HAND.upto(4), "a_ann", Seed(SECRET), 5000)
    match = begun.match
    assert [seat.name for seat in match.seats] == ["Ann", "P2"]
    assert match.seats_of("a_ann") == (0, 1)
    assert [entry.cause for entry in begun.entries] == [Cause.IMPORT] * 4 + [Cause.CHANCE]
    assert match.header.imported_plies == 4
    assert isinstance(begun.events[0], MatchCreated)
    assert begun.events[0].imported
    assert begun.events[-1] == match.open_turn
    played = play(begun)
    verified = verify(played.match.record(played.entries), GAMES)
    assert (verified.findings, verified.draws, verified.imported) == ((), 1, 1)
    assert Match.restore(PEBBLES, match.header, played.entries) == played.match


def test_a_record_is_taken_over_to_look_at() -> None:
    begun = Match.imported(PEBBLES, "m_new", BY_HAND.upto(4), "", None, 5000)
    assert begun.match.to_act == CHANCE
    assert begun.match.header.commitment == ""
    assert begun.match.open_turn is None
    begun = Match.imported(PEBBLES, "m_new", BY_HAND.upto(1), "", None, 5000)
    assert begun.match.to_act == 0
    assert begun.match.open_turn is None
    with pytest.raises(NotYourSeat):
        begun.match.submit("take 1", account="", expected_ply=1, now_ms=0)


def test_a_finished_record_ends_as_it_did() -> None:
    begun = Match.imported(PEBBLES, "m_new", BY_HAND, "", None, 5000)
    assert begun.match.outcome is not None
    assert isinstance(begun.events[-1], MatchFinished)
    assert begun.match.revealed_seed is None


def test_a_record_that_breaks_is_not_taken_over() -> None:
    entries = (*BY_HAND.entries[:1], replace(BY_HAND.entries[1], text="take 9"))
    with pytest.raises(RecordError, match="line 7: TOY-TAKE-01"):
        Match.imported(PEBBLES, "m_new", replace(BY_HAND, entries=entries), "a_ann", Seed(SECRET), 0)
    with pytest.raises(RulesVersion) as refused:
        Match.imported(PEBBLES, "m_new", replace(BY_HAND, rules_version=1), "a_ann", Seed(SECRET), 0)
    assert refused.value.data == {"match": "", "game": GAME_ID, "version": "1"}
