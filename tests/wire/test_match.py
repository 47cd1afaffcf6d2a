from dataclasses import replace

import pytest

from footplate.api.age_of_steam.v1 import actions_pb2
from footplate.api.match.v1 import action_pb2, log_entry_pb2, match_view_pb2
from footplate.domain.errors import BadRequest
from footplate.domain.log import Cause, Entry
from footplate.domain.match import Match
from footplate.domain.seat import Seat
from footplate.domain.seed import Seed
from footplate.engine.age_of_steam.actions import IssueShares
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.chain import first_hash, next_hash
from footplate.engine.errors import IllegalAction, NotationError
from footplate.engine.game import CHANCE, OVER
from footplate.engine.record import opening_text
from footplate.wire.common import decode_conduct, decode_outcome
from footplate.wire.match import (
    decode_action,
    decode_entry,
    decode_opening,
    encode_action,
    encode_effects,
    encode_entries_with_effects,
    encode_entry,
    encode_legal_action,
    encode_match,
)
from tests.support.toy_game import PEBBLES, SETUP, State, Take
from tests.support.toy_matches import begin, play
from tests.wire.playing import SETUPS
from tests.wire.toy_codec import registered

STEAM = AgeOfSteam()
BID = action_pb2.Action(age_of_steam=actions_pb2.Action(bid=actions_pb2.Bid(amount=3)))


def take(count: int) -> State:
    return PEBBLES.start(SETUP)._replace(phase="take", heap=count)


# --- Actions ---------------------------------------------------------------


def test_an_action_is_read_from_its_text_or_its_message() -> None:
    typed = action_pb2.Action(age_of_steam=actions_pb2.Action(issue_shares=actions_pb2.IssueShares(count=2)))
    assert decode_action(STEAM, typed) == decode_action(STEAM, action_pb2.Action(text="issue 2")) == IssueShares(2)
    assert encode_action(STEAM, IssueShares(2)) == typed


def test_a_text_that_cannot_be_read_quotes_itself() -> None:
    with pytest.raises(NotationError) as caught:
        decode_action(STEAM, action_pb2.Action(text="isue 2"))
    assert caught.value.text == "isue 2"


def test_no_action_is_no_request() -> None:
    with pytest.raises(BadRequest) as caught:
        decode_action(STEAM, action_pb2.Action())
    assert caught.value.data["field"] == "action"


def test_an_action_of_another_game_is_refused() -> None:
    with pytest.raises(BadRequest) as caught:
        decode_action(PEBBLES, BID)
    assert caught.value.data == {"field": "action", "value": "age_of_steam"}


def test_a_malformed_message_names_its_field() -> None:
    bad = action_pb2.Action(age_of_steam=actions_pb2.Action(bid=actions_pb2.Bid(amount=-1)))
    with pytest.raises(BadRequest) as caught:
        decode_action(STEAM, bad)
    assert caught.value.data["field"] == "action.age_of_steam.bid.amount"


def test_a_game_without_typed_messages_is_played_by_text() -> None:
    assert decode_action(PEBBLES, action_pb2.Action(text="take 2")) == Take(2)
    assert encode_action(PEBBLES, Take(2)) == action_pb2.Action(text="take 2")


def test_a_registered_codec_is_asked() -> None:
    with registered():
        assert encode_action(PEBBLES, Take(3)) == BID
        assert encode_effects(PEBBLES, take(5), Take(1)).age_of_steam.notes == ["1 change"]


def test_a_legal_action_is_told_with_text_and_effects_if_asked_for() -> None:
    with registered():
        short = encode_legal_action(PEBBLES, take(5), Take(1), with_effects=False)
        long = encode_legal_action(PEBBLES, take(5), Take(1), with_effects=True)
    assert short.text == long.text == "take 1"
    assert short.action == long.action
    assert not short.HasField("effects")
    assert long.effects.age_of_steam.notes == ["1 change"]


# --- Entries ---------------------------------------------------------------


def test_an_entry_survives_the_wire() -> None:
    for entry in play(begin()).entries:
        message = encode_entry(PEBBLES, entry)
        assert decode_entry(log_entry_pb2.LogEntry.FromString(message.SerializeToString())) == entry
        assert decode_action(PEBBLES, message.action) == PEBBLES.parse_action(entry.text)
        assert not message.HasField("effects")


@pytest.mark.parametrize(
    ("cause", "value"),
    [
        (Cause.PLAYER, log_entry_pb2.ENTRY_CAUSE_PLAYER),
        (Cause.CHANCE, log_entry_pb2.ENTRY_CAUSE_CHANCE),
        (Cause.DEFAULT, log_entry_pb2.ENTRY_CAUSE_DEFAULT),
        (Cause.IMPORT, log_entry_pb2.ENTRY_CAUSE_IMPORT),
    ],
)
def test_causes(cause: Cause, value: log_entry_pb2.EntryCause.ValueType) -> None:
    entry = Entry(1, CHANCE, "roll 3", cause, 1234, "ab")
    message = encode_entry(PEBBLES, entry)
    assert message.cause == value
    assert decode_entry(message) == entry


def test_every_cause_has_a_value() -> None:
    assert len(Cause) == len(log_entry_pb2.EntryCause.values()) - 1


def test_an_unknown_cause_is_refused() -> None:
    with pytest.raises(BadRequest) as caught:
        decode_entry(log_entry_pb2.LogEntry(ply=1, text="roll 3"))
    assert caught.value.data["field"] == "cause"


def test_an_entry_that_is_no_move_is_read_by_its_text() -> None:
    message = log_entry_pb2.LogEntry(ply=7, actor=1, text="resign", cause=log_entry_pb2.ENTRY_CAUSE_PLAYER)
    assert decode_entry(message).text == "resign"


def test_entries_are_told_with_the_effects_of_each() -> None:
    begun = begin()
    played = play(begun)
    entries = played.entries[len(begun.entries) :]
    with registered():
        messages = list(encode_entries_with_effects(PEBBLES, begun.match.state, entries))
    assert [message.ply for message in messages] == [entry.ply for entry in entries]
    assert all(message.effects.age_of_steam.notes for message in messages)


def test_effects_of_entries_that_do_not_follow_are_an_error() -> None:
    entry = Entry(1, 0, "take 3", Cause.PLAYER, 0, "")
    with pytest.raises(IllegalAction):
        list(encode_entries_with_effects(PEBBLES, PEBBLES.start(SETUP), [entry]))


# --- Positions -------------------------------------------------------------


def told(match: Match, head: Match | None = None, viewer: int | None = None) -> match_view_pb2.MatchView:
    message = encode_match(match, head or match, viewer)
    return match_view_pb2.MatchView.FromString(message.SerializeToString())


def test_a_running_match() -> None:
    match = begin().match
    view = told(match, viewer=1)
    assert (view.match_id, view.ply, view.head_ply, view.to_act) == ("m_toy", 1, 1, 0)
    assert (view.phase, view.turn, view.turns) == ("take", 1, 2)
    assert view.viewer == 1
    assert view.setup.game == "pebbles"
    assert dict(view.setup.options) == {"vetoes": "one"}
    assert [(seat.seat, seat.account_id, seat.bot_level) for seat in view.setup.seats] == [
        (0, "a_ann", ""),
        (1, "a_bot", "greedy"),
        (2, "a_cy", ""),
    ]
    assert view.seed_commitment == match.header.commitment
    assert view.chain_hash == match.chain_hash
    assert view.rules_version == 3
    assert view.created.ToMilliseconds() == view.turn_began.ToMilliseconds() == 1000
    assert not view.HasField("outcome")
    assert view.revealed_seed == ""
    assert view.WhichOneof("view") is None
    assert PEBBLES.parse_state(view.state_text) == match.state
    assert [standing.seat for standing in view.standings] == [0, 1, 2]


def test_a_match_that_is_over() -> None:
    match = play(begin()).match
    view = told(match)
    assert view.to_act == OVER
    assert decode_outcome(view.outcome) == match.outcome
    assert view.revealed_seed == bytes(range(32)).hex()
    assert not view.HasField("turn_began")
    assert not view.HasField("viewer")
    assert decode_conduct(view.conduct) == match.conduct


def test_an_earlier_ply_of_a_match_that_is_over_still_tells_the_seed_but_no_outcome() -> None:
    begun = begin()
    head = play(begun).match
    view = told(begun.match, head)
    assert (view.ply, view.head_ply) == (1, head.ply)
    assert view.revealed_seed == bytes(range(32)).hex()
    assert not view.HasField("outcome")
    assert view.HasField("turn_began")


def test_the_secret_stays_secret_while_the_match_runs() -> None:
    match = begin().match
    secret = bytes(range(32))
    sent = encode_match(match, match, None).SerializeToString()
    assert secret not in sent
    assert secret.hex().encode() not in sent


def test_a_viewer_sees_what_the_game_lets_it_see() -> None:
    class Veiled(type(PEBBLES)):  # type: ignore[misc]  # the class of the game, whatever it is
        def view(self, state: State, seat: int | None) -> State:
            return state._replace(heap=0 if seat is None else state.heap)

    match = replace(begin().match, game=Veiled())
    assert PEBBLES.parse_state(told(match).state_text).heap == 0
    assert PEBBLES.parse_state(told(match, viewer=0).state_text).heap == match.state.heap


def test_a_typed_view_is_added_by_the_codec() -> None:
    with registered():
        assert told(begin().match).age_of_steam.turn == 1


def test_a_match_of_age_of_steam_has_its_typed_view() -> None:
    seats = [Seat(f"a_{number}", f"P{number}") for number in range(SETUPS[0].seats)]
    match = Match.create(STEAM, "m_steam", SETUPS[0], seats, Seed(bytes(32)), 5).match
    view = told(match)
    assert view.WhichOneof("view") == "age_of_steam"
    assert view.phase == "issue_shares"
    assert STEAM.parse_state(view.state_text) == match.state
    assert len(view.setup.options) == len(STEAM.info.options)


def test_a_client_can_follow_the_chain_of_hashes_from_what_it_is_told() -> None:
    begun = begin(replace(SETUP, options=(("vetoes", "none"),)))
    played = play(begun)
    opening = decode_opening(PEBBLES, told(played.match))
    assert opening_text(opening) == opening_text(played.match.header.record())
    chain = first_hash(opening_text(opening))
    for message in (encode_entry(PEBBLES, entry) for entry in played.entries):
        chain = next_hash(chain, message.ply, message.actor, message.text)
        assert chain == message.chain_hash
    assert chain == played.match.chain_hash


def test_an_imported_match_says_so() -> None:
    record = play(begin(), plies=3).record
    done = Match.imported(PEBBLES, "m_copy", record, "", None, 77)
    view = told(done.match)
    assert view.imported_plies == 3
    assert view.seed_commitment == ""
    assert [seat.account_id for seat in view.setup.seats] == ["", "", ""]
    assert decode_opening(PEBBLES, view) == done.match.header.record()


def test_nothing_is_hidden_once_the_match_has_ended_whatever_ply_is_looked_at() -> None:
    class Veiled(type(PEBBLES)):  # type: ignore[misc]  # the class of the game, whatever it is
        def view(self, state: State, _seat: int | None) -> State:
            return state._replace(heap=0)

    early = replace(begin().match, game=Veiled())
    over = play(begin()).match
    assert PEBBLES.parse_state(told(early).state_text).heap == 0
    assert PEBBLES.parse_state(told(early, over).state_text).heap == early.state.heap
