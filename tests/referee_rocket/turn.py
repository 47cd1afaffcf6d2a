"""The referee itself: takes the texts of actions one by one and keeps the turns (sections 7 and 19)."""

from tests.referee_rocket import legal, veto
from tests.referee_rocket.position import CHANCE, OVER, Options, Position, set_up


class Referee:
    """A game under the rules, from setup on; `position` may be changed by hand."""

    def __init__(self, seats: int = 3, options: Options | None = None) -> None:
        self.position: Position = set_up(seats, options or Options())

    @property
    def to_act(self) -> int:
        """The seat that has to choose, CHANCE or OVER."""
        return self.position.to_act

    def legal_texts(self) -> set[str]:
        """Every text that `play` takes now."""
        position = self.position
        if self.to_act == OVER:
            return set()
        if self.to_act == CHANCE:
            return {f"first P{seat + 1}" for seat in range(position.seats)}
        return legal.main_texts(position) if position.veto is None else veto.answers(position, position.veto)

    def default_text(self) -> str:
        """The answer on time-out: SR-DEC-02, SR-DEC-03, SR-DEC-05 to SR-DEC-08."""
        if self.position.veto is None:
            return legal.default_main(self.position)
        return "decline" if self.position.veto.asked == self.position.active else "pass"

    def play(self, text: str) -> None:
        """Plays one action with all that follows by itself; ValueError with the chapter if it is illegal."""
        if text not in self.legal_texts():
            raise ValueError(f"SR-DEC-01: {text} is not legal")
        position = self.position
        position.payments.clear()
        position.lapsed.clear()
        if self.to_act == CHANCE:
            position.active = int(text.removeprefix("first P")) - 1
            return
        if position.veto is not None:
            veto.answer(position, position.veto, text)
        else:
            self._main(text)
        if position.veto is None and not position.over:
            self._next_action()

    def extend(self, seat: int, code: str, hex_: str, *answers: str) -> None:
        """Extends directly for a seat, turns left alone; whoever is asked gives these answers, then the default one."""
        self.position.payments.clear()
        self.position.active = seat
        veto.begin(self.position, code, hex_)
        waiting = list(answers)
        while self.position.veto is not None:
            veto.answer(self.position, self.position.veto, waiting.pop(0) if waiting else self.default_text())

    def money_seen_by(self, seat: int | None) -> list[int | None]:
        """SR-INF-02, SR-INF-03, SR-INF-05: the totals that a seat, or with None an onlooker, may know."""
        position = self.position
        shown = position.options.open_money or position.over
        return [own if shown or holder == seat else None for holder, own in enumerate(position.money)]

    def _main(self, text: str) -> None:
        position = self.position
        match text.split():
            case ["token", city, industry]:
                position.city_tokens[city][industry] -= 1
                position.tokens[position.active][city, industry] += 1
            case ["station", hex_]:
                position.stations[position.active].add(hex_)
            case ["move", old, new]:
                position.stations[position.active].remove(old)
                position.stations[position.active].add(new)
            case ["extend", code, hex_]:
                if not position.second:
                    position.barred = code
                veto.begin(position, code, hex_)

    def _next_action(self) -> None:
        """SR-TRN-01, SR-TRN-06, SR-TRN-09: the next action for which something is legal."""
        position = self.position
        for _ in range(4 * position.seats):
            if position.second:
                position.active = (position.active + 1) % position.seats
                position.barred = ""
                position.turn += 1
            position.second = not position.second
            if legal.token_texts(position) or legal.extension_texts(position) or legal.station_texts(position):
                return
            position.lapsed.append(position.active)
        raise ValueError("SR-TRN-09: nobody can do anything, and the game is not over")
