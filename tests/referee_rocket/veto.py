"""One extension with its veto round: sections 10 and 11, in the order of table T5."""

from tests.referee_rocket.isolation import isolate
from tests.referee_rocket.lines import targets
from tests.referee_rocket.merger import merge
from tests.referee_rocket.payouts import link_and_pay
from tests.referee_rocket.position import Company, Position, Veto
from tests.referee_rocket.scoring import end_test
from tests.referee_rocket.track import give_passenger, move_locomotive


def begin(position: Position, code: str, hex_: str) -> None:
    """Steps 1 to 5: the active player draws, then holders are asked; with nobody to ask all is carried out."""
    mover = position.companies[code]
    listed = targets(position, mover)
    if hex_ not in listed:
        raise ValueError(f"SR-EXT: {code} can not go to {hex_}")
    if mover.stack > 0:
        mover.stack -= 1
        mover.real += 1
        mover.holdings[position.active] += 1
    clockwise = [(position.active + place) % position.seats for place in range(1, position.seats)]
    position.veto = Veto(code, hex_, listed, clockwise, hex=hex_)
    _ask_next(position, position.veto)


def _ask_next(position: Position, veto: Veto) -> None:
    """SR-VETO-06, SR-VETO-11, SR-VETO-20 to SR-VETO-22: asks the next one who can answer, or carries out the step."""
    held = position.companies[veto.mover].holdings
    while veto.waiting:
        veto.asked = veto.waiting.pop(0)
        if held[veto.asked] > veto.best:
            return
    if veto.leader is not None and veto.asked != position.active and held[position.active] >= veto.best:
        veto.asked = position.active
        return
    _carry_out(position, veto)


def answers(position: Position, veto: Veto) -> set[str]:
    """The legal answers of the seat that is asked, as texts (SR-DEC-02, SR-DEC-03)."""
    held = position.companies[veto.mover].holdings[veto.asked]
    if veto.asked != position.active:
        return {"pass"} | {f"bid {n} {hex_}" for n in range(veto.best + 1, held + 1) for hex_ in veto.targets}
    hexes = veto.targets if position.options.active_may_redirect else {veto.first_hex}
    return {"decline"} | {f"defend {n} {hex_}" for n in range(veto.best, held + 1) for hex_ in hexes}


def answer(position: Position, veto: Veto, text: str) -> None:
    """Takes the answer of the seat that is asked and goes on."""
    if text not in answers(position, veto):
        raise ValueError(f"SR-VETO: {text} is no legal answer")
    if text.startswith(("bid", "defend")):
        _, amount, veto.hex = text.split()
        veto.best = int(amount)
        veto.leader = veto.asked
    if veto.asked == position.active:
        _carry_out(position, veto)
    else:
        _ask_next(position, veto)


def _carry_out(position: Position, veto: Veto) -> None:
    """The end of step 5 and all that comes after it."""
    position.veto = None
    mover = position.companies[veto.mover]
    if veto.leader is not None:
        pay_bid(mover, veto.leader, veto.best)
    move_locomotive(position, mover, veto.hex)
    give_passenger(position, mover, veto.leader in (None, position.active))
    link_and_pay(position, mover)
    merge(position, mover)
    isolate(position)
    end_test(position)


def pay_bid(mover: Company, seat: int, amount: int) -> None:
    """SR-VETO-31 to SR-VETO-36: real shares first, whoever had them; those of an isolated company leave."""
    real = min(amount, mover.real)
    mover.holdings[seat] -= amount
    mover.real -= real
    if not mover.isolated:
        mover.stack += real
