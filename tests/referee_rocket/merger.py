"""Mergers: section 15."""

from tests.referee_rocket.lines import lines_touched
from tests.referee_rocket.payouts import line_prizes
from tests.referee_rocket.position import Company, Position
from tests.referee_rocket.track import entry_side, lay_tile


def merge(position: Position, mover: Company) -> None:
    """Steps 11 to 13, if the locomotive now stands beside another line."""
    touched = lines_touched(position, mover.at, mover.code)
    if not touched:
        return
    (absorber,) = touched
    position.pay(f"merger {mover.code}", line_prizes(mover.value, mover.holdings))
    _exchange(mover, position.companies[absorber])
    _take_over(position, mover, position.companies[absorber])


def _exchange(mover: Company, absorber: Company) -> None:
    """SR-MRG-08 to SR-MRG-14: one for two, real ones while the stack lasts; the old ones leave."""
    for seat, held in enumerate(mover.holdings):
        new = held // 2
        from_stack = min(new, absorber.stack)
        absorber.stack -= from_stack
        absorber.real += from_stack
        absorber.holdings[seat] += new
    mover.holdings = [0] * len(mover.holdings)
    mover.real = 0
    mover.stack = 0


def _take_over(position: Position, mover: Company, absorber: Company) -> None:
    """SR-MRG-15 to SR-MRG-19. No rule says where the tile of the locomotive leads, so it has the one side."""
    lay_tile(position, mover.at, entry_side(mover))
    absorber.line |= mover.line
    absorber.linked |= mover.linked
    mover.line = set()
    mover.linked = set()
    mover.at = ""
    mover.heading = None
    mover.absorber = absorber.code
