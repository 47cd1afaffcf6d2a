"""Generate services/footplate/api from proto/footplate/api, or check that it is up to date.

usage: generate_api.py [--check]

The proto root is the Python root, so the generated imports work as they stand. The output depends on nothing but the
contracts and the pinned generators: files are handed over in sorted order and the whole tree is replaced.
"""

import filecmp
import shutil
import sys
import tempfile
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parents[2]
PROTO = ROOT / "proto"
PYTHON = ROOT / "services"
PACKAGE = Path("footplate/api")
MARKER = '"""Generated from proto/{package} by make proto; never edited by hand."""\n'


def main(arguments: list[str]) -> int:
    """Generate or, with `--check`, compare; the exit code."""
    with tempfile.TemporaryDirectory() as scratch:
        fresh = Path(scratch)
        generate(fresh)
        if arguments == ["--check"]:
            return report(sorted(drift(fresh / PACKAGE, PYTHON / PACKAGE)))
        shutil.rmtree(PYTHON / PACKAGE, ignore_errors=True)
        shutil.copytree(fresh / PACKAGE, PYTHON / PACKAGE)
    return 0


def generate(target: Path) -> None:
    """Write messages, stubs for mypy and gRPC code for every contract below `target`."""
    contracts = sorted(str(path.relative_to(PROTO)) for path in (PROTO / PACKAGE).rglob("*.proto"))
    scripts = Path(sys.executable).parent
    command = [
        "protoc",
        f"--proto_path={PROTO}",
        f"--proto_path={Path(grpc_tools.__file__).parent / '_proto'}",
        f"--plugin=protoc-gen-mypy={scripts / 'protoc-gen-mypy'}",
        f"--plugin=protoc-gen-mypy_grpc={scripts / 'protoc-gen-mypy_grpc'}",
        f"--python_out={target}",
        f"--mypy_out=quiet:{target}",
        f"--grpc_python_out={target}",
        f"--mypy_grpc_out=quiet:{target}",
        *contracts,
    ]
    if protoc.main(command) != 0:
        sys.exit("generate_api: protoc failed; see the messages above")
    drop_empty(target)
    mark_packages(target)


def drop_empty(target: Path) -> None:
    """Remove the gRPC modules of contracts without a service: the plugins write them, and nothing is in them."""
    for module in target.rglob("*_pb2_grpc.py"):
        if "class " not in module.read_text(encoding="utf-8"):
            module.unlink()
            module.with_suffix(".pyi").unlink()


def mark_packages(target: Path) -> None:
    """Give every generated directory an `__init__.py`, so that all tools see packages."""
    for directory in (target / PACKAGE, *(target / PACKAGE).rglob("*/")):
        text = MARKER.format(package=directory.relative_to(target).as_posix())
        (directory / "__init__.py").write_text(text, encoding="utf-8")


def drift(fresh: Path, kept: Path) -> set[str]:
    """The files, relative to the package, that are missing, left over or different."""
    wanted, found = files(fresh), files(kept)
    changed = {name for name in wanted & found if not filecmp.cmp(fresh / name, kept / name, shallow=False)}
    return (wanted ^ found) | changed


def files(directory: Path) -> set[str]:
    """Every file below a directory by its relative name, caches left out."""
    paths = (path for path in directory.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(directory).as_posix() for path in paths}


def report(differing: list[str]) -> int:
    """Say which files drifted from the contracts; 1 if any did."""
    for name in differing:
        print(f"{PACKAGE / name}: not what the contracts generate; run make proto")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
