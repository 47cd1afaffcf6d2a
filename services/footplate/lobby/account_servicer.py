"""Accounts over gRPC: decode, call, encode. What is raised on the way becomes a status in an interceptor."""

from typing_extensions import override

from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.api.lobby.v1.account_service_pb2_grpc import AccountServiceServicer
from footplate.lobby import answers, requested
from footplate.lobby.accounts import Accounts
from footplate.runtime.identity import current_caller
from footplate.runtime.rpc import Context


class AccountServicer(AccountServiceServicer):
    """One method per call of AccountService."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    @override
    async def Register(self, request: pb.RegisterRequest, context: Context) -> pb.RegisterResponse:
        return answers.registered(await self._accounts.register(requested.registration(request)))

    @override
    async def IssueToken(self, request: pb.IssueTokenRequest, context: Context) -> pb.IssueTokenResponse:
        account_id, name = requested.account_named(request)
        token, account = await self._accounts.issue_token(account_id, name, request.secret)
        return pb.IssueTokenResponse(token=answers.token(token), account=answers.account(account))

    @override
    async def IssueBotToken(self, request: pb.IssueBotTokenRequest, context: Context) -> pb.IssueBotTokenResponse:
        token = await self._accounts.issue_bot_token(request.service_secret, request.account_id)
        return pb.IssueBotTokenResponse(token=answers.token(token))

    @override
    async def GetAccount(self, request: pb.GetAccountRequest, context: Context) -> pb.GetAccountResponse:
        account = await self._accounts.get(request.account_id or current_caller().account_id)
        return pb.GetAccountResponse(account=answers.account(account))
