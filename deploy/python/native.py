"""Compile the engine and the strategies in place with mypyc, or take the compiled files away again.

usage: native.py build | clean | fresh | possible

`build` puts an extension module beside every compiled source, which Python then prefers; the sources stay as they are
and the interpreted engine is back after `clean`. `fresh` fails when a source changed since it was compiled, because
tests would then run the old rules. `possible` fails where nothing can be compiled.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / "services"
WORK = ROOT / ".native"
PACKAGES = ("footplate/engine", "footplate/strategies")
# The body of a package is read once, and an extension named __init__ gains nothing.
LEFT_OUT = {"__init__.py"}


def main(arguments: list[str]) -> int:
    """Run one of the commands; the exit code."""
    commands = {"build": build, "clean": clean, "fresh": fresh, "possible": possible}
    if len(arguments) != 1 or arguments[0] not in commands:
        print("usage: native.py build | clean | fresh | possible")
        return 2
    return commands[arguments[0]]()


def sources() -> list[Path]:
    """Every module to compile, relative to the source root, in sorted order."""
    found = (path for package in PACKAGES for path in (PYTHON / package).rglob("*.py"))
    return sorted(path.relative_to(PYTHON) for path in found if path.name not in LEFT_OUT)


def extensions() -> list[Path]:
    """Every compiled file: one beside each source, and the shared one at the source root."""
    beside = (path for package in PACKAGES for path in (PYTHON / package).rglob("*.so"))
    return [*beside, *PYTHON.glob("*__mypyc*.so")]


def build() -> int:
    """Compile; needs a C compiler and the headers of Python."""
    missing = lacking()
    if missing:
        print(f"native: {missing}")
        return 1
    clean()
    compile_in_place([str(path) for path in sources()])
    print(f"native: {len(sources())} modules compiled; make native-clean goes back to the interpreter")
    return 0


def possible() -> int:
    """Tell whether there is a compiler; 1 when something is missing."""
    missing = lacking()
    if missing:
        print(f"native: {missing}")
    return 1 if missing else 0


def lacking() -> str:
    """One sentence on what has to be installed before anything can be compiled, or nothing."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if not any(shutil.which(name) for name in (compiler, "cc", "gcc", "clang")):
        return "no C compiler found; install one (Debian: gcc), or do without: everything runs interpreted too"
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return "the C headers of Python are missing; install them (Debian: python3-dev)"
    return ""


def compile_in_place(modules: list[str]) -> None:
    """Hand the modules to mypyc as one group, so that calls between them stay native."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    os.chdir(PYTHON)
    config = f"--config-file={ROOT / 'pyproject.toml'}"
    compiled = mypycify([config, *modules], opt_level="3", target_dir=str(WORK))
    distribution = Distribution({"name": "footplate", "ext_modules": compiled})
    command = distribution.get_command_obj("build_ext")
    command.inplace = True
    command.build_temp = command.build_lib = str(WORK)
    distribution.run_command("build_ext")


def clean() -> int:
    """Take every compiled file away."""
    for path in extensions():
        path.unlink()
    shutil.rmtree(WORK, ignore_errors=True)
    return 0


def fresh() -> int:
    """Fail when a compiled file is older than its source, or its source is gone."""
    compiled = extensions()
    if not compiled:
        return 0
    oldest = min(path.stat().st_mtime for path in compiled)
    changed = [name for name in sources() if (PYTHON / name).stat().st_mtime > oldest]
    if changed:
        print(f"native: {changed[0]} changed since it was compiled; run make native, or make native-clean")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
