"""Calls of the lobby in few words."""

import asyncio
from typing import Any

from footplate.api.common.v1 import paging_pb2, setup_pb2
from footplate.api.lobby.v1 import account_request_response_pb2 as account_pb
from footplate.api.lobby.v1 import message_pb2
from footplate.api.lobby.v1 import request_response_pb2 as pb
from tests.lobby.rigs import Client, Lobby
from tests.support.toy_game import GAME_ID
from tests.support.toy_matches import begin, play

SECRET = "a long secret of Ann's"


def setup(**given: Any) -> setup_pb2.Setup:
    """A set-up of the toy game."""
    return setup_pb2.Setup(**{"game": GAME_ID, **given})


async def opened(client: Client, seats: int = 3, request: str = "", **given: Any) -> message_pb2.Table:
    """A new table."""
    asked = {"setup": setup(), "seat_count": seats, **given}
    return await open_(client, pb.OpenTableRequest(request_id=request or client.next_request(), **asked))


async def open_(client: Client, request: pb.OpenTableRequest) -> message_pb2.Table:
    """The table of a request."""
    answer: pb.OpenTableResponse = await client.lobby("OpenTable", request)
    return answer.table


def joining(client: Client, table: str, seat: int | None = None, request: str = "", code: str = "") -> Any:
    """A call that takes a seat."""
    asked = pb.JoinTableRequest(request_id=request or client.next_request(), table_id=table, seat=seat, code=code)
    return client.lobby("JoinTable", asked)


def adding_bot(client: Client, table: str, level: str = "greedy", seat: int | None = None, request: str = "") -> Any:
    """A call that seats a bot."""
    request = request or client.next_request()
    return client.lobby("AddBot", pb.AddBotRequest(request_id=request, table_id=table, level=level, seat=seat))


def leaving(client: Client, table: str, seat: int | None = None, request: str = "") -> Any:
    """A call that frees a seat."""
    asked = pb.LeaveTableRequest(request_id=request or client.next_request(), table_id=table, seat=seat)
    return client.lobby("LeaveTable", asked)


def removing(client: Client, table: str, seat: int, account: str = "", request: str = "") -> Any:
    """A call that sends away whoever has a seat, or only the account that is named."""
    request = request or client.next_request()
    asked = pb.LeaveTableRequest(request_id=request, table_id=table, seat=seat, account_id=account)
    return client.lobby("LeaveTable", asked)


def inviting(client: Client, table: str, account: str, *, withdraw: bool = False) -> Any:
    """A call that invites an account, or takes that back."""
    request = client.next_request()
    asked = pb.InviteToTableRequest(request_id=request, table_id=table, account_id=account, withdraw=withdraw)
    return client.lobby("InviteToTable", asked)


def again(client: Client, table: str, request: str = "") -> Any:
    """A call for the same people once more."""
    return client.lobby("Rematch", pb.RematchRequest(request_id=request or client.next_request(), table_id=table))


def starting(client: Client, table: str, request: str = "") -> Any:
    """A call that starts a table."""
    asked = pb.StartTableRequest(request_id=request or client.next_request(), table_id=table)
    return client.lobby("StartTable", asked)


def getting(client: Client, table: str, code: str = "") -> Any:
    """A call that looks at a table."""
    return client.lobby("GetTable", pb.GetTableRequest(table_id=table, code=code))


async def shown(client: Client, table: str) -> message_pb2.Table:
    """A table as it is now."""
    answer: pb.GetTableResponse = await getting(client, table)
    return answer.table


def listing(client: Client, *, size: int = 0, token: str = "", **given: Any) -> Any:
    """A call that lists tables."""
    page = paging_pb2.PageRequest(page_size=size, page_token=token)
    return client.lobby("ListTables", pb.ListTablesRequest(page=page, **given))


def watching(client: Client, table: str, version: int = 0, code: str = "") -> Any:
    """A watch of a table."""
    return client.lobby("WatchTable", pb.WatchTableRequest(table_id=table, from_version=version, code=code))


async def full_of_bots(client: Client) -> message_pb2.Table:
    """A full table of the client and two bots."""
    table = await opened(client)
    await adding_bot(client, table.table_id)
    answer: pb.AddBotResponse = await adding_bot(client, table.table_id)
    return answer.table


def registering(client: Client, name: str, request: str = "", secret: str = SECRET, **given: Any) -> Any:
    """A call that makes an account."""
    asked = pb.RegisterRequest(request_id=request or client.next_request(), display_name=name, secret=secret, **given)
    return client.accounts("Register", asked)


def logging_in(client: Client, secret: str = SECRET, **account: str) -> Any:
    """A call for a token."""
    return client.accounts("IssueToken", pb.IssueTokenRequest(secret=secret, **account))


def logging_bot_in(client: Client, account: str, secret: str) -> Any:
    """A call for the token of a bot of the house."""
    return client.accounts("IssueBotToken", pb.IssueBotTokenRequest(service_secret=secret, account_id=account))


def renewing(client: Client) -> Any:
    """A call for the next token of a session."""
    return client.accounts("RenewToken", account_pb.RenewTokenRequest())


def ending_session(client: Client, request: str = "") -> Any:
    """A call that ends the client's session."""
    asked = account_pb.EndSessionRequest(request_id=request or client.next_request())
    return client.accounts("EndSession", asked)


def revoking(client: Client, account: str = "", request: str = "") -> Any:
    """A call that ends all sessions of an account."""
    asked = account_pb.RevokeTokensRequest(request_id=request or client.next_request(), account_id=account)
    return client.accounts("RevokeTokens", asked)


def changing_secret(client: Client, old: str, new: str, request: str = "", **account: str) -> Any:
    """A call that gives an account another secret."""
    request = request or client.next_request()
    asked = account_pb.ChangeSecretRequest(request_id=request, old_secret=old, new_secret=new, **account)
    return client.accounts("ChangeSecret", asked)


def replacing_secret(client: Client, account: str, secret: str = "", request: str = "") -> Any:
    """A call that gives a bot another secret."""
    request = request or client.next_request()
    asked = account_pb.ReplaceBotSecretRequest(request_id=request, account_id=account, secret=secret)
    return client.accounts("ReplaceBotSecret", asked)


def listing_bots(client: Client) -> Any:
    """A call for the client's bots."""
    return client.accounts("ListBots", account_pb.ListBotsRequest())


def profile_of(client: Client, account: str = "") -> Any:
    """A call for a profile."""
    return client.accounts("GetProfile", account_pb.GetProfileRequest(account_id=account))


async def played(served: Lobby, *people: Client, **given: Any) -> str:
    """A table whose match is over; bots have the seats that are left."""
    table = await opened(people[0], 3, **given)
    for person in people[1:]:
        await joining(person, table.table_id, code=table.code)
    for _ in range(3 - len(people)):
        await adding_bot(people[0], table.table_id)
    outcome = play(begin()).match.outcome
    assert outcome
    served.rig.rules.outcomes[f"m_{table.table_id[2:]}"] = outcome
    watch = watching(people[0], table.table_id)
    await starting(people[0], table.table_id)
    async with asyncio.timeout(5):
        while (await watch.read()).table.status != message_pb2.TABLE_STATUS_FINISHED:
            pass
    return table.table_id
