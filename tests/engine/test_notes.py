"""Notes: their texts, the line they leave, and records that hold them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footplate.engine import notes
from footplate.engine.errors import NotationError
from footplate.engine.game import Setup
from footplate.engine.notes import Note, is_note, line, note_text, parse_note, undone
from footplate.engine.record import Record, RecordEntry
from footplate.engine.registry import games
from footplate.engine.replay import replay
from tests.support.people import Table, terms
from tests.support.toy_game import GAMES, SETUP

KINDS = (notes.RESIGN, notes.RETURN, notes.AGREE, notes.DECLINE, notes.CLOSE)
ANY = (
    st.sampled_from(KINDS).map(Note)
    | st.builds(Note, st.sampled_from((notes.UNDO, notes.ASK_UNDO)), st.integers(0, 999_999_999))
    | st.builds(
        lambda level: Note(notes.STAND_IN, level=level), st.from_regex(r"[a-z0-9][a-z0-9_.-]{0,31}", fullmatch=True)
    )
)


@given(ANY)
def test_every_note_is_read_back_from_its_text(note: Note) -> None:
    assert parse_note(note_text(note)) == note
    assert is_note(note_text(note))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "resign",
        "/",
        "/undo",
        "/undo x",
        "/undo -1",
        "/undo 01",
        "/bot",
        "/bot Greedy!",
        "/agree 3",
        "/shout",
        "/undo  3",
    ],
)
def test_what_is_no_note_is_refused_quoting_it(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_note(text)
    assert refused.value.text == text


@pytest.mark.parametrize("name", sorted(games()))
def test_no_action_of_any_game_looks_like_a_note(name: str) -> None:
    game = games()[name]
    for kind in game.info.action_kinds:
        assert not is_note(kind)
    with pytest.raises(NotationError):
        game.parse_action("/resign")


def test_an_undo_tells_its_ply_and_nothing_else_does() -> None:
    assert [undone(text) for text in ("/undo 7", "/ask-undo 7", "take 1", "/resign")] == [7, None, None, None]


@pytest.mark.parametrize(
    ("texts", "first", "expected"),
    [
        ([], 1, ()),
        (["a", "b", "c"], 1, (1, 2, 3)),
        (["a", "b", "/undo 1", "c"], 1, (1, 3, 4)),
        (["a", "b", "/undo 0"], 1, (3,)),
        (["a", "b", "c", "/undo 1", "d", "/undo 2"], 1, (1, 2, 6)),  # what was left behind can be gone back to
        (["a", "/undo 3", "b"], 5, (6, 7)),  # it goes back beyond the first
    ],
)
def test_the_line_leaves_out_what_undos_left_behind(texts: list[str], first: int, expected: tuple[int, ...]) -> None:
    assert line(texts, first) == expected


def record_of(*texts: str) -> Record:
    """A record of a match, with notes about the first seat put in."""
    table = Table.begin(terms())
    for _ in range(2):
        table.play()
    entries = [entry.for_record() for entry in table.log]
    for text in texts:
        entries.append(RecordEntry(len(entries) + 1, 0, text))
    return Record(SETUP, ("Ann", "Bea", "Bolt"), ("", "", ""), tuple(entries))


def test_a_record_with_notes_replays_and_an_undo_leads_back() -> None:
    played = replay(record_of("/resign", "/undo 1", "take 1"), GAMES)
    assert played.error is None
    assert played.states[4] == played.states[3]
    assert played.states[5] == played.states[1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("/undo 0", "ply 0 is none at which a seat decides"),  # chance does
        ("/undo 99", "ply 99 is none at which a seat decides"),
        ("/jump 3", "no note such as"),
    ],
)
def test_a_record_breaks_at_a_note_that_cannot_be(text: str, problem: str) -> None:
    played = replay(record_of("/resign", text), GAMES)
    assert played.error
    assert problem in str(played.error)
    assert len(played.states) == 5


def test_a_closed_record_has_an_outcome_and_nothing_follows() -> None:
    closed = replay(record_of("/close"), GAMES)
    assert closed.outcome
    assert (closed.outcome.reason, closed.error) == ("closed", None)
    assert {standing.seat for standing in closed.outcome.standings} == {0, 1, 2}
    error = replay(record_of("/close", "take 1"), GAMES).error
    assert error
    assert "closed before this entry" in str(error)


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_can_be_closed_at_once(name: str) -> None:
    game = games()[name]
    setup = Setup(name, game.info.maps[0], game.info.default_preset, game.info.max_seats)
    outcome = notes.closed_outcome(game, game.start(setup))
    assert sorted(standing.seat for standing in outcome.standings) == list(range(setup.seats))
    assert all(standing.rank >= 1 for standing in outcome.standings)
