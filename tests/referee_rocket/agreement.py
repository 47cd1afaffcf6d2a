"""Plays a game through engine and referee side by side; whatever differs is an AssertionError with the texts."""

import random
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from footplate.engine.chance import SeededDraws
from footplate.engine.game import CHANCE, OVER, Setup
from footplate.engine.stephensons_rocket import turn
from footplate.engine.stephensons_rocket.prizes import Payout
from footplate.engine.stephensons_rocket.rules import StephensonsRocket
from footplate.engine.stephensons_rocket.state import State
from tests.referee_rocket.policy import Temper, choose, temper
from tests.referee_rocket.position import Options, Payment, Position
from tests.referee_rocket.scoring import score, winners
from tests.referee_rocket.snapshot import snapshot
from tests.referee_rocket.text import money_from_text, snapshot_from_text
from tests.referee_rocket.turn import Referee

GAME = StephensonsRocket()
BOUND = 10_000
"""Plies after which a game is said not to end."""

_REASONS = {
    "city": "city",
    "railway_town": "railway",
    "merger": "merger",
    "final_tokens": "final tokens",
    "final_stations": "final stations",
    "final_shares": "final shares",
}


@dataclass
class Agreement:
    """One game of both; `seen` counts what was compared and what happened in it.

    `opening`: main actions played first, while every question gets its default answer. `mood`: how to go on from there,
    or None to let the seed choose. `scarce`: whether real shares and passengers are all but taken away in between.
    """

    setup: Setup
    seed: int
    opening: tuple[str, ...] = ()
    mood: Temper | None = None
    scarce: bool = False
    seen: Counter[str] = field(default_factory=Counter)
    texts: list[str] = field(default_factory=list)

    def play(self) -> Counter[str]:
        """Plays to the end, comparing at every ply."""
        rng = random.Random(self.seed)
        state: State = GAME.start(self.setup)
        referee = Referee(self.setup.seats, options_of(state))
        drawn = GAME.draw(state, SeededDraws(self.seed.to_bytes(32, "big"), 0))
        assert GAME.to_act(state) == CHANCE
        state = self._follow(state, GAME.action_text(drawn), referee)
        opening, mood = list(self.opening), self.mood or temper(rng)
        while opening or referee.position.veto is not None:
            text = opening.pop(0) if referee.position.veto is None else referee.default_text()
            state = self._follow(state, text, referee)
        if self.scarce:
            state = made_scarce(state, referee)
        while GAME.to_act(state) != OVER:
            texts = [GAME.action_text(action) for action in GAME.legal_actions(state)]
            state = self._follow(state, choose(rng, mood, referee.position, texts), referee)
            assert self.seen["plies"] < BOUND
        self._compare(state, referee)
        self._compare_end(state, referee)
        return self.seen

    def _compare(self, state: State, referee: Referee) -> None:
        """Position and legal actions, what each viewer sees, and now and then default answer and standing."""
        theirs, ours = snapshot_from_text(GAME.state_text(state)), snapshot(referee.position)
        assert theirs.keys() == ours.keys()
        if referee.position.over:
            del theirs["second"], ours["second"]
        for name, figures in theirs.items():
            self._agree(name, figures, ours[name])
        self._agree("to_act()", GAME.to_act(state), referee.to_act)
        if referee.to_act >= 0:
            texts = [GAME.action_text(action) for action in GAME.legal_actions(state)]
            self._agree("legal", set(texts), referee.legal_texts())
            self._agree("twice", len(texts), len(set(texts)))
            self.seen["legal"] += len(texts)
        self._compare_money(state, referee)

    def _compare_money(self, state: State, referee: Referee) -> None:
        """What each viewer sees; now and then the default answer, and the standing if the game were scored now."""
        for viewer in (None, *range(self.setup.seats)):
            text = GAME.state_text(GAME.view(state, viewer))
            self._agree(f"view {viewer}", money_from_text(text), referee.money_seen_by(viewer))
        if self.seen["plies"] % 8 == 0 and referee.to_act >= 0:
            self._agree("default", GAME.action_text(GAME.default_action(state)), referee.default_text())
            scored = deepcopy(referee.position)
            score(scored)
            scores = {standing.seat: standing.score for standing in GAME.standings(state)}
            self._agree("scored now", scores, dict(enumerate(scored.money)))

    def _follow(self, state: State, text: str, referee: Referee) -> State:
        """Compares, then plays an action in both and compares what it paid and whose actions lapsed."""
        self._compare(state, referee)
        self.texts.append(text)
        self.seen["plies"] += 1
        self.seen[text.split(maxsplit=1)[0]] += 1
        action = GAME.parse_action(text)
        step = turn.apply(state, action)
        extends = referee.position.veto is not None or text.startswith("extend")
        before = deepcopy(referee.position) if extends else referee.position  # a copy takes longer than the action
        referee.play(text)
        self.seen.update(happenings(before, referee.position))
        paid = referee.position.payments
        self._agree("paid", sorted(payments_of(step.payouts)), sorted(paid))
        self._agree("paid in order", _chapters(payments_of(step.payouts)), _chapters(paid))
        self._agree("lapsed", list(step.lapsed), referee.position.lapsed)
        self.seen.update({payment.reason.rsplit(" ", 1)[0] for payment in paid})
        self.seen["lapsed"] += len(step.lapsed)
        after = GAME.apply(state, action)
        assert after == step.state
        return after

    def _compare_end(self, state: State, referee: Referee) -> None:
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.reason in referee.position.ends, self._where("end")
        self.seen[f"end by {outcome.reason}"] += 1
        self.seen["games"] += 1
        money = referee.position.money
        ranks = {seat: 1 + sum(other > own for other in money) for seat, own in enumerate(money)}
        self._agree("scores", {s.seat: s.score for s in outcome.standings}, dict(enumerate(money)))
        self._agree("ranks", {s.seat: s.rank for s in outcome.standings}, ranks)
        self._agree("winners", [s.seat for s in outcome.standings if s.rank == 1], winners(referee.position))

    def _agree(self, what: str, theirs: object, ours: object) -> None:
        assert theirs == ours, f"{self._where(what)}\nengine  {theirs}\nreferee {ours}\n{_difference(theirs, ours)}"

    def _where(self, what: str) -> str:
        return f"{what} after {'; '.join(self.texts)} ({self.setup}, seed {self.seed})"


def _difference(theirs: object, ours: object) -> str:
    """What only one side has, of two sets or two tables."""
    if isinstance(theirs, set) and isinstance(ours, set):
        return f"engine alone {sorted(theirs - ours)}\nreferee alone {sorted(ours - theirs)}"
    if isinstance(theirs, dict) and isinstance(ours, dict):
        return str({key: (value, ours.get(key)) for key, value in theirs.items() if value != ours.get(key)})
    return ""


def made_scarce(state: State, referee: Referee) -> State:
    """Sets both by hand: isolated companies have one real share in hands, and one passenger is left."""
    passengers = [8] + [0] * (state.rules.seats - 1)
    companies = tuple(one._replace(real=min(one.real, 1)) if one.isolated else one for one in state.companies)
    for company in referee.position.live:
        company.real = min(company.real, 1) if company.isolated else company.real
    referee.position.passengers = list(passengers)
    return state._replace(companies=companies, passengers=tuple(passengers))


def options_of(state: State) -> Options:
    """The options of a game of the engine as the referee has them."""
    rules = state.rules
    return Options(
        active_may_redirect=rules.active_may_redirect == "on",
        move_connected_station=rules.move_connected_station == "on",
        unmoved_locomotive_is_a_line=rules.unmoved_locomotive_is_a_line == "on",
        isolation_test=rules.isolation_test,
        open_money=rules.open_money == "on",
    )


def payments_of(payouts: Sequence[Payout]) -> list[Payment]:
    """The payouts of the engine as payments to single seats."""
    return [
        Payment(f"{_REASONS[one.kind]} {one.subject}", seat, amount)
        for one in payouts
        for seat, amount in enumerate(one.amounts)
        if amount
    ]


def _chapters(paid: Sequence[Payment]) -> list[str]:
    """What kinds of payment there were, in order: two cities of one step have no order between them (SR-PAY-04)."""
    return list(dict.fromkeys(payment.reason.rsplit(" ", 1)[0] for payment in paid))


def happenings(before: Position, after: Position) -> list[str]:
    """What is rare enough to be counted: a long run should have met all of it."""
    pairs = list(zip(before.companies.values(), after.companies.values(), strict=True))
    absorbed = [(old, after.companies[new.absorber]) for old, new in pairs if old.live and not new.live]
    finished = len(after.tiles) > len(before.tiles)
    met = {
        "passenger taken": sum(after.passengers) > sum(before.passengers),
        "last passenger taken": after.passengers_left == 0 < before.passengers_left,
        "grey shares given": after.grey_supply < before.grey_supply,
        "grey shares paid": after.grey_supply > before.grey_supply and not absorbed,
        "grey shares below none": after.grey_supply < 0,
        "isolated": any(new.isolated and not old.isolated for old, new in pairs),
        "isolated before it moved": any(new.isolated and not old.isolated and new.unmoved for old, new in pairs),
        "isolated mover": finished and any(old.isolated and old.at != new.at for old, new in pairs),
        "isolated absorbed": any(old.isolated for old, _ in absorbed),
        "isolated absorber": any(absorber.isolated for _, absorber in absorbed),
        "unmoved absorber": any(absorber.unmoved for _, absorber in absorbed),
        "two tiles": len(after.tiles) - len(before.tiles) == 2,
        "a tile too many": len(after.tiles) > 60,
        "seven stations out": any(len(own) == 7 for own in after.stations),
        "no token left": not any(+lying for lying in after.city_tokens.values()),
        "two ends": len(after.ends) == 2,
    }
    return [name for name, here in met.items() if here]
