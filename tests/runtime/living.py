"""A program that lives by `runtime.lifecycle`; its argument says what happens to it. For tests of signals."""

import asyncio
import os
import subprocess
import sys
import time
from typing import ClassVar, NoReturn

from footplate.runtime.grpc_server import GrpcServer
from footplate.runtime.lifecycle import Process, run
from footplate.runtime.redis_client import open_redis
from footplate.runtime.settings import ServiceSettings
from tests.runtime import echo


class Settings(ServiceSettings):
    process: ClassVar[str] = "echo"


async def start(process: Process, settings: Settings) -> str:
    await _happening(process, settings)
    server = GrpcServer(settings, [echo.service()], [])
    port = await server.start()
    process.on_stop("gRPC", server.stop)
    return f"gRPC on {settings.host}:{port}"


async def _happening(process: Process, settings: Settings) -> None:
    match sys.argv[1]:
        case "slow start":
            process.on_stop("early bird", lambda: _say("closed the early bird"))
            await _say("starting")
            await asyncio.sleep(60)
        case "slow stop":
            process.on_stop("sleeper", lambda: asyncio.sleep(60))
        case "stuck":
            process.spawn("stone", _stone())
        case "redis":
            await open_redis(settings)
        case "bug":
            raise KeyError("a bug")


async def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


async def _stone() -> None:
    await asyncio.sleep(0.3)
    await _say("stuck")
    time.sleep(60)  # noqa: ASYNC251 - that is the point


def _child_of_mine() -> NoReturn:
    """Start another of us as a child that shall end with this process, and tell its number."""
    command = [sys.executable, "-m", "tests.runtime.living", "plain"]
    with subprocess.Popen(command, env=os.environ | {"FOOTPLATE_PARENT_PID": str(os.getpid())}) as child:
        sys.stderr.write(f"child {child.pid}\n")
        child.wait()
    raise AssertionError("the child ended first")


if __name__ == "__main__":
    if sys.argv[1] == "parent":
        _child_of_mine()
    run(Settings, start)
