"""What is to run: the processes, their ports, and the environment each of them gets."""

import os
import secrets
import socket
import sys
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final

from footplate.cli.failures import CliError
from footplate.runtime.startup import check_port
from footplate.runtime.tokens import KeyPair, generate_keys

HOST: Final = "127.0.0.1"
RULES, LOBBY, WAKER, WORKER, HOOKS = "rules", "lobby", "waker", "worker", "hooks"
PROCESSES: Final[Mapping[str, tuple[str, ...]]] = {
    RULES: ("footplate.rules",),
    LOBBY: ("footplate.lobby",),
    WAKER: ("footplate.bots", "waker"),
    WORKER: ("footplate.bots", "worker"),
    HOOKS: ("footplate.hooks",),
}
"""Every process by name, with its module and arguments, in the order in which they start; they stop in reverse."""
METRICS_PORT: Final = 7711
"""Of the first process; the others follow."""


@dataclass(frozen=True)
class Ports:
    """Where the processes listen: gRPC of the two services, and the metrics page of each process by its name."""

    rules: int
    lobby: int
    metrics: Mapping[str, int]

    @property
    def rules_address(self) -> str:
        """Where the rules service answers."""
        return f"{HOST}:{self.rules}"

    @property
    def lobby_address(self) -> str:
        """Where the lobby answers."""
        return f"{HOST}:{self.lobby}"

    def metrics_url(self, name: str) -> str:
        """The metrics page of a process."""
        return f"http://{HOST}:{self.metrics[name]}/metrics"

    def health_url(self, name: str) -> str:
        """Where a process says whether it is well."""
        return f"http://{HOST}:{self.metrics[name]}/healthz"


def settled_ports(rules: int, lobby: int, first_metrics: int) -> Ports:
    """The ports to use; 0 stands for any free one. Raises StartupError for one that is taken, CliError for doubles."""
    wanted = {"--rules-port": rules, "--lobby-port": lobby}
    for number, name in enumerate(PROCESSES):
        wanted[f"--metrics-port, for the {name}"] = first_metrics + number if first_metrics else 0
    fixed = [port for port in wanted.values() if port]
    if len(set(fixed)) < len(fixed):
        raise CliError(f"a port is asked for twice: {', '.join(map(str, sorted(fixed)))}")
    for option, port in wanted.items():
        check_port(HOST, port, option)
    free = iter(_free_ports(sum(not port for port in wanted.values()), avoid=fixed))
    rules, lobby, *metrics = (port or next(free) for port in wanted.values())
    return Ports(rules, lobby, dict(zip(PROCESSES, metrics, strict=True)))


@dataclass(frozen=True)
class Plan:
    """One run of the platform. The keys and the secret are made for it, and go to those processes that need them."""

    ports: Ports
    redis_url: str = field(repr=False)
    keys: KeyPair = field(default_factory=generate_keys, repr=False)
    service_secret: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    def command(self, name: str) -> list[str]:
        """How a process is started. Nothing secret: everybody on the machine can read it."""
        return [sys.executable, "-P", "-m", *PROCESSES[name]]

    def environment(self, name: str) -> dict[str, str]:
        """What a process is told."""
        own = {"METRICS_PORT": str(self.ports.metrics[name]), "PARENT_PID": str(os.getpid())}
        if name in (RULES, LOBBY):
            own |= {"HOST": HOST, "PORT": str(self.ports.rules if name == RULES else self.ports.lobby)}
        return {
            **os.environ,
            "PYTHONUNBUFFERED": "1",
            "FOOTPLATE_REDIS_URL": self.redis_url,
            "FOOTPLATE_LOG_FORMAT": "human",
            "FOOTPLATE_RULES_ADDRESS": self.ports.rules_address,
            "FOOTPLATE_LOBBY_ADDRESS": self.ports.lobby_address,
            **{f"FOOTPLATE_{name.upper()}_{key}": value for key, value in own.items()},
            **self._secrets(name),
        }

    def _secrets(self, name: str) -> dict[str, str]:
        public = {"FOOTPLATE_TOKEN_PUBLIC_KEYS": self.keys.public_pem}
        private = {"FOOTPLATE_TOKEN_PRIVATE_KEY": self.keys.private_pem}
        shared = {"FOOTPLATE_SERVICE_SECRET": self.service_secret}
        given = {RULES: public, LOBBY: public | private | shared, WORKER: shared}
        return given.get(name, {})


def _free_ports(count: int, avoid: Iterable[int]) -> list[int]:
    """Ports nobody listens on now, all different."""
    taken = set(avoid)
    with ExitStack() as stack:
        found: list[int] = []
        while len(found) < count:
            probe = stack.enter_context(socket.socket())
            probe.bind((HOST, 0))
            port: int = probe.getsockname()[1]
            if port not in taken:
                found.append(port)
        return found
