"""A contract is a document: whatever a client can see carries a comment of its own."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto, FileDescriptorProto

from tests.contract.conftest import Compile

Place = tuple[int, ...]
"""Where an element stands in its file: field numbers and indices, as in SourceCodeInfo.Location.path."""

FILE_MESSAGE, FILE_ENUM, FILE_SERVICE = 4, 5, 6
MESSAGE_FIELD, MESSAGE_NESTED, MESSAGE_ENUM, MESSAGE_ONEOF = 2, 3, 4, 8
ENUM_VALUE, SERVICE_METHOD = 2, 2


def elements(file: FileDescriptorProto) -> Iterator[tuple[Place, str]]:
    """Everything that must be explained, with its place and name."""
    for number, message in enumerate(file.message_type):
        yield from of_message((FILE_MESSAGE, number), message.name, message)
    for number, enum in enumerate(file.enum_type):
        yield from of_enum((FILE_ENUM, number), enum.name, enum)
    for number, service in enumerate(file.service):
        yield (FILE_SERVICE, number), service.name
        for index, method in enumerate(service.method):
            yield (FILE_SERVICE, number, SERVICE_METHOD, index), f"{service.name}.{method.name}"


def of_message(place: Place, name: str, message: DescriptorProto) -> Iterator[tuple[Place, str]]:
    """A message and all inside it; what the compiler adds for maps and optional fields is nobody's to explain."""
    yield place, name
    for index, field in enumerate(message.field):
        yield (*place, MESSAGE_FIELD, index), f"{name}.{field.name}"
    added = {field.oneof_index for field in message.field if field.proto3_optional}
    for index, oneof in enumerate(message.oneof_decl):
        if index not in added:
            yield (*place, MESSAGE_ONEOF, index), f"{name}.{oneof.name}"
    for index, nested in enumerate(message.nested_type):
        if not nested.options.map_entry:
            yield from of_message((*place, MESSAGE_NESTED, index), f"{name}.{nested.name}", nested)
    for index, enum in enumerate(message.enum_type):
        yield from of_enum((*place, MESSAGE_ENUM, index), f"{name}.{enum.name}", enum)


def of_enum(place: Place, name: str, enum: EnumDescriptorProto) -> Iterator[tuple[Place, str]]:
    """An enum and its values."""
    yield place, name
    for index, value in enumerate(enum.value):
        yield (*place, ENUM_VALUE, index), f"{name}.{value.name}"


def unexplained(file: FileDescriptorProto) -> list[str]:
    """The names of elements without a comment right above them."""
    comments = {tuple(location.path): location.leading_comments for location in file.source_code_info.location}
    return [name for place, name in elements(file) if not comments.get(place, "").strip()]


def test_every_element_has_a_comment(contracts: Mapping[str, FileDescriptorProto]) -> None:
    assert {name: missing for name, file in contracts.items() if (missing := unexplained(file))} == {}


def test_every_package_says_what_it_is_for(contracts: Mapping[str, FileDescriptorProto]) -> None:
    package_statement = (2,)
    explained = {
        file.package
        for file in contracts.values()
        for location in file.source_code_info.location
        if tuple(location.path) == package_statement and location.leading_comments.strip()
    }
    assert {file.package for file in contracts.values()} - explained == set()


def test_a_missing_comment_is_found_wherever_it_is_missing(compiled: Compile, tmp_path: Path) -> None:
    root = tmp_path / "bare"
    root.mkdir()
    (root / "bare.proto").write_text(BARE, encoding="utf-8")
    assert unexplained(compiled(root)["bare.proto"]) == [
        "Told.untold",
        "Told.choice",
        "Told.Inner",
        "Told.Inner.one",
        "Told.Kind.KIND_UNTOLD",
        "Untold",
        "Untold.UNTOLD_ZERO",
        "Service.Call",
    ]


BARE = """
syntax = "proto3";

// Told.
message Told {
  // Told.
  optional int32 told = 1;
  map<string, int32> untold = 2;
  oneof choice {
    // Told.
    int32 chosen = 3;
  }
  message Inner {
    int32 one = 1;
  }
  // Told.
  enum Kind {
    // Told.
    KIND_TOLD = 0;
    KIND_UNTOLD = 1;
  }
}
enum Untold {
  UNTOLD_ZERO = 0;
}
// Told.
service Service {
  rpc Call(Told) returns (Told);
}
"""
