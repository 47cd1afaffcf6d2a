"""Reading and writing the text forms of all games: small tools that quote the exact piece at fault.

A text form is one line of words with single blanks between them. It has one spelling: numbers carry no sign and no
leading zeros, lists are in a fixed order, and `-` stands for "none". Blanks around the whole text do not matter.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from footplate.engine.errors import NotationError
from footplate.engine.hexes import parse_hex

NONE: Final = "-"
"""What an empty list, an absent part and the owner of unowned things look like."""
MAX_SEATS: Final = 6
MAX_NUMBER: Final = 999_999
"""No number in any text is larger; a longer one is a slip or an attack."""

_LONGEST_HEX: Final = 3

V = TypeVar("V")


class Source:
    """A text while it is read: it keeps the whole input, so that every error quotes it. `name`: the part being read."""

    def __init__(self, text: str, name: str = "") -> None:
        self.text = text
        self.name = name

    def named(self, name: str) -> "Source":
        """The same text, with errors that name this part."""
        return Source(self.text, name)

    def error(self, part: str, reason: str) -> NotationError:
        """The error to raise about one piece of the text."""
        return NotationError(self.text, part, f"{self.name}: {reason}" if self.name else reason)

    def words(self) -> list[str]:
        """The words of the text; raises NotationError when it is empty or a blank is doubled."""
        line = self.text.strip(" \t\r\n")
        words = line.split(" ")
        if "" in words:
            raise self.error(line, "words with one blank between them are expected")
        return words

    def fields(self, version: str, keys: Sequence[str]) -> dict[str, str]:
        """The values of a line `version key=value key=value ...` with exactly these keys in this order."""
        words = self.words()
        if words[0] != version:
            raise self.error(words[0], f"the first word is {version}")
        for word, key in zip(words[1:], keys, strict=False):
            if not word.startswith(key + "=") or len(word) == len(key) + 1:
                raise self.error(word, f"{key}=... is expected here")
        if len(words) <= len(keys):
            raise self.error(words[-1], f"{keys[len(words) - 1]}=... is expected behind this")
        if len(words) > len(keys) + 1:
            raise self.error(words[len(keys) + 1], "nothing is expected behind the last part")
        return {key: word[len(key) + 1 :] for word, key in zip(words[1:], keys, strict=True)}

    def split(self, part: str, mark: str, count: int = 0) -> list[str]:
        """The pieces between marks, none of them empty; `count` of them, when given."""
        pieces = part.split(mark)
        if "" in pieces:
            raise self.error(part, f"something is missing beside {mark!r}")
        if count and len(pieces) != count:
            raise self.error(part, f"{count} pieces with {mark!r} between them are expected")
        return pieces

    def listed(self, part: str, mark: str = ",") -> list[str]:
        """The pieces of a list that may be empty, which is written `-`."""
        return [] if part == NONE else self.split(part, mark)

    def number(self, part: str, low: int = 0, high: int = MAX_NUMBER) -> int:
        """A whole number within bounds, written in digits without leading zeros."""
        digits = part.isascii() and part.isdigit() and len(part) <= len(str(MAX_NUMBER))
        if not digits or (part[0] == "0" and part != "0"):
            raise self.error(part, f"a number from {low} to {high}, in digits without leading zeros, is expected")
        value = int(part)
        if not low <= value <= high:
            raise self.error(part, f"a number from {low} to {high} is expected")
        return value

    def seat(self, part: str, seats: int = MAX_SEATS) -> int:
        """A seat written `P1` to `P6`, counted from 0."""
        if len(part) != 2 or part[0] != "P" or not "1" <= part[1] <= str(seats):
            raise self.error(part, f"a seat is P1 to P{seats}")
        return int(part[1]) - 1

    def owner(self, part: str, seats: int = MAX_SEATS) -> int:
        """A seat, or -1 for `-`."""
        return -1 if part == NONE else self.seat(part, seats)

    def seats(self, part: str, seats: int = MAX_SEATS) -> tuple[int, ...]:
        """A list of seats, each at most once; `-` when there are none."""
        found = tuple(self.seat(piece, seats) for piece in self.listed(part))
        if len(set(found)) != len(found):
            raise self.error(part, "a seat stands twice")
        return found

    def hex(self, part: str) -> int:
        """A hex such as `T9`."""
        if len(part) > _LONGEST_HEX:
            raise self.error(part, "a hex is a capital letter and a column number, such as T9")
        try:
            return parse_hex(part)
        except NotationError as error:
            raise self.error(part, error.reason) from None

    def choice(self, part: str, values: Mapping[str, V], what: str) -> V:
        """The value of one of the known names."""
        if part not in values:
            raise self.error(part, f"{what} is one of: {', '.join(values)}")
        return values[part]


def seat_text(seat: int) -> str:
    """A seat for people and texts, counted from 1: `P1`."""
    return f"P{seat + 1}"


def owner_text(seat: int) -> str:
    """A seat, or `-` for nobody (-1)."""
    return f"P{seat + 1}" if seat >= 0 else NONE


def seats_text(seats: Sequence[int]) -> str:
    """A list of seats, `-` when it is empty."""
    return ",".join([f"P{seat + 1}" for seat in seats]) or NONE


def index_of(names: Sequence[str]) -> dict[str, int]:
    """The position of each name, for `Source.choice`."""
    return {name: index for index, name in enumerate(names)}
