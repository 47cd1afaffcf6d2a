"""Watching a match: every entry once and in order, however often the connection breaks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from footplate.api.common.v1 import setup_pb2
from footplate.api.match.v1 import log_entry_pb2, match_view_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.client.calls import Calls
from footplate.client.chain import Chain

if TYPE_CHECKING:
    import grpc

    WatchMatch = grpc.UnaryStreamMultiCallable[pb.WatchMatchRequest, pb.WatchMatchResponse]


@dataclass(frozen=True, slots=True)
class Update:
    """A position in which somebody decides, or the last one; `entries` led to it from the one before."""

    entries: tuple[log_entry_pb2.LogEntry, ...]
    view: match_view_pb2.MatchView

    @property
    def seats(self) -> list[setup_pb2.Seat]:
        """Who sits where, in seat order."""
        return list(self.view.setup.seats)


class MatchWatch:
    """One watch of one match from a ply on. `seat`: whose sight, unset: the caller's own."""

    def __init__(
        self,
        calls: Calls,
        method: "WatchMatch",
        match_id: str,
        from_ply: int,
        *,
        seat: int | None = None,
        effects: bool = False,
    ) -> None:
        self._calls = calls
        self._method = method
        self._match_id = match_id
        self._seat = seat
        self._effects = effects
        self._chain = Chain(match_id, from_ply)

    def entries(self) -> Iterator[log_entry_pb2.LogEntry]:
        """The entries behind the ply, until the match is over."""
        for message in self._messages(pb.WATCH_VIEWS_START):
            if message.HasField("view"):
                self._chain.see(message.view)
            elif message.HasField("entry") and self._chain.add(message.entry):
                yield message.entry

    def updates(self) -> Iterator[Update]:
        """The position at the ply, then each time the watch has caught up: the entries since, and the position."""
        pending: list[log_entry_pb2.LogEntry] = []
        shown = -1
        for message in self._messages(pb.WATCH_VIEWS_FOLLOW):
            if message.HasField("entry") and self._chain.add(message.entry):
                pending.append(message.entry)
            elif message.HasField("view"):
                self._chain.see(message.view)
                if message.view.ply != shown:  # a new stream begins with the position that the last one ended with
                    yield Update(tuple(pending), message.view)
                    pending, shown = [], message.view.ply

    def _messages(self, views: pb.WatchViews.ValueType) -> Iterator[pb.WatchMatchResponse]:
        return self._calls.watch(self._method, lambda: self._request(views))

    def _request(self, views: pb.WatchViews.ValueType) -> pb.WatchMatchRequest:
        return pb.WatchMatchRequest(
            match_id=self._match_id,
            from_ply=self._chain.ply,
            seat=self._seat,
            include_effects=self._effects,
            views=views,
        )
