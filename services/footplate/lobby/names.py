"""Names that people choose: what they may hold, and when two of them are the same.

Two names are the same when they differ in case, accents, spaces or the width and style of letters only (compatibility
decomposition and case folding, Unicode Standard 3.13 D146). Invisible characters are refused: they would make twins.
"""

import unicodedata
from typing import Final

from footplate.domain.errors import BadRequest

LONGEST: Final = 32
"""Characters of a display name."""
HOUSE_MARK: Final = "#"
"""Stands in the names of the house's bots and in no other."""

_LETTERS_MARKS_NUMBERS_SIGNS: Final = frozenset("LMNPS")
# Characters of these classes that show as nothing at all: fillers, joiners, variation selectors.
_BLANK: Final = frozenset(
    chr(code)
    for codes in (
        (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
        range(0x180B, 0x1810),
        range(0xFE00, 0xFE10),
        range(0xE0100, 0xE01F0),
    )
    for code in codes
)


def display_name(text: str) -> str:
    """The name as it is shown: composed, with single spaces. Raises BadRequest."""
    name = tidy(text)
    if not 1 <= len(name) <= LONGEST or HOUSE_MARK in name or not visible(name) or not name_key(name):
        problem = f"1 to {LONGEST} visible characters are expected, without {HOUSE_MARK!r}"
        raise BadRequest("display_name", text[:LONGEST], problem)
    return name


def name_key(name: str) -> str:
    """What two names have in common exactly when they count as the same."""
    key = _stripped(name)
    while (again := _stripped(key)) != key:  # folding may bring out what can be decomposed further
        key = again
    return key


def tidy(text: str) -> str:
    """The text composed, with one space where there are several, none at the ends."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def visible(text: str) -> bool:
    """Whether every character but the space shows as something."""
    return all(char == " " or shows(char) for char in text)


def shows(char: str) -> bool:
    """Whether a character shows as something."""
    return unicodedata.category(char)[0] in _LETTERS_MARKS_NUMBERS_SIGNS and char not in _BLANK


def _stripped(text: str) -> str:
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(char for char in folded if not unicodedata.combining(char) and not char.isspace())
