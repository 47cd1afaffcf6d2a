"""Build turns on an otherwise empty board, step by step, for tests of sections 9.1 to 9.11."""

from footplate.engine.age_of_steam import build_track, notation
from footplate.engine.age_of_steam.actions import NOBODY, StopBuilding
from footplate.engine.age_of_steam.effects import section_text
from footplate.engine.age_of_steam.scoring import link_pieces
from footplate.engine.age_of_steam.state import State
from footplate.engine.age_of_steam.track import sections
from footplate.engine.errors import IllegalAction
from tests.support.positions import blank, holding

RICH = 200


class Yard:
    """A board on which seats build in any order. `opened`: nobody is bound by the rule of the first tile."""

    def __init__(self, seats: int = 5, opened: bool = False, **options: str) -> None:
        state = blank(seats, **options)
        for seat in range(seats):
            state = holding(state, seat, cash=RICH, opened=opened)
        self.state: State = state

    def begin(self, player: int, role: str = "") -> None:
        """Begins the build turn of P<player>."""
        for seat in range(len(self.state.players)):
            self.state = holding(self.state, seat, role="")
        self.state = holding(self.state, player - 1, role=role)
        self.state = build_track.enter(self.state._replace(order=(player - 1,)))

    def step(self, text: str) -> int:
        """Takes one step of the build turn; returns what it cost."""
        action = notation.parse_action(text)
        build_track.check(self.state, action)
        assert action in build_track.legal(self.state), text
        before = self.state.players[self.state.queue[0]].cash
        seat = self.state.queue[0]
        self.state = build_track.apply(self.state, action)
        return before - self.state.players[seat].cash

    def turn(self, player: int, *texts: str, role: str = "") -> list[int]:
        """A whole build turn; returns the price of each step."""
        self.begin(player, role)
        paid = [self.step(text) for text in texts]
        self.state = build_track.apply(self.state, StopBuilding())
        return paid

    def broken(self, text: str) -> str:
        """The rule an illegal step breaks; fails if the step is legal or listed."""
        action = notation.parse_action(text)
        assert action not in build_track.legal(self.state), text
        try:
            build_track.check(self.state, action)
        except IllegalAction as error:
            return error.code
        raise AssertionError(f"{text} is legal")

    def allows(self, text: str) -> bool:
        """Whether a step is legal; both paths must agree."""
        action = notation.parse_action(text)
        listed = action in build_track.legal(self.state)
        try:
            build_track.check(self.state, action)
        except IllegalAction:
            assert not listed, text
            return False
        assert listed, text
        return True

    def legal(self) -> list[str]:
        """All legal steps as text."""
        return [notation.action_text(action) for action in build_track.legal(self.state)]

    def track(self) -> set[str]:
        """Every section as text with its owner in front: `P1 link Q12-T9 of 2`, `- open ...`."""
        return {
            f"{'-' if section.owner == NOBODY else f'P{section.owner + 1}'} {section_text(section)}"
            for section in sections(self.state.track)
        }

    def points(self) -> tuple[int, ...]:
        """Track pieces that would score, by seat."""
        return link_pieces(self.state)

    def markers(self, player: int) -> int:
        """Ownership markers of P<player> on the map."""
        return self.state.track.markers[player - 1]
