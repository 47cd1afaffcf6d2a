"""The game that the platform plays for whoever watches: a table of bots, its match, and its record as a file."""

import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from footplate.cli.connecting import register
from footplate.cli.failures import CliError
from footplate.cli.places import DataDir
from footplate.cli.play.remote import open_match
from footplate.cli.seen import Seen
from footplate.cli.shows import Show
from footplate.cli.up.plan import Ports
from footplate.cli.up.platform import Platform
from footplate.cli.watch import show_match
from footplate.client import Client, connect
from footplate.engine.game import Setup

STALLED_SECONDS: Final = 120.0
"""Longer than any bot of the house may think."""
_HOST_NAME: Final = "footplate up"
_LOOK_SECONDS: Final = 0.2


@dataclass(frozen=True)
class Finished:
    """A match that is over: its last position, and where its record lies."""

    match_id: str
    last: Seen
    record: Path


class HostedGame:
    """Plays one match in a thread of its own, over the same door that every client uses."""

    def __init__(self, ports: Ports, setup: Setup, levels: tuple[str, ...], show: Show, data: DataDir) -> None:
        self._client = connect(ports.rules_address, ports.lobby_address)
        self._setup = setup
        self._levels = levels
        self._show = show
        self._data = data
        self._heard = time.monotonic()
        self._finished: Finished | None = None
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="hosted-game", daemon=True)

    def play(self, platform: Platform) -> Finished:
        """Play it to the end. Raises what ends the platform, what kept the match from its end, and CliError when
        nothing happens any more.
        """
        self._thread.start()
        try:
            while self._thread.is_alive():
                platform.check(_LOOK_SECONDS)
                if time.monotonic() - self._heard > STALLED_SECONDS:
                    raise CliError(f"nothing has happened for {STALLED_SECONDS:g} seconds; logs: {self._data.logs}")
        finally:
            self._client.close()
            self._thread.join(timeout=5)
        if self._failure is not None:
            raise self._failure
        if self._finished is None:
            raise CliError("the match did not come to its end")
        return self._finished

    def show(self, seen: Seen) -> None:
        """Pass a position on; a sign of life."""
        self._heard = time.monotonic()
        self._show.show(seen)

    def close(self) -> None:
        """There is no more to show."""
        self._show.close()

    def _run(self) -> None:
        try:
            self._finished = self._played(self._client)
        except Exception as error:  # noqa: BLE001 - it is raised again where somebody waits for the game
            self._failure = error

    def _played(self, client: Client) -> Finished:
        register(client, _HOST_NAME)
        match_id = open_match(client, self._setup, self._levels, stands=True)
        last = show_match(client, match_id, 0, self)
        path = self._data.records / f"{self._setup.game}-{match_id}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(client.matches.record(match_id).record, encoding="utf-8")
        return Finished(match_id, last, path)
