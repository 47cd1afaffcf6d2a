"""Who the client speaks for: an account, its token, and what gets it the next one.

A token is renewed before it runs out. Where the session has come to its end, or was ended, a new one begins with the
secret, if that is known.
"""

import base64
import binascii
import json
import threading
import time
from collections.abc import Callable
from typing import Final

from footplate.api.lobby.v1 import message_pb2, request_response_pb2
from footplate.client.errors import CallFailed, TimedOut, Unavailable

Metadata = tuple[tuple[str, str], ...]
Issue = Callable[[request_response_pb2.IssueTokenRequest], request_response_pb2.IssueTokenResponse]
Renew = Callable[[str], message_pb2.Token]
"""What gets the next token for one that is still good. Raises CallFailed."""

_EARLY_SECONDS: Final = 60.0
"""A token is renewed this long before it runs out, so that none runs out on its way."""
_PAUSE_SECONDS: Final = 10.0
"""How long a renewal that met nobody is left alone while the token is good."""


class Identity:
    """Nobody, until a token or an account with its secret is given. Never shows either in a text."""

    def __init__(self, token: str = "") -> None:
        self._lock = threading.Lock()
        self._token = token
        self._due = _due(_expiry_of(token))
        self._secret = ""
        self._issue: Issue | None = None
        self._renew: Renew | None = None
        self.account_id = ""
        """Empty while only a token is known."""

    def renewed_by(self, renew: Renew) -> None:
        """Have tokens renewed by this while they are good."""
        self._renew = renew

    def become(self, account_id: str, secret: str, token: message_pb2.Token, issue: Issue) -> None:
        """Speak for an account from now on; `issue` gets it new tokens."""
        with self._lock:
            self.account_id, self._secret, self._issue = account_id, secret, issue
            self._take(token)

    def leave(self) -> None:
        """Speak for nobody from now on."""
        with self._lock:
            self.account_id, self._secret, self._issue = "", "", None
            self._token, self._due = "", None

    def metadata(self) -> Metadata:
        """What goes along with a call, with a token that is good for a while where one can be had."""
        if self._due is not None and time.time() > self._due:
            self._prolong(self._token)
        return (("authorization", f"Bearer {self._token}"),) if self._token else ()

    @property
    def token(self) -> str:
        """The token of the moment; empty for nobody."""
        return self._token

    def renew(self, refused: str) -> bool:
        """Get a new token in place of the `refused` one; False when there is no secret to get one with."""
        with self._lock:
            if self._token != refused:  # another thread was quicker
                return bool(self._token)
            return self._begin_anew()

    def _prolong(self, old: str) -> None:
        """Get the next token in place of one that is about to run out."""
        with self._lock:
            if self._token != old:
                return
            if self._renew is not None:
                try:
                    self._take(self._renew(old))
                except (Unavailable, TimedOut):
                    self._due = time.time() + _PAUSE_SECONDS
                except CallFailed:  # a session that is over, or a server that knows of none
                    self._due = None
                else:
                    return
            self._begin_anew()

    def _begin_anew(self) -> bool:
        if self._issue is None:
            return False
        request = request_response_pb2.IssueTokenRequest(account_id=self.account_id, secret=self._secret)
        self._take(self._issue(request).token)
        return True

    def _take(self, token: message_pb2.Token) -> None:
        self._token = token.jwt
        self._due = _due(token.expires.ToMilliseconds() / 1000 if token.HasField("expires") else None)


def _due(expires: float | None) -> float | None:
    return None if expires is None else expires - _EARLY_SECONDS


def _expiry_of(token: str) -> float | None:
    """When a token says that it runs out; None when it does not say so. Nobody is believed: the server judges."""
    try:
        body = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        return float(claims["exp"])
    except (IndexError, KeyError, TypeError, ValueError, binascii.Error):
        return None
