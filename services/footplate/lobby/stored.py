"""How accounts, tables and ratings are written in Redis: as text that a person with redis-cli can read.

Readers take every field by its name, so a later version may add fields.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from footplate.domain.access import EVERYBODY, Access, Visibility
from footplate.domain.conduct import Conduct
from footplate.domain.rating import Rating, Strength
from footplate.domain.seat import Seat
from footplate.domain.table import Status, Table
from footplate.engine.game import Outcome, Setup, Standing
from footplate.lobby.account import Account
from footplate.lobby.ports import Answer, Kept, Rated, Remembered
from footplate.wire.terms_text import parse_terms


def account_fields(kept: Kept) -> dict[str, str]:
    """The fields of an account's hash, but for its id, which stands in the key."""
    account = kept.account
    return {
        "name": account.name,
        "created_ms": str(account.created_ms),
        "bot": "1" if account.bot else "",
        "level": account.level,
        "owner": account.owner,
        "secret_hash": kept.secret_hash,
        "request": kept.request,
        "epoch": str(kept.epoch),
    }


def parse_account(account_id: str, fields: Mapping[bytes, bytes]) -> Kept:
    """The account of an id and its hash."""
    read = {key.decode(): value.decode() for key, value in fields.items()}
    account = Account(
        account_id,
        read["name"],
        int(read["created_ms"]),
        read["bot"] == "1",
        read["level"],
        read.get("owner", ""),
    )
    return Kept(account, read["secret_hash"], read["request"], int(read.get("epoch", 0)))


def table_text(table: Table) -> str:
    """A table as JSON."""
    return _json(_table(table))


def parse_table(text: bytes | str) -> Table:
    """The table of its JSON."""
    return _read_table(json.loads(text))


def memory_text(asked: str, answer: Answer) -> str:
    """What is remembered of a request, as JSON. `asked`: the print of it."""
    return _json({"print": asked, "seat": answer.seat, "table": _table(answer.table)})


def parse_memory(text: bytes) -> Remembered:
    """What is remembered of a request."""
    read = json.loads(text)
    return Remembered(read["print"], Answer(_read_table(read["table"]), read["seat"]))


def rating_text(rated: Rated) -> str:
    """The rating of an account, as JSON."""
    rating = rated.rating
    counts = {"matches": rating.matches, "wins": rating.wins}
    return _json({**asdict(rated.seat), **asdict(rating.strength), **counts})


def parse_rating(text: bytes) -> Rated:
    """The rating of an account."""
    read = json.loads(text)
    strength = Strength(read["mean"], read["deviation"])
    return Rated(_read_seat(read), Rating(strength, read["matches"], read["wins"]))


def _table(table: Table) -> dict[str, Any]:
    """Values with names; options become a mapping, so that they read well."""
    values = asdict(table)
    values["setup"]["options"] = dict(table.setup.options)
    if table.outcome:
        for standing in values["outcome"]["standings"]:
            standing["parts"] = dict(standing["parts"])
    return values


def _read_table(read: dict[str, Any]) -> Table:
    return Table(
        id=read["id"],
        name=read["name"],
        owner=read["owner"],
        setup=_read_setup(read["setup"]),
        seats=tuple(seat and _read_seat(seat) for seat in read["seats"]),
        created_ms=read["created_ms"],
        updated_ms=read["updated_ms"],
        version=read["version"],
        status=Status(read["status"]),
        match=read["match"],
        outcome=_read_outcome(read["outcome"]) if read["outcome"] else None,
        conduct=tuple(Conduct(one["missed"], one["left"]) for one in read.get("conduct", ())),
        terms=parse_terms(read.get("terms")),
        access=_read_access(read["access"]) if "access" in read else EVERYBODY,
        auto_start=read.get("auto_start", False),
        expires_ms=read.get("expires_ms", 0),
        expiring=read.get("expiring", False),
    )


def _read_access(read: dict[str, Any]) -> Access:
    invited, removed = tuple(read["invited"]), tuple(read["removed"])
    return Access(Visibility(read["visibility"]), read["code"], invited, removed)


def _read_setup(read: dict[str, Any]) -> Setup:
    options = tuple(sorted(read["options"].items()))
    return Setup(read["game"], read["map"], read["preset"], read["seats"], options)


def _read_seat(read: dict[str, Any]) -> Seat:
    return Seat(read["account"], read["name"], read["bot"], read["level"])


def _read_outcome(read: dict[str, Any]) -> Outcome:
    standings = (
        Standing(
            seat=standing["seat"],
            rank=standing["rank"],
            score=standing["score"],
            parts=tuple(standing["parts"].items()),
            eliminated=standing["eliminated"],
        )
        for standing in read["standings"]
    )
    return Outcome(tuple(standings), read["reason"])


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
