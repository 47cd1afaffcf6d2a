"""What the service figures run on: a Redis with `appendfsync always`, the rules service, and the bare server."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import grpc

from footplate.cli.failures import CliError
from footplate.cli.up.child import Child
from footplate.cli.up.plan import HOST, RULES, Plan, settled_ports
from footplate.runtime.identity import Caller, Role
from footplate.runtime.redis_source import resolve_redis
from footplate.runtime.tokens import TokenSigner, read_private_key

ACCOUNT: Final = "a_bench"
_PATIENCE: Final = 30.0


@dataclass(frozen=True)
class Stage:
    """Where everything answers, and the tokens of a service and of the player who holds all seats."""

    redis_url: str
    rules: str
    bare: str
    rules_pid: int
    service_token: str
    player_token: str


@contextmanager
def stage() -> Iterator[Stage]:
    """Starts it all for the length of a `with`."""
    with TemporaryDirectory(prefix="footplate-bench-") as folder, resolve_redis(data_dir=Path(folder)) as redis:
        plan = Plan(settled_ports(0, 0, 0), redis.url)
        bare = plan.ports.lobby  # free, as the lobby is not started
        environment = {**os.environ, "FOOTPLATE_REDIS_URL": redis.url, "FOOTPLATE_BENCH_PORT": str(bare)}
        command = [sys.executable, "-P", "-m", "footplate.cli.bench.bare"]
        children = [
            Child(RULES, plan.command(RULES), plan.environment(RULES), Path(folder) / "rules.log"),
            Child("bare", command, environment, Path(folder) / "bare.log"),
        ]
        try:
            for child in children:
                child.start(lambda _: None)
            _await(children, (plan.ports.rules_address, f"{HOST}:{bare}"))
            yield _stage(plan, redis.url, f"{HOST}:{bare}", children[0].pid or 0)
        finally:
            for child in children:
                child.stop(5.0)


def _stage(plan: Plan, redis_url: str, bare: str, rules_pid: int) -> Stage:
    signer = TokenSigner(read_private_key(plan.keys.private_pem), lifetime_seconds=3600)
    service = signer.sign(Caller("a_service", "bench", Role.SERVICE))
    player = signer.sign(Caller(ACCOUNT, "bench", Role.PLAYER))
    return Stage(redis_url, plan.ports.rules_address, bare, rules_pid, service.text, player.text)


def _await(children: list[Child], addresses: tuple[str, ...]) -> None:
    end = time.monotonic() + _PATIENCE
    for child, address in zip(children, addresses, strict=True):
        with grpc.insecure_channel(address) as channel:
            while True:
                try:
                    grpc.channel_ready_future(channel).result(timeout=0.5)
                    break
                except grpc.FutureTimeoutError:
                    if not child.alive or time.monotonic() > end:
                        raise CliError(
                            "\n".join([f"{child.name} {child.how_it_ended()}", *child.last_words()])
                        ) from None
