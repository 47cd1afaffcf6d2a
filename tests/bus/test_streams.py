"""Names that stored keys depend on."""

from footplate.bus import (
    LOBBY_STREAM,
    PARTITION_STREAMS,
    PARTITIONS,
    dead_stream,
    events_stream,
    match_tag,
    partition_of,
)
from footplate.bus.streams import slot_tag

PINNED = {
    "m_aaaaaaaaaaaaaaaaaaaaaaaaaa": 14,
    "m_abcdefghijklmnopqrstuvwxyz": 11,
    "m_22222222222222222222222222": 33,
}


def test_partitions_are_fixed_for_all_time() -> None:
    assert {match_id: partition_of(match_id) for match_id in PINNED} == PINNED


def test_matches_spread_over_all_partitions() -> None:
    assert {partition_of(f"m_{number}") for number in range(2000)} == set(range(PARTITIONS))


def test_a_match_and_its_events_share_a_slot() -> None:
    match_id = "m_abcdefghijklmnopqrstuvwxyz"
    stream = events_stream(partition_of(match_id))
    assert stream in PARTITION_STREAMS
    assert slot_tag(f"{match_tag(match_id)}:match:{match_id}:log") == slot_tag(stream) == slot_tag(dead_stream(stream))


def test_the_stream_names() -> None:
    assert len(PARTITION_STREAMS) == 64
    assert (PARTITION_STREAMS[0], PARTITION_STREAMS[63], LOBBY_STREAM) == (
        "{p00}:events",
        "{p63}:events",
        "{lobby}:events",
    )
    assert dead_stream(LOBBY_STREAM) == "{lobby}:events:dead"


def test_the_hash_tag_is_what_redis_takes() -> None:
    assert [slot_tag(key) for key in ("{a}:b", "x{a}{b}", "plain", "{}x", "{open")] == [
        "a",
        "a",
        "plain",
        "{}x",
        "{open",
    ]
