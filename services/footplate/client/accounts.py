"""Accounts: becoming somebody."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from footplate.api.lobby.v1 import account_request_response_pb2 as account_pb
from footplate.api.lobby.v1 import message_pb2
from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.api.lobby.v1.account_service_pb2_grpc import AccountServiceStub
from footplate.client.calls import Calls, new_request_id
from footplate.client.errors import BadToken

if TYPE_CHECKING:
    import grpc

_SECRET_BYTES: Final = 24


@dataclass(frozen=True, slots=True)
class Account:
    """An account and the secret to sign in with the next time. Keep the secret; nobody can show it again."""

    account_id: str
    display_name: str
    secret: str = field(repr=False)


class Accounts:
    """The AccountService, for the client's own account."""

    def __init__(self, calls: Calls, channel: "grpc.Channel") -> None:
        self._calls = calls
        self._stub = AccountServiceStub(channel)
        calls.identity.renewed_by(self._renew)

    def register(self, display_name: str, *, bot: bool = False) -> Account:
        """Make an account and speak for it from now on. `bot`: others see that a program plays. Raises NameTaken."""
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        request = pb.RegisterRequest(request_id=new_request_id(), display_name=display_name, secret=secret, bot=bot)
        answer = self._calls.call(self._stub.Register, request, signed=False)
        return self._become(answer.account, secret, answer.token)

    def sign_in(self, secret: str, *, account_id: str = "", display_name: str = "") -> Account:
        """Speak for an account from now on, named by id or by name. Raises BadSecret."""
        if account_id:
            request = pb.IssueTokenRequest(account_id=account_id, secret=secret)
        else:
            request = pb.IssueTokenRequest(display_name=display_name, secret=secret)
        answer = self._issue(request)
        return self._become(answer.account, secret, answer.token)

    def get(self, account_id: str = "") -> message_pb2.Account:
        """An account as everybody may see it; the own one by default."""
        return self._calls.call(self._stub.GetAccount, pb.GetAccountRequest(account_id=account_id)).account

    def profile(self, account_id: str = "") -> account_pb.GetProfileResponse:
        """An account with its owner, its ratings and how it keeps to its matches; the own one by default."""
        return self._calls.call(self._stub.GetProfile, account_pb.GetProfileRequest(account_id=account_id))

    def sign_out(self, *, everywhere: bool = False) -> None:
        """End this session, or all of the account, and speak for nobody from now on."""
        try:
            if everywhere:
                self.revoke()
            else:
                request = account_pb.EndSessionRequest(request_id=new_request_id())
                self._once(self._stub.EndSession, request)
        finally:
            self._calls.identity.leave()

    def change_secret(self, old: str) -> Account:
        """Make a new secret for the own account in place of the old one, and end all its other sessions.

        Raises BadSecret. Keep the new secret; nobody can show it again.
        """
        own, secret = self.own_id(), secrets.token_urlsafe(_SECRET_BYTES)
        request = account_pb.ChangeSecretRequest(
            request_id=new_request_id(), account_id=own, old_secret=old, new_secret=secret
        )
        answer = self._calls.call(self._stub.ChangeSecret, request, signed=False)
        return self._become(answer.account, secret, answer.token)

    def revoke(self, account_id: str = "") -> None:
        """End all sessions of the own account, or of a bot of it. Raises Forbidden."""
        request = account_pb.RevokeTokensRequest(request_id=new_request_id(), account_id=account_id)
        self._once(self._stub.RevokeTokens, request)

    # --- Bots of the own account -------------------------------------------

    def register_bot(self, display_name: str) -> Account:
        """Make the account of a bot that the own account answers for; its program signs in with the secret.

        Raises NameTaken, and CallFailed with the reason TOO_MANY_BOTS.
        """
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        request = pb.RegisterRequest(request_id=new_request_id(), display_name=display_name, secret=secret, bot=True)
        account = self._calls.call(self._stub.Register, request).account
        return Account(account.account_id, account.display_name, secret)

    def bots(self) -> Sequence[message_pb2.Account]:
        """The bots of the own account, the oldest first."""
        return tuple(self._calls.call(self._stub.ListBots, account_pb.ListBotsRequest()).bots)

    def replace_bot_secret(self, account_id: str) -> Account:
        """Make a new secret for a bot of the own account, and end all its sessions. Raises Forbidden."""
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        request = account_pb.ReplaceBotSecretRequest(request_id=new_request_id(), account_id=account_id, secret=secret)
        account = self._calls.call(self._stub.ReplaceBotSecret, request).account
        return Account(account.account_id, account.display_name, secret)

    def own_id(self) -> str:
        """The id of the account this client speaks for."""
        identity = self._calls.identity
        if not identity.account_id:
            identity.account_id = self.get().account_id
        return identity.account_id

    def _become(self, account: message_pb2.Account, secret: str, token: message_pb2.Token) -> Account:
        self._calls.identity.become(account.account_id, secret, token, self._issue)
        return Account(account.account_id, account.display_name, secret)

    def _renew(self, token: str) -> message_pb2.Token:
        return self._calls.call(self._stub.RenewToken, account_pb.RenewTokenRequest(), signed=False, token=token).token

    def _once(self, method: Any, request: Any) -> None:
        """A call that may revoke the token it is made with. When a lost answer is asked for again, that tells so."""
        metadata = self._calls.identity.metadata()
        token = metadata[0][1].removeprefix("Bearer ") if metadata else ""
        try:
            self._calls.call(method, request, signed=False, token=token)
        except BadToken as error:
            if error.metadata.get("problem") != "revoked":
                raise

    def _issue(self, request: pb.IssueTokenRequest) -> pb.IssueTokenResponse:
        return self._calls.call(self._stub.IssueToken, request, signed=False)
