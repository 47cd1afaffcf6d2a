"""The engine and the independent referee agree on random games: builds and prices, track, deliveries, auctions."""

import random
from typing import Any

import pytest

from footplate.engine.age_of_steam import build_track
from footplate.engine.age_of_steam.actions import NOBODY, Bid, Build, Deliver, StopBuilding, Urbanize
from footplate.engine.age_of_steam.state import BUILD_TRACK, MOVE_GOODS, PLAYER_ORDER, SELECT_ACTIONS, State
from footplate.engine.age_of_steam.track import sections
from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER
from footplate.engine.hexes import hex_text
from tests.conformance.age_of_steam import GAME, other_values, set_up, steady
from tests.referee import builds, deliveries
from tests.referee.auction import auction_payments
from tests.referee.laying import apply_build, end_build_turn, urbanize
from tests.referee.text import position_from_text
from tests.referee.track import Position
from tests.referee.track import sections as referee_sections
from tests.support.rules import rule

BUILDING_OPTIONS = [
    (name, value)
    for name, value in other_values()
    if name
    in {
        "marker_limit",
        "hex_a8",
        "town_tile_pool",
        "same_hex_twice",
        "first_tile",
        "direct_complex",
        "combined_replace",
        "redirect_claims",
        "unanchored_claim",
        "double_redirect",
        "new_city_moment",
        "new_city_saves_outgoing",
        "new_city_loop",
    }
]


class Comparison:
    """Plays one game, comparing at every decision the referee can judge; of the build lists one in `every`."""

    def __init__(self, seats: int, seed: int, every: int, **options: str) -> None:
        self.rng = random.Random(seed)
        self.secret = seed.to_bytes(32, "big")
        self.every = every
        self.state: State = GAME.start(set_up(seats, **options))
        self.calls: list[tuple[int, str]] = []
        self.cash: list[int] = []
        self.compared = {"builds": 0, "tracks": 0, "deliveries": 0, "auctions": 0}

    def play(self) -> dict[str, int]:
        ply = 0
        while GAME.to_act(self.state) != OVER:
            if GAME.to_act(self.state) == CHANCE:
                action = GAME.draw(self.state, SeededDraws(self.secret, ply))
            else:
                legal = GAME.legal_actions(self.state)
                self.judge(legal)
                action = steady(self.rng, self.state, legal) if self.state.phase != PLAYER_ORDER else self._call(legal)
            before, self.state = self.state, GAME.apply(self.state, action)
            self.follow(before, action)
            ply += 1
        return self.compared

    def _call(self, legal: Any) -> Any:
        low = [action for action in legal if not isinstance(action, Bid) or action.amount < 4]
        return self.rng.choice(low[:1] + low)

    def judge(self, legal: Any) -> None:
        """Compares what is legal here."""
        seat = GAME.to_act(self.state)
        if self.state.phase == BUILD_TRACK and self.rng.randrange(self.every) == 0:
            self.compared["builds"] += 1
            position = position_from_text(GAME.state_text(self.state))
            ours = {GAME.action_text(a): build_track.price_of(self.state, a) for a in legal if isinstance(a, Build)}
            assert ours == builds.build_prices(position, seat), GAME.state_text(self.state)
            cities = {GAME.action_text(action) for action in legal if isinstance(action, Urbanize)}
            assert cities == builds.legal_urbanizations(position, seat), GAME.state_text(self.state)
        if self.state.phase == MOVE_GOODS:
            self.compared["deliveries"] += 1
            position = position_from_text(GAME.state_text(self.state))
            moves = {GAME.action_text(action) for action in legal if isinstance(action, Deliver)}
            assert moves == deliveries.legal_deliveries(position, seat), GAME.state_text(self.state)

    def follow(self, before: State, action: Any) -> None:
        """Compares what an action did."""
        if before.phase == BUILD_TRACK:
            self._compare_track(before, action)
        if before.phase == PLAYER_ORDER:
            self._compare_auction(before, action)

    def _compare_track(self, before: State, action: Any) -> None:
        seat = before.queue[0]
        position = position_from_text(GAME.state_text(before))
        if isinstance(action, Urbanize):
            position = urbanize(position, seat, hex_text(action.hex), "ABCDEFGH"[action.letter])
        elif isinstance(action, Build):
            position = apply_build(position, GAME.action_text(action))
        if isinstance(action, StopBuilding) or self.state.queue[:1] != before.queue[:1]:
            position = end_build_turn(position)
        if self.state.phase in (BUILD_TRACK, MOVE_GOODS):
            self.compared["tracks"] += 1
            assert _ours(self.state) == _theirs(position), (GAME.state_text(before), GAME.action_text(action))

    def _compare_auction(self, before: State, action: Any) -> None:
        if not self.calls:
            self.cash = [player.cash for player in before.players]
        self.calls.append((GAME.to_act(before), GAME.action_text(action)))
        for seat, text in forced_behind(before, action):
            self.calls.append((seat, text))
        if self.state.phase == SELECT_ACTIONS:
            self._compare_payments(before)
            self.calls = []

    def _compare_payments(self, before: State) -> None:
        self.compared["auctions"] += 1
        calls = [call for call in self.calls if call[1].split()[0] in ("bid", "drop", "pass")]
        options = before.rules._asdict()
        theirs = auction_payments(calls, before.order, {key: str(value) for key, value in options.items()})
        paid = {seat: self.cash[seat] - self.state.players[seat].cash for seat in before.order}
        ours = {seat: (place + 1, paid[seat]) for place, seat in enumerate(self.state.order)}
        assert ours == theirs, calls


def forced_behind(before: State, action: Any) -> tuple[tuple[int, str], ...]:
    """The forced decisions behind an action, as (seat, text)."""
    return GAME.effects(before, action).forced


def _ours(state: State) -> set[tuple[Any, ...]]:
    found = set()
    for section in sections(state.track):
        pieces = frozenset((hex_text(code >> 6), code & 63) for code in section.pieces)
        owner = None if section.owner == NOBODY else section.owner
        found.add((owner, section.is_link, pieces))
    return found


def _theirs(position: Position) -> set[tuple[Any, ...]]:
    found = set()
    for section in referee_sections(position):
        pieces = frozenset((hex_id, sum(1 << edge for edge in edges)) for hex_id, edges in section.pieces)
        found.add((section.owner, section.is_link, pieces))
    return found


class Spree(Comparison):
    """Build turns of rich seats, one after another, on one map: dense track, and many redirects and replacements."""

    def __init__(self, seats: int, seed: int, every: int, **options: str) -> None:
        super().__init__(seats, seed, every, **options)
        rich = tuple(player._replace(cash=250) for player in self.state.players)
        self.state = self.state._replace(players=rich)

    def play(self, turns: int = 6) -> dict[str, int]:
        ply = 0
        while GAME.to_act(self.state) == CHANCE:
            self.state = GAME.apply(self.state, GAME.draw(self.state, SeededDraws(self.secret, ply)))
            ply += 1
        for turn in range(turns):
            self._round(turn)
        return self.compared

    def _round(self, turn: int) -> None:
        roles = self.rng.sample(
            ["urbanization", "engineer", "first_build", "locomotive", "production", "turn_order"], 6
        )
        players = tuple(player._replace(role=role) for player, role in zip(self.state.players, roles, strict=False))
        self.state = build_track.enter(self.state._replace(turn=1 + turn % 6, players=players))
        while self.state.phase == BUILD_TRACK:
            legal = GAME.legal_actions(self.state)
            self.judge(legal)
            verbs = sorted({GAME.tags(action).kind for action in legal} - {"stop"}) or ["stop"]
            verb = self.rng.choice(verbs)
            action = self.rng.choice([action for action in legal if GAME.tags(action).kind == verb])
            action = action if self.rng.random() < 0.9 else StopBuilding()
            before, self.state = self.state, GAME.apply(self.state, action)
            self.follow(before, action)


@rule("AOS-BUILD-18", "AOS-TERM-08", "AOS-OWN-01", "AOS-EXP-01", "AOS-MOVE-09", "AOS-AUC-19")
@pytest.mark.parametrize("seed", range(3))
def test_they_agree_on_whole_games(seed: int) -> None:
    compared = Comparison(3 + seed, seed, every=20).play()
    assert compared["deliveries"] > 20
    assert compared["auctions"] > 3


@rule("AOS-BUILD-18", "AOS-REDIR-07", "AOS-REPL-04", "AOS-TOWN-09", "AOS-URB-10", "AOS-EXP-05")
@pytest.mark.parametrize("seed", range(2))
def test_they_agree_on_dense_maps(seed: int) -> None:
    compared = Spree(4, seed, every=6).play()
    assert compared["builds"] > 5
    assert compared["tracks"] > 40


@rule("AOS-OPT-01")
@pytest.mark.parametrize(("option", "value"), BUILDING_OPTIONS)
def test_they_agree_under_every_option_of_building(option: str, value: str) -> None:
    assert Spree(3, 21, every=14, **{option: value}).play(2)["tracks"] > 10


@rule("AOS-AUC-05", "AOS-AUC-07", "AOS-AUC-20", "AOS-AUC-21")
@pytest.mark.parametrize(
    ("option", "value"),
    [("high_bidder_call", "must_raise"), ("half_bid_rounding", "down"), ("two_left_auction", "both_full")],
)
def test_they_agree_under_every_option_of_the_auction(option: str, value: str) -> None:
    for seed in (5, 6):
        assert Comparison(5, seed, every=10_000, **{option: value}).play()["auctions"] > 2
