"""The bag of goods cubes and the dice: how chance falls and how it is judged (AOS-RAND-01 to AOS-RAND-04).

A bag is a count by colour. It has no order, so nothing but its contents decides a draw (AOS-RAND-04).
"""

from footplate.engine.age_of_steam.actions import Action, DrawCubes, RollDice
from footplate.engine.age_of_steam.board import COLORS
from footplate.engine.chance import Draws
from footplate.engine.errors import IllegalAction


def draw(bag: tuple[int, ...], count: int, draws: Draws) -> DrawCubes:
    """Cubes out of the bag, each single cube as likely as any other; the bag holds at least `count` (AOS-RAND-02)."""
    left = list(bag)
    cubes: list[int] = []
    for _ in range(count):
        color = _color_at(left, draws.below(sum(left)))
        left[color] -= 1
        cubes.append(color)
    return DrawCubes(tuple(cubes))


def take(bag: tuple[int, ...], cubes: tuple[int, ...]) -> tuple[int, ...]:
    """The bag without these cubes."""
    return _changed(bag, cubes, -1)


def put_back(bag: tuple[int, ...], cubes: tuple[int, ...]) -> tuple[int, ...]:
    """The bag with these cubes in it again (AOS-MOVE-27)."""
    return _changed(bag, cubes, 1)


def check_draw(bag: tuple[int, ...], action: Action, count: int, rule: str) -> None:
    """Raises IllegalAction unless the action draws `count` cubes that are in the bag; `rule` says how many they are."""
    if not isinstance(action, DrawCubes):
        raise IllegalAction("AOS-RAND-01", f"now chance draws {count} cubes from the bag")
    if len(action.cubes) != count:
        raise IllegalAction(rule, f"{count} cubes are drawn here, not {len(action.cubes)}")
    for color in set(action.cubes):
        if not 0 <= color < len(COLORS):
            raise IllegalAction("AOS-COMP-02", f"there is no cube of colour {color}")
        if action.cubes.count(color) > bag[color]:
            raise IllegalAction("AOS-RAND-02", f"the bag holds only {bag[color]} {COLORS[color]} cubes")


def roll(count: int, draws: Draws) -> RollDice:
    """Fair and independent dice (AOS-RAND-03)."""
    return RollDice(tuple(1 + draws.below(6) for _ in range(count)))


def check_roll(action: Action, count: int, rule: str) -> None:
    """Raises IllegalAction unless the action rolls `count` dice; `rule` says how many they are."""
    if not isinstance(action, RollDice):
        raise IllegalAction("AOS-RAND-01", f"now chance rolls {count} dice")
    if len(action.dice) != count:
        raise IllegalAction(rule, f"{count} dice are rolled here, not {len(action.dice)}")
    if not all(1 <= die <= 6 for die in action.dice):
        raise IllegalAction("AOS-RAND-03", "a die shows 1 to 6")


def _color_at(bag: list[int], index: int) -> int:
    """The colour of a cube, the cubes being numbered colour by colour."""
    color = 0
    while index >= bag[color]:
        index -= bag[color]
        color += 1
    return color


def _changed(bag: tuple[int, ...], cubes: tuple[int, ...], step: int) -> tuple[int, ...]:
    counts = list(bag)
    for color in cubes:
        counts[color] += step
    return tuple(counts)
