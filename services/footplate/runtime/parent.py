"""Children that end with their parent, also when it is killed and can tell nobody."""

import ctypes
import os
import signal
import sys
import threading
import time
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
_POLL_SECONDS: Final = 0.5


def bind_to_parent(parent_pid: int, signum: signal.Signals = signal.SIGTERM) -> None:
    """Arrange that this process gets `signum` when its parent ends; send it at once when it already has.

    On Linux the kernel does it. It watches the thread that started this process: a parent must start its children from
    a thread that lives as long as they should. Elsewhere a thread looks twice a second. Not inherited by forked
    children: each binds itself.
    """
    if sys.platform != "linux" or not _ask_kernel(signum):
        threading.Thread(target=_watch, args=(parent_pid, signum), name="parent-watch", daemon=True).start()
    if os.getppid() != parent_pid:  # it ended before we asked
        os.kill(os.getpid(), signum)


def _ask_kernel(signum: signal.Signals) -> bool:
    try:
        return bool(ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signum), 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _watch(parent_pid: int, signum: signal.Signals) -> None:
    while os.getppid() == parent_pid:
        time.sleep(_POLL_SECONDS)
    os.kill(os.getpid(), signum)
