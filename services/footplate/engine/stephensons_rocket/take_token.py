"""Token action (rules section 8)."""

from typing import Final

from footplate.engine.errors import IllegalAction
from footplate.engine.stephensons_rocket.actions import TakeToken
from footplate.engine.stephensons_rocket.board import CITIES, INDUSTRIES, KIND_INDEX, KINDS, TOKENS
from footplate.engine.stephensons_rocket.state import State, raised, tokens_left

_TAKE: Final = tuple([TakeToken(city, industry) for city, industry in KINDS])


def legal(state: State) -> list[TakeToken]:
    """Every token still to be had, by city and industry (SR-TOK-01 to SR-TOK-03)."""
    return [action for action, left in zip(_TAKE, tokens_left(state), strict=True) if left]


def any_left(state: State) -> bool:
    """Whether any token is still to be had."""
    return sum(map(sum, state.tokens)) < sum(TOKENS)


def check(state: State, action: TakeToken) -> None:
    """Raises IllegalAction when no such token lies in the city."""
    kind = KIND_INDEX.get((action.city, action.industry))
    if kind is None or not tokens_left(state)[kind]:
        raise IllegalAction("SR-TOK-03", f"no {INDUSTRIES[action.industry]} token lies in {CITIES[action.city]}")


def apply(state: State, action: TakeToken) -> State:
    """The active player has the token; it pays nothing (SR-TOK-04, SR-TOK-05)."""
    kind = KIND_INDEX[action.city, action.industry]
    tokens = list(state.tokens)
    tokens[state.active] = raised(tokens[state.active], kind, 1)
    return state._replace(tokens=tuple(tokens))
