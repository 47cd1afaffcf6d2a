"""Secrets: hashed beside the event loop, compared in constant time, and never told to anybody."""

import asyncio
import io
import logging
from typing import Any

import pytest
from argon2 import PasswordHasher

from footplate.domain.errors import BadRequest
from footplate.lobby.rate import RateLimited
from footplate.lobby.secrecy import Hasher, expect_secret, new_secret, same_secret
from footplate.runtime.logs import configure_logging
from tests.lobby.calls import SECRET, adding_bot, getting, logging_bot_in, logging_in, opened, registering, starting
from tests.lobby.memory import MemoryAccounts
from tests.lobby.rigs import KEYS, SERVICE_SECRET, Client, Lobby, lobby, memory_rig, refused


@pytest.fixture
async def hasher() -> Hasher:
    return Hasher(1, 8, 2)


async def test_a_hash_fits_its_secret_only(hasher: Hasher) -> None:
    first, second = await asyncio.gather(hasher.hash("s" * 20), hasher.hash("s" * 20))
    assert first != second
    assert first.startswith("$argon2id$")
    assert await hasher.verify(first, "s" * 20)
    assert not await hasher.verify(first, "s" * 21)
    assert not await hasher.verify("", "s" * 20)
    await hasher.close()


async def test_where_no_secret_is_a_decoy_is_compared_all_the_same(
    hasher: Hasher, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    def noted(argon: PasswordHasher, hash_: str, secret: str) -> bool:
        compared.append(hash_)
        return verify(argon, hash_, secret)

    verify = PasswordHasher.verify
    monkeypatch.setattr(PasswordHasher, "verify", noted)
    stored = await hasher.hash("s" * 20)
    assert not await hasher.verify(stored, "x" * 20)
    assert not await hasher.verify("", "x" * 20)
    assert compared[0] == stored
    assert compared[1].split("$")[:4] == stored.split("$")[:4], "the same parameters, so the same work"
    await hasher.close()


async def test_hashing_does_not_hold_up_the_event_loop() -> None:
    hasher, turns = Hasher(4, 64 * 1024, 1), 0
    hashing = asyncio.create_task(hasher.hash("s" * 20))
    while not hashing.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 10
    await hasher.close()


async def test_too_many_at_a_time_are_turned_away(hasher: Hasher) -> None:
    stored = await hasher.hash("s" * 20)
    results = await asyncio.gather(*[hasher.verify(stored, "s" * 20) for _ in range(100)], return_exceptions=True)
    assert results.count(True) == 66
    assert sum(isinstance(result, RateLimited) for result in results) == 34
    assert await hasher.verify(stored, "s" * 20)
    await hasher.close()


def test_secrets_that_are_made_differ_and_fit() -> None:
    made = {new_secret() for _ in range(100)}
    assert len(made) == 100
    for secret in made:
        expect_secret(secret, 16)


def test_secrets_are_compared_as_text() -> None:
    assert same_secret("é" * 16, "é" * 16)
    assert not same_secret("é" * 16, "e" * 16)
    assert not same_secret("", "x")


def test_a_refusal_of_a_secret_does_not_quote_it() -> None:
    with pytest.raises(BadRequest) as caught:
        expect_secret("hush", 16)
    assert "hush" not in f"{caught.value} {caught.value.data}"


async def test_no_secret_shows_in_logs_answers_or_the_store(capfd: pytest.CaptureFixture[str]) -> None:
    """Everything that can be done with secrets, rightly and wrongly, with every log line there is."""
    rig, log, wrong = memory_rig(), io.StringIO(), "a wrong secret 0123456789"
    root = logging.getLogger()
    before = root.handlers[:], root.level
    configure_logging("lobby", "DEBUG", "json", log)
    logging.getLogger("footplate").setLevel("DEBUG")
    try:
        async with lobby(rig) as served:
            tokens, made = await use_secrets(served, wrong)
    finally:
        root.handlers[:], root.level = before[0], before[1]
        logging.getLogger("footplate").setLevel("NOTSET")
        logging.captureWarnings(capture=False)
    accounts = rig.drivers.accounts
    assert isinstance(accounts, MemoryAccounts)
    texts = {
        "log": log.getvalue(),
        "output": "".join(capfd.readouterr()),
        "accounts": repr(accounts.accounts),
        "service": repr(rig),
    }
    private = "".join(KEYS.private_pem.splitlines()[1:-1])
    for secret in (SECRET, wrong, made, SERVICE_SECRET, private, *tokens):
        for where, text in texts.items():
            assert secret not in text, where
    assert "bug in /footplate.api.lobby.v1.LobbyService/GetTable" in log.getvalue()


async def use_secrets(served: Lobby, wrong: str) -> tuple[list[str], str]:
    """Tokens and the secret that were handed out on the way."""
    nobody, ann = served.client(), served.client("Ann")
    chosen = await registering(nobody, "Ann", "r")
    made = await registering(nobody, "Bob", secret="")
    token = (await logging_in(nobody, made.secret, display_name="Bob")).token.jwt
    assert (await refused(logging_in(nobody, wrong, display_name="Ann"))).reason == "BAD_SECRET"
    assert (await refused(registering(nobody, "Ann", "r", secret=wrong))).reason == "NAME_TAKEN"
    table = (await adding_bot(ann, (await opened(ann, 2)).table_id)).table
    bot = table.setup.seats[1].account_id
    bot_token = (await logging_bot_in(nobody, bot, SERVICE_SECRET)).token.jwt
    assert (await refused(logging_bot_in(nobody, bot, wrong))).reason == "BAD_SECRET"
    assert (await refused(opened(Client(served.channel, token + "x")))).reason == "BAD_TOKEN"
    await starting(ann, table.table_id)
    tables: Any = served.rig.drivers.tables
    tables.look = broken  # a bug, for its stack in the log
    await refused(getting(ann, table.table_id))
    return [chosen.token.jwt, token, bot_token], made.secret


async def broken(*_: object) -> None:
    raise KeyError("a bug")
