"""Turns what a servicer raises into a `google.rpc.Status`, so that servicers contain no `try`.

The table of known errors is handed in, since it belongs to the wire format. What the table does not know is a bug: the
client gets an id and nothing else, the log gets the same id with the stack.
"""

import logging
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

import grpc
import grpc.aio
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status
from typing_extensions import override

from footplate.api.errors.v1.error_reason_pb2 import ErrorReason
from footplate.runtime.identity import BadToken, RoleForbidden
from footplate.runtime.rpc import Context, Method, RpcInterceptor

logger = logging.getLogger(__name__)

DOMAIN: Final = "footplate"
"""The `domain` of every ErrorInfo: reasons are unique within it."""

ToStatus = Callable[[Exception], status_pb2.Status | None]
"""The table: the status of a known error; none, or one with code INTERNAL, for what is not known."""


class ErrorsInterceptor(RpcInterceptor):
    """Answers with the status of whatever was raised."""

    def __init__(self, to_status: ToStatus) -> None:
        super().__init__()
        self._to_status = to_status

    @override
    @asynccontextmanager
    async def around(self, method: Method, context: Context) -> AsyncIterator[None]:
        try:
            yield
        except (grpc.aio.AbortError, grpc.aio.InternalError):  # answered already, or nobody there to answer
            raise
        except Exception as error:  # noqa: BLE001 - the one place that must catch everything
            status = self._known(error) or _bug(method, error)
            await context.abort_with_status(rpc_status.to_status(status))

    def _known(self, error: Exception) -> status_pb2.Status | None:
        try:
            status = _own(error) or self._to_status(error)
        except Exception:
            logger.exception("the table of errors failed on %s", type(error).__name__)
            return None
        return status if status is not None and status.code != grpc.StatusCode.INTERNAL.value[0] else None


def _own(error: Exception) -> status_pb2.Status | None:
    """Return the status of the errors that this package raises itself."""
    match error:
        case BadToken():
            keys = {"problem": error.problem.value}
            return error_status(grpc.StatusCode.UNAUTHENTICATED, ErrorReason.ERROR_REASON_BAD_TOKEN, str(error), keys)
        case RoleForbidden():
            keys = {"role": error.role.value, "method": error.method}
            return error_status(
                grpc.StatusCode.PERMISSION_DENIED, ErrorReason.ERROR_REASON_ROLE_FORBIDDEN, str(error), keys
            )
        case _:
            return None


def error_status(
    code: grpc.StatusCode, reason: ErrorReason.ValueType, message: str, metadata: Mapping[str, str]
) -> status_pb2.Status:
    """Return a status whose ErrorInfo carries `reason` and every changing part of the message as metadata."""
    name = ErrorReason.Name(reason).removeprefix("ERROR_REASON_")
    detail = any_pb2.Any()
    detail.Pack(error_details_pb2.ErrorInfo(reason=name, domain=DOMAIN, metadata=metadata))
    number: int = code.value[0]
    return status_pb2.Status(code=number, message=message, details=[detail])


def _bug(method: Method, error: Exception) -> status_pb2.Status:
    incident = secrets.token_hex(6)
    logger.error("bug in %s, incident %s", method.path, incident, exc_info=error, extra={"incident": incident})
    text = f"something went wrong on our side; in a report, please quote incident {incident}"
    return error_status(grpc.StatusCode.INTERNAL, ErrorReason.ERROR_REASON_BUG, text, {"incident": incident})
