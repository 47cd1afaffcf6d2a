"""One connection to Redis that all calls share: the hot path of the service.

What is sent in one turn of the event loop goes out in two writes at most, so that appends that come together share one
`appendfsync`; replies come in the order of the commands. A call takes a third of the processor time, or less, that it
takes with a pool of connections. redis-py opens the connection (address, password, database, TLS), hiredis reads and
writes the protocol; only the socket is ours.
"""

import asyncio
from collections import deque
from typing import Any, Final

from hiredis import ProtocolError, Reader, pack_command
from redis import exceptions
from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection
from typing_extensions import override

from footplate.rules.caches import SingleFlight

_INCOMPLETE: Final = object()
"""What the reader gives when the next reply has not come whole."""


class RedisPipe:
    """Sends commands, gives raw replies. Connects when used, and again after a loss. Close it with `aclose`.

    `pool` says how to connect; it lends no connection of its own. A server that does not answer for `timeout` seconds
    counts as lost. Raises errors of redis-py: ConnectionError and TimeoutError, after which it is not known whether a
    command was done, and ResponseError with the server's words.
    """

    def __init__(self, pool: ConnectionPool, timeout: float) -> None:
        self._pool = pool
        self._timeout = timeout
        self._line: _Line | None = None
        self._connecting: SingleFlight[None, _Line] = SingleFlight()

    async def execute_command(self, *arguments: str | bytes | int) -> Any:
        """The reply to a command: bytes, int, None or a list of these."""
        line = self._line
        if line is None or line.lost:
            line = await self._connecting.run(None, self._connect)
        return await line.send(pack_command(arguments))  # type: ignore[arg-type]  # the stub means a tuple of any length

    async def aclose(self) -> None:
        """Closes the connection; calls that wait for it fail."""
        if self._line:
            self._line.lose(exceptions.ConnectionError("closed"))

    async def _connect(self) -> "_Line":
        pool: Any = self._pool
        connection = pool.make_connection()
        try:
            async with asyncio.timeout(self._timeout):
                await connection.connect()
        except TimeoutError as error:
            await connection.disconnect(nowait=True)
            raise exceptions.TimeoutError("the server does not let us in") from error
        self._line = _Line(_taken_over(connection), self._timeout)
        return self._line


class _Line(asyncio.Protocol):
    """One connection, from its opening to its loss."""

    def __init__(self, writer: asyncio.StreamWriter, timeout: float) -> None:
        self.lost = False
        self._writer = writer  # closes the socket when it goes
        self._timeout = timeout
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[tuple[asyncio.Future[Any], float]] = deque()
        self._gathering = False  # whether something was sent in this turn of the loop; then the rest goes together
        self._outbox: list[bytes] = []
        self._reader = Reader(replyError=exceptions.ResponseError, notEnoughData=_INCOMPLETE)
        self._watch: asyncio.TimerHandle | None = None
        self._transport: Any = writer.transport
        self._transport.set_protocol(self)

    def send(self, data: bytes) -> asyncio.Future[Any]:
        """Sends a command, the first of this turn of the loop at once, the rest together; what will be its reply."""
        future = self._loop.create_future()
        self._waiting.append((future, self._loop.time()))
        if self._gathering:
            self._outbox.append(data)
        else:
            self._gathering = True
            self._loop.call_soon(self._flush)
            self._transport.write(data)
        if self._watch is None:
            self._watch = self._loop.call_later(self._timeout, self._look)
        return future

    def lose(self, error: exceptions.RedisError) -> None:
        """Gives the connection up; whoever waits gets the error."""
        self.lost = True
        self._transport.abort()
        if self._watch:
            self._watch.cancel()
        while self._waiting:
            future, _ = self._waiting.popleft()
            if not future.done():
                future.set_exception(type(error)(*error.args))

    @override
    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        try:
            self._hand_out()
        except ProtocolError as error:
            self.lose(exceptions.ConnectionError(str(error)))

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self.lose(exceptions.ConnectionError(f"the connection was lost: {exc or 'closed by the server'}"))

    def _flush(self) -> None:
        self._gathering = False
        if self._outbox and not self.lost:
            self._transport.write(b"".join(self._outbox))
        self._outbox.clear()

    def _hand_out(self) -> None:
        """Hands out the replies that are there."""
        while (value := self._reader.gets()) is not _INCOMPLETE:
            future, _ = self._waiting.popleft()
            if future.done():  # its caller gave up
                continue
            if isinstance(value, exceptions.ResponseError):
                future.set_exception(value)
            else:
                future.set_result(value)

    def _look(self) -> None:
        """Looks now and then whether the oldest command waits too long."""
        self._watch = None
        if not self._waiting:
            return
        left = self._timeout - (self._loop.time() - self._waiting[0][1])
        if left <= 0:
            self.lose(exceptions.TimeoutError(f"no answer within {self._timeout:g} seconds"))
        else:
            self._watch = self._loop.call_later(left, self._look)


def _taken_over(connection: AbstractConnection) -> asyncio.StreamWriter:
    """The socket of a connection that redis-py opened; the connection itself is done with."""
    writer = connection._writer  # noqa: SLF001 - redis-py lends its pools, but gives no socket away
    assert writer is not None  # noqa: S101 - it is connected
    connection._writer = connection._reader = None  # noqa: SLF001 - or it would close the socket when it is collected
    return writer
