"""Habits of the contracts that no linter knows."""

import keyword
import re
from collections.abc import Iterator, Mapping

import pytest
from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto, MethodDescriptorProto

from footplate.engine.registry import games

Contracts = Mapping[str, FileDescriptorProto]

READS = ("Get", "List", "Watch", "Check", "Issue", "Renew")
"""First words of calls that store nothing; all others are writes. To issue or renew a token stores nothing."""
CODES = (
    "INVALID_ARGUMENT",
    "FAILED_PRECONDITION",
    "PERMISSION_DENIED",
    "ABORTED",
    "NOT_FOUND",
    "UNAUTHENTICATED",
    "RESOURCE_EXHAUSTED",
    "ALREADY_EXISTS",
    "UNAVAILABLE",
    "INTERNAL",
)


def messages(contracts: Contracts) -> dict[str, DescriptorProto]:
    """Every message of the contracts by its full name."""
    return {f".{file.package}.{message.name}": message for file in contracts.values() for message in file.message_type}


def methods(contracts: Contracts) -> Iterator[MethodDescriptorProto]:
    """Every call of every service."""
    return (method for file in contracts.values() for service in file.service for method in service.method)


def fields(message: DescriptorProto, oneof: str) -> dict[str, int]:
    """The fields of a oneof with their numbers."""
    index = [declared.name for declared in message.oneof_decl].index(oneof)
    return {f.name: f.number for f in message.field if f.HasField("oneof_index") and f.oneof_index == index}


def comments(file: FileDescriptorProto, prefix: tuple[int, ...]) -> list[str]:
    """The comments of the direct children of an element, in order."""
    size = len(prefix) + 1
    locations = (location for location in file.source_code_info.location if len(location.path) == size)
    return [location.leading_comments.strip() for location in locations if tuple(location.path[:-1]) == prefix]


def test_package_is_folder_and_ends_in_its_version(contracts: Contracts) -> None:
    for name, file in contracts.items():
        assert file.package.replace(".", "/") == name.rpartition("/")[0]
        assert re.fullmatch(r"footplate\.api\.[a-z_]+\.v\d+", file.package)


def test_a_service_file_holds_one_service_and_nothing_else(contracts: Contracts) -> None:
    for name, file in contracts.items():
        assert len(file.service) == (1 if name.endswith("_service.proto") else 0)
        if file.service:
            assert not file.message_type
            assert not file.enum_type


def test_requests_and_responses_stand_in_their_own_file(contracts: Contracts) -> None:
    for name, file in contracts.items():
        here = name.endswith("request_response.proto")
        assert all(
            message.name.endswith(("Request", "Response")) == here or message.name == "PageRequest"
            for message in file.message_type
        )


def test_enums_stand_at_package_level(contracts: Contracts) -> None:
    assert [name for name, message in messages(contracts).items() if message.enum_type] == []


def test_every_write_carries_a_request_id(contracts: Contracts) -> None:
    known = messages(contracts)
    writes = {
        method.name: known[method.input_type] for method in methods(contracts) if not method.name.startswith(READS)
    }
    assert {"CreateMatch", "SubmitAction", "ImportRecord", "JoinTable", "Register"} <= set(writes)
    assert [name for name, request in writes.items() if "request_id" not in {f.name for f in request.field}] == []


def test_exactly_the_watches_are_streams_and_they_beat_and_end(contracts: Contracts) -> None:
    known = messages(contracts)
    for method in methods(contracts):
        assert method.server_streaming == method.name.startswith("Watch")
        assert not method.client_streaming
        if method.server_streaming:
            assert {"heartbeat", "ended"} <= set(fields(known[method.output_type], "message"))


def test_no_field_is_a_python_keyword(contracts: Contracts) -> None:
    names = {field.name for message in messages(contracts).values() for field in message.field}
    assert [name for name in names if keyword.iskeyword(name)] == []


def test_a_game_has_its_own_field_wherever_games_differ(contracts: Contracts) -> None:
    known = messages(contracts)
    assert set(fields(known[".footplate.api.match.v1.Action"], "form")) - {"text"} == set(games())
    assert set(fields(known[".footplate.api.match.v1.Effects"], "game")) == set(games())
    assert set(fields(known[".footplate.api.match.v1.MatchView"], "view")) == set(games())
    assert set(fields(known[".footplate.api.rules.v1.MapInfo"], "geometry")) == set(games())


@pytest.mark.parametrize("game", sorted(games()))
def test_every_action_of_a_game_is_a_message_of_its_own(contracts: Contracts, game: str) -> None:
    action = messages(contracts)[f".footplate.api.{game}.v1.Action"]
    types = [field.type_name for field in action.field]
    assert len(types) == len(set(types)) == len(fields(action, "kind"))
    for field in action.field:
        assert field.type_name.rpartition(".")[2] == "".join(word.title() for word in field.name.split("_"))


def test_every_error_reason_names_its_code_and_its_keys(contracts: Contracts) -> None:
    file = contracts["footplate/api/errors/v1/error_reason.proto"]
    first_enum_values = (5, 0, 2)
    told = comments(file, first_enum_values)
    assert len(told) == len(file.enum_type[0].value)
    for comment in told[1:]:
        assert comment.startswith(tuple(CODES)), comment
        assert re.search(r"Keys: |No keys\.", comment), comment


def test_every_reason_a_call_names_is_on_the_list(contracts: Contracts) -> None:
    reasons = {
        value.name.removeprefix("ERROR_REASON_")
        for value in contracts["footplate/api/errors/v1/error_reason.proto"].enum_type[0].value
    }
    named = re.compile(r"[A-Z]+_[A-Z_]+[A-Z]")
    for file in contracts.values():
        for number, service in enumerate(file.service):
            for comment in comments(file, (6, number, 2)):
                words = set(named.findall(comment)) - set(CODES)
                assert words <= reasons, f"{service.name}: {words - reasons}"
