"""What may be done in a position, as a caller asks for it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from footplate.domain.errors import ActionRefused, NotYourSeat
from footplate.domain.match import Match
from footplate.engine.errors import RulesError
from footplate.engine.game import OVER, Tags
from footplate.rules.caches import Lru

_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Filter:
    """Which actions are wanted; what is empty lets all pass. `hex`: one they touch. `city`: the hex they begin at."""

    kind: str = ""
    hex: str = ""
    city: str = ""

    def passes(self, tags: Tags) -> bool:
        """Whether an action with these tags is wanted."""
        return (
            self.kind in ("", tags.kind)
            and (not self.hex or self.hex in tags.hexes)
            and (not self.city or self.city in tags.hexes[:1])
        )


@dataclass(frozen=True, slots=True)
class Found:
    """The position and the actions wanted, in canonical order."""

    match: Match
    actions: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """An action tried in a position. `violation` None: it is legal."""

    match: Match
    action: Any
    text: str
    violation: ActionRefused | None


def in_sight(match: Match, account: str) -> Match:
    """The match as the account sees it, so that what it is told of actions follows from that and from nothing else.

    Raises NotYourSeat where the choices of the seat to act depend on something that the account does not see.
    """
    own = match.seats_of(account)
    if match.to_act < 0 or match.to_act in own:
        return match
    seen = match.game.view(match.state, own[0] if own else None)
    if seen != match.state and not _tells_all(match, seen):
        raise NotYourSeat(match.id, match.to_act)
    return replace(match, state=seen)


def _tells_all(match: Match, seen: Any) -> bool:
    """Whether the choices are the same without what is hidden."""
    try:
        return list(match.game.legal_actions(seen)) == list(match.game.legal_actions(match.state))
    except RulesError:  # the game cannot tell without it
        return False


class LegalLists:
    """Lists of legal actions, the last ones kept: who asks for page after page, or hex after hex, asks for the same."""

    def __init__(self) -> None:
        self._kept: Lru[tuple[str, int, str], Sequence[Any]] = Lru(_KEPT)

    def find(self, match: Match, wanted: Filter) -> tuple[Any, ...]:
        """The legal actions that pass the filter, in canonical order."""
        tags = match.game.tags
        return tuple(action for action in self._listed(match) if wanted.passes(tags(action)))

    def _listed(self, match: Match) -> Sequence[Any]:
        key = match.id, match.ply, match.chain_hash
        listed = self._kept.get(key)
        if listed is None:
            listed = match.game.legal_actions(match.state) if match.to_act != OVER else ()
            self._kept.put(key, listed)
        return listed


def judge(match: Match, action: Any) -> Verdict:
    """Tries an action. Raises MatchOver."""
    try:
        text, _ = match.judge(action)
    except ActionRefused as refusal:
        return Verdict(match, action, match.game.action_text(action), refusal)
    return Verdict(match, action, text, None)
