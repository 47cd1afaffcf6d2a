import re
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import code_pb2, status_pb2

from footplate.api.errors.v1.error_reason_pb2 import ErrorReason
from footplate.domain import errors as domain
from footplate.engine import errors as engine
from footplate.engine.registry import UnknownGame
from footplate.wire.errors import read_status, to_status

ILLEGAL = engine.IllegalAction("AOS-BUILD-13", "track would leave the map")

RAISED: tuple[tuple[Exception, str, str, dict[str, str]], ...] = (
    (domain.BadRequest("seat", 9, "too high"), "INVALID_ARGUMENT", "BAD_REQUEST", {"field": "seat", "value": "9"}),
    (
        engine.SetupError("options.marker_limit", "'7' is not one of: 20, none"),
        "INVALID_ARGUMENT",
        "BAD_REQUEST",
        {"field": "setup.options.marker_limit", "value": ""},
    ),
    (
        engine.NotationError("isue 2", "isue", "no such word"),
        "INVALID_ARGUMENT",
        "BAD_NOTATION",
        {"text": "isue 2", "problem": "no such word: 'isue'"},
    ),
    (
        engine.RecordError(7, "no such seat"),
        "INVALID_ARGUMENT",
        "BAD_RECORD",
        {"line": "7", "problem": "no such seat"},
    ),
    (
        engine.RecordError(7, "too dear", code="AOS-BUILD-02"),
        "INVALID_ARGUMENT",
        "BAD_RECORD",
        {"line": "7", "problem": "too dear", "rule": "AOS-BUILD-02"},
    ),
    (
        domain.ActionRefused("m_1", 12, "place R13 0-3", ILLEGAL),
        "FAILED_PRECONDITION",
        "ILLEGAL_ACTION",
        {"rule": "AOS-BUILD-13", "match": "m_1", "ply": "12", "action": "place R13 0-3"},
    ),
    (ILLEGAL, "FAILED_PRECONDITION", "ILLEGAL_ACTION", {"rule": "AOS-BUILD-13"}),
    (domain.UnknownOrder("m_1", "o_1"), "NOT_FOUND", "UNKNOWN_ORDER", {"match": "m_1", "order": "o_1"}),
    (domain.NotYourSeat("m_1", 2), "PERMISSION_DENIED", "NOT_YOUR_SEAT", {"match": "m_1", "seat": "2"}),
    (
        domain.NotYourTurn("m_1", 12, 2, 0),
        "FAILED_PRECONDITION",
        "NOT_YOUR_TURN",
        {"match": "m_1", "ply": "12", "seat": "2", "to_act": "0"},
    ),
    (domain.MatchOver("m_1", 99), "FAILED_PRECONDITION", "MATCH_OVER", {"match": "m_1", "ply": "99"}),
    (
        domain.StalePly("m_1", 11, 12),
        "ABORTED",
        "STALE_PLY",
        {"match": "m_1", "expected": "11", "actual": "12"},
    ),
    (
        domain.SeatTakenOver("m_1", 2),
        "FAILED_PRECONDITION",
        "SEAT_TAKEN_OVER",
        {"match": "m_1", "seat": "2"},
    ),
    (domain.SeatNotTakenOver("m_1", 2), "FAILED_PRECONDITION", "SEAT_NOT_TAKEN_OVER", {"match": "m_1", "seat": "2"}),
    (domain.SeatResigned("m_1", 2), "FAILED_PRECONDITION", "SEAT_RESIGNED", {"match": "m_1", "seat": "2"}),
    (
        domain.UndoRefused("m_1", 4, "something was drawn"),
        "FAILED_PRECONDITION",
        "UNDO_REFUSED",
        {"match": "m_1", "ply": "4", "problem": "something was drawn"},
    ),
    (domain.UndoPending("m_1", 4), "FAILED_PRECONDITION", "UNDO_PENDING", {"match": "m_1", "ply": "4"}),
    (domain.UndoNotAsked("m_1", 4), "FAILED_PRECONDITION", "UNDO_NOT_ASKED", {"match": "m_1", "ply": "4"}),
    (domain.WatchingRefused("m_1"), "PERMISSION_DENIED", "WATCHING_REFUSED", {"match": "m_1"}),
    (domain.UnknownMatch("m_1"), "NOT_FOUND", "UNKNOWN_MATCH", {"match": "m_1"}),
    (domain.UnknownPly("m_1", 99, 12), "NOT_FOUND", "UNKNOWN_PLY", {"match": "m_1", "ply": "99", "head": "12"}),
    (UnknownGame("chess", ("go",)), "NOT_FOUND", "UNKNOWN_GAME", {"game": "chess"}),
    (domain.UnknownTable("t_1"), "NOT_FOUND", "UNKNOWN_TABLE", {"table": "t_1"}),
    (domain.NotYourBot("a_1"), "PERMISSION_DENIED", "NOT_YOUR_BOT", {"account": "a_1"}),
    (domain.UnknownWebHook("w_1"), "NOT_FOUND", "UNKNOWN_WEB_HOOK", {"hook": "w_1"}),
    (
        domain.TooManyWebHooks("a_1", 3),
        "FAILED_PRECONDITION",
        "TOO_MANY_WEB_HOOKS",
        {"account": "a_1", "most": "3"},
    ),
    (
        domain.TalkRefused("t_1", "players", "listening"),
        "PERMISSION_DENIED",
        "TALK_REFUSED",
        {"table": "t_1", "room": "players", "problem": "listening"},
    ),
    (domain.TooManyBots("a_1", 3), "FAILED_PRECONDITION", "TOO_MANY_BOTS", {"account": "a_1", "most": "3"}),
    (domain.UnknownTicket("q_1"), "NOT_FOUND", "UNKNOWN_TICKET", {"ticket": "q_1"}),
    (domain.AlreadySeeking("q_1"), "FAILED_PRECONDITION", "ALREADY_SEEKING", {"ticket": "q_1"}),
    (domain.UnknownAccount("a_1"), "NOT_FOUND", "UNKNOWN_ACCOUNT", {"account": "a_1"}),
    (domain.BadSecret(), "UNAUTHENTICATED", "BAD_SECRET", {}),
    (
        domain.RulesVersion("m_1", "pebbles", 4, 3),
        "FAILED_PRECONDITION",
        "RULES_VERSION",
        {"match": "m_1", "game": "pebbles", "version": "4"},
    ),
    (domain.RequestReused("r-1"), "ALREADY_EXISTS", "REQUEST_REUSED", {"request_id": "r-1"}),
    (domain.NameTaken("Ann"), "ALREADY_EXISTS", "NAME_TAKEN", {"name": "Ann"}),
    (domain.TableFull("t_1", 4), "FAILED_PRECONDITION", "TABLE_FULL", {"table": "t_1", "seats": "4"}),
    (
        domain.TableNotFull("t_1", 4, 3),
        "FAILED_PRECONDITION",
        "TABLE_NOT_FULL",
        {"table": "t_1", "seats": "4", "taken": "3"},
    ),
    (
        domain.TableClosed("t_1", "playing"),
        "FAILED_PRECONDITION",
        "TABLE_CLOSED",
        {"table": "t_1", "status": "playing"},
    ),
    (domain.NotOwner("t_1"), "PERMISSION_DENIED", "NOT_OWNER", {"table": "t_1"}),
    (domain.NotWelcome("t_1"), "PERMISSION_DENIED", "NOT_WELCOME", {"table": "t_1"}),
    (domain.AlreadySeated("t_1", 2), "FAILED_PRECONDITION", "ALREADY_SEATED", {"table": "t_1", "seat": "2"}),
    (domain.NotSeated("t_1"), "FAILED_PRECONDITION", "NOT_SEATED", {"table": "t_1"}),
    (domain.NotSeated("t_1", 2), "FAILED_PRECONDITION", "NOT_SEATED", {"table": "t_1", "seat": "2"}),
    (domain.SeatTaken("t_1", 2), "FAILED_PRECONDITION", "SEAT_TAKEN", {"table": "t_1", "seat": "2"}),
    (domain.StoreUnavailable("10.0.0.7:6379 refused"), "UNAVAILABLE", "STORE_UNAVAILABLE", {}),
    (domain.CorruptLog("m_1", 7, "secret story"), "INTERNAL", "BUG", {}),
)
"""Every error that domain and engine raise on purpose, with what a client is told."""

CONTRACT = Path(__file__).parents[2] / "proto/footplate/api/errors/v1/error_reason.proto"
_REASON = re.compile(r"// ([A-Z_]+)(?:, with RetryInfo)?\. (.*)\n\s*ERROR_REASON_([A-Z_]+) = ")


def contract() -> dict[str, tuple[str, list[str]]]:
    """For each reason the code and the metadata keys that the contract promises."""
    found = {}
    for code, text, reason in _REASON.findall(CONTRACT.read_text()):
        keys = re.search(r"Keys: (.*)\.$", text)
        listed = re.sub(r"\([^)]*\)", "", keys.group(1)).split(",") if keys else []
        found[reason] = (code, [re.sub(r" where .*|^ *and ", "", key.strip()).strip() for key in listed])
    return found


def named(error: Exception) -> str:
    return type(error).__name__


@pytest.mark.parametrize(("error", "code", "reason", "metadata"), RAISED, ids=[named(row[0]) for row in RAISED])
def test_what_a_client_is_told(error: Exception, code: str, reason: str, metadata: dict[str, str]) -> None:
    refusal = read_status(to_status(error))
    assert (code_pb2.Code.Name(refusal.code), refusal.reason, refusal.metadata) == (code, reason, metadata)
    assert refusal.message


@pytest.mark.parametrize(("error", "code", "reason", "metadata"), RAISED, ids=[named(row[0]) for row in RAISED])
def test_it_is_what_the_contract_promises(error: Exception, code: str, reason: str, metadata: dict[str, str]) -> None:
    promised, keys = contract()[reason]
    assert promised == code
    assert f"ERROR_REASON_{reason}" in ErrorReason.keys()  # noqa: SIM118 - no mapping
    optional = {"rule"} if reason == "BAD_RECORD" else {"seat"} if reason == "NOT_SEATED" else set()
    if isinstance(error, engine.IllegalAction | domain.CorruptLog):
        return  # what stands around them is known elsewhere: the match adds it, the server its incident
    assert set(metadata) | optional == set(keys)


def subclasses(kind: type[Any]) -> set[type[Any]]:
    return {kind, *(below for sub in kind.__subclasses__() for below in subclasses(sub))}


def test_every_error_of_domain_and_engine_has_its_row() -> None:
    ours = {
        kind
        for kind in subclasses(domain.DomainError) | subclasses(engine.RulesError)
        if kind.__module__.startswith("footplate.")
    }
    assert ours - {domain.DomainError, engine.RulesError} == {type(row[0]) for row in RAISED}


class Fresh(domain.DomainError):
    """An error that somebody forgot to enter into the table."""


@pytest.mark.parametrize("error", [KeyError("x"), RuntimeError("secret story"), Fresh("secret story", key="value")])
def test_whatever_the_table_does_not_know_is_a_bug_and_tells_nothing(error: Exception) -> None:
    status = to_status(error)
    assert status.code == code_pb2.INTERNAL
    assert read_status(status).reason == "BUG"
    assert b"secret" not in status.SerializeToString()
    assert read_status(status).metadata == {}


def test_a_more_special_error_is_told_as_its_kind() -> None:
    class Closer(domain.UnknownMatch):
        pass

    assert read_status(to_status(Closer("m_1"))).reason == "UNKNOWN_MATCH"


def test_a_store_that_is_away_is_worth_a_retry_and_stays_unnamed() -> None:
    status = to_status(domain.StoreUnavailable("10.0.0.7:6379 refused"))
    assert read_status(status).retry_seconds == 1
    assert b"10.0.0.7" not in status.SerializeToString()
    assert read_status(to_status(domain.BadSecret())).retry_seconds is None


def test_the_codes_are_those_of_grpc() -> None:
    for error, code, _, _ in RAISED:
        assert to_status(error).code == grpc.StatusCode[code].value[0]


@pytest.mark.parametrize("text", ["x" * 100_000, "Ä" * 100_000, "\U0001f682" * 100_000, "half \ud83d of one"])
def test_long_and_broken_texts_fit_into_the_trailers(text: str) -> None:
    for error in (engine.NotationError(text, text, "no such word"), domain.UnknownMatch(text)):
        status = to_status(error)
        assert len(status.SerializeToString()) < 2000
        assert status_pb2.Status.FromString(status.SerializeToString()) == status


def test_a_short_text_is_told_whole() -> None:
    status = to_status(engine.NotationError("plaçe", "plaçe", "no such word"))
    assert read_status(status).metadata["text"] == "plaçe"


def test_a_status_from_elsewhere_has_no_reason() -> None:
    refusal = read_status(status_pb2.Status(code=14, message="connection refused"))
    assert (refusal.code, refusal.reason, refusal.message) == (14, "", "connection refused")
    assert refusal.metadata == {}
    assert refusal.retry_seconds is None
