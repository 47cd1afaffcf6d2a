"""Perft: the number of action sequences of a length from a position, and the file format of counted positions.

A `.perft` file has blocks of lines: `id NAME`, `position TEXT`, `perft DEPTH COUNT` (one or more), `order SHA-256`
of the list of legal actions in canonical order, one text a line, and `first` and `last`, its first and last actions.
Chance is not counted through: where it acts, a sequence ends.
"""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from footplate.engine.game import AnyGame


@dataclass
class Counted:
    """One block of a file."""

    name: str
    position: str = ""
    counts: dict[int, int] = field(default_factory=dict)
    order: str = ""
    first: str = ""
    last: str = ""


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """Sequences of `depth` actions; shorter ones that end at chance or the end of the game are counted as well."""
    legal = game.legal_actions(state)
    if depth == 1 or not legal:
        return max(1, len(legal))
    return sum(perft(game, game.apply(state, action), depth - 1) for action in legal)


def divide(game: AnyGame, state: Any, depth: int) -> dict[str, int]:
    """The count behind each first action, for finding where two engines part."""
    return {
        game.action_text(action): perft(game, game.apply(state, action), depth - 1)
        for action in game.legal_actions(state)
    }


def order_of(texts: list[str]) -> str:
    """The fingerprint of a list of actions in its order."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def read(path: Path) -> list[Counted]:
    """The blocks of a file."""
    blocks: list[Counted] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            blocks.append(Counted(rest))
        elif word == "perft":
            depth, count = rest.split()
            blocks[-1].counts[int(depth)] = int(count)
        elif word:
            assert word in ("position", "order", "first", "last"), line
            setattr(blocks[-1], word, rest)
    return blocks


def write(block: Counted) -> str:
    """A block as text."""
    counts = "".join(f"perft {depth} {count}\n" for depth, count in block.counts.items())
    tail = f"order {block.order}\nfirst {block.first}\nlast {block.last}\n"
    return f"id {block.name}\nposition {block.position}\n{counts}{tail}"


def count(game: AnyGame, name: str, state: Any, depths: tuple[int, ...]) -> Counted:
    """A fresh block for a position."""
    texts = [game.action_text(action) for action in game.legal_actions(state)]
    counts = {depth: perft(game, state, depth) for depth in depths}
    return Counted(name, game.state_text(state), counts, order_of(texts), texts[0], texts[-1])
