"""A record: a whole game, or the beginning of one, as one text file.

    record: 1
    game: age_of_steam
    map: rust_belt
    preset: warfrog-2002
    option.initial_order: permutation
    seats: 3
    seat.1: Ann
    seat.2: Bertha
    bot.2: greedy
    result: P1 57 > P2 42 = P3 42

    1 chance draw 3 1 2
    2 P1 bid 3        # comments and blank lines are allowed
    3 P2 drop {default}

Headers come first. `game`, `map`, `preset` and `seats` are needed. Of the others, `match` is the id it had on a server,
`rules-version` the version of the rules it was played by, `seed-commitment` and `seed` tie its draws (`engine.chance`),
`result` and `reason` say how it ended (`engine.result`), `chain` is the hash behind the last entry (`engine.chain`).
Headers unknown here are kept. A game played at a table needs none of these.

An entry is number, actor and action; the number may be left out. Words in braces give the cause when nobody chose the
action in the ordinary way. Action texts hold no braces and no comment signs.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from footplate.engine.errors import NotationError, RecordError
from footplate.engine.game import CHANCE, Setup
from footplate.engine.headers import header_line, is_broken, split_header, without_comment
from footplate.engine.result import Result, actor_text, parse_result, result_text

FORMAT: Final = "1"
"""The version of this grammar, in the header `record`."""
IMPORTED: Final = "import"
"""The cause of an entry that a host took over from a record; a chance action with it was not drawn by that host."""

_ENTRY: Final = re.compile(r"(?:([0-9]{1,9}) )?(P[1-9][0-9]?|chance) ([^{}]*[^{} ])(?: ?\{([^{}]*)\})?")
_CAUSE: Final = re.compile(r"[a-z][a-z0-9_.:-]*(?: [a-z0-9_.:-]+)*")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_BY_SEAT: Final = re.compile(r"(?:seat|bot)\.")


@dataclass(frozen=True)
class RecordEntry:
    """One action. `ply` counts from 1; `actor` is a seat from 0 or CHANCE; `text` has single spaces.

    `cause`: "" for an ordinary choice. `line`: where it was read, 0 if it was not.
    """

    ply: int
    actor: int
    text: str
    cause: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Record:
    """A record. `names` and `bots` (levels, "" for a person) go by seat. `rules_version` None: whatever is current.

    `commitment`, `seed` and `chain` are 64 hexadecimal digits or "". `extra`: headers unknown here, in their order.
    `lines`: the line of each header read.
    """

    setup: Setup
    names: tuple[str, ...]
    bots: tuple[str, ...]
    entries: tuple[RecordEntry, ...] = ()
    match: str = ""
    rules_version: int | None = None
    commitment: str = ""
    seed: str = field(default="", repr=False)
    result: Result = ()
    reason: str = ""
    chain: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    def line_of(self, key: str) -> int:
        """The line of a header, or the first line when there is none."""
        return self.lines.get(key, 1)

    def upto(self, ply: int) -> "Record":
        """The first `ply` entries; what a shorter record says of its end is left out."""
        if ply >= len(self.entries):
            return self
        return replace(self, entries=self.entries[:ply], result=(), reason="", chain="")


def entry_line(entry: RecordEntry) -> str:
    """An entry as it is written."""
    line = f"{entry.ply} {actor_text(entry.actor)} {entry.text}"
    return f"{line} {{{entry.cause}}}" if entry.cause else line


def opening_text(record: Record) -> str:
    """The headers that are fixed before the first action: where the chain of hashes begins (`engine.chain`)."""
    return _header_lines(_opening(record))


def format_record(record: Record) -> str:
    """The record as text; `parse_record` gives the same record back."""
    result = result_text(record.result)
    closing = {"seed": record.seed, "result": result, "reason": record.reason, "chain": record.chain}
    entries = [entry_line(entry) + "\n" for entry in record.entries]
    extra = "".join(header_line(key, value) + "\n" for key, value in record.extra)
    return opening_text(record) + _header_lines(closing) + extra + ("\n" if entries else "") + "".join(entries)


def parse_record(text: str) -> Record:
    """The record of a text; raises RecordError with the line that cannot be read. What was played is for `replay`."""
    headers = _Headers()
    entries: list[RecordEntry] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        header = _header(number, line)
        if header is None:
            bare = without_comment(line)
            if bare:
                entries.append(_entry(number, bare, len(entries) + 1))
        elif entries:
            raise RecordError(number, f"the header {header[0]!r} stands behind the first entry")
        else:
            headers.add(number, *header)
    return headers.record(tuple(entries))


def _opening(record: Record) -> dict[str, str]:
    setup = record.setup
    headers = {"record": FORMAT, "match": record.match, "game": setup.game, "map": setup.map, "preset": setup.preset}
    headers.update((f"option.{name}", value) for name, value in setup.options)
    headers["seats"] = str(setup.seats)
    for seat in range(setup.seats):
        headers[f"seat.{seat + 1}"] = record.names[seat]
        headers[f"bot.{seat + 1}"] = record.bots[seat]
    headers["rules-version"] = "" if record.rules_version is None else str(record.rules_version)
    headers["seed-commitment"] = record.commitment
    return headers


def _header_lines(headers: dict[str, str]) -> str:
    return "".join(header_line(key, value) + "\n" for key, value in headers.items() if value)


def _header(number: int, line: str) -> tuple[str, str] | None:
    try:
        return split_header(line)
    except ValueError as error:
        raise RecordError(number, str(error)) from None


def _entry(number: int, line: str, ply: int) -> RecordEntry:
    match = _ENTRY.fullmatch(" ".join(line.split()))
    if match is None or is_broken(line):
        raise RecordError(number, f"neither a header nor an entry such as '12 P1 bid 3': {line!r}")
    given, actor, text, cause = match.groups()
    if given is not None and int(given) != ply:
        raise RecordError(number, f"entry {ply} is due here, not {int(given)}")
    if cause is not None and not _CAUSE.fullmatch(cause):
        raise RecordError(number, f"a cause is words in small letters, not {cause!r}")
    return RecordEntry(ply, CHANCE if actor == "chance" else int(actor[1:]) - 1, text, cause or "", number)


class _Headers:
    """The headers of one record: first gathered, then taken out one by one; what is left over is unknown here."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}
        self._lines: dict[str, int] = {}

    def add(self, number: int, key: str, value: str) -> None:
        if key in self._lines:
            raise RecordError(number, f"a second header {key!r}; the first is in line {self._lines[key]}")
        self._values[key] = value
        self._lines[key] = number

    def record(self, entries: tuple[RecordEntry, ...]) -> Record:
        if self._take("record") not in ("", FORMAT):
            raise self._error("record", f"this reads records of version {FORMAT} only")
        setup = self._setup()
        for entry in entries:
            if entry.actor >= setup.seats:
                raise RecordError(entry.line, f"there is no {actor_text(entry.actor)} among {setup.seats} seats")
        return Record(
            setup=setup,
            names=self._by_seat("seat", setup.seats),
            bots=self._by_seat("bot", setup.seats),
            entries=entries,
            match=self._take("match"),
            rules_version=self._number("rules-version"),
            commitment=self._hash("seed-commitment"),
            seed=self._hash("seed"),
            result=self._result(setup.seats),
            reason=self._take("reason"),
            chain=self._hash("chain"),
            extra=self._rest(),
            lines=self._lines,
        )

    def _setup(self) -> Setup:
        game, map_, preset = self._needed("game"), self._needed("map"), self._needed("preset")
        names = [key for key in self._values if key.startswith("option.")]
        options = tuple(sorted((key.removeprefix("option."), self._needed(key)) for key in names))
        seats = self._number("seats")
        if not seats or seats > 99:
            raise self._error("seats", "a record needs a header 'seats' with the number of seats, 1 to 99")
        return Setup(game, map_, preset, seats, options)

    def _by_seat(self, key: str, seats: int) -> tuple[str, ...]:
        return tuple(self._take(f"{key}.{seat + 1}") for seat in range(seats))

    def _result(self, seats: int) -> Result:
        text = self._take("result")
        try:
            return parse_result(text, seats) if text else ()
        except NotationError as error:
            raise self._error("result", str(error)) from None

    def _number(self, key: str) -> int | None:
        value = self._take(key)
        if value and not _NUMBER.fullmatch(value):
            raise self._error(key, f"{key!r} is a number, not {value!r}")
        return int(value) if value else None

    def _hash(self, key: str) -> str:
        value = self._take(key).lower()
        if value and not _HASH.fullmatch(value):
            raise self._error(key, f"{key!r} is 64 hexadecimal digits")
        return value

    def _needed(self, key: str) -> str:
        value = self._take(key)
        if not value:
            raise self._error(key, f"a record needs a header {key!r} with a value")
        return value

    def _take(self, key: str) -> str:
        return self._values.pop(key, "")

    def _rest(self) -> tuple[tuple[str, str], ...]:
        for key in self._values:
            if _BY_SEAT.match(key):
                raise self._error(key, f"no such seat: {key!r}")
        return tuple(self._values.items())

    def _error(self, key: str, message: str) -> RecordError:
        return RecordError(self._lines.get(key, 1), message)
