"""The gRPC server of a service: its interceptors, health, reflection, and an orderly end."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import grpc
import grpc.aio
from google.protobuf import descriptor_pool
from grpc_health.v1 import health as health_service
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from typing_extensions import override

from footplate.runtime.rpc import INFRASTRUCTURE, Context, Method, RpcInterceptor
from footplate.runtime.rpc_auth import AuthInterceptor
from footplate.runtime.rpc_deadline import DeadlineInterceptor
from footplate.runtime.rpc_errors import ErrorsInterceptor, ToStatus
from footplate.runtime.rpc_metrics import MetricsInterceptor
from footplate.runtime.settings import ServiceSettings, variable_name
from footplate.runtime.startup import StartupError, check_port

logger = logging.getLogger(__name__)

_SERVING: Final = health_pb2.HealthCheckResponse.SERVING
_NOT_SERVING: Final = health_pb2.HealthCheckResponse.NOT_SERVING
_FOREVER: Final = 24 * 3600.0
_LAST_WORDS: Final = 0.25  # seconds at a stop for what is on its way to the wire


@dataclass(frozen=True, slots=True)
class Service:
    """A service to serve: its full protobuf name, and what puts its servicer on a server.

    `register` is usually `lambda server: add_XServicer_to_server(servicer, server)`.
    """

    name: str
    register: Callable[[grpc.aio.Server], None]


def standard_interceptors(
    settings: ServiceSettings, *, to_status: ToStatus, auth: AuthInterceptor
) -> list[RpcInterceptor]:
    """Return the interceptors of every server of ours, outermost first."""
    return [
        MetricsInterceptor(),
        DeadlineInterceptor(settings.deadline_seconds),
        ErrorsInterceptor(to_status),
        auth,
    ]


class GrpcServer:
    """Serves `services` on one port, with health and reflection.

    Raises `ValueError` when the auth interceptor names a path that nobody serves: a slip there opens or closes doors.
    """

    def __init__(
        self, settings: ServiceSettings, services: Sequence[Service], interceptors: Sequence[RpcInterceptor]
    ) -> None:
        self._settings = settings
        self._services = tuple(services)
        self._interceptors = tuple(interceptors)
        self._open = _OpenCalls()
        self._health = health_service.aio.HealthServicer()
        self._server: grpc.aio.Server | None = None
        _check_paths(self._services, self._interceptors)

    async def start(self) -> int:
        """Open the port (0: any free one), report healthy, return the port; raises `StartupError`."""
        settings = self._settings
        check_port(settings.host, settings.port, variable_name(type(settings), "port"))
        server = grpc.aio.server(interceptors=[self._open, *self._interceptors], options=_options(settings))
        for service in self._services:
            service.register(server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        reflection.enable_server_reflection([*(service.name for service in self._services), *INFRASTRUCTURE], server)
        port = _listen(server, settings)
        await server.start()
        self._server = server
        for service in self._services:
            await self._health.set(service.name, _SERVING)
        return port

    async def set_serving(self, service: str, serving: bool) -> None:
        """Report one service healthy or not; the empty name stands for the whole server."""
        await self._health.set(service, _SERVING if serving else _NOT_SERVING)

    async def stop(self, grace_seconds: float | None = None) -> int:
        """Report unhealthy, refuse new calls, let open ones finish, cancel the rest and return how many those were.

        The grace defaults to the one of the settings. Health and reflection streams are not waited for.
        """
        server, self._server = self._server, None
        if server is None:
            return 0
        await self._health.enter_graceful_shutdown()
        refusing = asyncio.create_task(server.stop(_FOREVER))
        await self._open.wait(self._settings.grace_seconds if grace_seconds is None else grace_seconds)
        left = self._open.count
        await asyncio.wait(
            {refusing}, timeout=_LAST_WORDS
        )  # a call that is done here may still have its status to send
        await server.stop(None)
        await refusing
        if left:
            logger.warning("cancelled %d calls that were still open at the end of the grace", left)
        return left


class _OpenCalls(RpcInterceptor):
    """Counts the calls that a stop waits for."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @override
    @asynccontextmanager
    async def around(self, method: Method, context: Context) -> AsyncIterator[None]:
        counted = method.service not in INFRASTRUCTURE
        self._change(+counted)
        try:
            yield
        finally:
            self._change(-counted)

    def _change(self, by: int) -> None:
        self.count += by
        (self._idle.clear if self.count else self._idle.set)()

    async def wait(self, seconds: float) -> None:
        """Return when no call is open, or after `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return


def _options(settings: ServiceSettings) -> list[tuple[str, Any]]:
    return [
        # One port, one process: with the default a second server would silently share the port.
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", settings.request_bytes),
        ("grpc.max_send_message_length", settings.response_bytes),
        # Find out that a watcher is gone though its connection looks open.
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        # Idle watchers ping; by default a server cuts them off for it.
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
        ("grpc.http2.max_ping_strikes", 0),
        # A connection lives on one replica; let it end so that the next one finds the new replicas.
        ("grpc.max_connection_age_ms", int(settings.connection_age_seconds * 1000)),
        ("grpc.max_connection_age_grace_ms", int(settings.connection_age_grace_seconds * 1000)),
    ]


def _listen(server: grpc.aio.Server, settings: ServiceSettings) -> int:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    try:
        return server.add_insecure_port(f"{host}:{settings.port}")
    except RuntimeError:
        name = variable_name(type(settings), "port")
        raise StartupError(f"cannot listen on {host} port {settings.port} (set {name} to change it)") from None


def _check_paths(services: Sequence[Service], interceptors: Sequence[RpcInterceptor]) -> None:
    pool = descriptor_pool.Default()
    found = (pool.FindServiceByName(service.name) for service in services)
    served = {f"/{service.full_name}/{method.name}" for service in found for method in service.methods}
    for interceptor in interceptors:
        unknown = interceptor.paths - served if isinstance(interceptor, AuthInterceptor) else ()
        if unknown:
            raise ValueError(f"nobody serves {', '.join(sorted(unknown))}")
