import random

import pytest
from hypothesis import given, settings

from footplate.api.stephensons_rocket.v1 import actions_pb2 as pb
from footplate.domain.errors import BadRequest
from footplate.engine.stephensons_rocket.board import CITIES, CODES, INDUSTRIES
from footplate.engine.stephensons_rocket.notation import ACTION_KINDS, action_text, parse_action
from footplate.wire.stephensons_rocket_actions import decode_action, encode_action
from tests.support.rocket import GAME
from tests.wire.anything import anything
from tests.wire.rocket_playing import all_steps

PATH = "action.stephensons_rocket"

TEXTS = {
    "token Reading brewery": pb.Action(take_token=pb.TakeToken(city="Reading", industry=pb.INDUSTRY_BREWERY)),
    "station 0614": pb.Action(place_station=pb.PlaceStation(hex="0614")),
    "move 0200 0501": pb.Action(move_station=pb.MoveStation(from_hex="0200", to_hex="0501")),
    "extend LSWR 0514": pb.Action(extend_line=pb.ExtendLine(company="LSWR", hex="0514")),
    "pass": pb.Action(pass_veto=pb.PassVeto()),
    "bid 2 0413": pb.Action(bid=pb.Bid(shares=2, hex="0413")),
    "decline": pb.Action(decline=pb.Decline()),
    "defend 2 0512": pb.Action(defend=pb.Defend(shares=2, hex="0512")),
    "first P2": pb.Action(draw_first=pb.DrawFirst(seat=1)),
}
"""Every text that the comments of the contract give as an example, with the message it stands for."""


@pytest.mark.parametrize("text", TEXTS)
def test_a_message_and_its_text_are_the_same_action(text: str) -> None:
    assert encode_action(parse_action(text)) == TEXTS[text]
    assert action_text(decode_action(TEXTS[text], PATH)) == text


def test_every_kind_of_action_has_a_message_and_no_message_is_left_over() -> None:
    fields = {message.WhichOneof("kind") for message in TEXTS.values()}
    assert fields == {field.name for field in pb.Action.DESCRIPTOR.oneofs_by_name["kind"].fields}
    assert {text.split()[0] for text in TEXTS} == set(ACTION_KINDS)


def test_whatever_is_played_survives_the_wire() -> None:
    seen = set()
    for step in all_steps():
        sent = encode_action(step.action).SerializeToString()
        assert decode_action(pb.Action.FromString(sent), PATH) == step.action
        seen.add(type(step.action))
    assert len(seen) == len(ACTION_KINDS)


def test_whatever_is_legal_survives_the_wire() -> None:
    rng = random.Random(3)
    for step in rng.sample(list(all_steps()), 60):
        for action in GAME.legal_actions(step.before):
            assert decode_action(encode_action(action), PATH) == action


MALFORMED = (
    ("", pb.Action()),
    ("take_token.city", pb.Action(take_token=pb.TakeToken(industry=pb.INDUSTRY_STEEL))),
    ("take_token.city", pb.Action(take_token=pb.TakeToken(city="Leeds", industry=pb.INDUSTRY_STEEL))),
    ("take_token.city", pb.Action(take_token=pb.TakeToken(city="reading", industry=pb.INDUSTRY_STEEL))),
    ("take_token.industry", pb.Action(take_token=pb.TakeToken(city="Reading"))),
    ("take_token.industry", pb.Action(take_token=pb.TakeToken(city="Reading", industry=pb.Industry.ValueType(5)))),
    ("place_station.hex", pb.Action(place_station=pb.PlaceStation())),
    ("place_station.hex", pb.Action(place_station=pb.PlaceStation(hex="0000"))),  # sea
    ("place_station.hex", pb.Action(place_station=pb.PlaceStation(hex="614"))),
    ("place_station.hex", pb.Action(place_station=pb.PlaceStation(hex="9" * 5000))),
    ("move_station.from_hex", pb.Action(move_station=pb.MoveStation(from_hex="T9", to_hex="0501"))),
    ("move_station.to_hex", pb.Action(move_station=pb.MoveStation(from_hex="0200"))),
    ("extend_line.company", pb.Action(extend_line=pb.ExtendLine(hex="0514"))),
    ("extend_line.company", pb.Action(extend_line=pb.ExtendLine(company="LY", hex="0100"))),
    ("extend_line.hex", pb.Action(extend_line=pb.ExtendLine(company="LSWR", hex=" 0514"))),
    ("bid.shares", pb.Action(bid=pb.Bid(shares=-1, hex="0413"))),
    ("bid.shares", pb.Action(bid=pb.Bid(shares=1_000_000, hex="0413"))),
    ("bid.hex", pb.Action(bid=pb.Bid(shares=1))),
    ("defend.shares", pb.Action(defend=pb.Defend(shares=-1, hex="0413"))),
    ("defend.hex", pb.Action(defend=pb.Defend(shares=1, hex="1700"))),
    ("draw_first.seat", pb.Action(draw_first=pb.DrawFirst(seat=4))),
    ("draw_first.seat", pb.Action(draw_first=pb.DrawFirst(seat=-1))),
)


@pytest.mark.parametrize(("field", "message"), MALFORMED)
def test_a_malformed_message_is_refused_by_the_name_of_its_field(field: str, message: pb.Action) -> None:
    with pytest.raises(BadRequest) as caught:
        decode_action(message, PATH)
    assert caught.value.data["field"] == (f"{PATH}.{field}" if field else PATH)
    assert len(caught.value.data["value"]) <= 120


def test_an_action_that_a_later_version_adds_is_refused() -> None:
    unknown = pb.Action.FromString(b"\xa2\x01\x00")  # field 20, empty
    with pytest.raises(BadRequest) as caught:
        decode_action(unknown, PATH)
    assert caught.value.data == {"field": PATH, "value": ""}


def test_the_industries_of_the_contract_are_those_of_the_engine() -> None:
    assert [name.removeprefix("INDUSTRY_").lower() for name in pb.Industry.keys()[1:]] == list(INDUSTRIES)


WORDS = (*CITIES, *CODES, "0514", "0413", "1600", "0000", "T9", "", "x" * 300, "Ä")


@settings(max_examples=400, deadline=None)
@given(anything(pb.Action, WORDS))
def test_any_message_is_an_action_with_a_canonical_text_or_is_refused(message: pb.Action) -> None:
    try:
        action = decode_action(message, PATH)
    except BadRequest as error:
        path = error.data["field"]
    else:
        path = f"{PATH}.{message.WhichOneof('kind')}."
        assert parse_action(action_text(action)) == action
        assert encode_action(action) == message
    assert path.startswith(f"{PATH}.{message.WhichOneof('kind')}.")
