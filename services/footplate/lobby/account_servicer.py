"""Accounts over gRPC: decode, call, encode. What is raised on the way becomes a status in an interceptor."""

from typing_extensions import override

from footplate.api.lobby.v1 import account_request_response_pb2 as account_pb
from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.api.lobby.v1.account_service_pb2_grpc import AccountServiceServicer
from footplate.lobby import account_answers, account_requested
from footplate.lobby.accounts import Accounts
from footplate.lobby.profiles import Profiles
from footplate.lobby.sessions import Sessions
from footplate.runtime.identity import caller_or_none, current_caller
from footplate.runtime.rpc import Context


class AccountServicer(AccountServiceServicer):
    """One method per call of AccountService."""

    def __init__(self, accounts: Accounts, sessions: Sessions, profiles: Profiles) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._profiles = profiles

    @override
    async def Register(self, request: pb.RegisterRequest, context: Context) -> pb.RegisterResponse:
        wanted = account_requested.registration(request, caller_or_none())
        return account_answers.registered(await self._accounts.register(wanted))

    @override
    async def IssueToken(self, request: pb.IssueTokenRequest, context: Context) -> pb.IssueTokenResponse:
        account_id, name = account_requested.account_named(request)
        token, account = await self._accounts.issue_token(account_id, name, request.secret)
        return pb.IssueTokenResponse(token=account_answers.token(token), account=account_answers.account(account))

    @override
    async def IssueBotToken(self, request: pb.IssueBotTokenRequest, context: Context) -> pb.IssueBotTokenResponse:
        token = await self._accounts.issue_bot_token(request.service_secret, request.account_id)
        return pb.IssueBotTokenResponse(token=account_answers.token(token))

    @override
    async def GetAccount(self, request: pb.GetAccountRequest, context: Context) -> pb.GetAccountResponse:
        account = await self._accounts.get(request.account_id or current_caller().account_id)
        return pb.GetAccountResponse(account=account_answers.account(account))

    @override
    async def RenewToken(
        self, request: account_pb.RenewTokenRequest, context: Context
    ) -> account_pb.RenewTokenResponse:
        token, account = await self._sessions.renew(current_caller())
        return account_pb.RenewTokenResponse(
            token=account_answers.token(token), account=account_answers.account(account)
        )

    @override
    async def EndSession(
        self, request: account_pb.EndSessionRequest, context: Context
    ) -> account_pb.EndSessionResponse:
        await self._sessions.end_session(current_caller(), request.request_id)
        return account_pb.EndSessionResponse()

    @override
    async def RevokeTokens(
        self, request: account_pb.RevokeTokensRequest, context: Context
    ) -> account_pb.RevokeTokensResponse:
        caller = current_caller()
        await self._sessions.end_all(caller, request.request_id, request.account_id or caller.account_id)
        return account_pb.RevokeTokensResponse()

    @override
    async def ChangeSecret(
        self, request: account_pb.ChangeSecretRequest, context: Context
    ) -> account_pb.ChangeSecretResponse:
        token, account = await self._sessions.change_secret(account_requested.secret_change(request))
        return account_pb.ChangeSecretResponse(
            token=account_answers.token(token), account=account_answers.account(account)
        )

    @override
    async def ReplaceBotSecret(
        self, request: account_pb.ReplaceBotSecretRequest, context: Context
    ) -> account_pb.ReplaceBotSecretResponse:
        replaced = await self._sessions.replace_bot_secret(
            current_caller(), request.request_id, request.account_id, request.secret
        )
        return account_answers.replaced(replaced)

    @override
    async def ListBots(self, request: account_pb.ListBotsRequest, context: Context) -> account_pb.ListBotsResponse:
        bots = await self._accounts.bots_of(current_caller().account_id)
        return account_pb.ListBotsResponse(bots=[account_answers.account(bot) for bot in bots])

    @override
    async def GetProfile(
        self, request: account_pb.GetProfileRequest, context: Context
    ) -> account_pb.GetProfileResponse:
        profile = await self._profiles.of(request.account_id or current_caller().account_id)
        return account_answers.profile(profile)
