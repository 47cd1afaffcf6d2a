"""The pages a process shows to its operator: `/metrics` for Prometheus and `/healthz` for whoever restarts it.

A small server on a thread of its own, so that it answers in an asyncio service and in a Celery worker alike, also while
the event loop is busy. Over forked children it shows their sum (see `multiprocess`).
"""

import logging
import os
import socket
import socketserver
import sys
import threading
import weakref
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.multiprocess import MultiProcessCollector
from typing_extensions import override

from footplate.runtime import metrics, multiprocess
from footplate.runtime.startup import port_error

logger = logging.getLogger(__name__)

_POLL_SECONDS: Final = 0.1  # how long `close` may wait for the serving thread to notice
_PLAIN: Final = "text/plain; charset=utf-8"
_scrape = threading.Lock()  # while files are folded, nobody may read them: counts would show twice
_process = CollectorRegistry()
ProcessCollector(registry=_process)  # memory, processor time and open files of this process, under their usual names


def render(accept: str = "") -> tuple[bytes, str]:
    """Return the metrics page and its content type, in the form that the Accept header asks for."""
    encode, content_type = choose_encoder(accept)
    with _scrape:
        return encode(_registry()), content_type


class MetricsPage:
    """Serves the pages until closed. `ailing` returns why the process is unwell, or an empty text.

    `start` raises `StartupError` naming `variable` when the port cannot be opened.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        ailing: Callable[[], str] = lambda: "",
        variable: str = "FOOTPLATE_METRICS_PORT",
    ) -> None:
        self._host, self._port, self._variable = host, port, variable
        self._ailing = ailing
        self._server: _Server | None = None

    def start(self) -> int:
        """Open the port (0: any free one) and return it."""
        try:
            server = _Server(self._host, self._port, self._ailing)
        except OSError as error:
            raise port_error(self._host, self._port, self._variable, error) from None
        self._server = server
        threading.Thread(target=server.serve_forever, args=(_POLL_SECONDS,), name="metrics-page", daemon=True).start()
        return int(server.server_address[1])

    def close(self) -> None:
        """Stop serving and free the port; harmless when not started."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, host: str, port: int, ailing: Callable[[], str]) -> None:
        self.ailing = ailing
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Handler)
        _servers.add(self)

    @override
    def server_bind(self) -> None:
        socketserver.TCPServer.server_bind(self)  # the HTTP one asks the DNS for its own name first

    @override
    def handle_error(self, request: Any, client_address: Any) -> None:
        logger.debug("a client left the metrics page early: %s", sys.exception())


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    timeout = 10  # seconds; a client that says nothing holds no thread
    server_version = "footplate"
    sys_version = ""

    def do_GET(self) -> None:
        """Answer one of the two pages."""
        path = self.path.split("?", 1)[0]
        if path == "/metrics":
            self._answer(HTTPStatus.OK, *render(self.headers.get("Accept", "")))
        elif path == "/healthz":
            reason = self.server.ailing()
            status = HTTPStatus.SERVICE_UNAVAILABLE if reason else HTTPStatus.OK
            self._answer(status, f"{reason or 'ok'}\n".encode(), _PLAIN)
        else:
            self._answer(HTTPStatus.NOT_FOUND, b"try /metrics or /healthz\n", _PLAIN)

    def _answer(self, status: HTTPStatus, body: bytes, content_type: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @override
    def log_message(self, format: str, *args: Any) -> None:
        logger.debug("metrics page: " + format, *args)  # noqa: G003 - the base class builds its format


def _registry() -> CollectorRegistry:
    registry = CollectorRegistry()
    folder = multiprocess.directory()
    if folder is None:
        registry.register(metrics.REGISTRY)
    else:
        multiprocess.fold_dead(folder)
        collector: Any = MultiProcessCollector  # ships no types
        collector(registry, str(folder))
    registry.register(_process)
    return registry


# A forked child must not keep the port of its parent open: a restart would find it in use.
_servers: "weakref.WeakSet[_Server]" = weakref.WeakSet()


def _close_in_child() -> None:
    for server in list(_servers):
        server.socket.close()


os.register_at_fork(after_in_child=_close_in_child)
