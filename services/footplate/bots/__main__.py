"""`python -m footplate.bots waker` and `python -m footplate.bots worker`. Settings come from the environment."""

import sys
from typing import Final, NoReturn

_USAGE: Final = "usage: python -m footplate.bots waker | worker\n"


def main(arguments: list[str]) -> NoReturn:
    """Runs one of the two; what the other needs is not even imported."""
    if arguments == ["waker"]:
        from footplate.bots.settings import WakerSettings
        from footplate.bots.waker_process import start
        from footplate.runtime.lifecycle import run

        run(WakerSettings, start)
    if arguments == ["worker"]:
        from footplate.bots.worker_process import run_worker

        run_worker()
    sys.stderr.write(_USAGE)
    sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1:])
