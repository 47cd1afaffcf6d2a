"""Which servers may be called: none of the inside. Whoever makes a hook chooses where we connect to.

A name is looked up for each try, all its addresses are judged, and the connection goes to one that was: a name that
answers differently the next moment gains nothing.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Final
from urllib.parse import SplitResult, urlsplit

from footplate.domain.errors import BadRequest

LONGEST_URL: Final = 1_000
_PORTS: Final = {"https": 443, "http": 80}
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
_V6: Final = 6
_LOCAL: Final = ("localhost", "127.0.0.1", "[::1]", "::1")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a name, for a port. Raises OSError."""


class Forbidden(Exception):
    """The server may not be called."""


def expect_url(url: str, *, loopback: bool) -> None:
    """Raises BadRequest unless it is a URL that might be called. `loopback`: also this machine, also without TLS."""
    problem = _problem(url, loopback=loopback)
    if problem:
        raise BadRequest("url", url[:120], problem)


def _problem(url: str, *, loopback: bool) -> str:
    if not 1 <= len(url) <= LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        return f"1 to {LONGEST_URL} printable ASCII characters are expected"
    try:
        parts = urlsplit(url)
        host, _ = target(parts)
    except ValueError:
        return "a URL is expected"
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        return "a URL with a host and without a user, a password or a fragment is expected"
    if parts.scheme != "https" and not (parts.scheme == "http" and loopback and host in _LOCAL):
        return "https is expected"
    address = _literal(host)
    if (address and not may_be_called(address, loopback=loopback)) or (host == "localhost" and not loopback):
        return "a public address is expected"
    return ""


def target(parts: SplitResult) -> tuple[str, int]:
    """Host and port of a URL. Raises ValueError."""
    return (parts.hostname or "").rstrip("."), parts.port or _PORTS.get(parts.scheme, 0)


def may_be_called(address: Address, *, loopback: bool) -> bool:
    """Whether an address is of the public Internet; an IPv4 address inside an IPv6 one is judged in its place."""
    inner = _inner(address)
    if loopback and inner.is_loopback:
        return True
    local = inner.is_multicast or inner.is_reserved or (inner.version == _V6 and inner.is_site_local)
    return inner.is_global and not local


def _inner(address: Address) -> Address:
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or address


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


class Guard:
    """Finds the address to connect to. `loopback`: this machine may be called too."""

    def __init__(self, *, loopback: bool, resolve: Resolve | None = None) -> None:
        self._loopback = loopback
        self._resolve = resolve or _resolve

    async def address_of(self, host: str, port: int) -> str:
        """An address of a host that may be called. Raises Forbidden when it has another one, OSError for no address."""
        found = [ipaddress.ip_address(text.partition("%")[0]) for text in await self._resolve(host, port)]
        if not found:
            raise OSError("no address")
        if not all(may_be_called(address, loopback=self._loopback) for address in found):
            raise Forbidden
        return str(found[0])


async def _resolve(host: str, port: int) -> Sequence[str]:
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]
