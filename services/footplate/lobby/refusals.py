"""Refusals of the lobby in protobuf: those of the table in `wire.errors`, and the one that only the lobby makes."""

import grpc
from google.rpc import error_details_pb2, status_pb2

from footplate.api.errors.v1.error_reason_pb2 import ErrorReason
from footplate.lobby.rate import RateLimited
from footplate.runtime.rpc_errors import error_status
from footplate.wire import errors


def to_status(error: Exception) -> status_pb2.Status:
    """What a client is told of an error."""
    if not isinstance(error, RateLimited):
        return errors.to_status(error)
    status = error_status(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        ErrorReason.ERROR_REASON_RATE_LIMITED,
        str(error),
        {"limit": error.limit},
    )
    retry = error_details_pb2.RetryInfo()
    retry.retry_delay.FromMilliseconds(int(error.retry_seconds * 1000))
    status.details.add().Pack(retry)
    return status
