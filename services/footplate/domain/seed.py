"""The secret from which a match draws. It never shows in a repr, a log line or an error."""

from typing import Final

from footplate.engine.chance import SEED_BYTES, SeededDraws, commitment

_HIDDEN: Final = "Seed(hidden)"


class Seed:
    """32 secret bytes. Only `reveal` hands them out: to the store that keeps them, and to all after the match."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(secret)}")
        self._secret = secret

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed in hexadecimal, published when the match begins."""
        return commitment(self._secret)

    def draws(self, ply: int) -> SeededDraws:
        """The draws behind the first `ply` entries."""
        return SeededDraws(self._secret, ply)

    def reveal(self) -> bytes:
        """The secret itself."""
        return self._secret

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seed) and self._secret == other._secret

    def __hash__(self) -> int:
        return hash(self._secret)

    def __repr__(self) -> str:
        return _HIDDEN
