"""Metrics of a process that forks (the Celery worker): every child counts, and the page shows the sum.

Prometheus's multiprocess mode keeps one file per process, metric kind and gauge mode in a directory. Two things are
added here. The directory is emptied at the start, because counts of an earlier run are not counts of this one. And the
files of dead children are folded into one file per kind, so that counters never fall and files never pile up, however
the child died: nothing has to run in it.
"""

import logging
import os
import struct
import sys
from pathlib import Path
from typing import Any, Final

logger = logging.getLogger(__name__)

VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
_NOBODY: Final = 0  # the pid in the names of the files that dead children are folded into
_SUMMED: Final = frozenset({"counter", "histogram", "summary"})


def prepare(directory: Path) -> None:
    """Make `directory` ready and switch the mode on; call before anything imports a metric.

    The directory belongs to one process and its children: files in it are removed.
    Raises `RuntimeError` when it comes too late: what was declared before would never reach the page.
    """
    if "prometheus_client" in sys.modules:
        raise RuntimeError("metrics over forks must be prepared before prometheus_client is imported")
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in directory.glob("*.db"):
        path.unlink()
    os.environ[VARIABLE] = str(directory)


def directory() -> Path | None:
    """Return the directory of the mode, or none when the process counts alone."""
    path = os.environ.get(VARIABLE)
    return Path(path) if path else None


def fold_dead(folder: Path) -> int:
    """Fold the files of dead processes into the common ones; return how many files went.

    Only the process that serves the page may call this, and not while it reads the files.
    """
    dead = [path for path in sorted(folder.glob("*.db")) if _owner_is_dead(path)]
    for path in dead:
        _fold(path)
    return len(dead)


def _fold(path: Path) -> None:
    from prometheus_client import mmap_dict

    table: Any = mmap_dict.MmapedDict  # ships no types
    kind = path.name.split("_")[0]
    # Our gauges say what is so now; a dead process has nothing to say, as in `mark_process_dead`.
    if kind in _SUMMED:
        total = table(str(path.with_name(f"{kind}_{_NOBODY}.db")))
        try:
            for key, value, _, _ in table.read_all_values_from_file(str(path)):
                total.write_value(key, total.read_value(key)[0] + value, 0.0)
        except (struct.error, RuntimeError, ValueError):
            logger.warning("dropped the unreadable metrics file %s of a dead process", path.name)
        finally:
            total.close()
    path.unlink(missing_ok=True)


def _owner_is_dead(path: Path) -> bool:
    pid = path.stem.rsplit("_", 1)[-1]
    if not pid.isdigit() or int(pid) == _NOBODY:
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:  # somebody else's process: alive
        return False
    return False
