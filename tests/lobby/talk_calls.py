"""Calls of TalkService in few words."""

import asyncio
from dataclasses import replace
from typing import Any, TypeAlias

from footplate.api.common.v1 import paging_pb2
from footplate.api.talk.v1 import message_pb2
from footplate.api.talk.v1 import request_response_pb2 as pb
from footplate.domain.seat import Seat
from footplate.domain.table import Changed, Status, Table
from footplate.lobby.ports import Write
from tests.lobby.rigs import Client, Rig
from tests.support.toy_game import PEBBLES, SETUP

PLAYERS, SPECTATORS = message_pb2.TALK_ROOM_PLAYERS, message_pb2.TALK_ROOM_SPECTATORS
ANN, BOB = Seat("a_ann", "Ann"), Seat("a_bob", "Bob")
Room: TypeAlias = message_pb2.TalkRoom.ValueType


async def table_at(rig: Rig, status: Status = Status.OPEN, number: int = 1, **given: Any) -> Table:
    """A stored table of Ann and Bob, with a free seat, at a stage of its life."""
    opened = Table.open(PEBBLES, f"t_{number:03}", ANN, SETUP, 1000)
    changed = opened.table.join(BOB, 1000)
    placed = replace(changed, table=replace(changed.table, version=1, status=status, **given))
    assert await rig.drivers.tables.write(Write(None, placed)) is None
    return placed.table


async def moved(rig: Rig, table: Table, **given: Any) -> Table:
    """The table in its next version, with other values."""
    after = replace(table, version=table.version + 1, **given)
    assert await rig.drivers.tables.write(Write(table, Changed(after, ()))) is None
    return after


def saying(
    client: Client, table: str, text: str = "Hello", room: Room = PLAYERS, request: str = "", **given: Any
) -> Any:
    """A call that says a line."""
    request = request or client.next_request()
    return client.talk("Say", pb.SayRequest(request_id=request, table_id=table, room=room, text=text, **given))


async def said(client: Client, table: str, *texts: str, room: Room = PLAYERS) -> list[message_pb2.TalkLine]:
    """Lines that were said one after the other."""
    return [(await saying(client, table, text, room)).line for text in texts]


def listing_talk(client: Client, table: str, room: Room = PLAYERS, size: int = 0, token: str = "", **given: Any) -> Any:
    """A call that lists lines."""
    page = paging_pb2.PageRequest(page_size=size, page_token=token)
    return client.talk("ListTalk", pb.ListTalkRequest(table_id=table, room=room, page=page, **given))


async def listed(client: Client, table: str, room: Room = PLAYERS) -> list[str]:
    """The texts of a room, the newest first."""
    answer: pb.ListTalkResponse = await listing_talk(client, table, room)
    return [line.text for line in answer.lines]


def hearing(client: Client, table: str, room: Room = PLAYERS, line: int = 0, **given: Any) -> Any:
    """A watch of a room."""
    return client.talk("WatchTalk", pb.WatchTalkRequest(table_id=table, room=room, from_line=line, **given))


async def next_of(watch: Any) -> pb.WatchTalkResponse:
    """The next message; it must come soon."""
    async with asyncio.timeout(5):
        message: pb.WatchTalkResponse = await watch.read()
    return message


def silencing(client: Client, table: str, account: str, request: str = "", *, lift: bool = False) -> Any:
    """A call that silences an account, or lets it speak again."""
    request = request or client.next_request()
    return client.talk("Silence", pb.SilenceRequest(request_id=request, table_id=table, account_id=account, lift=lift))


def muting(client: Client, account: str, request: str = "") -> Any:
    """A call that mutes an account."""
    return client.talk("Mute", pb.MuteRequest(request_id=request or client.next_request(), account_id=account))


def unmuting(client: Client, account: str, request: str = "") -> Any:
    """A call that mutes an account no more."""
    return client.talk("Unmute", pb.UnmuteRequest(request_id=request or client.next_request(), account_id=account))


async def muted(client: Client) -> list[str]:
    """The accounts that are muted."""
    answer: pb.ListMutedResponse = await client.talk("ListMuted", pb.ListMutedRequest())
    return list(answer.account_ids)
