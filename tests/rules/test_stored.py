"""What lies in Redis reads back as it was written, and holds no secret but in its own field."""

import json

from hypothesis import given
from hypothesis import strategies as st

from footplate.domain.events import TurnStarted
from footplate.domain.log import Cause, Entry, Header
from footplate.domain.seat import Seat
from footplate.domain.seed import Seed
from footplate.domain.snapshot import Snapshot
from footplate.engine.game import Setup
from footplate.rules.ports import Remembered, Request
from footplate.rules.stored import (
    entry_text,
    header_text,
    memory_text,
    parse_entry,
    parse_header,
    parse_memory,
    parse_snapshot,
    snapshot_text,
)
from footplate.wire.open_turns import parse_turn, turn_text

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBERS = st.integers(0, 2**40)
HASHES = st.text("0123456789abcdef", min_size=64, max_size=64)
SEEDS = st.binary(min_size=32, max_size=32).map(Seed)
SEATS = st.builds(Seat, WORDS, WORDS, st.booleans(), WORDS)
OPTIONS = st.dictionaries(WORDS, WORDS, max_size=3).map(lambda options: tuple(sorted(options.items())))


@st.composite
def headers(draw: st.DrawFn) -> Header:
    seats = tuple(draw(st.lists(SEATS, min_size=1, max_size=6)))
    setup = Setup(draw(WORDS), draw(WORDS), draw(WORDS), len(seats), draw(OPTIONS))
    seed, imported = draw(st.none() | SEEDS), draw(st.none() | NUMBERS)
    return Header(draw(WORDS), setup, seats, draw(NUMBERS), draw(NUMBERS), seed, imported)


@given(headers())
def test_headers(header: Header) -> None:
    text = header_text(header)
    assert parse_header(text.encode(), header.seed.reveal() if header.seed else None) == header
    assert header.seed is None or header.seed.reveal().hex() not in text


@given(st.builds(Entry, NUMBERS, st.integers(-1, 5), WORDS, st.sampled_from(Cause), NUMBERS, HASHES))
def test_entries(entry: Entry) -> None:
    assert parse_entry(f"{entry.ply}-0".encode(), entry_text(entry).encode()) == entry


@given(st.builds(Snapshot, NUMBERS, WORDS, HASHES, NUMBERS))
def test_snapshots(snapshot: Snapshot) -> None:
    assert parse_snapshot(snapshot_text(snapshot).encode()) == snapshot


@given(NUMBERS, NUMBERS, HASHES)
def test_memories(first: int, last: int, asked: str) -> None:
    assert parse_memory(memory_text(Request("a/b", asked), first, last).encode()) == Remembered(first, last, asked)


@given(st.builds(TurnStarted, WORDS, WORDS, NUMBERS, NUMBERS, WORDS, WORDS, WORDS, NUMBERS))
def test_open_turns(turn: TurnStarted) -> None:
    assert parse_turn(turn.match, turn_text(turn)) == turn
    later = json.loads(turn_text(turn)) | {"clock": "of a later version"}
    assert parse_turn(turn.match, json.dumps(later)) == turn
