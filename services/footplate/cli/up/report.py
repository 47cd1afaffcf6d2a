"""What `footplate up` tells: to people in words, to programs in JSON."""

from dataclasses import dataclass

import click

from footplate.cli import words
from footplate.cli.output import columns, emit
from footplate.cli.places import DataDir
from footplate.cli.up.game import Finished
from footplate.cli.up.plan import LOBBY, PROCESSES, RULES, Ports
from footplate.runtime.redis_source import RedisServer


@dataclass(frozen=True)
class Report:
    """Tells how it goes on. `game_id`: of the examples."""

    ports: Ports
    data: DataDir
    game_id: str
    as_json: bool

    def starting(self, redis: RedisServer) -> None:
        """Which Redis is used, and what to know about it."""
        if self.as_json:
            return
        click.echo(f"Redis: {redis.describe()}")
        for warning in redis.warnings:
            click.echo(f"  note: {warning}")

    def ready(self, seconds: float) -> None:
        """Everything runs."""
        grpc = {RULES: self.ports.rules_address, LOBBY: self.ports.lobby_address}
        if self.as_json:
            metrics = {name: self.ports.metrics_url(name) for name in PROCESSES}
            emit({"event": "ready", **grpc, "metrics": metrics, "logs": str(self.data.logs)})
            return
        rows = [[f"  {name}", grpc.get(name, ""), f"metrics {self.ports.metrics_url(name)}"] for name in PROCESSES]
        click.secho(f"footplate is up after {seconds:.1f} seconds; logs in {self.data.logs}", bold=True)
        for line in columns(rows, left=(0, 1, 2)):
            click.echo(line)

    def finished(self, game: Finished) -> None:
        """The game is over."""
        outcome = game.last.outcome
        if self.as_json:
            emit({"event": "finished", "match": game.match_id, "record": str(game.record)})
        elif outcome:
            click.secho(f"Match {game.match_id} is over after {game.last.ply} plies ({outcome.reason}):", bold=True)
            for line in words.standing_lines(outcome.standings, game.last.names):
                click.echo(f"  {line}")
            click.echo(f"Record: {game.record}")
            click.echo(f"  footplate replay {game.record}\n  footplate verify {game.record}")

    def waiting(self, match_id: str = "") -> None:
        """How to connect, and how to end."""
        if self.as_json:
            return
        rules, lobby = self.ports.rules_address, self.ports.lobby_address
        where = f"--rules {rules} --lobby {lobby}"
        body = '{"request_id": "1", "display_name": "Ann"}'
        lines = [
            f"  Python   client.connect({rules!r}, {lobby!r})   # from footplate import client",
            f"  person   footplate play {self.game_id} --bots greedy,uniform {where}",
            f"  onlooker footplate watch {match_id or 'MATCH'} {where}",
            f"  gRPC     grpcurl -plaintext -d '{body}' {lobby} footplate.api.lobby.v1.AccountService/Register",
        ]
        click.secho("Up for clients:", bold=True)
        for line in lines:
            click.echo(line)
        click.echo("Ctrl-C stops everything.")

    def stopping(self) -> None:
        """The end has begun."""
        if not self.as_json:
            click.echo("stopping ...", err=True)
