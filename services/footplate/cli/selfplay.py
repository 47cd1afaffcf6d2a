"""`footplate selfplay GAME`: bots among themselves, with the engine alone."""

import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from footplate.cli import words
from footplate.cli.output import columns, emit, json_option
from footplate.cli.setups import Levels, bots_option, chosen_game, chosen_setup, seats_of, setup_options
from footplate.engine.game import Outcome, Setup
from footplate.engine.record import format_record
from footplate.engine.registry import game
from footplate.strategies.levels import strategy
from footplate.strategies.selfplay import play, seed_of


@dataclass(frozen=True)
class Job:
    """One game to play: its number, from 1, the bots by seat, and the text its seed is made of."""

    number: int
    setup: Setup
    levels: tuple[str, ...]
    seed: str


@dataclass(frozen=True)
class Done:
    """A game that was played, and its record."""

    job: Job
    outcome: Outcome
    plies: int
    seconds: float
    record: str

    @property
    def scores(self) -> list[str]:
        """Scores by seat."""
        scores = {standing.seat: words.score_text(standing) for standing in self.outcome.standings}
        return [scores[seat] for seat in range(self.job.setup.seats)]

    @property
    def winners(self) -> list[int]:
        """The seats of the first rank."""
        return [standing.seat for standing in self.outcome.standings if standing.rank == 1]


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option("--players", type=int, help="Number of seats.")
@bots_option("Levels by seat, one for all, or none for greedy and uniform in turn.")
@click.option("--games", "count", type=click.IntRange(min=1), default=1, show_default=True, help="Games to play.")
@click.option("--seed", default="1", show_default=True, help="Any text; the same one gives the same games.")
@click.option("--rotate", is_flag=True, help="Move every bot on by one seat after each game.")
@click.option("--jobs", type=click.IntRange(min=0), default=1, show_default=True, help="Processes; 0: one per core.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Directory to write the records to.")
@setup_options
@json_option("Print JSON: a line for each game, then one with the summary.")
def selfplay(  # noqa: PLR0913 - one parameter for each option
    *,
    game_id: str,
    players: int | None,
    bots: Levels,
    count: int,
    seed: str,
    rotate: bool,
    jobs: int,
    out: Path | None,
    map_id: str,
    preset: str,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play games of bots with the engine alone and print scores, seats, plies and seconds."""
    played = chosen_game(game_id)
    seats = seats_of(played, players, len(bots))
    setup = chosen_setup(played, seats, map_id, preset, options)
    levels = bots.fill(seats, ("greedy", "uniform"))
    todo = [
        Job(number, setup, _turned(levels, number - 1 if rotate else 0), f"{seed}:{number}")
        for number in range(1, count + 1)
    ]
    begun, found = time.perf_counter(), []
    for done in _with_progress(_play_all(todo, jobs or os.cpu_count() or 1), count, shown=not as_json):
        found.append(done)
        if out:
            _write(out, done)
        if as_json:
            emit(_told(done))
    summary = Summary(tuple(found), time.perf_counter() - begun)
    if as_json:
        emit(summary.told())
    else:
        for line in summary.lines():
            click.echo(line)


def play_job(job: Job) -> Done:
    """Play one game."""
    played, begun = game(job.setup.game), time.perf_counter()
    result = play(played, job.setup, [strategy(level) for level in job.levels], seed_of(job.seed))
    seconds = time.perf_counter() - begun
    return Done(job, result.outcome, result.plies, seconds, format_record(result.record(job.levels, job.levels)))


def _play_all(todo: list[Job], jobs: int) -> Iterator[Done]:
    """The games in order, over as many processes as asked for."""
    if jobs == 1 or len(todo) == 1:
        yield from map(play_job, todo)
        return
    with ProcessPoolExecutor(min(jobs, len(todo)), mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(play_job, todo)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _with_progress(games: Iterable[Done], count: int, *, shown: bool) -> Iterator[Done]:
    """The games, with a bar on stderr where a person looks at it."""
    console = Console(stderr=True)
    with ExitStack() as stack:
        bar = Progress(
            TextColumn("playing"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not (shown and console.is_terminal),
        )
        stack.enter_context(bar)
        task = bar.add_task("games", total=count)
        for done in games:
            bar.advance(task)
            yield done


def _turned(levels: tuple[str, ...], by: int) -> tuple[str, ...]:
    by %= len(levels)
    return levels[len(levels) - by :] + levels[: len(levels) - by]


def _write(directory: Path, done: Done) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    name = f"{done.job.setup.game}-{done.job.seed.replace(':', '-').replace('/', '_')}.txt"
    (directory / name).write_text(done.record, encoding="utf-8")


def _told(done: Done) -> dict[str, object]:
    return {
        "game": done.job.number,
        "seed": done.job.seed,
        "bots": list(done.job.levels),
        "standings": words.standing_json(done.outcome.standings),
        "reason": done.outcome.reason,
        "plies": done.plies,
        "seconds": round(done.seconds, 3),
    }


@dataclass(frozen=True)
class Summary:
    """All games that were played, and how long it took on the clock of the wall."""

    games: tuple[Done, ...]
    seconds: float

    @property
    def plies(self) -> int:
        """Entries of all games."""
        return sum(done.plies for done in self.games)

    def by_level(self) -> dict[str, tuple[int, float, list[int]]]:
        """By level: seats it held, games it won (a share where it was tied), scores of seats that were not out."""
        found: dict[str, tuple[int, float, list[int]]] = {}
        for done in self.games:
            for standing in done.outcome.standings:
                level = done.job.levels[standing.seat]
                seats, wins, scores = found.get(level, (0, 0.0, []))
                wins += 1 / len(done.winners) if standing.rank == 1 else 0.0
                found[level] = (seats + 1, wins, scores + ([] if standing.score is None else [standing.score]))
        return found

    def lines(self) -> list[str]:
        """For people: a line for each game, then one for each level."""
        seats = range(self.games[0].job.setup.seats)
        rows = [["game", "plies", "seconds", *(f"P{seat + 1}" for seat in seats)]]
        for done in self.games:
            cells = [f"{level} {score}" for level, score in zip(done.job.levels, done.scores, strict=True)]
            cells = [f"*{cell}" if seat in done.winners else cell for seat, cell in enumerate(cells)]
            rows.append([str(done.job.number), str(done.plies), f"{done.seconds:.1f}", *cells])
        return [*columns(rows), "", *columns(self._level_rows()), "", self._last_line()]

    def told(self) -> dict[str, object]:
        """For programs."""
        levels = {
            level: {"seats": seats, "wins": round(wins, 3), "mean_score": _mean(scores), "out": seats - len(scores)}
            for level, (seats, wins, scores) in self.by_level().items()
        }
        return {"games": len(self.games), "plies": self.plies, "seconds": round(self.seconds, 3), "levels": levels}

    def _level_rows(self) -> list[list[str]]:
        rows = [["level", "seats", "wins", "mean score", "out"]]
        for level, (seats, wins, scores) in self.by_level().items():
            mean = _mean(scores)
            rows.append(
                [level, str(seats), f"{wins:g}", "-" if mean is None else f"{mean:g}", str(seats - len(scores))]
            )
        return rows

    def _last_line(self) -> str:
        rate = self.plies / self.seconds if self.seconds else 0
        return f"{len(self.games)} games, {self.plies} plies in {self.seconds:.1f} seconds ({rate:.0f} plies a second)"


def _mean(scores: list[int]) -> float | None:
    return round(sum(scores) / len(scores), 1) if scores else None
