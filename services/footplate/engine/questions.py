"""What a decision is about, for whoever decides ahead: an auction, shares to issue, a veto.

Most decisions are about nothing of this kind, and a game need have none. Whatever a question names is legal.
"""

from dataclasses import dataclass
from typing import Any, Final

AUCTION: Final = "auction"
"""Bids go round, and somebody may be called several times."""
SHARES: Final = "shares"
"""How many shares to issue, none being an answer."""
VETO: Final = "veto"
"""Whether to object to what another player does, by a bid."""
DEFENCE: Final = "defence"
"""Whether to outbid who objected."""


@dataclass(frozen=True)
class Offer:
    """The lowest bid there is, and its action. `place`: what it is for, where that is a choice."""

    amount: int
    action: Any
    place: str = ""


@dataclass(frozen=True)
class Question:
    """An open decision. `about`: the company in question, where there is one.

    `nothing`: the action that issues none, or lets others have their way; None where there is none such. `offers`: the
    lowest bid for each place, empty when none can be afforded. `free`: whether there is an option that costs nothing,
    gives nothing away, and is lost when it is not used.
    """

    kind: str
    about: str = ""
    nothing: Any = None
    offers: tuple[Offer, ...] = ()
    free: bool = False


@dataclass(frozen=True)
class QuestionInfo:
    """A kind of question that a game has. `bids`: whether there are offers.

    `abouts`, `places`: all that a question may be about and all that an offer may name, empty where there is no choice.
    """

    kind: str
    bids: bool = False
    abouts: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
