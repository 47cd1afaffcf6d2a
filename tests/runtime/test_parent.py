import signal
import subprocess
import sys
import textwrap

import pytest

PROGRAM = textwrap.dedent("""
    import os, signal, sys, time
    from footplate.runtime import parent

    if sys.argv[1] == "polling":
        parent._ask_kernel = lambda signum: False
    {body}
""")
# The middle process starts a grandchild and ends; the grandchild must end of it.
ORPHAN = PROGRAM.format(
    body="""
if os.fork() == 0:
    middle = os.getpid()
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, lambda *_: (os.write(1, b"told"), os._exit(0)))
        parent.bind_to_parent(middle)
        os.write(1, b"bound ")
        time.sleep(30)
        os._exit(1)
    time.sleep(0.7)
    os._exit(0)
os.wait()
"""
)
LATE = PROGRAM.format(body="parent.bind_to_parent(1 if os.getppid() != 1 else 2)\ntime.sleep(30)")


def run(program: str, how: str) -> "subprocess.CompletedProcess[bytes]":
    # its output is read to the end, and the grandchild holds it open
    return subprocess.run([sys.executable, "-c", program, how], stdout=subprocess.PIPE, timeout=25, check=False)


@pytest.mark.parametrize("how", ["kernel", "polling"])
def test_an_orphan_is_told(how: str) -> None:
    assert run(ORPHAN, how).stdout == b"bound told"


@pytest.mark.parametrize("how", ["kernel", "polling"])
def test_a_parent_that_is_gone_already_ends_the_child_at_once(how: str) -> None:
    assert run(LATE, how).returncode == -signal.SIGTERM
