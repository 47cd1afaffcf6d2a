"""What the terminal shows of Stephenson's Rocket: all of the board, and nothing by colour alone."""

import re
from collections import Counter
from collections.abc import Callable

import pytest

from footplate.engine.stephensons_rocket.board import CODES, LAND_HEXES, NO_HEADING, hex_text
from footplate.engine.stephensons_rocket.state import State
from footplate.render import spans
from footplate.render import stephensons_rocket_panels as panels
from footplate.render import stephensons_rocket_scene as scene
from footplate.render.spans import STYLES, Lines, text_of, width_of
from footplate.render.stephensons_rocket_terminal import AT_HOME, HEADING_SIGNS, TARGET, large, small
from footplate.render.terminal import Frame, board, plain, standings
from tests.render.positions import ROCKET, ROCKET_ID, rocket, rocket_asked
from tests.support.rules import rule

SHOWN = [*rocket(4, 1)[::50], rocket(4, 1)[-1], rocket(2, 7)[-1], rocket(3, 2)[100], rocket(3, 2)[-1]]


def shown_in(lines: Lines, style: str) -> str:
    """All that is drawn in a style."""
    return " ".join(span.text for line in lines for span in line if span.style == style)


@pytest.mark.parametrize("state", SHOWN)
@pytest.mark.parametrize("draw", [large, small])
def test_every_piece_of_track_names_its_company(draw: Callable[..., Lines], state: State) -> None:
    lines = draw(state, ())
    pieces = Counter(piece.company for piece in scene.pieces(state))
    for company, count in pieces.items():
        found = shown_in(lines, spans.line(scene.color(company))).count(scene.LETTERS[company])
        assert found >= count


@pytest.mark.parametrize("state", SHOWN)
def test_every_locomotive_shows_company_heading_and_isolation(state: State) -> None:
    for lines, names in ((large(state, ()), CODES), (small(state, ()), scene.LETTERS)):
        for engine in scene.engines(state):
            heading = AT_HOME if engine.heading == NO_HEADING else HEADING_SIGNS[engine.heading]
            sign = f"{names[engine.company]}{heading}{'×' if engine.isolated else ''}"
            assert shown_in(lines, spans.livery(scene.color(engine.company))) == sign


@pytest.mark.parametrize("state", SHOWN)
def test_every_station_names_its_owner(state: State) -> None:
    for lines in (large(state, ()), small(state, ())):
        for seat, own in enumerate(state.stations):
            assert shown_in(lines, spans.seat(seat)).split() == [f"P{seat + 1}"] * own.bit_count()


@pytest.mark.parametrize("state", SHOWN)
def test_every_open_hex_is_named_once_at_most(state: State) -> None:
    """Where track and a station leave no room the id goes first; the hex next to it tells."""
    named = Counter(re.findall(r"(?<!\d)\d{4}(?!\d)", plain(large(state, ()))))
    free = {hex_text(hex_) for hex_ in LAND_HEXES} - {hex_text(hex_) for hex_ in state.tiles}
    assert set(named) <= {hex_text(hex_) for hex_ in LAND_HEXES}
    assert set(named.values()) == {1}
    assert free <= set(named)


@pytest.mark.parametrize("state", SHOWN)
def test_every_town_and_its_tokens_are_shown(state: State) -> None:
    wide, narrow = plain(large(state, ())), plain(small(state, ()))
    for town in scene.towns(state):
        tokens = "".join(industry[0].upper() for industry in town.tokens)
        assert town.name[:6] in wide
        assert town.short in narrow
        assert tokens in wide
        assert tokens in narrow


@rule("SR-VETO-12")
def test_the_targets_of_the_veto_round_are_marked() -> None:
    state = rocket_asked("defence", 47)
    for lines in (large(state, ()), small(state, ())):
        assert shown_in(lines, spans.MARK).split() == [TARGET] * 3


def test_the_maps_have_the_promised_sizes() -> None:
    for state in SHOWN:
        assert (width_of(large(state, ())), len(large(state, ()))) == (104, 69)
        assert width_of(small(state, ())) <= 72
        assert len(small(state, ())) == 35


def test_columns_and_rows_of_the_small_map_are_numbered() -> None:
    lines = plain(small(SHOWN[0], ())).splitlines()
    assert lines[0].split() == [f"{column:02}" for column in range(17)]
    assert [line[:2] for line in lines if line[:2].strip()] == ["  ", *[f"{row:02}" for row in range(17)]][1:]


def test_the_blocks_keep_to_their_width() -> None:
    for state in (*rocket(4, 1), *rocket(2, 7)):
        for block in (panels.headline, panels.standings, panels.details, panels.legend):
            assert width_of(block(state)) <= panels.WIDTH


def test_the_final_table() -> None:
    assert plain(standings(ROCKET_ID, rocket(4, 1)[-1])).splitlines() == [
        "     Money  Stn  L  S  T  B  Pas   Score",
        " P1  55000    1  3  0  4  1    1   55000",
        " P2  44000    0  1  2  0  1    1   44000",
        " P3  17000    2  1  1  2  0    1   17000",
        " P4  18000    0  0  0  0  1    0   18000",
    ]


@rule("SR-INF-02")
def test_what_is_hidden_is_a_question_mark() -> None:
    state = ROCKET.view(rocket(4, 1)[100], 0)
    _, own, *others = plain(standings(ROCKET_ID, state)).splitlines()
    assert "?" not in own
    assert {line.count("?") for line in others} == {2}


def test_the_seat_to_act_is_pointed_at() -> None:
    pointed = [text_of(line)[:3] for line in panels.standings(rocket_asked("defence", 47))]
    assert [name for name in pointed if name.startswith(">")] == [">P1"]


def test_absorbed_and_isolated_companies_are_told() -> None:
    lines = [text_of(line) for line in panels.details(rocket_asked("defence", 47))[1:8]]
    assert lines == [
        "N NER    taken over by LNWR",
        "Y L&Y    taken over by LNWR",
        "L LNWR   14   0  10  0  0  2  0",
        "E GER    13   0   1  1  0  1  1",
        "G GWR     0   0   4  0  1  0  0  × isolated",
        "W LSWR   taken over by GWR",
        "S SER    14   0   7  1  1  0  0",
    ]


@pytest.mark.parametrize(
    "frame", [Frame(80, 24, ("0514",), ("P2 pass",)), Frame(120, 50), Frame(150, 80), Frame(200, 80)]
)
def test_no_line_is_wider_than_the_frame(frame: Frame) -> None:
    for state in SHOWN:
        lines = board(ROCKET_ID, state, frame)
        assert {span.style for line in lines for span in line} <= set(STYLES)
        assert width_of(lines) <= frame.width


def test_the_large_map_is_taken_where_it_fits() -> None:
    for width, height, is_large in ((149, 69, True), (148, 69, False), (149, 68, False)):
        assert ("╱" in plain(board(ROCKET_ID, SHOWN[0], Frame(width, height)))) == is_large


def test_marked_hexes_stand_in_brackets() -> None:
    drawn = plain(large(SHOWN[0], (scene.parse_hex("0514"),)))
    assert re.search(r"\[ *0514 *\]", drawn)
