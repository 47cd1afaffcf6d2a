"""What the terminal shows of Age of Steam: all of the map, and nothing by colour alone."""

import re
from collections import Counter

import pytest

from footplate.engine.age_of_steam.actions import NOBODY
from footplate.engine.age_of_steam.board import LAKE
from footplate.engine.age_of_steam.state import NOWHERE, State
from footplate.engine.age_of_steam.track import sections
from footplate.engine.hexes import hex_text
from footplate.render import age_of_steam_panels as panels
from footplate.render import spans
from footplate.render.age_of_steam_terminal import OPEN_END, cubes, large, short, small
from footplate.render.spans import Lines, text_of, width_of
from footplate.render.terminal import plain
from tests.render.positions import busy, in_phase, recorded

SHOWN = [*recorded()[::45], recorded()[-1], *busy(6, 1)[-3:], busy(3, 2)[-2]]


def badges(lines: Lines) -> Counter[int]:
    """How often each owner's sign stands on track."""
    found: Counter[int] = Counter()
    for span in (span for line in lines for span in line):
        for seat in range(6):
            if span.style == spans.seat(seat):
                found[seat] += span.text.count(str(seat + 1))
        if span.style == spans.NOBODY:
            found[NOBODY] += span.text.count("-")
    return found


def land(state: State) -> list[int]:
    return [hex_ for hex_, kind in state.rules.board.kind.items() if kind != LAKE]


@pytest.mark.parametrize("state", SHOWN)
def test_every_piece_of_track_names_its_owner(state: State) -> None:
    pieces = [section.owner for section in sections(state.track) for _ in section.pieces]
    assert badges(large(state, ())) == Counter(pieces)


@pytest.mark.parametrize("state", SHOWN)
def test_every_section_names_its_owner_on_the_small_map(state: State) -> None:
    assert badges(small(state, ())) == Counter(section.owner for section in sections(state.track))


@pytest.mark.parametrize("state", SHOWN)
def test_every_open_end_is_marked(state: State) -> None:
    """On the small map all but those of single pieces, where the owner's number goes first."""
    ends = [section for section in sections(state.track) if section.open != NOWHERE]
    longer = [section for section in ends if len(section.pieces) > 1]
    assert plain(large(state, ())).count(OPEN_END) == len(ends)
    assert len(longer) <= plain(small(state, ())).count(OPEN_END) <= len(ends)


@pytest.mark.parametrize("state", SHOWN)
def test_every_hex_is_named_once(state: State) -> None:
    """Towns with track may do without: they have their own names."""
    named = Counter(re.findall(r"\b[A-V]\d{1,2}\b", plain(large(state, ()))))
    towns = set(state.rules.board.towns) & set(state.track.layouts)
    for hex_ in land(state):
        assert named[hex_text(hex_)] == 1 or (hex_ in towns and not named[hex_text(hex_)])
    assert set(named) <= {hex_text(hex_) for hex_ in land(state)}


@pytest.mark.parametrize("state", SHOWN)
def test_every_city_and_town_is_shown(state: State) -> None:
    board, text = state.rules.board, plain(large(state, ()))
    for hex_, name in board.names.items():
        letter = state.track.new_cities.get(hex_)
        label = short(name, 6) if hex_ in board.city_of else f"({short(name, 3)})"
        if letter is not None:
            label = f"{'ABCDEFGH'[letter]}:{short(name, 4)}"
        elif hex_ in state.track.layouts:
            label = short(name, 3)
        assert text.count(label) >= 1


def test_the_maps_have_the_promised_sizes() -> None:
    for state in SHOWN:
        assert (width_of(large(state, ())), len(large(state, ()))) == (110, 45)
        assert width_of(small(state, ())) <= 73
        assert len(small(state, ())) == 23


def test_cubes_are_letters_then_numbers_then_cut_off() -> None:
    many = ["red"] * 3 + ["blue"] * 2 + ["black"]
    assert cubes(many, 6) == [(letter, color) for letter, color in zip("RRRBBK", many, strict=True)]
    assert cubes(many, 5) == [("R3", "red"), ("B2", "blue"), ("K", "black")]
    assert cubes(many, 4) == [("R3", "red"), ("+", "blue")]
    assert cubes([], 3) == []
    for room in range(3, 8):
        assert sum(len(text) for text, _ in cubes(many, room)) <= room


def test_the_blocks_keep_to_their_width() -> None:
    for state in (*recorded(), *busy(6, 1)):
        for block in (panels.headline, panels.standings, panels.details, panels.legend):
            assert width_of(block(state)) <= panels.WIDTH


def test_the_final_table() -> None:
    assert plain(panels.standings(recorded()[-1])).splitlines() == [
        "    #   $ Inc Sh E Trk Pts Action",
        " P1 2  11  26 14 5  21  57 First Move",
        " P2  out",
        " P3 4   6  22 15 5  21  42 First Build",
        " P4 1  12  26 14 6  18  54 Locomotive",
        " P5 3  12  25 14 6  17  50 Urbanization",
    ]


def test_the_seat_to_act_is_pointed_at() -> None:
    state = in_phase("build_track")
    pointed = [text_of(line) for line in panels.standings(state) if text_of(line).startswith(">")]
    assert [line[:3] for line in pointed] == [f">P{state.queue[0] + 1}"]


def test_the_display_shows_every_box() -> None:
    for state in recorded()[::25]:
        rows = [line for line in panels.details(state) if text_of(line).startswith(("boxes", "new"))]
        shown = Counter(
            span.text for line in rows for span in line if span.style.startswith("good.") or span.text == "·"
        )
        boxes = Counter("RBPYK"[box] if box >= 0 else "·" for column in state.display for box in column)
        assert shown == boxes
