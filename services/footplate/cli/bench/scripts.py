"""Matches whose every action is known beforehand, so that a client under measurement need not think.

All seats belong to one account and always take the game's default action. What chance brings does not change who is to
act under it, so a game played here in advance goes the same way there.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from footplate.api.match.v1 import action_pb2
from footplate.api.rules.v1 import request_response_pb2 as pb
from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER, AnyGame
from footplate.strategies.selfplay import seed_of


@dataclass(frozen=True)
class Step:
    """One action to submit."""

    expected_ply: int
    seat: int
    text: str


def steps(game: AnyGame, state_text: str, ply: int) -> Iterator[Step]:
    """The default actions from a position on, with the plies they will be expected at."""
    state, secret = game.parse_state(state_text), seed_of("bench")
    while (actor := game.to_act(state)) != OVER:
        if actor == CHANCE:
            action = game.draw(state, SeededDraws(secret, ply))
        else:
            action = game.default_action(state)
            yield Step(ply, actor, game.action_text(action))
        state = game.apply(state, action)
        ply += 1


def request(match_id: str, step: Step) -> pb.SubmitActionRequest:
    """The call that plays a step."""
    return pb.SubmitActionRequest(
        match_id=match_id,
        request_id=f"bench:{step.expected_ply}",
        expected_ply=step.expected_ply,
        seat=step.seat,
        action=action_pb2.Action(text=step.text),
    )
