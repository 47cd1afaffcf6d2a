"""One try of a call: a POST to an address that was judged, whose answer is little more than its status."""

import asyncio
import ssl
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import httpx

from footplate.domain.hooks import Posted
from footplate.hooks.addresses import Forbidden, Guard, target

_AGENT: Final = "footplate-hooks"


class HttpReceiver:
    """See `ports.Receiver`. `seconds`: how long a try may take from the look-up of the name to the status.

    Redirects are not followed: they would lead past the guard. Connections are not kept, since they are told apart by
    address alone, and one whose certificate was checked for a name must not serve another.
    """

    def __init__(self, guard: Guard, seconds: float, tls: ssl.SSLContext | None = None) -> None:
        self._guard = guard
        self._seconds = seconds
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        self._client = httpx.AsyncClient(verify=tls or True, trust_env=False, timeout=seconds, limits=limits)

    async def post(self, url: str, headers: Mapping[str, str], body: str) -> Posted:
        """One try; the problem is one of status, timeout, connection, tls, address."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._post(url, headers, body)
        except TimeoutError:
            return Posted(0, "timeout")
        except Forbidden:
            return Posted(0, "address")
        except (OSError, httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            return Posted(0, "tls" if _is_tls(error) else "connection")

    async def _post(self, url: str, headers: Mapping[str, str], body: str) -> Posted:
        parts = urlsplit(url)
        host, port = target(parts)
        address = await self._guard.address_of(host, port)
        place = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
        direct = urlunsplit((parts.scheme, place, parts.path or "/", parts.query, ""))
        sent = {"host": parts.netloc, "content-type": "application/json", "user-agent": _AGENT, **headers}
        extensions = {"sni_hostname": host}  # the name the certificate is checked for
        request = self._client.build_request("POST", direct, headers=sent, content=body.encode(), extensions=extensions)
        answer = await self._client.send(request, stream=True)
        try:
            return Posted(answer.status_code, "" if answer.is_success else "status", _asked_ms(answer))
        finally:
            await answer.aclose()

    async def close(self) -> None:
        """Ends all connections."""
        await self._client.aclose()


def _asked_ms(answer: httpx.Response) -> int:
    seconds = answer.headers.get("retry-after", "")
    return int(seconds) * 1_000 if seconds.isdecimal() and len(seconds) < 8 else 0


def _is_tls(error: BaseException) -> bool:
    """Whether the trouble began with the certificate or the handshake."""
    cause: BaseException | None = error
    while cause and not isinstance(cause, ssl.SSLError):
        cause = cause.__cause__ or cause.__context__
    return cause is not None
