"""Mergers (rules section 15): steps 11 to 13 of an extension."""

from footplate.engine.stephensons_rocket.actions import NOBODY
from footplate.engine.stephensons_rocket.board import CODES, NO_HEADING, NOWHERE, entry_edge
from footplate.engine.stephensons_rocket.prizes import MERGER_PAYOUT, Payout, paid, payout, per_town
from footplate.engine.stephensons_rocket.state import Company, State
from footplate.engine.stephensons_rocket.touching import touched


def merge(state: State, mover: int) -> tuple[State, tuple[Payout, ...]]:
    """The mover pays and is absorbed if its locomotive touches another line (SR-MRG-01, SR-MRG-02)."""
    company = state.companies[mover]
    others = touched(state, mover, company.at)
    if not others:
        return state, ()
    payouts = (payout(MERGER_PAYOUT, CODES[mover], per_town(company.value), company.holdings),)
    return _absorb(paid(state, payouts), mover, others[0]), payouts


def _absorb(state: State, mover: int, absorber: int) -> State:
    company = state.companies[mover]
    companies = list(state.companies)
    companies[absorber] = _taken_over(_exchanged(companies[absorber], company), company)
    nothing = (0,) * len(company.holdings)
    companies[mover] = Company(NOWHERE, NO_HEADING, 0, 0, 0, 0, nothing, company.isolated, absorber)
    tiles = {**state.tiles, company.at: 1 << entry_edge(company.heading)}
    return state._replace(companies=tuple(companies), tiles=tiles)


def _exchanged(absorber: Company, mover: Company) -> Company:
    """The absorber once two shares of the mover each became one of its own (SR-MRG-08 to SR-MRG-12)."""
    new = [held // 2 for held in mover.holdings]
    real = min(absorber.stack, sum(new))
    return absorber._replace(
        stack=absorber.stack - real,
        real=absorber.real + real,
        holdings=tuple([had + more for had, more in zip(absorber.holdings, new, strict=True)]),
    )


def _taken_over(absorber: Company, mover: Company) -> Company:
    """The absorber with hexes and towns of the mover; its locomotive stays as it was (SR-MRG-15 to SR-MRG-18)."""
    return absorber._replace(line=absorber.line | mover.line, linked=absorber.linked | mover.linked)


def absorber_of(before: State, after: State) -> tuple[int, int]:
    """The company absorbed between two positions and by whom, or NOBODY twice."""
    for number, (old, new) in enumerate(zip(before.companies, after.companies, strict=True)):
        if old.live and not new.live:
            return number, new.absorber
    return NOBODY, NOBODY
