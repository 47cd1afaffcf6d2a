"""The Redis keys of matches. Those of one match share the hash tag of its partition: one script may write them all."""

from functools import lru_cache
from typing import NamedTuple

from footplate.bus import match_tag, partition_tag


class MatchKeys(NamedTuple):
    """The keys one append touches, in the order its script takes them."""

    head: str
    """Hash. `ply` and `chain`: where the match stands. `header`, `seed`, `request`: written once, at its creation."""
    log: str
    """Stream, the match itself: the id of entry n is `n-0`, so no ply can be written twice."""
    requests: str
    """Hash: what each request did, for the same answer to its retries."""
    snapshots: str
    """Hash, ply to position. Can be thrown away."""
    turns: str
    """Hash of the partition, match id to open turn."""
    events: str
    """The bus stream of the partition."""
    deadlines: str
    """Sorted set of the partition: match id by the millisecond at which the time of its open turn is up."""
    orders: str
    """Hash: standing orders, notices about them, and what their requests did (`stored_orders`). For its people only."""


@lru_cache(4096)
def match_keys(match_id: str) -> MatchKeys:
    """The keys of a match."""
    tag = match_tag(match_id)
    stem = f"{tag}:match:{match_id}"
    return MatchKeys(
        f"{stem}:head",
        f"{stem}:log",
        f"{stem}:requests",
        f"{stem}:snapshot",
        f"{tag}:turns",
        f"{tag}:events",
        f"{tag}:deadlines",
        f"{stem}:orders",
    )


def deadlines_key(partition: int) -> str:
    """The sorted set of the deadlines of a partition."""
    return f"{partition_tag(partition)}:deadlines"
