"""Tokens of accounts, and the sessions they belong to.

A session begins when a secret is shown and lasts as long as its tokens are renewed in time, but never beyond its age.
"""

import secrets
from dataclasses import replace
from typing import Final

from footplate.lobby.account import Account
from footplate.lobby.ports import Clock, Kept
from footplate.runtime.identity import BadToken, Caller, Role, Session, TokenFault
from footplate.runtime.tokens import LEEWAY_SECONDS, Token, TokenSigner

_ID_BYTES: Final = 12
_SPARE_SECONDS: Final = 60.0
"""For clocks that differ, and calls that are on their way while a session is ended."""


class Grants:
    """Signs tokens. `token_seconds`, `session_seconds`: how long a token and a session last at most."""

    def __init__(self, signer: TokenSigner, token_seconds: float, session_seconds: float, now_ms: Clock) -> None:
        self._signer = signer
        self._token_seconds = token_seconds
        self._session_seconds = session_seconds
        self._now_ms = now_ms

    def begin(self, kept: Kept) -> Token:
        """The first token of a new session."""
        session = Session(f"s_{secrets.token_hex(_ID_BYTES)}", kept.epoch, self._now_ms() // 1000)
        return self._signed(kept.account, session)

    def renew(self, kept: Kept, session: Session) -> Token:
        """The next token of a session. Raises BadToken when it has come to its age, or the token belongs to none."""
        if not session.id or self._left(session) < 1:
            raise BadToken(TokenFault.SESSION_OVER, "the session is over: sign in again")
        return self._signed(kept.account, session)

    def house(self, kept: Kept) -> Token:
        """A token of a bot of the house. It belongs to no session: whoever may have it may have another."""
        return self._signer.sign(_caller(kept.account, Session(epoch=kept.epoch)))

    def all_run_out_ms(self) -> int:
        """When no token that was signed until now can be good any more."""
        return self._now_ms() + int((self._token_seconds + LEEWAY_SECONDS + _SPARE_SECONDS) * 1000)

    def _signed(self, account: Account, session: Session) -> Token:
        seconds = min(self._token_seconds, self._left(session))
        return self._signer.sign(_caller(account, session), lifetime_seconds=seconds)

    def _left(self, session: Session) -> float:
        return session.began + self._session_seconds - self._now_ms() / 1000


def _caller(account: Account, session: Session) -> Caller:
    return replace(Caller(account.id, account.name, Role.BOT if account.bot else Role.PLAYER), session=session)
