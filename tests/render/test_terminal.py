"""The page for the terminal: the map with the blocks beside or below it."""

import pytest

from footplate.engine.errors import NotationError
from footplate.engine.registry import UnknownGame, games
from footplate.render.spans import STYLES, Lines, Span, width_of
from footplate.render.terminal import PAINTERS, Frame, board, plain, standings
from tests.render.positions import GAME_ID, busy, recorded

NEWS = ("P1 place T9 0-3: link Q12-T9 of 3 becomes P1's and costs 4 dollars", "P2 stop")
FRAMES = (Frame(), Frame(150, 45), Frame(120, 30, ("T9", "G4"), NEWS), Frame(80, 24, ("A2",), NEWS), Frame(40, 10))


def styles(lines: Lines) -> set[str]:
    return {span.style for line in lines for span in line}


def test_every_game_has_a_painter() -> None:
    assert set(PAINTERS) == set(games())


@pytest.mark.parametrize("frame", FRAMES)
def test_all_styles_are_known_and_no_line_is_wider_than_the_frame(frame: Frame) -> None:
    for state in (*recorded()[::60], *busy(6, 2)[-2:]):
        lines = board(GAME_ID, state, frame)
        assert styles(lines) <= set(STYLES)
        assert width_of(lines) <= max(frame.width, 73)


def test_the_large_map_is_taken_where_it_fits() -> None:
    state = recorded()[-1]
    sizes = {(150, 50): (150, 45), (150, 44): (113, 44), (149, 50): (113, 50), (113, 24): (113, 24)}
    for (width, height), (widest, longest) in sizes.items():
        lines = board(GAME_ID, state, Frame(width, height))
        assert width_of(lines) <= widest
        assert len(lines) <= longest
        assert ("╱" in plain(lines)) == (widest == 150)


def test_on_a_narrow_terminal_the_blocks_stand_below() -> None:
    lines = plain(board(GAME_ID, recorded()[-1], Frame(80, 24, (), NEWS))).splitlines()
    assert lines[24].startswith("Turn 7 of 7, game over")
    assert "Legend" in "\n".join(lines)
    assert len(lines) > 24


def test_news_and_marks_are_shown() -> None:
    bare, told = (plain(board(GAME_ID, recorded()[-1], frame)) for frame in (Frame(), Frame(150, 50, ("T9",), NEWS)))
    assert "P2 stop" in told
    assert "P2 stop" not in bare
    assert "[Evansv]" in told
    assert "[Evansv]" not in bare


def test_the_same_position_gives_the_same_drawing() -> None:
    state = recorded()[120]
    assert board(GAME_ID, state) == board(GAME_ID, state)


def test_the_table_of_the_players_is_part_of_the_board() -> None:
    state = recorded()[-1]
    for line in plain(standings(GAME_ID, state)).splitlines():
        assert line in plain(board(GAME_ID, state))


def test_plain_text_has_no_styles_and_no_blanks_at_the_ends() -> None:
    assert plain([[Span("a ", "dim"), Span("b  ")], [], [Span("c")]]) == "a b\n\nc"


def test_unknown_games_and_hexes_are_refused() -> None:
    with pytest.raises(UnknownGame):
        board("chess", None)
    with pytest.raises(UnknownGame):
        standings("chess", None)
    with pytest.raises(NotationError):
        board(GAME_ID, recorded()[-1], Frame(marked=("Z99",)))
