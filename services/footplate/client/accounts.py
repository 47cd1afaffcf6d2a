"""Accounts: becoming somebody."""

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from footplate.api.lobby.v1 import message_pb2
from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.api.lobby.v1.account_service_pb2_grpc import AccountServiceStub
from footplate.client.calls import Calls, new_request_id

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

    def own_id(self) -> str:
        """The id of the account this client speaks for."""
        identity = self._calls.identity
        if not identity.account_id:
            identity.account_id = self.get().account_id
        return identity.account_id

    def _become(self, account: message_pb2.Account, secret: str, token: message_pb2.Token) -> Account:
        self._calls.identity.become(account.account_id, secret, token, self._issue)
        return Account(account.account_id, account.display_name, secret)

    def _issue(self, request: pb.IssueTokenRequest) -> pb.IssueTokenResponse:
        return self._calls.call(self._stub.IssueToken, request, signed=False)
