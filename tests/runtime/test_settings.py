import json
import os
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from footplate.runtime.settings import ProcessSettings, ServiceSettings, load_settings
from footplate.runtime.startup import BadSettings
from footplate.runtime.tokens import generate_keys

KEYS = generate_keys()


class RulesSettings(ServiceSettings):
    process: ClassVar[str] = "rules"
    port: int = 7701
    secret: SecretStr = SecretStr("hush hush")


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().startswith("FOOTPLATE_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("FOOTPLATE_TOKEN_PUBLIC_KEYS", json.dumps({KEYS.kid: KEYS.public_pem}))


def complaint(kind: type[ProcessSettings] = RulesSettings, /, **given: Any) -> str:
    with pytest.raises(BadSettings) as caught:
        load_settings(kind, **given)
    text = str(caught.value)
    assert "\n" not in text
    assert caught.value.exit_code == 2
    return text


def test_defaults_stand_where_nothing_is_set() -> None:
    settings = load_settings(RulesSettings)
    assert (settings.port, settings.host, settings.log_level, settings.parent_pid) == (7701, "127.0.0.1", "INFO", None)


def test_the_environment_is_read_and_own_variables_come_before_shared_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTPLATE_PORT", "1111")
    monkeypatch.setenv("FOOTPLATE_LOBBY_PORT", "3333")
    assert load_settings(RulesSettings).port == 1111
    monkeypatch.setenv("FOOTPLATE_RULES_PORT", "2222")
    assert load_settings(RulesSettings).port == 2222
    assert load_settings(RulesSettings, port=4444).port == 4444


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTPLATE_RULES_PORT", "")
    monkeypatch.setenv("FOOTPLATE_PORT", "")
    assert load_settings(RulesSettings).port == 7701


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("FOOTPLATE_PORT", "seventy", "FOOTPLATE_PORT: input should be a valid integer"),
        ("FOOTPLATE_RULES_PORT", "x", "FOOTPLATE_RULES_PORT: input should be a valid integer"),
        ("FOOTPLATE_METRICS_PORT", "70000", "FOOTPLATE_METRICS_PORT: input should be less than or equal to 65535"),
        ("FOOTPLATE_REDIS_URL", "localhost", "FOOTPLATE_REDIS_URL: should look like redis://host:port/db"),
        ("FOOTPLATE_LOG_FORMAT", "xml", "FOOTPLATE_LOG_FORMAT: input should be 'auto', 'json' or 'human'"),
        ("FOOTPLATE_GRACE_SECONDS", "-1", "FOOTPLATE_GRACE_SECONDS: input should be greater than or equal to 0"),
        ("FOOTPLATE_TOKEN_PUBLIC_KEYS", "{", "FOOTPLATE_TOKEN_PUBLIC_KEYS: should be JSON"),
        ("FOOTPLATE_TOKEN_PUBLIC_KEYS", "{}", "FOOTPLATE_TOKEN_PUBLIC_KEYS: should hold at least one public key"),
        ("FOOTPLATE_TOKEN_PUBLIC_KEYS", '{"k": "?"}', "FOOTPLATE_TOKEN_PUBLIC_KEYS: not a public key"),
        ("FOOTPLATE_TOKEN_PUBLIC_KEYS", "????", "FOOTPLATE_TOKEN_PUBLIC_KEYS: not a public key"),
        ("FOOTPLATE_TOKEN_PUBLIC_KEYS", "", "FOOTPLATE_TOKEN_PUBLIC_KEYS: is not set, and there is no default"),
    ],
)
def test_a_bad_value_is_one_line_that_names_the_variable(
    name: str, value: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert complaint().startswith(text)


def test_all_bad_values_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTPLATE_PORT", "x")
    monkeypatch.setenv("FOOTPLATE_LOG_LEVEL", "LOUD")
    assert complaint().count("FOOTPLATE_") == 2


def test_a_keyword_that_is_no_setting_is_refused() -> None:
    assert "prot" in complaint(prot=1).lower()


def test_a_list_that_is_no_json_names_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    class ListSettings(ProcessSettings):
        levels: list[str]

    monkeypatch.setenv("FOOTPLATE_LEVELS", "uniform,greedy")
    assert complaint(ListSettings) == "FOOTPLATE_LEVELS: should be JSON"


def test_a_single_key_gets_its_own_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTPLATE_TOKEN_PUBLIC_KEYS", KEYS.public_pem)
    assert load_settings(RulesSettings).token_public_keys == {KEYS.kid: KEYS.public_pem}


def test_levels_are_read_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTPLATE_LOG_LEVEL", "debug")
    assert load_settings(RulesSettings).log_level == "DEBUG"


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://:pass-phrase@redis.example:7000/3", "redis.example:7000"),
        ("rediss://anna:pass-phrase@[::1]", "::1:6379"),
        ("unix:///run/redis.sock", "/run/redis.sock"),
    ],
)
def test_the_address_of_redis_shows_no_password(url: str, address: str) -> None:
    settings = load_settings(RulesSettings, redis_url=url)
    assert settings.redis_address == address
    assert settings.redis_url.get_secret_value() == url
    assert "pass-phrase" not in f"{settings} {settings!r} {settings.model_dump_json()}"


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=8))
def test_a_refused_value_is_never_repeated(text: str) -> None:
    value = f"s3cr3t{text}"
    for field in ("redis_url", "port", "log_format", "token_public_keys"):
        given_value: dict[str, Any] = {field: value}
        assert value not in complaint(**given_value)
