"""The recorded game of five people.

Replayed decision by decision: the same cash, map and lists of legal builds and deliveries.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from footplate.engine.age_of_steam import build_track
from footplate.engine.age_of_steam.actions import (
    NOBODY,
    Action,
    Build,
    Deliver,
    DrawGoods,
    StopBuilding,
    UpgradeEngine,
)
from footplate.engine.age_of_steam.board import COLORS, COLUMN_NAMES
from footplate.engine.age_of_steam.rules import AgeOfSteam
from footplate.engine.age_of_steam.state import BUILD_TRACK, EMPTY, PLAYER_ORDER, State
from footplate.engine.age_of_steam.tiles import edges_of, layout_of, mask_of
from footplate.engine.game import CHANCE, OVER
from footplate.engine.hexes import hex_text, parse_hex
from tests.games import five_players
from tests.games.five_players import Line
from tests.support.rules import rule

GAME = AgeOfSteam()


class Replay:
    """Plays the recorded lines on our engine, comparing as it goes."""

    def __init__(self) -> None:
        self.state: State = GAME.start(five_players.SETUP)
        self.actions: list[Action] = []
        self.compared = {"builds": 0, "deliveries": 0, "figures": 0, "maps": 0}

    def play(self, action: Action) -> None:
        self.actions.append(action)
        self.state = GAME.apply(self.state, action)

    def line(self, line: Line) -> None:
        if "setup" in line:
            for action in five_players.set_up(line):
                self.play(action)
        elif "all_builds" in line:
            self._builds(line)
        elif "all_deliveries" in line:
            self._deliveries(line)
        elif "chance" in line:
            self._chance(line)
        elif "auto" in line:
            self._automatic(line)
        else:
            self._action(line)

    def _action(self, line: Line) -> None:
        if line.get("forced") and self._already_done(line):
            return
        action = five_players.action(line)
        assert GAME.to_act(self.state) == line["seat"], line
        if isinstance(action, Build):
            assert build_track.price_of(self.state, action) == line["after"]["price"], line
        self.play(action)
        if self.state.phase == line["phase"] != PLAYER_ORDER:
            self._figures(line)

    def _already_done(self, line: Line) -> bool:
        return bool(self.state.phase != line["phase"] or GAME.to_act(self.state) != line["seat"])

    def _figures(self, line: Line) -> None:
        self.compared["figures"] += 1
        for seat, player in enumerate(self.state.players):
            if player.alive:
                ours = (player.cash, player.income, player.shares, player.engine)
                theirs = tuple(line["after"][what][seat] for what in ("cash", "income", "shares", "engine"))
                assert ours == theirs, (seat, line)

    def _builds(self, line: Line) -> None:
        assert GAME.to_act(self.state) == line["seat"]
        towns = frozenset(self.state.rules.board.towns)
        theirs = {five_players.listed_build(entry, towns) for entry in line["all_builds"]}
        skipped = {parse_hex(name) for name in line["built_on"]}
        builds = [action for action in GAME.legal_actions(self.state) if isinstance(action, Build)]
        priced = {(a.hex, a.layout, build_track.price_of(self.state, a)) for a in builds if a.hex not in skipped}
        for entry in line.get("differences", []):
            _settle(entry, priced, theirs)
        assert priced == theirs, (line["ply"], _shown(priced - theirs), _shown(theirs - priced))
        self.compared["builds"] += 1

    def _deliveries(self, line: Line) -> None:
        legal = GAME.legal_actions(self.state)
        ours = sorted(_delivery(action) for action in legal if isinstance(action, Deliver))
        assert ours == sorted(line["all_deliveries"]), line["ply"]
        assert (UpgradeEngine() in legal) == line["engine_step"]
        self.compared["deliveries"] += 1

    def _chance(self, line: Line) -> None:
        if line["chance"] == "production_draw":
            self.play(DrawGoods())
        assert GAME.to_act(self.state) == CHANCE, line
        self.play(five_players.chance(line))

    def _automatic(self, line: Line) -> None:
        what = line["auto"]
        if what == "end_build_turn" and self.state.phase == BUILD_TRACK and self.state.queue[:1] == (line["seat"],):
            self.play(StopBuilding())
        if what in ("auction_end", "turn_end"):
            self._figures(line)
            assert list(self.state.order) == line["after"]["order"], line
        if what == "turn_end":
            self._whole_table(line["after"])
        if what == "game_end":
            assert GAME.to_act(self.state) == OVER

    def _whole_table(self, after: Line) -> None:
        assert _map(self.state) == sorted(_recorded_map(after["map"]))
        board = self.state.rules.board
        cities = {hex_text(hex_): index for hex_, index in board.city_of.items()}
        cities |= {hex_text(hex_): 12 + letter for hex_, letter in self.state.track.new_cities.items()}
        for name, cubes in after["cubes"].items():
            assert _cubes(self.state.cubes[cities[name]]) == sorted(cubes), name
        for name, boxes in after["display"].items():
            ours = [_color(box) for box in self.state.display[COLUMN_NAMES.index(five_players.column_name(name))]]
            assert ours == boxes, name
        assert {COLORS[c]: n for c, n in enumerate(self.state.bag)} == after["bag"]
        self.compared["maps"] += 1


def _settle(entry: list[Any], ours: set[Any], theirs: set[Any]) -> None:
    """Takes a tagged difference out of the list that has it: a build that only one of the two engines holds legal."""
    side, _, name, _, pieces, price = entry
    build = (parse_hex(name), layout_of([mask_of(tuple(edges)) for edges in pieces]), price)
    more, fewer = (theirs, ours) if side == "only_theirs" else (ours, theirs)
    assert build in more
    assert build not in fewer
    more.discard(build)


def _shown(builds: set[Any]) -> list[str]:
    return [f"{hex_text(h)} {[edges_of(p) for p in layout]} {price}" for h, layout, price in sorted(builds)]


def _delivery(action: Deliver) -> str:
    steps = " ".join(f"{hex_text(stop)}/{'-' if owner == NOBODY else owner}" for stop, owner in action.steps)
    return f"{COLORS[action.color]} {hex_text(action.origin)} {steps}"


def _map(state: State) -> list[Any]:
    return sorted(
        (hex_text(h), tuple(sorted((edges_of(p), state.track.at[h * 6 + edges_of(p)[0]].owner) for p in layout)))
        for h, layout in state.track.layouts.items()
    )


def _recorded_map(tiles: Sequence[Any]) -> list[Any]:
    return [
        (hex_, tuple(sorted((tuple(edges), NOBODY if owner is None else owner) for edges, owner in pieces)))
        for hex_, _, _, pieces in tiles
    ]


def _cubes(counts: Sequence[int]) -> list[str]:
    return sorted(COLORS[color] for color, count in enumerate(counts) for _ in range(count))


def _color(box: int) -> str | None:
    return None if box == EMPTY else COLORS[box]


@pytest.fixture(scope="module")
def replay() -> Replay:
    """The whole game, replayed and compared line by line."""
    replayed = Replay()
    for line in five_players.lines():
        replayed.line(line)
    return replayed


@rule("AOS-BUILD-18", "AOS-MOVE-08")
def test_every_recorded_line_agrees(replay: Replay) -> None:
    assert replay.compared["builds"] == 88
    assert replay.compared["deliveries"] == 60
    assert replay.compared["maps"] == 7
    assert replay.compared["figures"] == 195


@rule("AOS-SCORE-01", "AOS-SCORE-02", "AOS-SCORE-03", "AOS-SCORE-12")
def test_final_standing(replay: Replay) -> None:
    outcome = GAME.outcome(replay.state)
    assert outcome is not None
    scores = {standing.seat: standing.score for standing in outcome.standings}
    assert tuple(scores[seat] for seat in range(5)) == five_players.FINAL_SCORES
