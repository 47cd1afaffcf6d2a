"""Isolated lines: the search for a trial path against trying all paths, and against the words of section 16."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.engine.stephensons_rocket.actions import ExtendLine
from footplate.engine.stephensons_rocket.board import NO_HEADING, OPEN, STARTS, TOWNS, hex_of, hexes_in, mask_of
from footplate.engine.stephensons_rocket.extend_line import legal as legal_extensions
from footplate.engine.stephensons_rocket.isolation import distance, has_path, isolated_lines
from footplate.engine.stephensons_rocket.notation import action_text
from footplate.engine.stephensons_rocket.state import GAME_OVER, Company, State
from tests.support.rocket import (
    act,
    begin,
    mask,
)
from tests.support.rocket_positions import (
    around,
    beyond,
)
from tests.support.rules import rule

REVERSE = "with-reverse-search"


def walks(at: int, heading: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Every walk of so many steps on a board without edge, the hex it starts from included."""
    if steps == 0:
        yield (at,)
        return
    for turn in range(6):
        if heading == NO_HEADING or (turn - heading) % 6 in (0, 1, 5):
            for rest in walks(beyond(at, turn), turn, steps - 1):
                yield (at, *rest)


@rule("SR-ISO-04", "SR-EXT-04")
@pytest.mark.parametrize("heading", [NO_HEADING, *range(6)])
@pytest.mark.parametrize("start", ["0808", "0908"])
def test_a_path_of_five_steps_cannot_meet_itself_and_one_of_six_can(heading: int, start: str) -> None:
    for steps in range(1, 6):
        assert all(len(set(walk)) == steps + 1 for walk in walks(hex_of(start), heading, steps))
    assert any(len(set(walk)) == 6 for walk in walks(hex_of(start), heading, 6))


def exhaustive(at: int, heading: int, free: frozenset[int], goal: frozenset[int]) -> bool:
    """Whether a path without repetition leads to the goal, by trying all of them."""
    for turn in range(6):
        if heading == NO_HEADING or (turn - heading) % 6 in (0, 1, 5):
            there = beyond(at, turn)
            if there in free and (there in goal or exhaustive(there, turn, free - {there}, goal)):
                return True
    return False


CENTRE = hex_of("0807")
FIRST_RING = {beyond(CENTRE, turn) for turn in range(6)}
ARENA = sorted({beyond(hex_, turn) for hex_ in FIRST_RING for turn in range(6)} | FIRST_RING)
"""The 19 hexes at most two steps from a hex."""


@rule("SR-ISO-04")
@given(
    free=st.sets(st.sampled_from(ARENA), min_size=9),
    goal=st.sets(st.sampled_from(ARENA), min_size=1, max_size=2),
    at=st.sampled_from(ARENA),
    heading=st.integers(NO_HEADING, 5),
)
@settings(max_examples=200, deadline=None)
def test_the_search_agrees_with_trying_all_paths(free: set[int], goal: set[int], at: int, heading: int) -> None:
    legal = frozenset(free - {at})
    line = Company(at, heading, 0, 0, 0, 0, (0,))
    found = has_path(line, mask_of(legal), mask_of(legal & goal))
    assert found == exhaustive(at, heading, legal, legal & goal)


@rule("SR-ISO-04")
def test_the_search_remembers_every_hex_of_the_path_and_not_the_last_alone() -> None:
    free = mask("0706 0707 0806 0905 0906 0907 0908 1006 1007 1009 1107 1108")
    goal = mask("0707")
    assert distance(CENTRE, 0, free, goal) > 5
    assert not exhaustive(CENTRE, 0, frozenset(hexes_in(free)), frozenset(hexes_in(goal)))
    assert not has_path(Company(CENTRE, 0, 0, 0, 0, 0, (0,)), free, goal)


class Document:
    """The test of section 16 as the document words it, on plain sets and without the shifts of the engine."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.live = [number for number, line in enumerate(state.companies) if line.live]
        unmoved = state.rules.unmoved_locomotive_is_a_line == "on"
        self.bodies = {}
        for number in self.live:
            line = state.companies[number]
            self.bodies[number] = set(hexes_in(line.line)) | (
                {line.at} if line.at == STARTS[number] and unmoved else set()
            )
        tracks = {hex_ for line in state.companies for hex_ in hexes_in(line.line)}
        self.free = set(hexes_in(OPEN)) - tracks

    def others(self, number: int, hex_: int) -> set[int]:
        """The lines a hex touches besides that of a company."""
        return {other for other in self.live if other != number and self.bodies[other] & around(hex_)}

    def isolated(self) -> list[int]:
        """The lines cut off, whether or not they have been isolated before."""
        return [number for number in self.live if not self.succeeds(number) and not self.joined(number)]

    def succeeds(self, number: int) -> bool:
        """SR-ISO-02 to SR-ISO-06."""
        legal = {hex_ for hex_ in self.free if len(self.others(number, hex_)) <= 1}
        new_towns = set(hexes_in(TOWNS & ~self.state.companies[number].linked))
        goal = {hex_ for hex_ in legal if self.others(number, hex_) or around(hex_) & new_towns}
        return self.path(number, legal, goal)

    def joined(self, number: int) -> bool:
        """SR-ISO-12, where the option asks for it."""
        if self.state.rules.isolation_test != REVERSE:
            return False
        return any(self.path(other, *self.way(other, number)) for other in self.live if other != number)

    def way(self, other: int, number: int) -> tuple[set[int], set[int]]:
        """Where a company may pass on its way to a line, and the hexes that end it."""
        goal = {hex_ for hex_ in self.free if self.others(other, hex_) == {number}}
        return {hex_ for hex_ in self.free if not self.others(other, hex_)} | goal, goal

    def path(self, number: int, legal: set[int], goal: set[int]) -> bool:
        """Whether a trial path leads to the goal; trying all of them starts where some walk leads there at all."""
        line = self.state.companies[number]
        return walk_exists(line, legal, goal) and exhaustive(line.at, line.heading, frozenset(legal), frozenset(goal))


def walk_exists(line: Company, legal: set[int], goal: set[int]) -> bool:
    """Whether the goal can be reached when hexes may be used twice."""
    seen = set()
    frontier = [(line.at, line.heading)]
    while frontier:
        at, heading = frontier.pop()
        for turn in range(6):
            there = beyond(at, turn)
            if there not in legal or (there, turn) in seen:
                continue
            if heading == NO_HEADING or (turn - heading) % 6 in (0, 1, 5):
                seen.add((there, turn))
                frontier.append((there, turn))
    return bool({hex_ for hex_, _ in seen} & goal)


@rule("SR-ISO-03", "SR-ISO-05", "SR-ISO-06", "SR-ISO-07", "SR-ISO-09", "SR-ISO-11", "SR-ISO-12")
@pytest.mark.parametrize("option", ["mover-only", REVERSE])
@given(unmoved=st.sampled_from(["on", "off"]), choices=st.lists(st.integers(0, 10_000), min_size=5, max_size=45))
@settings(max_examples=20, deadline=None)
def test_the_engine_finds_what_the_document_says(option: str, unmoved: str, choices: list[int]) -> None:
    state = begin(unmoved_locomotive_is_a_line=unmoved, isolation_test=option)
    for choice in choices:
        steps: list[ExtendLine] = legal_extensions(state)
        if state.phase == GAME_OVER or not steps:
            break
        state = act(state, choice % 3, action_text(steps[choice % len(steps)])).state
    untested = state._replace(companies=tuple([line._replace(isolated=False) for line in state.companies]))
    assert isolated_lines(untested) == Document(untested).isolated()
