"""Directories for the length of a process. What a killed process could not remove, the next one does."""

import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

_OWNER: Final = "owner.lock"


class ScratchDirectory:
    """A new directory under the system's temporary one, for this user's eyes only; `remove` it when done."""

    def __init__(self, prefix: str) -> None:
        _sweep(prefix)
        self.path = Path(tempfile.mkdtemp(prefix=prefix))
        # Held for as long as we live: how others tell a directory in use from one left behind. They see it only locked.
        fresh = self.path / f"{_OWNER}.new"
        self._lock = os.open(fresh, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        fresh.rename(self.path / _OWNER)

    def remove(self) -> None:
        """Removes it with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)


def _sweep(prefix: str) -> None:
    for owner in Path(tempfile.gettempdir()).glob(f"{prefix}*/{_OWNER}"):
        with suppress(OSError):  # another user's, in use, or just removed by somebody else
            _remove_if_left(owner)


def _remove_if_left(owner: Path) -> None:
    lock = os.open(owner, os.O_RDWR)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(owner.parent, ignore_errors=True)
    finally:
        os.close(lock)
