"""Outermost: counts and times every call, however it ends."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import grpc
import grpc.aio
from typing_extensions import override

from footplate.runtime import metrics
from footplate.runtime.rpc import Context, Method, RpcInterceptor

_CODES: Final = {code.value[0]: code for code in grpc.StatusCode}


class MetricsInterceptor(RpcInterceptor):
    """Keeps the RPC metrics. Unknown methods share one label, or anybody could invent labels."""

    @override
    @asynccontextmanager
    async def around(self, method: Method, context: Context) -> AsyncIterator[None]:
        begun = time.perf_counter()
        open_calls = metrics.RPCS_IN_FLIGHT.labels(method.service, method.name)
        open_calls.inc()
        code = grpc.StatusCode.UNKNOWN
        try:
            yield
            code = _code(context, grpc.StatusCode.OK)
        except asyncio.CancelledError:
            code = _ended_by_client(context)
            raise
        except Exception:
            code = _code(context, grpc.StatusCode.UNKNOWN)
            raise
        finally:
            open_calls.dec()
            _count(method, code, time.perf_counter() - begun)

    @override
    def unknown(self) -> None:
        metrics.RPCS.labels("unknown", "unknown", grpc.StatusCode.UNIMPLEMENTED.name).inc()


def _count(method: Method, code: grpc.StatusCode, seconds: float) -> None:
    metrics.RPCS.labels(method.service, method.name, code.name).inc()
    if not method.streams:
        metrics.RPC_SECONDS.labels(method.service, method.name, code.name).observe(seconds)


def _code(context: Context, otherwise: grpc.StatusCode) -> grpc.StatusCode:
    code: object = context.code()
    if isinstance(code, grpc.StatusCode):
        return code
    return _CODES.get(code, otherwise) if isinstance(code, int) else otherwise


def _ended_by_client(context: Context) -> grpc.StatusCode:
    left: float | None = context.time_remaining()
    return grpc.StatusCode.DEADLINE_EXCEEDED if left is not None and left <= 0 else grpc.StatusCode.CANCELLED
