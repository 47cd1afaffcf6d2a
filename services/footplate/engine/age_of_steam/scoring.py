"""The end: points and standings (AOS-SCORE-01 to AOS-SCORE-13)."""

from typing import Final

from footplate.engine.age_of_steam.actions import NOBODY
from footplate.engine.age_of_steam.state import GAME_OVER, State, living
from footplate.engine.age_of_steam.track import sections
from footplate.engine.game import Outcome, Standing

LAST_TURN: Final = "last_turn"
LAST_SURVIVOR: Final = "last_survivor"
NOBODY_LEFT: Final = "nobody_left"

POINTS_PER_INCOME: Final = 3
POINTS_PER_SHARE: Final = -3


def link_pieces(state: State) -> tuple[int, ...]:
    """Track pieces in own links, by seat (AOS-SCORE-03 to AOS-SCORE-08)."""
    counts = [0] * len(state.players)
    for section in sections(state.track):
        if section.is_link and section.owner != NOBODY:
            counts[section.owner] += len(section.pieces)
    return tuple(counts)


def standings(state: State) -> tuple[Standing, ...]:
    """All seats from best to worst, if the game were scored now.

    Living seats with equal scores share a rank (AOS-SCORE-11). Eliminated seats share the rank behind them all
    (AOS-SCORE-12); with nobody left that is rank 2, because the game has no winner (AOS-OUT-09).
    """
    pieces = link_pieces(state)
    alive = living(state)
    parts = {seat: _parts(state, seat, pieces[seat]) for seat in alive}
    scores = {seat: sum(points for _, points in parts[seat]) for seat in alive}
    placed = [
        Standing(seat, 1 + sum(other > scores[seat] for other in scores.values()), scores[seat], parts[seat])
        for seat in sorted(alive, key=lambda seat: (-scores[seat], seat))
    ]
    last = max(2, len(alive) + 1)
    out = [Standing(seat, last, None, eliminated=True) for seat in range(len(state.players)) if seat not in scores]
    return (*placed, *out)


def outcome(state: State) -> Outcome | None:
    """The final standing and why the game ended, or None while it runs."""
    if state.phase != GAME_OVER:
        return None
    return Outcome(standings(state), _reason(state))


def _parts(state: State, seat: int, pieces: int) -> tuple[tuple[str, int], ...]:
    """The points of a living seat by origin (AOS-SCORE-01 to AOS-SCORE-03)."""
    player = state.players[seat]
    return (
        ("income", POINTS_PER_INCOME * player.income),
        ("shares", POINTS_PER_SHARE * player.shares),
        ("track", pieces),
    )


def _reason(state: State) -> str:
    alive = len(living(state))
    if alive == 0:
        return NOBODY_LEFT
    alone = alive == 1 and state.rules.last_survivor == "end_now"
    return LAST_SURVIVOR if alone else LAST_TURN
