"""Playing a record again: every position, the standing turn by turn, and where it breaks, if it does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from footplate.engine.chain import first_hash, next_hash
from footplate.engine.chance import SeededDraws, commitment
from footplate.engine.errors import IllegalAction, NotationError, RecordError, RulesError, SetupError
from footplate.engine.game import CHANCE, OVER, AnyGame, Outcome, Standing
from footplate.engine.notes import CLOSE, UNDO, Note, closed_outcome, is_note, note_text, parse_note
from footplate.engine.record import IMPORTED, Record, RecordEntry, format_record, opening_text, parse_record
from footplate.engine.registry import games as all_games
from footplate.engine.result import actor_text, result_of, result_text

_CLOSING: Final = note_text(Note(CLOSE))


@dataclass(frozen=True)
class TurnStanding:
    """The standing at the end of a turn, or where the record stops in the midst of one; `ply` tells the position."""

    turn: int
    ply: int
    standings: tuple[Standing, ...]


@dataclass(frozen=True)
class Replay:
    """A record played as far as it goes.

    `record`: the one given, with canonical action texts up to the error. `states`: the position at every ply, that of
    the set-up first, the last good one last. `error`: what is wrong behind it, or None. `closed`: a note ended it.
    """

    game: AnyGame
    record: Record
    states: tuple[Any, ...]
    error: RecordError | None
    closed: bool = False

    @property
    def state(self) -> Any:
        """The last good position."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """The final standing, or None when the record stops before the end."""
        return closed_outcome(self.game, self.state) if self.closed else self.game.outcome(self.state)

    def standings_by_turn(self) -> tuple[TurnStanding, ...]:
        """The standing at the end of each turn and at the end of the record. A turn played again replaces the first."""
        game, found = self.game, dict[int, TurnStanding]()
        turn = game.progress(self.states[0]).turn
        for ply, state in enumerate(self.states):
            now = game.progress(state).turn
            if now > turn:
                found[turn] = TurnStanding(turn, ply, game.standings(state))
            turn = now
        found[turn] = TurnStanding(turn, len(self.states) - 1, game.standings(self.state))
        return tuple(found[number] for number in sorted(found) if number <= turn)


@dataclass(frozen=True)
class Finding:
    """Something that does not hold: the line it stands in, and one sentence."""

    line: int
    message: str


@dataclass(frozen=True)
class Verification:
    """What `verify` found.

    `draws`: chance actions drawn again. `imported`: those that came from elsewhere and cannot be. `findings`: all that
    differs, by line; none of them means that the record is what it claims to be.
    """

    draws: int
    imported: int
    findings: tuple[Finding, ...]


def replay(record: Record, games: Mapping[str, AnyGame] | None = None) -> Replay:
    """Plays a record. An error on the way is returned beside the positions before it, not raised.

    Raises RecordError when there is not even a first position: an unknown game or rules version, or a wrong set-up.
    `games` are all games unless given.
    """
    record = _numbered(record)
    game = _game(record, all_games() if games is None else games)
    states, entries, error, closed = [_start(game, record)], list(record.entries), None, False
    for index, entry in enumerate(record.entries):
        try:
            if closed:
                raise RecordError(entry.line, "the match was closed before this entry", "", game.state_text(states[-1]))
            text, state = _play(game, states, entry)
        except RecordError as broken:
            error = broken
            break
        entries[index] = replace(entry, text=text)
        states.append(state)
        closed = text == _CLOSING
    played = Replay(game, replace(record, entries=tuple(entries)), tuple(states), error, closed)
    return replace(played, error=error or _claim(record, played))


def verify(record: Record, games: Mapping[str, AnyGame] | None = None) -> Verification:
    """Replays a record and checks what its headers claim: the commitment to the seed, every draw, the chain of hashes.

    Raises RecordError as `replay` does. A record that reveals no seed is a finding too; the rest is checked anyway.
    """
    played = replay(record, games)
    drawn = _drawn(played)
    own = [entry for entry in drawn if entry.cause != IMPORTED] if played.record.seed else []
    findings = [
        *_seed_findings(played.record),
        *_import_findings(played.record),
        *_draw_findings(played, own),
        *_chain_findings(played.record),
    ]
    if played.error:
        findings.append(Finding(played.error.line, played.error.message))
    findings.sort(key=_line)
    imported = sum(entry.cause == IMPORTED for entry in drawn)
    return Verification(len(own), imported, tuple(findings))


def _numbered(record: Record) -> Record:
    """The record with line numbers; one that was made in memory gets those of its canonical text."""
    read = record.lines and all(entry.line for entry in record.entries)
    return record if read else parse_record(format_record(record))


def _game(record: Record, games: Mapping[str, AnyGame]) -> AnyGame:
    game = games.get(record.setup.game)
    if game is None:
        raise RecordError(record.line_of("game"), f"no game {record.setup.game!r}; there are: {', '.join(games)}")
    known = game.info.rules_version
    if record.rules_version not in (None, known):
        message = f"played by version {record.rules_version} of the rules; this engine knows version {known}"
        raise RecordError(record.line_of("rules-version"), message)
    return game


def _start(game: AnyGame, record: Record) -> Any:
    try:
        return game.start(record.setup)
    except SetupError as error:
        raise RecordError(record.line_of(error.field.replace("options.", "option.")), str(error)) from error


def _play(game: AnyGame, states: list[Any], entry: RecordEntry) -> tuple[str, Any]:
    """The canonical text of an entry and the position behind it; `states` are those before it."""
    state = states[-1]

    def broken(message: str, code: str = "") -> RecordError:
        return RecordError(entry.line, message, code, game.state_text(state))

    actor = game.to_act(state)
    if actor == OVER:
        raise broken("the game is over before this entry")
    if is_note(entry.text):
        return _noted(game, states, entry)
    if actor != entry.actor:
        raise broken(f"{actor_text(actor)} is to act, not {actor_text(entry.actor)}")
    try:
        action = game.parse_action(entry.text)
        return game.action_text(action), game.apply(state, action)
    except IllegalAction as error:
        raise broken(str(error), error.code) from error
    except RulesError as fault:  # a name of its own: compiled code gives a name one type in a function
        raise broken(str(fault)) from fault


def _noted(game: AnyGame, states: list[Any], entry: RecordEntry) -> tuple[str, Any]:
    """The same for a note."""
    position = game.state_text(states[-1])
    try:
        note = parse_note(entry.text)
    except NotationError as error:
        raise RecordError(entry.line, str(error), "", position) from error
    if entry.actor == CHANCE:
        raise RecordError(entry.line, "a note is about a seat", "", position)
    if note.kind != UNDO:
        return note_text(note), states[-1]
    if note.ply >= len(states) or game.to_act(states[note.ply]) < 0:
        raise RecordError(entry.line, f"ply {note.ply} is none at which a seat decides", "", position)
    return note_text(note), states[note.ply]


def _claim(record: Record, played: Replay) -> RecordError | None:
    """What is wrong with the result a record claims, after a replay without error."""
    outcome = played.outcome
    line, position = record.line_of("result"), played.game.state_text(played.state)
    if record.result and outcome is None:
        return RecordError(line, "the record claims a result, but the game is not over at its end", "", position)
    if record.result and record.result != result_of(outcome):
        message = f"the record claims {result_text(record.result)}, the game ends {result_text(result_of(outcome))}"
        return RecordError(line, message, "", position)
    if outcome and record.reason not in ("", outcome.reason):
        message = f"the record claims the end {record.reason!r}, the game ends by {outcome.reason!r}"
        return RecordError(record.line_of("reason"), message, "", position)
    return None


def _drawn(played: Replay) -> list[RecordEntry]:
    """The chance entries that stand where chance acts, the last of them perhaps an illegal one."""
    pairs = zip(played.record.entries, played.states, strict=False)
    return [entry for entry, before in pairs if entry.actor == CHANCE == played.game.to_act(before)]


def _line(finding: Finding) -> int:
    return finding.line


def _seed_findings(record: Record) -> Iterator[Finding]:
    if not record.seed:
        yield Finding(record.line_of("seed-commitment"), "the record reveals no seed, so its draws cannot be checked")
    elif not record.commitment:
        yield Finding(record.line_of("seed"), "the record has no commitment to hold its seed to")
    elif commitment(bytes.fromhex(record.seed)) != record.commitment:
        yield Finding(record.line_of("seed"), "the seed is not the one committed to")


def _import_findings(record: Record) -> Iterator[Finding]:
    for before, entry in pairwise(record.entries):
        if entry.cause == IMPORTED != before.cause:
            yield Finding(entry.line, "an imported entry stands behind one that was played here")


def _draw_findings(played: Replay, drawn: list[RecordEntry]) -> Iterator[Finding]:
    game, seed = played.game, bytes.fromhex(played.record.seed)
    for entry in drawn:
        before = entry.ply - 1
        fair = game.action_text(game.draw(played.states[before], SeededDraws(seed, before)))
        if fair != entry.text:
            yield Finding(entry.line, f"the seed draws {fair!r}, the record says {entry.text!r}")


def _chain_findings(record: Record) -> Iterator[Finding]:
    if not record.chain:
        return
    chain = first_hash(opening_text(record))
    for entry in record.entries:
        chain = next_hash(chain, entry.ply, entry.actor, entry.text)
    if chain != record.chain:
        yield Finding(record.line_of("chain"), f"the chain of hashes ends in {chain}, not in {record.chain}")
