"""Running Lua inside Redis, and how the troubles of the store read to the use cases."""

import asyncio
import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, Final, Protocol

from redis import exceptions

from footplate.domain.errors import StoreUnavailable

_AWAY: Final = (
    OSError,
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.ReadOnlyError,
    exceptions.OutOfMemoryError,
    exceptions.ClusterDownError,
    exceptions.TryAgainError,
)
# The same as the server words them, also where a script quotes them; any other refusal is a bug of ours.
_AWAY_TEXT: Final = re.compile(
    r"(?:^|-)(?:BUSY|CLUSTERDOWN|LOADING|MASTERDOWN|MISCONF|NOREPLICAS|OOM|READONLY|TRYAGAIN)\b"
)


class Commands(Protocol):
    """The part of a Redis client that is used here; the clients of one server and of a cluster both have it."""

    async def execute_command(self, *args: Any) -> Any:
        """Sends a command, gives its reply."""
        ...


class Script:
    """The script in a file of a package, run by its hash; its text goes only to a server that does not know it."""

    def __init__(self, package: str, name: str) -> None:
        self._text = files(package).joinpath(name).read_text(encoding="utf-8")
        self._sha: Final = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def run(self, client: Commands, keys: Sequence[str], arguments: Sequence[str | bytes | int]) -> Any:
        """What the script answers. Raises StoreUnavailable."""
        with translated():
            try:
                return await client.execute_command("EVALSHA", self._sha, len(keys), *keys, *arguments)
            except exceptions.ResponseError as error:
                if not _unknown_script(error):
                    raise
                return await client.execute_command("EVAL", self._text, len(keys), *keys, *arguments)


def _unknown_script(error: exceptions.ResponseError) -> bool:
    return isinstance(error, exceptions.NoScriptError) or str(error).startswith("NOSCRIPT")


@contextmanager
def translated() -> Iterator[None]:
    """The errors of the Redis client as the domain knows them; one that stays as it is shows a bug."""
    try:
        yield
    except _AWAY as error:
        raise StoreUnavailable from error
    except exceptions.ResponseError as error:
        if _AWAY_TEXT.search(str(error)):
            raise StoreUnavailable from error
        raise


class Shared:
    """A client of which at most `size` commands run at a time: further ones wait for a connection, and do not fail."""

    def __init__(self, client: Commands, size: int) -> None:
        self._client = client
        self._free = asyncio.Semaphore(size)

    async def execute_command(self, *args: Any) -> Any:
        """Sends a command, gives its reply."""
        async with self._free:
            return await self._client.execute_command(*args)
