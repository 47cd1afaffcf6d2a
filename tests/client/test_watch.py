"""Watching: no gap, no repeat, no entry that does not follow, however the streams break."""

import threading
import time
from itertools import islice

import pytest

from footplate.api.common.v1 import watch_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.client import BadToken, ChainBroken, Client, ClientClosed, NotFound, connect
from footplate.client import chain as chain_module
from footplate.client.chain import Chain
from footplate.domain.errors import UnknownMatch
from tests.client.house import MATCH, Cut, House
from tests.support.toy_game import GAMES


def later(house: House) -> threading.Thread:
    """Plays the match out while somebody watches."""

    def play() -> None:
        while house.match.outcome is None:
            time.sleep(0.005)
            house.play(house.match.game.action_text(house.match.game.legal_actions(house.match.state)[-1]))

    thread = threading.Thread(target=play)
    thread.start()
    return thread


def plies(house: House) -> list[int]:
    return [entry.ply for entry in house.entries]


def test_every_entry_comes_once_and_the_end_ends_it(house: House, client: Client) -> None:
    thread = later(house)
    seen = [entry.ply for entry in client.matches.watch(MATCH)]
    thread.join()
    assert seen == plies(house)


def test_it_begins_behind_the_ply_that_was_seen(house: House, client: Client) -> None:
    house.play_out()
    assert [entry.ply for entry in client.matches.watch(MATCH, 4)] == plies(house)[4:]


def test_streams_that_break_off_are_taken_up_where_they_were(house: House, client: Client) -> None:
    house.cut_after.extend([0, 1, 2, 3, 1, 5, 2])
    house.fail("WatchMatch", Cut())
    thread = later(house)
    seen = [entry.ply for entry in client.matches.watch(MATCH)]
    thread.join()
    assert seen == plies(house)
    asked = [request.from_ply for request in house.requests("WatchMatch")]
    assert len(asked) >= 8
    assert asked == sorted(asked)


@pytest.mark.parametrize("reason", [watch_pb2.WATCH_END_REASON_SHUTTING_DOWN, watch_pb2.WATCH_END_REASON_TOO_SLOW])
def test_an_end_that_is_not_the_end_is_taken_up_again(
    house: House, client: Client, reason: watch_pb2.WatchEndReason.ValueType
) -> None:
    house.play_out()
    told = {"ended": 0}

    def spoil(message: pb.WatchMatchResponse) -> pb.WatchMatchResponse:
        if message.HasField("entry") and message.entry.ply % 3 == 0 and told["ended"] < message.entry.ply:
            told["ended"] = message.entry.ply
            return pb.WatchMatchResponse(ended=watch_pb2.WatchEnded(reason=reason))
        return message

    house.spoil = spoil
    assert [entry.ply for entry in client.matches.watch(MATCH)] == plies(house)


def test_a_repeated_entry_is_passed_over(house: House, client: Client) -> None:
    house.play_out()
    chain = Chain(MATCH)
    chain.see(client.matches.get(MATCH, ply=0))
    entries = list(client.matches.watch(MATCH))
    assert [chain.add(entries[0]), chain.add(entries[0]), chain.add(entries[1])] == [True, False, True]
    assert chain.ply == 2


def test_a_changed_entry_is_found_out(house: House, client: Client) -> None:
    house.play_out()

    def spoil(message: pb.WatchMatchResponse) -> pb.WatchMatchResponse:
        if message.HasField("entry") and message.entry.ply == 3:
            message.entry.text = "take 9"
        return message

    house.spoil = spoil
    watch = client.matches.watch(MATCH)
    assert [next(watch).ply, next(watch).ply] == [1, 2]
    with pytest.raises(ChainBroken) as caught:
        next(watch)
    assert (caught.value.match_id, caught.value.ply) == (MATCH, 3)


def test_a_left_out_entry_is_found_out(house: House, client: Client) -> None:
    house.play_out()
    house.spoil = lambda message: None if message.HasField("entry") and message.entry.ply == 3 else message
    with pytest.raises(ChainBroken, match="entry 3 is missing"):
        list(client.matches.watch(MATCH))


def test_a_history_that_changes_between_two_streams_is_found_out(house: House, client: Client) -> None:
    house.play_out()
    house.cut_after.append(4)

    def spoil(message: pb.WatchMatchResponse) -> pb.WatchMatchResponse:
        if message.HasField("view") and message.view.ply == 3:
            message.view.chain_hash = "ab" * 32
        return message

    house.spoil = spoil
    with pytest.raises(ChainBroken, match="the hash of the position"):
        list(client.matches.watch(MATCH))


def test_the_chain_begins_with_the_header(house: House, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain_module, "games", lambda: GAMES)
    house.play_out()
    assert [entry.ply for entry in client.matches.watch(MATCH)] == plies(house)

    def spoil(message: pb.WatchMatchResponse) -> pb.WatchMatchResponse:
        if message.HasField("view"):
            message.view.setup.seats[1].display_name = "Somebody else"
        return message

    house.spoil = spoil
    with pytest.raises(ChainBroken, match="ply 0"):
        list(client.matches.watch(MATCH))


def test_a_match_that_is_not_there_is_an_error(house: House, client: Client) -> None:
    house.fail("WatchMatch", UnknownMatch("m_no"))
    with pytest.raises(NotFound):
        list(client.matches.watch("m_no"))
    assert len(house.requests("WatchMatch")) == 1


def test_a_silent_stream_is_opened_anew(house: House) -> None:
    house.pause = 60  # no beat will come
    house.play_others()
    with connect(house.address, token="good", silence=0.3) as client:
        watch = client.matches.watch(MATCH)
        seen = [entry.ply for entry in islice(watch, len(house.entries))]
        threading.Timer(1.0, house.play_out).start()
        seen += [entry.ply for entry in watch]
    assert seen == plies(house)
    assert len(house.requests("WatchMatch")) >= 3


def test_a_reader_that_takes_its_time_is_not_cut_off(house: House) -> None:
    house.play_out()
    with connect(house.address, token="good", silence=0.2) as client:
        for _ in client.matches.watch(MATCH):
            time.sleep(0.05)
    assert len(house.requests("WatchMatch")) == 1


def test_a_token_that_runs_out_during_a_watch_is_renewed(house: House) -> None:
    house.play_out()
    expired = watch_pb2.WatchEnded(reason=watch_pb2.WATCH_END_REASON_TOKEN_EXPIRED)

    def spoil(message: pb.WatchMatchResponse) -> pb.WatchMatchResponse:
        if message.HasField("entry") and house.asked[-1][2] == "first":
            house.good_tokens.discard("first")
            return pb.WatchMatchResponse(ended=expired)
        return message

    house.spoil = spoil
    with connect(house.address) as client:
        client.accounts.register("Ann")
        assert [entry.ply for entry in client.matches.watch(MATCH)] == plies(house)


def test_without_a_secret_a_token_that_runs_out_is_an_error(house: House) -> None:
    expired = watch_pb2.WatchEnded(reason=watch_pb2.WATCH_END_REASON_TOKEN_EXPIRED)

    def spoil(message: pb.WatchMatchResponse) -> pb.WatchMatchResponse:
        house.good_tokens.clear()
        return pb.WatchMatchResponse(ended=expired)

    house.spoil = spoil
    with connect(house.address, token="good", patience=2) as client, pytest.raises(BadToken):
        list(client.matches.watch(MATCH))


def test_leaving_a_watch_ends_its_stream(house: House, client: Client) -> None:
    watch = client.matches.watch(MATCH)
    next(watch)
    watch.close()  # type: ignore[attr-defined] # a generator
    before = {thread.name for thread in threading.enumerate()}
    deadline = time.monotonic() + 5
    while "silence-guard" in before and time.monotonic() < deadline:
        time.sleep(0.01)
        before = {thread.name for thread in threading.enumerate()}
    assert "silence-guard" not in before


def test_closing_the_client_ends_a_watch(house: House, client: Client) -> None:
    threading.Timer(0.2, client.close).start()
    with pytest.raises(ClientClosed):
        list(client.matches.watch(MATCH))


def test_following_shows_every_position_that_waits_with_what_led_to_it(house: House, client: Client) -> None:
    house.cut_after.extend([3, 4, 2])
    thread = later(house)
    updates = list(client.matches.follow(MATCH))
    thread.join()
    assert [entry.ply for update in updates for entry in update.entries] == plies(house)
    assert all(update.view.ply == (update.entries[-1].ply if update.entries else 0) for update in updates)
    assert [update.view.ply for update in updates] == sorted({update.view.ply for update in updates})
    assert updates[-1].view.HasField("outcome")
    assert [seat.display_name for seat in updates[0].seats] == ["Ann", "Bolt", "Cy"]
