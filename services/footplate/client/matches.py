"""Matches: looking at them, acting in them, watching them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from footplate.api.common.v1 import paging_pb2
from footplate.api.match.v1 import action_pb2, log_entry_pb2, match_view_pb2
from footplate.api.rules.v1 import message_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.api.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from footplate.client.calls import Calls, new_request_id
from footplate.client.watch import MatchWatch, Update

if TYPE_CHECKING:
    import grpc

Choice = str | action_pb2.Action | message_pb2.LegalAction
"""An action as its text, as a typed message, or as it stood in a list of legal ones."""

_PAGE = 1000


class Matches:
    """The RulesService."""

    def __init__(self, calls: Calls, channel: "grpc.Channel") -> None:
        self._calls = calls
        self._stub = RulesServiceStub(channel)

    def games(self, game: str = "", *, maps: bool = False) -> list[message_pb2.GameInfo]:
        """What there is to play, or one game of it; with the printed boards if asked."""
        request = pb.ListGamesRequest(game=game, include_maps=maps)
        return list(self._calls.call(self._stub.ListGames, request).games)

    def get(self, match_id: str, *, ply: int | None = None, seat: int | None = None) -> match_view_pb2.MatchView:
        """A match at its head or at an earlier ply, as the account may see it. Raises NotFound, NotYourSeat."""
        request = pb.GetMatchRequest(match_id=match_id, ply=ply, seat=seat)
        return self._calls.call(self._stub.GetMatch, request).match

    def legal_actions(
        self,
        match_id: str,
        *,
        ply: int | None = None,
        kind: str = "",
        hex: str = "",  # noqa: A002 - the name the contract gives it
        city: str = "",
        effects: bool = False,
    ) -> list[message_pb2.LegalAction]:
        """All that the seat to act may do, in canonical order; filters that are set must all hold. Raises NotFound."""
        found: list[message_pb2.LegalAction] = []
        request = pb.ListLegalActionsRequest(
            match_id=match_id, ply=ply, kind=kind, hex=hex, city=city, include_effects=effects
        )
        token = None
        while token != "":
            request.page.CopyFrom(paging_pb2.PageRequest(page_size=_PAGE, page_token=token or ""))
            answer = self._calls.call(self._stub.ListLegalActions, request)
            found.extend(answer.actions)
            token = answer.page.next_page_token
        return found

    def check(self, match_id: str, action: Choice, *, ply: int | None = None) -> pb.CheckActionResponse:
        """What an action would change, or the rule it breaks; nothing is played. Raises BadNotation, MatchOver."""
        request = pb.CheckActionRequest(match_id=match_id, ply=ply, action=as_action(action))
        return self._calls.call(self._stub.CheckAction, request)

    def submit(
        self,
        match_id: str,
        action: Choice,
        *,
        expected_ply: int,
        seat: int | None = None,
        effects: bool = False,
        request_id: str = "",
    ) -> pb.SubmitActionResponse:
        """Play an action, decided on at `expected_ply`; it is played once, however often the call has to be repeated.

        Raises StalePly, NotYourTurn, NotYourSeat, MatchOver, IllegalAction, BadNotation.
        """
        request = pb.SubmitActionRequest(
            match_id=match_id,
            request_id=request_id or new_request_id(),
            expected_ply=expected_ply,
            seat=seat,
            action=as_action(action),
            include_effects=effects,
        )
        return self._calls.call(self._stub.SubmitAction, request)

    def record(self, match_id: str) -> pb.GetRecordResponse:
        """The match as a record, as far as it has come. Raises NotFound."""
        return self._calls.call(self._stub.GetRecord, pb.GetRecordRequest(match_id=match_id))

    def import_record(
        self, record: str, *, plies: int | None = None, practice: bool = False
    ) -> pb.ImportRecordResponse:
        """Make a match of a record: to look at, or with `practice` to play on in every seat. Raises BadRecord."""
        purpose = pb.IMPORT_PURPOSE_PRACTICE if practice else pb.IMPORT_PURPOSE_ANALYSIS
        request = pb.ImportRecordRequest(request_id=new_request_id(), record=record, plies=plies, purpose=purpose)
        return self._calls.call(self._stub.ImportRecord, request)

    def watch(
        self, match_id: str, from_ply: int = 0, *, seat: int | None = None, effects: bool = False
    ) -> Iterator[log_entry_pb2.LogEntry]:
        """The entries behind `from_ply`, each once and in order, until the match is over.

        A broken connection is opened again where it was. Raises ChainBroken, NotFound, Unavailable.
        """
        return self._watch(match_id, from_ply, seat, effects).entries()

    def follow(
        self, match_id: str, from_ply: int = 0, *, seat: int | None = None, effects: bool = False
    ) -> Iterator[Update]:
        """As `watch`, for whoever wants to see positions: each in which somebody decides, with what led to it."""
        return self._watch(match_id, from_ply, seat, effects).updates()

    def turns(self, game: str = "") -> Iterator[pb.WatchTurnsResponse]:
        """Where the account is to move, as it is told: the same turn may come again. Never ends by itself."""
        return self._calls.watch(self._stub.WatchTurns, lambda: pb.WatchTurnsRequest(game=game))

    def _watch(self, match_id: str, from_ply: int, seat: int | None, effects: bool) -> MatchWatch:
        return MatchWatch(self._calls, self._stub.WatchMatch, match_id, from_ply, seat=seat, effects=effects)


def as_action(choice: Choice) -> action_pb2.Action:
    """The message of an action."""
    if isinstance(choice, str):
        return action_pb2.Action(text=choice)
    return choice.action if isinstance(choice, message_pb2.LegalAction) else choice
