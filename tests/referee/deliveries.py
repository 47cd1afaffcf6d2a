"""Every legal delivery by brute force over the links of the map and all simple paths along them."""

from collections import Counter
from collections.abc import Iterator

from tests.referee.track import Owner, Position, city_colour, is_city, links

Step = tuple[str, Owner]
"""A stop reached and the owner of the link used to reach it."""


def legal_deliveries(position: Position, seat: int) -> set[str]:
    """Every delivery the seat could make now, as `deliver COLOUR FROM STOP/OWNER STOP/OWNER ...`.

    Parallel links of one owner lead to the same text; routes that pay different owners do not (AOS-MOVE-28).
    """
    return {
        delivery_text(colour, start, route)
        for start, colours in position.cubes.items()
        if is_city(position, start)  # AOS-MOVE-08: any city, whoever has track there
        for colour in set(colours)  # AOS-MOVE-29
        for route in _routes(position, colour, start)
        if len(route) <= position.engine[seat]  # AOS-MOVE-11
    }


def _routes(position: Position, colour: str, start: str) -> Iterator[tuple[Step, ...]]:
    """Every route to a destination, of any length and over links of anybody (AOS-MOVE-21, 22, 23, 26)."""
    steps: dict[str, set[Step]] = {}
    for link in links(position):  # AOS-MOVE-20: unfinished sections are no links
        one, other = link.stops
        steps.setdefault(one, set()).add((other, link.owner))
        steps.setdefault(other, set()).add((one, link.owner))
    waiting: list[tuple[Step, ...]] = [()]
    while waiting:
        route = waiting.pop()
        here = route[-1][0] if route else start
        visited = {start, *(stop for stop, _ in route)}
        for stop, owner in steps.get(here, set()):  # AOS-MOVE-09, AOS-MOVE-17
            if stop in visited:
                continue  # AOS-MOVE-12
            longer = (*route, (stop, owner))
            if is_city(position, stop) and city_colour(position, stop) == colour:  # AOS-MOVE-13, 15, 18, 19
                yield longer  # and it ends here: AOS-MOVE-14
            else:
                waiting.append(longer)  # AOS-MOVE-16


def delivery_text(colour: str, start: str, route: tuple[Step, ...]) -> str:
    steps = (f"{stop}/{'-' if owner is None else f'P{owner + 1}'}" for stop, owner in route)
    return " ".join(("deliver", colour, start, *steps))


def income_gains(text: str) -> Counter[int]:
    """AOS-MOVE-25, 26: by seat, the income a delivery brings; a link without owner pays nobody."""
    owners = (step.split("/")[1] for step in text.split(" ")[3:])
    return Counter(int(owner.removeprefix("P")) - 1 for owner in owners if owner != "-")


def apply_delivery(position: Position, text: str) -> Position:
    """The position after a legal delivery: the cube leaves for the bag (AOS-MOVE-27)."""
    _, colour, start, *_ = text.split(" ")
    after = position.copy()
    after.cubes[start].remove(colour)
    return after
