"""Innermost: finds out who calls, once, before the servicer runs."""

from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Final, Protocol

from typing_extensions import override

from footplate.runtime.identity import (
    BadToken,
    Caller,
    Role,
    RoleForbidden,
    TokenFault,
    current_caller,
    set_caller,
)
from footplate.runtime.revocation import Revoked
from footplate.runtime.rpc import INFRASTRUCTURE, Context, Method, RpcInterceptor

HEADER: Final = "authorization"
_SCHEME: Final = "bearer "


class Verifier(Protocol):
    """Tells who a token speaks for, or raises `BadToken`."""

    def verify(self, token: str) -> Caller:
        """Return the caller."""
        ...


class AuthInterceptor(RpcInterceptor):
    """Reads the metadata `authorization: Bearer <token>` and names the caller (`identity.current_caller`).

    Without a token only health, reflection and the methods of `public` (paths, `/package.Service/Method`) may be
    called. A token that is sent must be good, also there: a player whose token has run out shall hear it, not quietly
    be shown what a stranger may see. A stream is judged when it opens, and ends when its token is revoked. `roles`
    names the roles that may call a path; a path not in it is open to every role.
    """

    def __init__(
        self,
        verifier: Verifier,
        public: Iterable[str] = (),
        roles: Mapping[str, Collection[Role]] | None = None,
        revoked: Revoked | None = None,
    ) -> None:
        super().__init__()
        self._verifier = verifier
        self._public: Final = frozenset(public)
        self._roles: Final = dict(roles or {})
        self._revoked: Final = Revoked() if revoked is None else revoked

    @property
    def paths(self) -> frozenset[str]:
        """Every path this interceptor was told something about."""
        return self._public | self._roles.keys()

    @override
    @asynccontextmanager
    async def around(self, method: Method, context: Context) -> AsyncIterator[None]:
        token = _token(context)
        caller = None if token is None else self._judged(token)
        set_caller(caller)
        if method.path not in self._public and method.service not in INFRASTRUCTURE:
            self._check_role(method, current_caller())
        if caller is None or not method.streams:
            yield
            return
        async with self._revoked.while_good(caller):
            yield

    def _judged(self, token: str) -> Caller:
        caller = self._verifier.verify(token)
        self._revoked.expect_good(caller)
        return caller

    def _check_role(self, method: Method, caller: Caller) -> None:
        if caller.role not in self._roles.get(method.path, Role):
            raise RoleForbidden(caller.role, method.path)


def _token(context: Context) -> str | None:
    values = [value for key, value in context.invocation_metadata() or () if key == HEADER]
    if not values:
        return None
    value = values[0]
    if len(values) > 1 or not isinstance(value, str) or not value.lower().startswith(_SCHEME):
        raise BadToken(TokenFault.MALFORMED, "the metadata 'authorization' should be 'Bearer <token>', once")
    return value[len(_SCHEME) :].strip()
