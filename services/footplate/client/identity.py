"""Who the client speaks for: an account, its token, and its secret to get the next token with."""

import threading
import time
from collections.abc import Callable
from typing import Final

from footplate.api.lobby.v1 import message_pb2, request_response_pb2

Metadata = tuple[tuple[str, str], ...]
Issue = Callable[[request_response_pb2.IssueTokenRequest], request_response_pb2.IssueTokenResponse]

_EARLY_SECONDS: Final = 60.0
"""A token is renewed this long before it runs out, so that none runs out on its way."""


class Identity:
    """Nobody, until a token or an account with its secret is given. Never shows either in a text."""

    def __init__(self, token: str = "") -> None:
        self._lock = threading.Lock()
        self._token = token
        self._expires: float | None = None
        self._secret = ""
        self._issue: Issue | None = None
        self.account_id = ""
        """Empty while only a token is known."""

    def become(self, account_id: str, secret: str, token: message_pb2.Token, issue: Issue) -> None:
        """Speak for an account from now on; `issue` gets it new tokens."""
        with self._lock:
            self.account_id, self._secret, self._issue = account_id, secret, issue
            self._take(token)

    def metadata(self) -> Metadata:
        """What goes along with a call, with a token that is good for a while where one can be had."""
        if self._expires is not None and time.time() > self._expires - _EARLY_SECONDS:
            self.renew(self._token)
        return (("authorization", f"Bearer {self._token}"),) if self._token else ()

    @property
    def token(self) -> str:
        """The token of the moment; empty for nobody."""
        return self._token

    def renew(self, refused: str) -> bool:
        """Get a new token in place of the `refused` one; False when there is no secret to get one with."""
        with self._lock:
            if self._token != refused:  # another thread was quicker
                return True
            if self._issue is None:
                return False
            request = request_response_pb2.IssueTokenRequest(account_id=self.account_id, secret=self._secret)
            self._take(self._issue(request).token)
            return True

    def _take(self, token: message_pb2.Token) -> None:
        self._token = token.jwt
        self._expires = token.expires.ToMilliseconds() / 1000 if token.HasField("expires") else None
