"""A bare gRPC server to compare with: its one call appends what it is sent to a stream of Redis, and does nothing else.

`python -m footplate.cli.bench.bare` takes FOOTPLATE_REDIS_URL and FOOTPLATE_BENCH_PORT.
"""

import asyncio
import os
from typing import Any, Final

import grpc
import grpc.aio
import redis.asyncio

METHOD: Final = "/footplate.bench.Bare/Append"
_STREAM: Final = "bench:bare"


async def serve() -> None:
    """Serves until the process is ended."""
    client: Any = redis.asyncio.Redis.from_url(os.environ["FOOTPLATE_REDIS_URL"], max_connections=64)

    async def append(request: bytes, _context: Any) -> bytes:
        return bytes(await client.xadd(_STREAM, {"e": request}))

    handler: Any = grpc.unary_unary_rpc_method_handler(append)
    service, method = METHOD.strip("/").split("/")
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {method: handler}),))
    server.add_insecure_port(f"127.0.0.1:{os.environ['FOOTPLATE_BENCH_PORT']}")
    await server.start()
    await server.wait_for_termination()


if __name__ == "__main__":
    asyncio.run(serve())
