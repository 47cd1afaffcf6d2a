import pytest

from footplate.api.age_of_steam.v1 import actions_pb2
from footplate.api.match.v1 import action_pb2, match_view_pb2
from footplate.api.rules.v1 import message_pb2
from footplate.domain.errors import BadRequest
from footplate.engine.errors import IllegalAction
from footplate.engine.registry import games
from footplate.wire.codecs import CODECS, TextCodec, codec_of
from tests.support.toy_game import PEBBLES, SETUP, Roll, Take
from tests.wire.toy_codec import ToyCodec, registered


def test_every_game_on_offer_has_typed_messages() -> None:
    assert set(CODECS) == set(games())


def test_the_fields_of_the_contract_are_named_as_the_games() -> None:
    for message, oneof in (
        (action_pb2.Action, "form"),
        (action_pb2.Effects, "game"),
        (match_view_pb2.MatchView, "view"),
        (message_pb2.MapInfo, "geometry"),
    ):
        fields = {field.name for field in message.DESCRIPTOR.oneofs_by_name[oneof].fields}
        assert fields - {"text"} == set(CODECS)


def test_a_game_without_a_codec_travels_as_text() -> None:
    codec = codec_of(PEBBLES)
    assert isinstance(codec, TextCodec)
    assert codec.encode_action(Take(2)) == action_pb2.Action(text="take 2")
    state = PEBBLES.start(SETUP)
    assert codec.encode_effects(state, Roll(3)) == action_pb2.Effects()
    view = match_view_pb2.MatchView()
    codec.add_view(state, view)
    assert view == match_view_pb2.MatchView()
    assert codec.encode_map("beach") == message_pb2.MapInfo(id="beach", title="beach")


def test_even_without_typed_effects_an_illegal_action_is_refused() -> None:
    with pytest.raises(IllegalAction):
        codec_of(PEBBLES).encode_effects(PEBBLES.start(SETUP), Take(1))


def test_a_game_without_a_codec_reads_no_typed_action() -> None:
    typed = action_pb2.Action(age_of_steam=actions_pb2.Action(bid=actions_pb2.Bid(amount=1)))
    with pytest.raises(BadRequest):
        codec_of(PEBBLES).decode_action(typed, "action")


def test_a_codec_can_be_registered() -> None:
    with registered():
        assert isinstance(codec_of(PEBBLES), ToyCodec)
    assert isinstance(codec_of(PEBBLES), TextCodec)
