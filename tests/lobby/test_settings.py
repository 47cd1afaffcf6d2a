"""The settings of the lobby: what it needs, what it refuses, and that nothing secret shows."""

import json
import os
from typing import Any

import pytest

from footplate.lobby.settings import LobbySettings
from footplate.runtime.settings import load_settings
from footplate.runtime.startup import BadSettings
from footplate.runtime.tokens import generate_keys
from tests.lobby.rigs import KEYS, SERVICE_SECRET

OTHER = generate_keys()


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().startswith("FOOTPLATE_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("FOOTPLATE_TOKEN_PUBLIC_KEYS", json.dumps({"old": OTHER.public_pem, "ours": KEYS.public_pem}))
    monkeypatch.setenv("FOOTPLATE_TOKEN_PRIVATE_KEY", KEYS.private_pem)
    monkeypatch.setenv("FOOTPLATE_SERVICE_SECRET", SERVICE_SECRET)


def complaint(**given: Any) -> str:
    with pytest.raises(BadSettings) as caught:
        load_settings(LobbySettings, **given)
    return str(caught.value)


def test_what_stands_where_little_is_set() -> None:
    settings = load_settings(LobbySettings)
    assert (settings.port, settings.metrics_port, settings.rules_address) == (7702, 7712, "127.0.0.1:7701")
    assert settings.bot_levels == ("uniform", "greedy")


def test_levels_are_split_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTPLATE_BOT_LEVELS", "uniform, greedy,expert-2")
    assert load_settings(LobbySettings).bot_levels == ("uniform", "greedy", "expert-2")


@pytest.mark.parametrize("levels", ["Greedy", "a,,b", "a,a", "x" * 25, "a#b"])
def test_levels_are_plain_words(monkeypatch: pytest.MonkeyPatch, levels: str) -> None:
    monkeypatch.setenv("FOOTPLATE_BOT_LEVELS", levels)
    assert complaint().startswith("FOOTPLATE_BOT_LEVELS: ")


def test_tokens_are_signed_under_the_id_by_which_verifiers_know_the_key() -> None:
    assert load_settings(LobbySettings).signer().kid == "ours"


def test_a_key_that_no_verifier_knows_is_refused() -> None:
    text = complaint(token_public_keys={"old": OTHER.public_pem})
    assert text == "FOOTPLATE_TOKEN_PRIVATE_KEY: should be the private half of one of the public keys"


@pytest.mark.parametrize("name", ["TOKEN_PRIVATE_KEY", "SERVICE_SECRET", "TOKEN_PUBLIC_KEYS"])
def test_what_has_no_default_must_be_set(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv(f"FOOTPLATE_{name}")
    assert complaint() == f"FOOTPLATE_{name}: is not set, and there is no default"


@pytest.mark.parametrize(
    ("field", "value"),
    [("token_private_key", "a private nonsense"), ("service_secret", "short one"), ("bot_levels", "Bad Level")],
)
def test_a_complaint_names_the_variable_and_not_the_value(field: str, value: str) -> None:
    text = complaint(**{field: value})
    assert text.startswith(f"FOOTPLATE_{field.upper()}: ")
    assert value not in text


def test_nothing_secret_shows_in_a_text_of_the_settings() -> None:
    settings = load_settings(LobbySettings)
    text = f"{settings!r} {settings}"
    assert SERVICE_SECRET not in text
    assert "PRIVATE KEY" not in text
