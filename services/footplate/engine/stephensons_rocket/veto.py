"""Veto (rules section 11): the round of questions after a share was drawn, and what the winner pays."""

from collections.abc import Sequence

from footplate.engine import questions
from footplate.engine.errors import IllegalAction
from footplate.engine.questions import Offer, Question
from footplate.engine.stephensons_rocket.actions import NOBODY, Action, Bid, Decline, Defend, PassVeto
from footplate.engine.stephensons_rocket.board import CODES, hex_text
from footplate.engine.stephensons_rocket.state import DEFENCE, VETO, State, Veto, raised, with_company


def ask_next(state: State, veto: Veto) -> State | None:
    """The position with the next question put, or None when the round is over (SR-VETO-03 to -06, -11, -20 to -22).

    `veto.asked` is who answered last, the active player himself before the first question.
    """
    holdings, seats = state.companies[veto.company].holdings, state.rules.seats
    seat = (veto.asked + 1) % seats
    while seat != state.active:
        if holdings[seat] > veto.best:
            return state._replace(phase=VETO, veto=veto._replace(asked=seat))
        seat = (seat + 1) % seats
    if veto.leader != NOBODY and holdings[state.active] >= veto.best:
        return state._replace(phase=DEFENCE, veto=veto._replace(asked=state.active))
    return None


def legal(state: State, veto: Veto) -> Sequence[Action]:
    """Every answer to the question (SR-DEC-02, SR-DEC-03)."""
    most = state.companies[veto.company].holdings[veto.asked]
    if state.phase == VETO:
        amounts = range(veto.best + 1, most + 1)
        return [PassVeto(), *[Bid(amount, hex_) for amount in amounts for hex_ in veto.targets]]
    defences = [Defend(amount, hex_) for amount in range(veto.best, most + 1) for hex_ in _defended(state, veto)]
    return [Decline(), *defences]


def question(state: State, veto: Veto) -> Question:
    """The lowest bid for each target, or the lowest defence (SR-VETO-10, SR-VETO-12, SR-VETO-24)."""
    about = CODES[veto.company]
    if state.phase == VETO:
        bids = tuple([_offer(Bid(veto.best + 1, hex_)) for hex_ in veto.targets])
        return Question(questions.VETO, about, PassVeto(), bids)
    defences = tuple([_offer(Defend(veto.best, hex_)) for hex_ in _defended(state, veto)])
    return Question(questions.DEFENCE, about, None, defences)


def _offer(action: Bid | Defend) -> Offer:
    return Offer(action.amount, action, hex_text(action.hex))


def _defended(state: State, veto: Veto) -> tuple[int, ...]:
    """The hexes a defence may name (SR-VETO-26, SR-VETO-27)."""
    return veto.targets if state.rules.active_may_redirect == "on" else (veto.first,)


def check(state: State, veto: Veto, action: Action) -> None:
    """Raises IllegalAction naming the rule an answer breaks."""
    asked = (PassVeto, Bid) if state.phase == VETO else (Decline, Defend)
    if not isinstance(action, asked):
        rule = "SR-VETO-07" if state.phase == VETO else "SR-VETO-21"
        words = "pass or bid" if state.phase == VETO else "decline or defend"
        raise IllegalAction(rule, f"the veto round of {CODES[veto.company]} runs: {words}")
    if isinstance(action, Bid):
        _check_bid(state, veto, action)
    if isinstance(action, Defend):
        _check_defence(state, veto, action)


def _check_bid(state: State, veto: Veto, action: Bid) -> None:
    _check_holding(state, veto, action.amount, "SR-VETO-09")
    if action.amount < 1:
        raise IllegalAction("SR-VETO-08", "a bid is at least 1 share")
    if action.amount <= veto.best:
        raise IllegalAction("SR-VETO-10", f"the highest bid is {veto.best}; a bid must be higher")
    _check_named(veto, action.hex)


def _check_defence(state: State, veto: Veto, action: Defend) -> None:
    _check_holding(state, veto, action.amount, "SR-VETO-24")
    if action.amount < veto.best:
        raise IllegalAction("SR-VETO-24", f"the highest bid is {veto.best}; a defence must at least equal it")
    if state.rules.active_may_redirect == "off" and action.hex != veto.first:
        raise IllegalAction("SR-VETO-26", f"a defence keeps the locomotive on {hex_text(veto.first)}")
    _check_named(veto, action.hex)


def _check_holding(state: State, veto: Veto, amount: int, rule: str) -> None:
    held = state.companies[veto.company].holdings[veto.asked]
    if amount > held:
        raise IllegalAction(rule, f"only {held} shares of {CODES[veto.company]} are held, not {amount}")


def _check_named(veto: Veto, hex_: int) -> None:
    if hex_ not in veto.targets:
        names = ", ".join([hex_text(target) for target in veto.targets])
        raise IllegalAction("SR-VETO-12", f"{hex_text(hex_)} is no target of {CODES[veto.company]}; there are: {names}")


def answered(veto: Veto, action: Action) -> Veto:
    """The round after an answer (SR-VETO-29, SR-VETO-30)."""
    if isinstance(action, Bid | Defend):
        return veto._replace(best=action.amount, leader=veto.asked, hex=action.hex)
    return veto


def pay(state: State, veto: Veto) -> State:
    """The winner pays his bid, real shares while any are in hands (SR-VETO-31 to SR-VETO-36)."""
    if veto.leader == NOBODY:
        return state
    company = state.companies[veto.company]
    real = min(veto.best, company.real)
    paid = company._replace(
        stack=company.stack + (0 if company.isolated else real),
        real=company.real - real,
        holdings=raised(company.holdings, veto.leader, -veto.best),
    )
    return with_company(state, veto.company, paid)
