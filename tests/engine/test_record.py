"""Records as text: what is read, what is refused, and that nothing is lost on the way through."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine.errors import RecordError
from footplate.engine.game import CHANCE, Outcome, Setup, Standing
from footplate.engine.record import Record, RecordEntry, format_record, opening_text, parse_record
from footplate.engine.result import Place, parse_result, result_of, result_text

BY_HAND = """\
\ufeff# An evening at home; the dice were real.
Game: pebbles
map: beach            ; the only one
preset: short
seats: 3
seat.1: Ann
seat.3: "Cy; the #1 \\"shark\\""
place: Essen

chance roll 4         # the heap
P1   take\t2
3 P2 take 1 {default}
p.s.: not a header here
"""

CANONICAL = """\
record: 1
match: m_toy
game: pebbles
map: beach
preset: short
option.vetoes: none
seats: 2
seat.1: Ann
seat.2: Bolt
bot.2: greedy
rules-version: 3
seed-commitment: {commitment}
seed: {seed}
result: P2 7 > P1 5
reason: last_turn
chain: {chain}
place: Essen

1 chance roll 4
2 P1 take 2
3 P2 take 1 {{bot greedy}}
""".format(commitment="c" * 64, seed="5" * 64, chain="0" * 64)

HEAD = "game: pebbles\nmap: beach\npreset: short\nseats: 2\n"


def test_a_record_written_by_hand_is_read() -> None:
    record = parse_record(BY_HAND.replace("p.s.: not a header here\n", ""))
    assert record.setup == Setup("pebbles", "beach", "short", 3)
    assert record.names == ("Ann", "", 'Cy; the #1 "shark"')
    assert record.extra == (("place", "Essen"),)
    assert [(entry.line, entry.text) for entry in record.entries] == [(10, "roll 4"), (11, "take 2"), (12, "take 1")]
    assert record.entries == (
        RecordEntry(1, CHANCE, "roll 4"),
        RecordEntry(2, 0, "take 2"),
        RecordEntry(3, 1, "take 1", "default"),
    )
    assert (record.seed, record.commitment, record.rules_version, record.result) == ("", "", None, ())


def test_the_canonical_text_is_a_fixed_point() -> None:
    assert format_record(parse_record(CANONICAL)) == CANONICAL


def test_what_is_fixed_at_the_start_does_not_change_with_the_play() -> None:
    record = parse_record(CANONICAL)
    opening = opening_text(record)
    assert CANONICAL.startswith(opening)
    assert opening.endswith(f"seed-commitment: {'c' * 64}\n")
    assert opening_text(replace(record, entries=(), seed="", result=(), reason="", chain="", extra=())) == opening


def test_a_prefix_claims_no_end() -> None:
    record = parse_record(CANONICAL)
    assert record.upto(3) == record
    cut = record.upto(1)
    assert cut.entries == record.entries[:1]
    assert (cut.result, cut.reason, cut.chain, cut.seed) == ((), "", "", record.seed)


def test_a_seed_does_not_show_in_a_repr() -> None:
    assert "5" * 64 not in repr(parse_record(CANONICAL))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "needs a header 'game'"),
        ("game: pebbles\nmap: beach\npreset: short\n", 1, "needs a header 'seats'"),
        (HEAD.replace("map: beach", "map:"), 2, "needs a header 'map' with a value"),
        (HEAD.replace("seats: 2", "seats: many"), 4, "'seats' is a number, not 'many'"),
        (HEAD.replace("seats: 2", "seats: 0"), 4, "1 to 99"),
        (HEAD.replace("seats: 2", "seats: 100"), 4, "1 to 99"),
        (HEAD + "record: 2\n", 5, "version 1"),
        (HEAD + "Map: sea\n", 5, "second header 'map'; the first is in line 2"),
        (HEAD + "seat.3: Eve\n", 5, "no such seat: 'seat.3'"),
        (HEAD + "bot.01: greedy\n", 5, "no such seat: 'bot.01'"),
        (HEAD + "option.vetoes:\n", 5, "needs a header 'option.vetoes' with a value"),
        (HEAD + "rules-version: -1\n", 5, "'rules-version' is a number"),
        (HEAD + "seed: abc\n", 5, "64 hexadecimal digits"),
        (HEAD + "result: P1 5\n", 5, "each of the 2 seats once"),
        (HEAD + "result: P1 5 > P2 five\n", 5, "'P2 five'"),
        (HEAD + 'seat.1: "Ann\n', 5, "quotes that does not end"),
        (HEAD + 'seat.1: "Ann" Smith\n', 5, "follows the closing quote"),
        (HEAD + 'seat.1: "\\ud800"\n', 5, "half a character"),
        (HEAD + "1 P1 take 1\nplace: Essen\n", 6, "'place' stands behind the first entry"),
        (HEAD + "2 P1 take 1\n", 5, "entry 1 is due here, not 2"),
        (HEAD + "P1 take 1\n1 P2 take 1\n", 6, "entry 2 is due here, not 1"),
        (HEAD + "1 P3 take 1\n", 5, "no P3 among 2 seats"),
        (HEAD + "1 P1\n", 5, "neither a header nor an entry"),
        (HEAD + "1 P1 {default}\n", 5, "neither a header nor an entry"),
        (HEAD + "1 P1 take {x} 1\n", 5, "neither a header nor an entry"),
        (HEAD + "1 P1 take 1 {Default}\n", 5, "not 'Default'"),
        (HEAD + "1 P1 take 1 {}\n", 5, "not ''"),
        (HEAD + "1 P1 take \udc00\n", 5, "neither a header nor an entry"),
        (HEAD + "١ P1 take 1\n", 5, "neither a header nor an entry"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(RecordError, match=re.escape(message)) as refused:
        parse_record(text)
    assert refused.value.line == line


def test_results_keep_ties_and_eliminations() -> None:
    standings = (Standing(2, 1, 40), Standing(0, 2, -3), Standing(3, 2, -3), Standing(1, 4, None, eliminated=True))
    result = result_of(Outcome(standings, "last_turn"))
    assert result_text(result) == "P3 40 > P1 -3 = P4 -3 > P2 out"
    assert parse_result("P3 40>P4 -3  = P1 -3 > P2 out", 4) == result
    assert result_of(None) == ()


def read(text: str) -> Record | RecordError:
    try:
        return parse_record(text)
    except RecordError as refused:
        return refused


# --- Any text is refused or comes back ------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *CANONICAL.splitlines(),
        *BY_HAND.splitlines(),
        "",
        "#",
        "bot.1: x",
        'a: "b',
        "seats: 3",
        "result: P1 1 = P2 1",
        "P1 a{b}",
    ]
)
LINES = st.lists(PIECES | st.text(max_size=20), max_size=25).map("\n".join)


@given(st.text(st.characters()) | LINES | st.text(max_size=60).map(HEAD.__add__) | LINES.map(HEAD.__add__))
def test_any_text_is_refused_or_round_trips(text: str) -> None:
    record = read(text)
    if isinstance(record, RecordError):
        assert 1 <= record.line <= text.count("\n") + 1
    else:
        canonical = format_record(record)
        assert parse_record(canonical) == record
        assert format_record(parse_record(canonical)) == canonical


WORD = st.from_regex(r"[a-z][a-z0-9_.:-]*", fullmatch=True)
VALUE = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
HASH = st.binary(min_size=32, max_size=32).map(bytes.hex) | st.just("")
NAME = VALUE | st.just("")


@st.composite
def records(draw: st.DrawFn) -> Record:
    seats = draw(st.integers(1, 6))
    actors = draw(st.lists(st.integers(CHANCE, seats - 1), max_size=6))
    action = WORD.filter(lambda word: not word.endswith(":"))
    entries = [RecordEntry(ply, actor, draw(action), draw(WORD | st.just(""))) for ply, actor in enumerate(actors, 1)]
    options = draw(st.dictionaries(st.from_regex(r"[a-z][a-z0-9_]*", fullmatch=True), VALUE, max_size=3))
    setup = Setup(draw(VALUE), draw(VALUE), draw(VALUE), seats, tuple(sorted(options.items())))
    scores = draw(st.lists(st.integers(-99, 999) | st.none(), min_size=seats, max_size=seats))
    result = tuple((Place(seat, score),) for seat, score in enumerate(scores))
    names, bots = (tuple(draw(st.lists(NAME, min_size=seats, max_size=seats))) for _ in range(2))
    return Record(
        setup,
        names,
        bots,
        tuple(entries),
        match=draw(NAME),
        rules_version=draw(st.integers(0, 999) | st.none()),
        commitment=draw(HASH),
        seed=draw(HASH),
        result=draw(st.sampled_from([(), result])),
        reason=draw(NAME),
        chain=draw(HASH),
        extra=tuple(draw(st.dictionaries(st.from_regex(r"x-[a-z0-9_-]+", fullmatch=True), NAME, max_size=3)).items()),
    )


@given(records())
def test_any_record_round_trips(record: Record) -> None:
    assert parse_record(format_record(record)) == record
