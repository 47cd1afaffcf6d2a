"""What was generated can be imported together, and actions survive the wire."""

import importlib
from collections.abc import Mapping

from google.protobuf import json_format
from google.protobuf.descriptor_pb2 import FileDescriptorProto

from footplate.api.age_of_steam.v1 import actions_pb2 as aos
from footplate.api.match.v1 import action_pb2


def test_every_contract_has_its_module(contracts: Mapping[str, FileDescriptorProto]) -> None:
    for name, file in contracts.items():
        module = importlib.import_module(name.removesuffix(".proto").replace("/", ".") + "_pb2")
        assert module.DESCRIPTOR.name == name
        if file.service:
            grpc = importlib.import_module(module.__name__ + "_grpc")
            assert hasattr(grpc, file.service[0].name + "Servicer")


def test_seat_zero_and_no_owner_are_told_apart() -> None:
    steps = [aos.RouteStep(stop="Q10", owner=0), aos.RouteStep(stop="Q12")]
    deliver = aos.Deliver(color=aos.GOODS_COLOR_BLUE, from_hex="T9", steps=steps)
    sent = action_pb2.Action(age_of_steam=aos.Action(deliver=deliver))
    got = action_pb2.Action.FromString(sent.SerializeToString()).age_of_steam.deliver
    assert [step.HasField("owner") for step in got.steps] == [True, False]


def test_an_action_reads_well_as_json() -> None:
    piece = aos.Piece(edges=[1, 4])
    action = action_pb2.Action(age_of_steam=aos.Action(place=aos.Place(hex="S10", pieces=[piece])))
    assert json_format.MessageToDict(action) == {
        "ageOfSteam": {"place": {"hex": "S10", "pieces": [{"edges": [1, 4]}]}},
    }


def test_an_action_without_fields_is_still_an_action() -> None:
    sent = aos.Action(drop_out=aos.DropOut()).SerializeToString()
    assert aos.Action.FromString(sent).WhichOneof("kind") == "drop_out"
