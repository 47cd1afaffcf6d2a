"""The contracts as the compiler sees them: descriptors that still carry the comments."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parents[2]
PROTO = ROOT / "proto"

Compile = Callable[[Path], Mapping[str, FileDescriptorProto]]


def compile_protos(root: Path, target: Path) -> dict[str, FileDescriptorProto]:
    """Every contract below `root` by its path, comments included; `target` is a scratch file."""
    well_known = Path(protoc.__file__).parent / "_proto"
    contracts = sorted(str(path.relative_to(root)) for path in root.rglob("*.proto"))
    paths = [f"--proto_path={root}", f"--proto_path={well_known}"]
    assert protoc.main(["protoc", *paths, "--include_source_info", f"--descriptor_set_out={target}", *contracts]) == 0
    return {file.name: file for file in FileDescriptorSet.FromString(target.read_bytes()).file}


@pytest.fixture(scope="session")
def contracts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, FileDescriptorProto]:
    """The contracts of the platform."""
    return compile_protos(PROTO, tmp_path_factory.mktemp("contracts") / "all.binpb")


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    """Compiles the contracts below any other root."""
    return lambda root: compile_protos(root, tmp_path / "other.binpb")
