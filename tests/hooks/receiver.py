"""A little HTTP server on the loopback that notes what it gets and answers as it is told."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class Request:
    """What came."""

    line: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Server:
    """Answers with each of `answers` once, then with 204. An empty answer closes the connection without a word.

    `hang`: it takes the request and says nothing. `on_request`: called before it answers.
    """

    answers: list[bytes] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    hang: bool = False
    on_request: Callable[[], None] | None = None
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    port: int = 0

    def url(self, path: str = "/hook", host: str = "127.0.0.1", scheme: str = "http") -> str:
        """Where it is."""
        return f"{scheme}://{host}:{self.port}{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, one request."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
            body = await reader.readexactly(int(headers["content-length"]))
            # Values keep their case: signatures are base64.
            exact = {line.split(": ", 1)[0].lower(): line.split(": ", 1)[1] for line in head[1:] if line}
            self.requests.append(Request(head[0], exact, body))
            self.arrived.set()
            if self.on_request:
                self.on_request()
            if self.hang:
                await reader.read()
                return
            writer.write(self.answers.pop(0) if self.answers else answer(204))
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


def answer(status: int, *headers: str, body: bytes = b"") -> bytes:
    """An answer as it goes over the wire."""
    lines = [f"HTTP/1.1 {status} X", f"content-length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


@asynccontextmanager
async def receiving(server: Server, tls: ssl.SSLContext | None = None) -> AsyncIterator[Server]:
    """Runs the server for the length of the block."""
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0, ssl=tls)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
