"""The scripts the bus runs inside Redis. Each names one stream and its dead letters, which share a hash slot."""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Script:
    """A script and the SHA-1 that Redis knows it by."""

    text: str
    sha: str


@cache
def script(name: str) -> Script:
    """The script in `<name>.lua` of this package."""
    text = files(__name__).joinpath(f"{name}.lua").read_text(encoding="utf-8")
    return Script(text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())
