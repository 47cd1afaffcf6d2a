import pytest

from footplate.api.common.v1 import setup_pb2 as pb
from footplate.domain.errors import BadRequest
from footplate.domain.seat import Seat
from footplate.domain.setup import complete
from footplate.engine.game import Setup
from footplate.wire.common import (
    decode_outcome,
    decode_seats,
    decode_setup,
    decode_standings,
    decode_time,
    encode_full_setup,
    encode_outcome,
    encode_setup,
    encode_standings,
    encode_time,
    preset_options,
)
from tests.support.toy_game import PEBBLES, SETUP
from tests.support.toy_matches import SEATS
from tests.wire.playing import GAME, all_steps
from tests.wire.test_events import OUTCOME


@pytest.mark.parametrize("milliseconds", [0, 1, 999, 1_700_000_000_123])
def test_times_keep_their_milliseconds(milliseconds: int) -> None:
    assert decode_time(encode_time(milliseconds)) == milliseconds


def test_a_set_up_is_kept_as_it_is() -> None:
    setup = Setup("pebbles", "beach", "short", 3, (("vetoes", "none"),))
    message = encode_setup(setup, SEATS)
    assert dict(message.options) == {"vetoes": "none"}
    assert decode_setup(message, 3) == setup
    assert decode_seats(message.seats) == SEATS


def test_clients_are_told_every_option() -> None:
    assert dict(encode_full_setup(PEBBLES, SETUP, SEATS).options) == {"vetoes": "one"}
    setup = Setup("age_of_steam", "rust_belt", "eagle-2009-as-printed", 4, (("growth_dice", "starting_players"),))
    options = dict(encode_full_setup(GAME, setup, ()).options)
    assert set(options) == {option.name for option in GAME.info.options}
    assert options["high_bidder_call"] == "must_raise"  # the preset's
    assert options["growth_dice"] == "starting_players"  # changed
    assert options["marker_limit"] == "20"  # the default


def test_what_clients_are_told_comes_back_as_the_same_set_up() -> None:
    for preset in GAME.info.presets:
        setup = complete(GAME, Setup("age_of_steam", "", preset, 4, (("marker_limit", "none"),)))
        assert complete(GAME, decode_setup(encode_full_setup(GAME, setup, ()), 4)) == setup


def test_a_request_may_leave_things_open() -> None:
    setup = decode_setup(pb.Setup(game="pebbles"), 2)
    assert setup == Setup("pebbles", "", "", 2)
    assert complete(PEBBLES, setup) == Setup("pebbles", "beach", "short", 2)


def test_free_seats_are_gaps() -> None:
    message = encode_setup(SETUP, (None, SEATS[1], None))
    assert [seat.seat for seat in message.seats] == [1]


@pytest.mark.parametrize(
    ("seats", "field"),
    [
        ([pb.Seat(seat=1, account_id="a_1", display_name="Ann")], "setup.seats.0.seat"),
        ([pb.Seat(seat=0, account_id="a_1")], "setup.seats.0.display_name"),
        ([pb.Seat(seat=0, account_id="a_1", display_name="x" * 33)], "setup.seats.0.display_name"),
        (
            [
                pb.Seat(seat=0, account_id="a_1", display_name="Ann"),
                pb.Seat(seat=1, account_id="a_2", display_name="Bob", bot_level="greedy"),
            ],
            "setup.seats.1.bot_level",
        ),
    ],
)
def test_seats_that_do_not_fit_are_refused(seats: list[pb.Seat], field: str) -> None:
    with pytest.raises(BadRequest) as caught:
        decode_seats(seats)
    assert caught.value.data["field"] == field


def test_a_guest_bot_has_no_level() -> None:
    guest = Seat("a_1", "Guest", bot=True)
    assert decode_seats(encode_setup(SETUP, [guest]).seats) == (guest,)


def test_an_outcome_survives_the_wire() -> None:
    sent = encode_outcome(OUTCOME).SerializeToString()
    assert decode_outcome(pb.Outcome.FromString(sent)) == OUTCOME
    assert not encode_outcome(OUTCOME).standings[2].HasField("score")


def test_the_parts_of_a_score_add_up_to_it() -> None:
    for standing in encode_outcome(OUTCOME).standings[:2]:
        assert sum(standing.breakdown.values()) == standing.score


def test_standings_of_games_survive_the_wire() -> None:
    for step in list(all_steps())[::20]:
        standings = GAME.standings(step.after)
        assert decode_standings(encode_standings(standings)) == standings


def test_an_unknown_preset_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        preset_options(PEBBLES, "endless")
