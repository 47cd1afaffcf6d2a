"""What an action changes, read off the positions before and after it."""

from typing import Final

from footplate.engine.age_of_steam.actions import NOBODY
from footplate.engine.age_of_steam.state import GAME_OVER, NOWHERE, Section, State
from footplate.engine.age_of_steam.track import sections
from footplate.engine.game import Change
from footplate.engine.hexes import hex_text, port_text

FIGURES: Final = ("cash", "income", "shares", "engine", "markers")
"""The figures of a seat that effects speak of; `markers` are ownership markers on the map."""


def changes(before: State, after: State) -> tuple[Change, ...]:
    """Every figure of a seat that differs, by seat and then in the order of FIGURES."""
    found = []
    for seat in range(len(before.players)):
        old, new = _figures(before, seat), _figures(after, seat)
        for what, was, now in zip(FIGURES, old, new, strict=True):
            if was != now:
                found.append(Change(seat, what, now - was))
    return tuple(found)


def cost(before: State, after: State, seat: int) -> int:
    """The dollars the acting seat pays, 0 for chance."""
    return max(0, before.players[seat].cash - after.players[seat].cash) if seat >= 0 else 0


def ownership(before: State, after: State) -> tuple[tuple[tuple[int, str], ...], tuple[tuple[int, str], ...]]:
    """Sections won and lost, each as (seat, text): those that only one of the two positions has."""
    if before.track is after.track:
        return (), ()
    old, new = _owned(before), _owned(after)
    won = tuple(entry for entry in new if entry not in old)
    lost = tuple(entry for entry in old if entry not in new)
    return won, lost


def section_text(section: Section) -> str:
    """A section for people: `link Q12-T9 of 2`, `open Q12 to R13:2 of 1` or `dead T13 of 2`."""
    stop, size = hex_text(section.stop), len(section.pieces)
    if section.is_link:
        return f"link {stop}-{hex_text(section.far)} of {size}"
    if section.open != NOWHERE:
        return f"open {stop} to {port_text(section.open)} of {size}"
    return f"dead {stop} of {size}"


def _owned(state: State) -> list[tuple[int, str]]:
    return [(section.owner, section_text(section)) for section in sections(state.track) if section.owner != NOBODY]


def _figures(state: State, seat: int) -> tuple[int, ...]:
    player = state.players[seat]
    return player.cash, player.income, player.shares, player.engine, state.track.markers[seat]


def notes(before: State, after: State) -> tuple[str, ...]:
    """What else to tell a person: who is out, and that a phase or the game ends."""
    found = [
        f"P{seat + 1} is eliminated"
        for seat, player in enumerate(before.players)
        if player.alive and not after.players[seat].alive
    ]
    if after.phase == GAME_OVER:
        found.append("the game ends")
    elif after.phase != before.phase:
        found.append(f"{after.phase} begins")
    return tuple(found)
