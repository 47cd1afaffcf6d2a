"""The conformance suite: plays whole games and checks the interface of `engine.game` at every step.

A game brings a `Subject`: its set-ups, its invariants, and a policy that steers random play into long games. The
suite knows nothing else of it. `walk` plays one game; every broken promise is an AssertionError.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
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


def no_figures(_final: Any) -> Mapping[str, int]:
    """What is counted of a finished game, when a subject says nothing of its own."""
    return {}


@dataclass(frozen=True)
class Subject:
    """A game under test.

    `bound` limits the plies of a game. `invariants` are called with (state before, action, state after). `policy`
    steers random play, and then a game has more than `plies` and, by number of seats, reaches its turn in `turns`.
    `asked_alone`: the phases whose rules have a decision asked even with a single answer. `seats`: with how many every
    value of an option is tried. `figures`: numbers of a finished game worth counting.
    """

    game: AnyGame
    bound: int
    invariants: tuple[Invariant, ...] = ()
    policy: Policy = uniform
    plies: int = 0
    turns: Mapping[int, int] = field(default_factory=dict)
    asked_alone: frozenset[str] = frozenset()
    seats: tuple[int, ...] = (3,)
    figures: Callable[[Any], Mapping[str, int]] = no_figures

    def setup(self, seats: int, preset: str = "", **options: str) -> Setup:
        """A set-up on the first map; the default preset unless one is named."""
        info = self.game.info
        return Setup(info.id, info.maps[0], preset or info.default_preset, seats, tuple(sorted(options.items())))

    def other_values(self) -> list[tuple[str, str]]:
        """Every option with every value that is not the default."""
        return [(option.name, value) for option in self.game.info.options for value in option.values[1:]]


ENOUGH = 100
"""Actions of a kind that a thin walk looks at before it begins to leave some out."""


@dataclass
class Walk:
    """What one walk saw.

    `pool` collects actions legal somewhere, to be tried where they may not be; `keys` has the sort key of every action
    ever listed, whose text was looked at when it first was. `kinds` counts the actions taken by their first word.
    `final` is the last position, of a game cut short too.
    """

    plies: int = 0
    listed: int = 0
    unlisted: int = 0
    longest: int = 0
    text: list[str] = field(default_factory=list)
    pool: list[Any] = field(default_factory=list)
    keys: dict[Any, Any] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    final: Any = None


def walk(
    subject: Subject, setup: Setup, seed: int, policy: Policy | None = None, *, cut: int = 0, thin: int = 1
) -> Walk:
    """Plays one game from a seed with every check on.

    `cut`: it is left after so many plies, if given. `thin`: once a kind of action is nothing new, only each so many-th
    of the kind is looked at, and the position behind it; the others are just played.
    """
    game, rng, seen = subject.game, random.Random(seed), Walk()
    secret = seed.to_bytes(32, "big")
    state, looking = game.start(setup), True
    assert game.setup_of(state) == setup
    while game.to_act(state) != OVER and (not cut or seen.plies < cut):
        legal = game.legal_actions(state)
        if looking:
            _check_position(subject, state, legal, rng, seen)
        draws = SeededDraws(secret, seen.plies)
        chance = game.to_act(state) == CHANCE
        action = game.draw(state, draws) if chance else (policy or subject.policy)(rng, state, legal)
        looking = _is_due(game, action, seen, thin)
        state = _advance(subject, state, action) if looking else game.apply(state, action)
        seen.plies += 1
        assert seen.plies <= subject.bound, "the game does not end"
    if game.to_act(state) == OVER:
        _check_over(game, state)
    seen.final = state
    return seen


def _is_due(game: AnyGame, action: Any, seen: Walk, thin: int) -> bool:
    """Whether this action is to be looked at; every one is counted."""
    text = game.action_text(action)
    kind = text.split()[0]
    seen.text.append(text)
    seen.kinds[kind] += 1
    return seen.kinds[kind] <= ENOUGH or seen.kinds[kind] % thin == 0


def _check_position(subject: Subject, state: Any, legal: Sequence[Any], rng: random.Random, seen: Walk) -> None:
    game = subject.game
    assert game.outcome(state) is None
    _check_texts(game, state)
    if game.to_act(state) == CHANCE:
        assert len(legal) == 0, "chance acts, so no seat has actions"
        return
    assert 0 <= game.to_act(state) < game.setup_of(state).seats
    alone = game.progress(state).phase in subject.asked_alone
    assert len(legal) > (0 if alone else 1), "a decision with one choice is never asked"
    _check_list(game, state, legal, seen)
    _check_unlisted(game, state, legal, rng, seen)
    assert game.default_action(state) in legal
    _check_question(game, state, legal)
    seen.listed += len(legal)
    seen.longest = max(seen.longest, len(legal))
    seen.pool.extend(rng.sample(list(legal), min(3, len(legal))))


def _check_question(game: AnyGame, state: Any, legal: Sequence[Any]) -> None:
    question = game.question(state)
    if question is None:
        return
    (info,) = [info for info in game.info.questions if info.kind == question.kind]
    assert question.about in (info.abouts or ("",))
    assert question.nothing is None or question.nothing in legal
    assert not question.offers or info.bids
    for offer in question.offers:
        assert offer.place in (info.places or ("",))
        assert offer.action in legal
        alike = [
            other
            for other in legal
            if type(other) is type(offer.action) and game.tags(other).hexes == game.tags(offer.action).hexes
        ]
        assert offer.action == min(alike, key=game.sort_key), "a lower bid is legal"
        assert str(offer.amount) in game.action_text(offer.action).split()


def _check_texts(game: AnyGame, state: Any) -> None:
    text = game.state_text(state)
    again = game.parse_state(text)
    assert again == state, text
    assert game.state_text(again) == text
    assert "\n" not in text
    for seat in (None, *range(game.setup_of(state).seats)):
        seen = game.view(state, seat)
        assert game.parse_state(game.state_text(seen)) == seen


def _check_list(game: AnyGame, state: Any, legal: Sequence[Any], seen: Walk) -> None:
    for action in legal:
        if action not in seen.keys:
            seen.keys[action] = _checked_key(game, action)
        game.check(state, action)
    keys = [seen.keys[action] for action in legal]
    assert all(first < second for first, second in pairwise(keys)), "unsorted or repeated"


def _checked_key(game: AnyGame, action: Any) -> Any:
    """The sort key of an action whose text says the same as the action."""
    text = game.action_text(action)
    assert game.parse_action(text) == action, text
    assert game.tags(action).kind == text.split()[0]
    return game.sort_key(action)


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


def _advance(subject: Subject, state: Any, action: Any) -> Any:
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
