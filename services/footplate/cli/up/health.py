"""Whether a process is ready for work."""

import urllib.request
from http.client import HTTPException
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from footplate.cli.up.plan import LOBBY, RULES, Ports

_SECONDS: Final = 1.0


def is_ready(ports: Ports, name: str) -> bool:
    """Ask a process: a service over gRPC, any other by its health page."""
    if name in (RULES, LOBBY):
        return _serves(ports.rules_address if name == RULES else ports.lobby_address)
    return _is_well(ports.health_url(name))


def _serves(address: str) -> bool:
    with grpc.insecure_channel(address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)  # its methods are made at run time
        try:
            answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=_SECONDS)
        except grpc.RpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def _is_well(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=_SECONDS) as answer:  # noqa: S310 - a page of our own on the loopback
            return bool(answer.status == 200)
    except (OSError, HTTPException):
        return False
