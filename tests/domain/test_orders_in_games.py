"""Standing orders over whole random games, against what the texts of the legal actions say should come of them."""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footplate.domain.log import Cause
from footplate.domain.match import Match
from footplate.domain.orders import BidUpTo, IfThen, Move, NoShares, NoVeto, Reason, Step, Wish
from footplate.domain.orders_due import Decision, End, Play, Wait, decide
from footplate.engine.game import OVER
from tests.support.ordering import Ordered, order_of, table_of
from tests.support.people import Table

STEAM, ROCKET = "age_of_steam", "stephensons_rocket"
COMPANIES = ("NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER")
HEXES = ("0413", "0514", "0612", "0511")
PASSES = ("pass", "drop", "decline", "none", "stop")
PLIES = 120
VIVID = ("extend", "select")
SEEDS = st.integers(0, 5)
FEW = settings(max_examples=60, deadline=None)


def texts(match: Match) -> list[str]:
    return [match.game.action_text(action) for action in match.game.legal_actions(match.state)]


def vividly(match: Match, rng: random.Random) -> str:
    """An action at random that ruins nobody, mostly one about which there may be orders."""
    game, question = match.game, match.game.question(match.state)
    legal = texts(match)
    vivid = [text for text in legal if text.split()[0] in VIVID]
    if question and question.offers and rng.random() < 0.7:
        return game.action_text(rng.choice(question.offers).action)
    if question or rng.random() < 0.4:
        return min(legal, key=len) if question and rng.random() < 0.5 else rng.choice(legal[:4])
    return rng.choice(vivid) if vivid and rng.random() < 0.7 else game.action_text(game.default_action(match.state))


@cache
def played(name: str, seed: int) -> Table:
    """A random game, to its end or for some hundred plies."""
    table, rng = table_of(name), random.Random(seed)
    while table.match.to_act != OVER and table.match.ply < PLIES:
        table.play(vividly(table.match, rng))
    return table


# --- What should come of an order -------------------------------------------------------------------------------------


def expected(match: Match, seat: int, wish: Wish, company: str) -> Decision:
    """What comes of an order, read off phase, turn and texts. `company`: the one extended last."""
    if match.to_act == OVER:
        return End()
    progress, to_act = match.progress, match.to_act == seat
    match wish:
        case BidUpTo():
            if progress.turn > wish.last_turn:
                return End(Reason.TURN_OVER)
            return bidden(texts(match), wish) if to_act and wish.about in ("", company) else Wait()
        case NoShares():
            if progress.turn > wish.turn:
                return End(Reason.TURN_OVER)
            asked = to_act and progress.phase == "issue_shares" and progress.turn == wish.turn
            return Play("issue 0", last=True) if asked else Wait()
        case NoVeto():
            return Play("pass") if to_act and progress.phase == "veto" and company not in wish.unless else Wait()
    raise AssertionError(wish)


def bidden(legal: list[str], wish: BidUpTo) -> Decision:
    """What comes of bidding, where these texts are legal."""
    if not {"drop", "decline", "pass"} & {*legal} or "deliver" in legal[0]:
        return Wait()
    if "produce" in legal:  # the other `decline`
        return Wait()
    bids = [text for text in legal if text.startswith(("bid", "defend")) and text.endswith(wish.place)]
    if wish.place and not bids:
        return Wait()
    amount, text = min(((int(text.split()[1]), text) for text in bids), default=(10**9, ""))
    if amount > wish.most:
        return End(Reason.PRICE)
    return Wait(Reason.FREE_OPTION) if "pass" in legal and not wish.place else Play(text)


def wishes(name: str) -> st.SearchStrategy[Wish]:
    later = st.integers(0, 4)
    if name == STEAM:
        return st.one_of(st.builds(BidUpTo, st.integers(1, 12), later), st.builds(NoShares, later))
    bids = st.builds(BidUpTo, st.integers(1, 3), st.just(99), st.sampled_from(COMPANIES), st.sampled_from(HEXES))
    return st.one_of(bids, st.builds(NoVeto, st.lists(st.sampled_from(COMPANIES), max_size=3).map(tuple)))


def later_than_now(wish: Wish, match: Match) -> Wish:
    """The same wish for a turn that is not over: its turns are counted from the running one."""
    turn = match.progress.turn
    match wish:
        case BidUpTo(most, last_turn, about, place):
            return BidUpTo(most, turn + last_turn, about, place)
        case NoShares(later):
            return NoShares(turn + later)
    return wish


def extended(table: Table) -> Iterator[str]:
    """The company extended last, at each ply."""
    company = ""
    yield company
    for entry in table.log:
        company = entry.text.split()[1] if entry.text.startswith("extend ") else company
        yield company


@pytest.mark.parametrize("name", [STEAM, ROCKET])
@FEW
@given(data=st.data(), seed=SEEDS, seat=st.integers(0, 2))
def test_at_every_ply_an_order_plays_waits_or_ends_as_it_should(
    name: str, data: st.DataObject, seed: int, seat: int
) -> None:
    table = played(name, seed)
    begin = data.draw(st.integers(0, len(table.log) - 1))
    start = table.states[begin]
    order = order_of(start, seat, later_than_now(data.draw(wishes(name)), start))
    companies = list(extended(table))
    for ply in range(begin, len(table.states)):
        match = table.states[ply]
        decision = decide(order, match, table.log[begin:ply])
        assert decision == expected(match, seat, order.wish, companies[ply]), (ply, order.wish)
        if isinstance(decision, Play):
            assert decision.text in texts(match)
        if isinstance(decision, End):
            return


# --- Games in which orders play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [STEAM, ROCKET])
@FEW
@given(data=st.data(), seed=SEEDS)
def test_an_order_plays_nothing_but_what_was_ordered(name: str, data: st.DataObject, seed: int) -> None:
    rng, ordered = random.Random(seed), Ordered(table_of(name))
    given_wishes: list[Wish] = []
    for _ in range(data.draw(st.integers(1, 6))):
        if ordered.table.match.to_act == OVER:
            break
        wish = later_than_now(data.draw(wishes(name)), ordered.table.match)
        given_wishes.append(wish)
        ordered.give(data.draw(st.integers(0, 2)), wish)
        for _ in range(data.draw(st.integers(0, 30))):
            ordered.carry_out()
            if ordered.table.match.to_act != OVER:
                ordered.table.play(vividly(ordered.table.match, rng))
    most = max((wish.most for wish in given_wishes if isinstance(wish, BidUpTo)), default=0)
    for entry in ordered.table.log:
        if entry.cause == Cause.ORDER:
            kind, *words = entry.text.split()
            assert kind in ("bid", "defend", "issue", "pass")
            assert kind != "pass" or any(isinstance(wish, NoVeto) for wish in given_wishes)
            assert kind != "issue" or words == ["0"]
            assert kind not in ("bid", "defend") or int(words[0]) <= most


# --- Lines ------------------------------------------------------------------------------------------------------------


def line_from(table: Table, begin: int, seat: int) -> IfThen | None:
    """The line of a seat that a game took from a ply on, with all the others did in between."""
    steps: list[Step] = []
    behind: list[Move] = []
    for entry in table.log[begin:]:
        if entry.actor == seat and (len(steps) < 3):
            steps.append(Step(entry.text, tuple(behind)))
            behind = []
        elif entry.actor >= 0:
            behind.append(Move(entry.actor, entry.text))
        if len(steps) == 3:
            break
    sizes = [len(step.behind) for step in steps]
    return IfThen(tuple(steps)) if steps and max(sizes) <= 12 else None


def replayed(table: Table, begin: int, seat: int, line: IfThen) -> Ordered:
    """The game again from a ply on, the others as they played, the seat by its line alone as long as there is one."""
    again = Ordered(Table(table.states[begin], table.log[:begin], table.states[: begin + 1]))
    name = again.give(seat, line)
    while again.table.match.ply < len(table.log):
        again.carry_out()
        match = again.table.match
        if name not in again.orders or match.ply == len(table.log):
            break
        assert match.to_act != seat, "the line leaves no decision out"
        again.table.play(table.log[match.ply].text)
    return again


@pytest.mark.parametrize("name", [STEAM, ROCKET])
@FEW
@given(data=st.data(), seed=SEEDS, seat=st.integers(0, 2))
def test_a_line_plays_a_game_again_and_stops_at_the_first_other_move(
    name: str, data: st.DataObject, seed: int, seat: int
) -> None:
    table = played(name, seed)
    begin = data.draw(st.integers(0, len(table.log) // 2))
    line = line_from(table, begin, seat)
    if line is None or table.states[begin].to_act < 0:
        return
    again = replayed(table, begin, seat, line)
    own = [entry.text for entry in again.table.log[begin:] if entry.cause == Cause.ORDER]
    assert own == [step.play for step in line.steps]
    assert (again.told, again.orders) == ([], {})
    assert again.table.log[begin:][-1].chain_hash in [entry.chain_hash for entry in table.log]

    spots = [(n, m) for n, step in enumerate(line.steps) for m in range(len(step.behind))]
    if not spots:
        return
    number, spot = data.draw(st.sampled_from(spots))
    wrong = altered(line, number, spot, data.draw(st.sampled_from([move.text for move in all_moves(table)])))
    if wrong == line:
        return
    stopped = replayed(table, begin, seat, wrong)
    own = [entry.text for entry in stopped.table.log[begin:] if entry.cause == Cause.ORDER]
    assert own == [step.play for step in line.steps[:number]]
    assert stopped.told == [(f"{seat}.if_then", Reason.OTHER_COURSE)]


def all_moves(table: Table) -> list[Move]:
    return [Move(entry.actor, entry.text) for entry in table.log if entry.actor >= 0]


def altered(line: IfThen, number: int, spot: int, text: str) -> IfThen:
    """The line, with another move expected in one place."""
    step = line.steps[number]
    behind = list(step.behind)
    behind[spot] = Move(behind[spot].seat, text)
    steps = list(line.steps)
    steps[number] = Step(step.play, tuple(behind))
    return IfThen(tuple(steps))


def test_the_games_have_all_that_orders_are_about() -> None:
    kinds, free = set(), 0
    for name in (STEAM, ROCKET):
        for seed in range(6):
            for match in played(name, seed).states:
                question = match.game.question(match.state) if match.to_act >= 0 else None
                kinds |= {question.kind} if question else set()
                free += question.free if question else 0
    assert kinds == {"auction", "shares", "veto", "defence"}
    assert free > 5
