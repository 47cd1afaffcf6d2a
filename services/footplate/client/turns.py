"""Turns: where an account is to move, and the loop that makes a player of a function."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from footplate.api.match.v1 import match_view_pb2, situation_pb2
from footplate.api.rules.v1 import message_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.client.errors import MatchOver, NotYourTurn, SeatRefused, StalePly
from footplate.client.matches import Choice, Matches


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision the account has to make: a seat in a match at a ply, in a game and its phase."""

    match_id: str
    ply: int
    seat: int
    game: str
    phase: str
    _matches: Matches = field(repr=False, compare=False)

    def view(self) -> match_view_pb2.MatchView:
        """The position as the seat sees it."""
        return self._matches.get(self.match_id, ply=self.ply, seat=self.seat)

    def legal_actions(
        self,
        *,
        kind: str = "",
        hex: str = "",  # noqa: A002 - the name the contract gives it
        city: str = "",
        effects: bool = False,
    ) -> list[message_pb2.LegalAction]:
        """What the seat may do, as `Matches.legal_actions`."""
        return self._matches.legal_actions(self.match_id, ply=self.ply, kind=kind, hex=hex, city=city, effects=effects)

    def check(self, action: Choice) -> pb.CheckActionResponse:
        """What an action would change, or the rule it breaks; nothing is played."""
        return self._matches.check(self.match_id, action, ply=self.ply)

    def play(self, action: Choice) -> pb.SubmitActionResponse:
        """Play an action; raises as `Matches.submit`."""
        return self._matches.submit(self.match_id, action, expected_ply=self.ply, seat=self.seat)


OnTurn = Callable[[Turn], Choice | None]
"""Decides on a turn; None leaves it open, for somebody else to answer or for another time."""


def open_turns(matches: Matches, game: str = "") -> Iterator[Turn]:
    """Every turn of the account as it opens, each once. Never ends by itself."""
    told: dict[str, int] = {}
    for message in matches.turns(game):
        if message.HasField("opened"):
            opened = message.opened
            if told.get(opened.match_id, -1) < opened.ply:
                told[opened.match_id] = opened.ply
                yield Turn(opened.match_id, opened.ply, opened.seat, opened.game, opened.phase, matches)
        elif message.HasField("closed") and message.closed.match_over:
            told.pop(message.closed.match_id, None)


def turns_of(matches: Matches, match_id: str, account_id: str) -> Iterator[Turn | match_view_pb2.MatchView]:
    """The turns of an account in one match, and as the last the position at its end."""
    start = matches.get(match_id).head_ply
    for update in matches.follow(match_id, start):
        view = update.view
        if view.HasField("outcome"):
            yield view
        elif _decides(view, account_id):
            yield Turn(match_id, view.ply, view.to_act, view.setup.game, view.phase, matches)


def _decides(view: match_view_pb2.MatchView, account_id: str) -> bool:
    """Whether the account is to act, and no stand-in for it."""
    seat = view.to_act
    return (
        seat >= 0
        and view.setup.seats[seat].account_id == account_id
        and view.situation.seats[seat].presence == situation_pb2.PRESENCE_HERE
    )


def answer_all(turns: Iterable[Turn], on_turn: OnTurn) -> None:
    """Have a function answer turns as they come; one that has passed meanwhile is let go."""
    for turn in turns:
        answer(turn, on_turn)


def answer(turn: Turn, on_turn: OnTurn) -> None:
    """Have a function answer a turn. A choice that is refused is raised, because the turn stays open."""
    try:
        action = on_turn(turn)
        if action is not None:
            turn.play(action)
    except (
        StalePly,
        NotYourTurn,
        MatchOver,
        SeatRefused,
    ):  # another process of the same account, or the clock, was quicker
        return
