"""Engine values in words: who acts, how it stands, what an action does."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from footplate.engine.game import CHANCE, OVER, AnyGame, Change, Effects, Progress, Setup, Standing
from footplate.engine.notation import seat_text
from footplate.engine.result import actor_text

HIDDEN: Final = "?"
"""A score or a rank that is not for the viewer to know."""


def seat_name(seat: int, names: Sequence[str]) -> str:
    """`P1 Ann`, or `P1` where nobody has a name."""
    name = names[seat] if seat < len(names) else ""
    return f"{seat_text(seat)} {name}" if name else seat_text(seat)


def actor_name(actor: int, names: Sequence[str]) -> str:
    """Who acts, chance and nobody included."""
    if actor == OVER:
        return "nobody"
    return actor_text(actor) if actor == CHANCE else seat_name(actor, names)


def setup_line(game: AnyGame, setup: Setup) -> str:
    """What is played: `Age of Steam, rust_belt, warfrog-2002, 4 seats`."""
    options = "".join(f", {name}={value}" for name, value in setup.options)
    return f"{game.info.title}, {setup.map}, {setup.preset}{options}, {setup.seats} seats"


def turn_text(progress: Progress) -> str:
    """The turn: `turn 3 of 8`, or `turn 3` in a game whose length nobody knows."""
    return f"turn {progress.turn} of {progress.turns}" if progress.turns else f"turn {progress.turn}"


def score_text(standing: Standing) -> str:
    """A score, `out` for an eliminated seat, `?` where it is hidden."""
    if standing.score is not None:
        return str(standing.score)
    return "out" if standing.eliminated else HIDDEN


def standing_lines(standings: Iterable[Standing], names: Sequence[str]) -> list[str]:
    """A standing, a line for each seat: rank, seat, score and what it is made of."""
    lines = []
    for standing in standings:
        parts = ", ".join(f"{name} {value:+d}" for name, value in standing.parts)
        rank = standing.rank or HIDDEN
        line = f"{rank}. {seat_name(standing.seat, names):<24} {score_text(standing):>4}"
        lines.append(f"{line}   {parts}" if parts else line)
    return lines


def standing_json(standings: Iterable[Standing]) -> list[dict[str, Any]]:
    """A standing for programs."""
    return [
        {
            "seat": seat_text(standing.seat),
            "rank": standing.rank,
            "score": standing.score,
            "parts": dict(standing.parts),
            "eliminated": standing.eliminated,
        }
        for standing in standings
    ]


def brief_effects(effects: Effects) -> str:
    """What an action itself costs and changes; empty when that is nothing."""
    return "; ".join(_own_effects(effects))


def effects_line(effects: Effects) -> str:
    """All an action does, with what follows from it, on one line; empty when it does nothing that has a name."""
    parts = _own_effects(effects)
    parts += [f"{seat_text(seat)} gains {thing}" for seat, thing in effects.won]
    parts += [f"{seat_text(seat)} loses {thing}" for seat, thing in effects.lost]
    parts += [f"forced: {seat_text(seat)} {text}" for seat, text in effects.forced]
    if effects.follows:
        parts.append("then " + ", ".join(_change_text(change) for change in effects.follows))
    if effects.expected:
        parts.append("if nobody objects " + ", ".join(_change_text(change) for change in effects.expected))
    return "; ".join([*parts, *effects.notes])


def effects_json(effects: Effects) -> dict[str, Any]:
    """What an action does, for programs."""
    return {
        "cost": effects.cost,
        "changes": [_change_json(change) for change in effects.changes],
        "follows": [_change_json(change) for change in effects.follows],
        "expected": [_change_json(change) for change in effects.expected],
        "won": [{"seat": seat_text(seat), "what": thing} for seat, thing in effects.won],
        "lost": [{"seat": seat_text(seat), "what": thing} for seat, thing in effects.lost],
        "forced": [{"seat": seat_text(seat), "action": text} for seat, text in effects.forced],
        "notes": list(effects.notes),
    }


def _own_effects(effects: Effects) -> list[str]:
    cost = [f"costs ${effects.cost}"] if effects.cost else []
    return cost + [_change_text(change) for change in effects.changes]


def _change_text(change: Change) -> str:
    return f"{seat_text(change.seat)} {change.what} {change.amount:+d}"


def _change_json(change: Change) -> dict[str, Any]:
    return {"seat": seat_text(change.seat), "what": change.what, "amount": change.amount}
