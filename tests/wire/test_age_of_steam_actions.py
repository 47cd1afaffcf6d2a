import random

import pytest
from hypothesis import given, settings

from footplate.api.age_of_steam.v1 import actions_pb2 as pb
from footplate.domain.errors import BadRequest
from footplate.engine.age_of_steam.actions import Action, Place, Replace
from footplate.engine.age_of_steam.notation import ACTION_KINDS, action_text, parse_action
from footplate.wire.age_of_steam_actions import decode_action, encode_action
from tests.wire.anything import anything
from tests.wire.playing import GAME, all_steps

PATH = "action.age_of_steam"

TEXTS = {
    "issue 2": pb.Action(issue_shares=pb.IssueShares(count=2)),
    "issue 0": pb.Action(issue_shares=pb.IssueShares()),
    "bid 3": pb.Action(bid=pb.Bid(amount=3)),
    "pass": pb.Action(turn_order_pass=pb.TurnOrderPass()),
    "drop": pb.Action(drop_out=pb.DropOut()),
    "select first_build": pb.Action(select_action=pb.SelectAction(action=pb.ACTION_KIND_FIRST_BUILD)),
    "urbanize Q10 A": pb.Action(urbanize=pb.Urbanize(hex="Q10", letter="A")),
    "place R13 0-3,2-5": pb.Action(place=pb.Place(hex="R13", pieces=[pb.Piece(edges=[0, 3]), pb.Piece(edges=[2, 5])])),
    "place Q10 1,4": pb.Action(place=pb.Place(hex="Q10", pieces=[pb.Piece(edges=[1]), pb.Piece(edges=[4])])),
    "place Q10 0,1,2,3 as cross_gentle_gentle": pb.Action(
        place=pb.Place(
            hex="Q10",
            pieces=[pb.Piece(edges=[edge]) for edge in range(4)],
            kind=pb.TILE_KIND_CROSS_GENTLE_GENTLE,
        )
    ),
    "replace R11 1-4,2-5": pb.Action(
        replace=pb.Replace(hex="R11", pieces=[pb.Piece(edges=[1, 4]), pb.Piece(edges=[2, 5])])
    ),
    "redirect R13 2-5": pb.Action(redirect=pb.Redirect(hex="R13", pieces=[pb.Piece(edges=[2, 5])])),
    "stop": pb.Action(stop_building=pb.StopBuilding()),
    "deliver blue T9 Q10/P2 Q12/-": pb.Action(
        deliver=pb.Deliver(
            color=pb.GOODS_COLOR_BLUE,
            from_hex="T9",
            steps=[pb.RouteStep(stop="Q10", owner=1), pb.RouteStep(stop="Q12")],
        )
    ),
    "engine": pb.Action(upgrade_engine=pb.UpgradeEngine()),
    "none": pb.Action(move_nothing=pb.MoveNothing()),
    "produce": pb.Action(draw_goods=pb.DrawGoods()),
    "decline": pb.Action(decline_goods=pb.DeclineGoods()),
    "store red light-4 0": pb.Action(store_goods=pb.StoreGoods(color=pb.GOODS_COLOR_RED, column="light-4", box=0)),
    "draw RBPYK": pb.Action(
        draw_cubes=pb.DrawCubes(
            colors=[
                pb.GOODS_COLOR_RED,
                pb.GOODS_COLOR_BLUE,
                pb.GOODS_COLOR_PURPLE,
                pb.GOODS_COLOR_YELLOW,
                pb.GOODS_COLOR_BLACK,
            ]
        )
    ),
    "roll 3 4 1": pb.Action(roll_dice=pb.RollDice(faces=[3, 4, 1])),
    "order P2 P1 P3": pb.Action(shuffle_order=pb.ShuffleOrder(seats=[1, 0, 2])),
}
"""Every text that the comments of the contract give as an example, with the message it stands for."""


def piece(*edges: int) -> pb.Piece:
    return pb.Piece(edges=edges)


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
    assert len(seen) >= 18  # all but the Turn Order pass come up by themselves


def test_whatever_is_legal_survives_the_wire() -> None:
    rng = random.Random(3)
    for step in rng.sample(list(all_steps()), 150):
        for action in GAME.legal_actions(step.before):
            assert decode_action(encode_action(action), PATH) == action


@pytest.mark.parametrize("edges", [[3, 0], [0, 3]])
def test_edges_and_pieces_are_read_in_any_order(edges: list[int]) -> None:
    message = pb.Action(place=pb.Place(hex="R13", pieces=[piece(5, 2), piece(*edges)]))
    assert action_text(decode_action(message, PATH)) == "place R13 0-3,2-5"


def test_an_unspecified_kind_of_tile_is_the_same_as_none() -> None:
    message = pb.Action(place=pb.Place(hex="R13", pieces=[piece(0, 3)], kind=pb.TILE_KIND_UNSPECIFIED))
    assert decode_action(message, PATH) == parse_action("place R13 0-3")


MALFORMED = (
    ("", pb.Action()),
    ("issue_shares.count", pb.Action(issue_shares=pb.IssueShares(count=-1))),
    ("issue_shares.count", pb.Action(issue_shares=pb.IssueShares(count=1_000_000))),
    ("bid.amount", pb.Action(bid=pb.Bid(amount=-3))),
    ("select_action.action", pb.Action(select_action=pb.SelectAction())),
    ("select_action.action", pb.Action(select_action=pb.SelectAction(action=pb.ActionKind.ValueType(8)))),
    ("urbanize.hex", pb.Action(urbanize=pb.Urbanize(letter="A"))),
    ("urbanize.letter", pb.Action(urbanize=pb.Urbanize(hex="Q10", letter="I"))),
    ("urbanize.letter", pb.Action(urbanize=pb.Urbanize(hex="Q10", letter="AB"))),
    ("place.hex", pb.Action(place=pb.Place(hex="R12", pieces=[piece(0, 3)]))),
    ("place.hex", pb.Action(place=pb.Place(hex="r13", pieces=[piece(0, 3)]))),
    ("place.hex", pb.Action(place=pb.Place(hex="A" + "9" * 5000, pieces=[piece(0, 3)]))),
    ("place.pieces", pb.Action(place=pb.Place(hex="R13"))),
    ("place.pieces", pb.Action(place=pb.Place(hex="R13", pieces=[piece(0, 3), piece(3, 5)]))),
    ("place.pieces", pb.Action(place=pb.Place(hex="R13", pieces=[piece(0, 3), piece(1)]))),
    ("place.pieces.0.edges", pb.Action(place=pb.Place(hex="R13", pieces=[piece(0, 6)]))),
    ("place.pieces.1.edges", pb.Action(place=pb.Place(hex="R13", pieces=[piece(1, 2), piece(-1)]))),
    ("place.pieces.0.edges", pb.Action(place=pb.Place(hex="R13", pieces=[piece()]))),
    ("place.pieces.0.edges", pb.Action(place=pb.Place(hex="R13", pieces=[piece(0, 1, 2)]))),
    ("place.pieces.0.edges", pb.Action(place=pb.Place(hex="R13", pieces=[piece(2, 2)]))),
    ("place.kind", pb.Action(place=pb.Place(hex="R13", pieces=[piece(0, 3)], kind=pb.TileKind.ValueType(16)))),
    ("replace.kind", pb.Action(replace=pb.Replace(hex="R13", pieces=[piece(3)], kind=pb.TileKind.ValueType(-1)))),
    ("redirect.pieces", pb.Action(redirect=pb.Redirect(hex="R13"))),
    ("deliver.color", pb.Action(deliver=pb.Deliver(from_hex="T9"))),
    ("deliver.from_hex", pb.Action(deliver=pb.Deliver(color=pb.GOODS_COLOR_RED))),
    (
        "deliver.steps.1.owner",
        pb.Action(
            deliver=pb.Deliver(
                color=pb.GOODS_COLOR_RED,
                from_hex="T9",
                steps=[pb.RouteStep(stop="Q10"), pb.RouteStep(stop="Q12", owner=6)],
            )
        ),
    ),
    (
        "deliver.steps.0.stop",
        pb.Action(deliver=pb.Deliver(color=pb.GOODS_COLOR_RED, from_hex="T9", steps=[pb.RouteStep(owner=0)])),
    ),
    (
        "deliver.steps",
        pb.Action(deliver=pb.Deliver(color=pb.GOODS_COLOR_RED, from_hex="T9", steps=[pb.RouteStep(stop="Q10")] * 63)),
    ),
    ("store_goods.column", pb.Action(store_goods=pb.StoreGoods(color=pb.GOODS_COLOR_RED, column="light-7"))),
    ("store_goods.box", pb.Action(store_goods=pb.StoreGoods(color=pb.GOODS_COLOR_RED, column="A", box=-1))),
    ("draw_cubes.colors", pb.Action(draw_cubes=pb.DrawCubes())),
    ("draw_cubes.colors", pb.Action(draw_cubes=pb.DrawCubes(colors=[pb.GOODS_COLOR_UNSPECIFIED]))),
    ("roll_dice.faces", pb.Action(roll_dice=pb.RollDice(faces=[7]))),
    ("roll_dice.faces", pb.Action(roll_dice=pb.RollDice(faces=[1] * 65))),
    ("shuffle_order.seats", pb.Action(shuffle_order=pb.ShuffleOrder(seats=[0, 6]))),
    ("shuffle_order.seats", pb.Action(shuffle_order=pb.ShuffleOrder())),
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


# --- Anything a client may send --------------------------------------------

WORDS = ("T9", "Q10", "R13", "A0", "Z99", "A", "H", "light-4", "dark-1", "", "x" * 300, "Ä")


@settings(max_examples=600, deadline=None)
@given(anything(pb.Action, WORDS))
def test_any_message_is_an_action_with_a_canonical_text_or_is_refused(message: pb.Action) -> None:
    try:
        action = decode_action(message, PATH)
    except BadRequest as error:
        path = error.data["field"]
    else:
        path = PATH
        _assert_sound(action)
    assert path.startswith(PATH)


def _assert_sound(action: Action) -> None:
    assert parse_action(action_text(action)) == action
    assert decode_action(encode_action(action), PATH) == action
    assert not isinstance(action, Place | Replace) or action.layout
