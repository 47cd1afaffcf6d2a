"""The conformance suite: plays whole games and checks the interface of `engine.game` at every step.

A game brings a `Subject`: its set-ups, its invariants, and a policy that steers random play into long games. The
suite knows nothing else of it. `walk` plays one game; every broken promise is an AssertionError.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from footplate.engine.chance import SeededDraws
from footplate.engine.errors import IllegalAction
from footplate.engine.game import CHANCE, OVER, AnyGame, Setup

Policy = Callable[[random.Random, Any, Sequence[Any]], Any]
Invariant = Callable[[Any, Any, Any], None]


def uniform(rng: random.Random, _state: Any, legal: Sequence[Any]) -> Any:
    """Any legal action, each as likely as the others."""
    return legal[rng.randrange(len(legal))]


@dataclass(frozen=True)
class Subject:
    """A game under test. `invariants` are called with (state before, action, state after); `bound` limits the plies."""

    game: AnyGame
    bound: int
    invariants: tuple[Invariant, ...] = ()
    policy: Policy = uniform


@dataclass
class Walk:
    """What one walk saw. `pool` collects actions legal somewhere, to be tried where they may not be."""

    plies: int = 0
    listed: int = 0
    unlisted: int = 0
    longest: int = 0
    text: list[str] = field(default_factory=list)
    pool: list[Any] = field(default_factory=list)
    final: Any = None


def walk(subject: Subject, setup: Setup, seed: int, policy: Policy | None = None) -> Walk:
    """Plays one game from a seed with every check on."""
    game, rng, seen = subject.game, random.Random(seed), Walk()
    secret = seed.to_bytes(32, "big")
    state = game.start(setup)
    assert game.setup_of(state) == setup
    while game.to_act(state) != OVER:
        action = _choose(subject, state, rng, seen, SeededDraws(secret, seen.plies), policy or subject.policy)
        state = _advance(subject, state, action, seen)
        assert seen.plies <= subject.bound, "the game does not end"
    _check_over(game, state)
    seen.final = state
    return seen


def _choose(subject: Subject, state: Any, rng: random.Random, seen: Walk, draws: SeededDraws, policy: Policy) -> Any:
    game = subject.game
    assert game.outcome(state) is None
    _check_texts(game, state)
    legal = game.legal_actions(state)
    if game.to_act(state) == CHANCE:
        assert len(legal) == 0, "chance acts, so no seat has actions"
        return game.draw(state, draws)
    assert 0 <= game.to_act(state) < game.setup_of(state).seats
    assert len(legal) > 1, "a decision with one choice is never asked"
    _check_list(game, state, legal)
    _check_unlisted(game, state, legal, rng, seen)
    assert game.default_action(state) in legal
    seen.listed += len(legal)
    seen.longest = max(seen.longest, len(legal))
    seen.pool.extend(rng.sample(list(legal), min(3, len(legal))))
    return policy(rng, state, legal)


def _check_texts(game: AnyGame, state: Any) -> None:
    text = game.state_text(state)
    again = game.parse_state(text)
    assert again == state, text
    assert game.state_text(again) == text
    assert "\n" not in text
    for seat in (None, *range(game.setup_of(state).seats)):
        seen = game.view(state, seat)
        assert game.parse_state(game.state_text(seen)) == seen


def _check_list(game: AnyGame, state: Any, legal: Sequence[Any]) -> None:
    keys = [game.sort_key(action) for action in legal]
    assert all(first < second for first, second in pairwise(keys)), "unsorted or repeated"
    for action in legal:
        text = game.action_text(action)
        assert game.parse_action(text) == action, text
        assert game.tags(action).kind == text.split()[0]
        game.check(state, action)


def _check_unlisted(game: AnyGame, state: Any, legal: Sequence[Any], rng: random.Random, seen: Walk) -> None:
    known = set(legal)
    for action in rng.sample(seen.pool, min(40, len(seen.pool))):
        if action not in known:
            seen.unlisted += 1
            refused(game, state, action)


def refused(game: AnyGame, state: Any, action: Any) -> str:
    """The rule an illegal action breaks; fails when `check` lets it pass."""
    try:
        game.check(state, action)
    except IllegalAction as error:
        broken = error
    else:
        raise AssertionError(f"{game.action_text(action)} is not listed but passes\n{game.state_text(state)}")
    assert broken.code, "a refusal names its rule"
    assert broken.message, "and says why"
    return broken.code


def _advance(subject: Subject, state: Any, action: Any, seen: Walk) -> Any:
    game = subject.game
    before = game.state_text(state)
    text = game.action_text(action)
    assert game.parse_action(text) == action
    game.check(state, action)
    effects = game.effects(state, action)
    after = game.apply(state, action)
    assert game.state_text(state) == before, "the old state changed"
    assert game.apply(state, game.parse_action(text)) == after, "apply is not deterministic"
    assert all(0 <= seat < game.setup_of(state).seats for seat, _ in effects.forced)
    for invariant in subject.invariants:
        invariant(state, action, after)
    seen.plies += 1
    seen.text.append(text)
    return after


def _check_over(game: AnyGame, state: Any) -> None:
    _check_texts(game, state)
    assert list(game.legal_actions(state)) == []
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.standings == game.standings(state)
    seats = sorted(standing.seat for standing in outcome.standings)
    assert seats == list(range(game.setup_of(state).seats))
    ranks = [standing.rank for standing in outcome.standings]
    assert ranks == sorted(ranks)
