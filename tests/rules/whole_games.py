"""A whole game through the service, whatever the game: played at random by its seats and looked at from all sides."""

import asyncio
import random
from collections.abc import Sequence

from footplate.api.common.v1 import paging_pb2, watch_pb2
from footplate.api.match.v1 import action_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.engine.chain import first_hash, next_hash
from footplate.engine.record import Record, opening_text, parse_record
from footplate.engine.replay import Replay, replay, verify
from tests.rules.serving import Running, signed

ONLOOKER = signed("a_onlooker")
ANY_KIND = ("",)


async def play(
    running: Running, match_id: str, rng: random.Random, kinds: Sequence[str] = ANY_KIND, plies: int = 99_999
) -> int:
    """Plays a match at random, to its end or to a ply; the ply reached.

    Each seat has its own token, and every other action goes in its typed form. Where kinds are given, each is as likely
    as another.
    """
    while True:
        legal = await _legal(running, match_id, rng.sample(kinds, len(kinds)))
        if legal.to_act < 0 or legal.ply >= plies:
            return int(legal.ply)
        chosen = rng.choice(legal.actions)
        submit = pb.SubmitActionRequest(
            match_id=match_id,
            request_id=f"r{legal.ply}",
            expected_ply=legal.ply,
            action=chosen.action if rng.random() < 0.5 else action_pb2.Action(text=chosen.text),
        )
        await running.stub.SubmitAction(submit, metadata=signed(f"a_{legal.to_act}"))


async def _legal(running: Running, match_id: str, kinds: Sequence[str]) -> pb.ListLegalActionsResponse:
    """The first page of the legal actions of the first kind of which there are any."""
    for kind in kinds:
        page = paging_pb2.PageRequest(page_size=1000)
        request = pb.ListLegalActionsRequest(match_id=match_id, kind=kind, page=page)
        legal: pb.ListLegalActionsResponse = await running.stub.ListLegalActions(request, metadata=ONLOOKER)
        if legal.actions or legal.to_act < 0:
            return legal
    raise AssertionError(f"a seat is to act, but there is no action of any kind: {kinds}")


async def watch(running: Running, match_id: str) -> list[pb.WatchMatchResponse]:
    """All that an onlooker is told of a match, to its end."""
    request = pb.WatchMatchRequest(match_id=match_id, include_effects=True, views=pb.WATCH_VIEWS_FOLLOW)
    return [message async for message in running.stub.WatchMatch(request, metadata=ONLOOKER)]


async def record_of(running: Running, match_id: str) -> Record:
    """The record of a match."""
    answer = await running.stub.GetRecord(pb.GetRecordRequest(match_id=match_id), metadata=ONLOOKER)
    return parse_record(answer.record)


async def whole_game(running: Running, match_id: str, rng: random.Random, kinds: Sequence[str] = ANY_KIND) -> Replay:
    """Plays a match to its end and asserts that record, log, watch and views tell the same game."""
    watching = asyncio.create_task(watch(running, match_id))
    last = await play(running, match_id, rng, kinds)
    answer = await running.stub.GetRecord(pb.GetRecordRequest(match_id=match_id), metadata=ONLOOKER)
    record = parse_record(answer.record)
    assert (answer.finished, answer.ply) == (True, last)
    assert verify(record).findings == ()
    async with asyncio.timeout(10):
        _assert_told(record, await watching)
    played = replay(record)
    for ply in (0, last // 2, last):
        request = pb.GetMatchRequest(match_id=match_id, ply=ply)
        view = (await running.stub.GetMatch(request, metadata=ONLOOKER)).match
        assert view.state_text == played.game.state_text(played.states[ply])
    return played


def _assert_told(record: Record, messages: Sequence[pb.WatchMatchResponse]) -> None:
    """Who watched was told every entry, chained to the one before, and then that it is over."""
    chain = first_hash(opening_text(record))
    entries = [message.entry for message in messages if message.HasField("entry")]
    for entry, stored in zip(entries, record.entries, strict=True):
        assert (entry.ply, entry.actor, entry.text) == (stored.ply, stored.actor, stored.text)
        chain = next_hash(chain, entry.ply, entry.actor, entry.text)
        assert entry.chain_hash == chain
    assert messages[-1].ended.reason == watch_pb2.WATCH_END_REASON_COMPLETE
