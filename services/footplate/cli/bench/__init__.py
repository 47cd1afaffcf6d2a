"""`footplate bench`: the figures of engine and services, as ratios measured in one run, printed as one JSON object."""

import platform
import sys
import time
from typing import Any

import click

from footplate.cli.output import emit
from footplate.cli.setups import chosen_game


@click.command("bench")
@click.option("--game", "game_id", default="age_of_steam", show_default=True, help="The game to measure.")
@click.option("--seconds", default=10.0, show_default=True, help="How long each engine plays, about.")
@click.option("--submits", default=600, show_default=True, help="Actions a single client submits.")
@click.option("--only", type=click.Choice(["engine", "service"]), help="Leave the other half out.")
@click.option("--long", is_flag=True, help="Also 10,000 actions in 1,000 matches, watching the memory; takes minutes.")
@click.option("--json", "as_json", is_flag=True, help="One line instead of indented JSON.")
def run(game_id: str, seconds: float, submits: int, only: str | None, long: bool, as_json: bool) -> None:
    """Measure the engine against the package `chess`, and SubmitAction against a bare append.

    This machine may be noisy: the ratios compare what ran in turns within this one run, the absolute numbers do not.
    """
    from footplate.cli.bench.engine import engine_figures
    from footplate.cli.bench.service import service_figures

    game_id = chosen_game(game_id).info.id
    begun = time.perf_counter()
    figures: dict[str, Any] = {"game": game_id, "python": sys.version.split()[0], "machine": platform.machine()}
    if only != "service":
        figures["engine"] = engine_figures(game_id, seconds)
    if only != "engine":
        figures["service"] = service_figures(game_id, submits, long=long)
    figures["seconds"] = round(time.perf_counter() - begun, 1)
    emit(figures, indent=None if as_json else 2)
