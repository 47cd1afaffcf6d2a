"""`footplate up`: Redis, rules, lobby, waker and worker on this machine, and a game to watch if asked for."""

import time
from pathlib import Path
from typing import Final

import click

from footplate.cli.failures import INTERRUPTED
from footplate.cli.output import json_option
from footplate.cli.places import DataDir, data_dir_option
from footplate.cli.setups import Levels, bots_option, chosen_game, chosen_setup, first_game, seats_of, setup_options
from footplate.cli.shows import chosen_show
from footplate.cli.up.game import HostedGame
from footplate.cli.up.plan import METRICS_PORT, Plan, settled_ports
from footplate.cli.up.platform import Interrupted, Platform
from footplate.cli.up.report import Report
from footplate.engine.game import Setup
from footplate.runtime.redis_source import resolve_redis

DEFAULT_LEVELS: Final = ("greedy",)
_PORT: Final = click.IntRange(0, 65535)


@click.command()
@click.option("--play", "plays", is_flag=True, help="Have bots play a game, and show it.")
@click.option("--once", is_flag=True, help="Stop after that game (and play one).")
@click.option(
    "--game", "game_id", default="", metavar="GAME", help="What they play; the first game there is by default."
)
@click.option("--seats", type=int, help="How many of them; four by default.")
@bots_option("Their levels by seat, or one for all.")
@setup_options
@click.option(
    "--rules-port", type=_PORT, default=7701, show_default=True, envvar="FOOTPLATE_RULES_PORT", help="0: any."
)
@click.option(
    "--lobby-port", type=_PORT, default=7702, show_default=True, envvar="FOOTPLATE_LOBBY_PORT", help="0: any."
)
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65532),
    default=METRICS_PORT,
    show_default=True,
    envvar="FOOTPLATE_METRICS_PORT",
    help="First of the four metrics pages; 0: any.",
)
@click.option("--keep", is_flag=True, help="Keep what the embedded Redis holds, in the data directory.")
@data_dir_option
@json_option("Print JSON, a line for each event.")
def up(  # noqa: PLR0913 - one parameter for each option
    *,
    plays: bool,
    once: bool,
    game_id: str,
    seats: int | None,
    bots: Levels,
    map_id: str,
    preset: str,
    options: tuple[str, ...],
    rules_port: int,
    lobby_port: int,
    metrics_port: int,
    keep: bool,
    data_dir: Path,
    as_json: bool,
) -> int:
    """Run the whole platform on this machine until Ctrl-C, with --play showing a game of bots first.

    Uses the Redis at REDIS_URL, else a redis-server on the PATH, else the one that comes along.
    """
    game = chosen_game(game_id or first_game())
    count = seats_of(game, seats, len(bots))
    setup = chosen_setup(game, count, map_id, preset, options)
    levels = bots.fill(count, DEFAULT_LEVELS)
    ports = settled_ports(rules_port, lobby_port, metrics_port)
    data = DataDir(data_dir)
    report = Report(ports, data, game.info.id, as_json)
    with resolve_redis(data_dir=data.redis if keep else None) as redis:
        report.starting(redis)
        run = _Run(Platform(Plan(ports, redis.url), data), report, data)
        return run.live(setup if plays or once else None, levels, once=once)


class _Run:
    """One life of the platform."""

    def __init__(self, platform: Platform, report: Report, data: DataDir) -> None:
        self._platform = platform
        self._report = report
        self._data = data
        self._begun = time.monotonic()

    def live(self, setup: Setup | None, levels: tuple[str, ...], *, once: bool) -> int:
        """A game if there is to be one, then stay up until somebody ends it; with `once` end with the game.

        To be broken off is the ordinary end, except where a game was all that was wanted.
        """
        try:
            with self._platform.running(self._report.stopping):
                self._report.ready(time.monotonic() - self._begun)
                match_id = self._play(setup, levels) if setup else ""
                if not once:
                    self._report.waiting(match_id)
                    self._platform.wait()
        except Interrupted:
            return INTERRUPTED if once else 0
        return 0

    def _play(self, setup: Setup, levels: tuple[str, ...]) -> str:
        show = chosen_show(as_json=self._report.as_json)
        finished = HostedGame(self._report.ports, setup, levels, show, self._data).play(self._platform)
        self._report.finished(finished)
        return finished.match_id
