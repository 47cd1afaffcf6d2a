"""What saves replaying a log from its start."""

from dataclasses import dataclass

from footplate.domain.situation import Situation


@dataclass(frozen=True)
class Snapshot:
    """Position and situation at a ply. It can be thrown away at any time."""

    ply: int
    state_text: str
    chain_hash: str
    time_ms: int
    situation: Situation
