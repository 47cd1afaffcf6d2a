"""The settings of a process: read once from the environment, checked, and passed down.

Every variable starts with `FOOTPLATE_`. A process first looks for a variable of its own (`FOOTPLATE_RULES_PORT`),
then for the one all processes share (`FOOTPLATE_PORT`), so that one file of variables can describe a whole platform.
An empty variable counts as unset. Secrets are `SecretStr`: they never show in a text of the object.
"""

import json
import os
import re
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from footplate.runtime import tokens
from footplate.runtime.startup import BadSettings

PREFIX: Final = "FOOTPLATE_"

Port = Annotated[int, Field(ge=0, le=65535)]  # 0: any free port
Seconds = Annotated[float, Field(gt=0, le=7 * 24 * 3600)]
S = TypeVar("S", bound="ProcessSettings")


def _redis_url(url: SecretStr) -> SecretStr:
    parts = urlsplit(url.get_secret_value())
    if parts.scheme not in {"redis", "rediss", "unix"} or not (parts.hostname or parts.path):
        raise ValueError("should look like redis://host:port/db, rediss://... or unix:///path")
    return url


def _key_table(value: object) -> object:
    """Accept `{"kid": "key", ...}` as JSON, or one bare key whose id is derived from it."""
    if not isinstance(value, str):
        return value
    if not value.lstrip().startswith("{"):
        return {tokens.key_id(tokens.read_public_key(value)): value}
    try:
        return json.loads(value)
    except ValueError:
        raise ValueError("should be JSON, key id to public key, or one public key") from None


def _readable_keys(keys: dict[str, str]) -> dict[str, str]:
    for text in keys.values():
        tokens.read_public_key(text)
    if not keys:
        raise ValueError("should hold at least one public key")
    return keys


LogLevel = Annotated[
    Literal["DEBUG", "INFO", "WARNING", "ERROR"],
    BeforeValidator(lambda value: value.upper() if isinstance(value, str) else value),
]
RedisUrl = Annotated[SecretStr, AfterValidator(_redis_url)]
PublicKeys = Annotated[dict[str, str], NoDecode, BeforeValidator(_key_table), AfterValidator(_readable_keys)]


class ProcessSettings(BaseSettings):
    """What every process of the platform is told. A subclass sets `process` and adds its own fields."""

    process: ClassVar[str] = "process"
    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", validate_default=True, env_ignore_empty=True, hide_input_in_errors=True
    )

    redis_url: RedisUrl = SecretStr("redis://127.0.0.1:6379/0")
    redis_wait_seconds: Annotated[float, Field(ge=0, le=600)] = 10.0
    """How long a start waits for Redis to answer."""
    metrics_host: str = "127.0.0.1"
    metrics_port: Port = 0
    log_level: LogLevel = "INFO"
    log_format: Literal["auto", "json", "human"] = "auto"
    """auto: human on a terminal, else json."""
    grace_seconds: Annotated[float, Field(ge=0, le=3600)] = 10.0
    """How long a stop lets running work finish before it is cancelled."""
    parent_pid: Annotated[int, Field(gt=0)] | None = None
    """Stop when this parent process ends, however it ends; set by whoever starts the process as a child."""

    @property
    def redis_address(self) -> str:
        """Where Redis is, without the password."""
        parts = urlsplit(self.redis_url.get_secret_value())
        return f"{parts.hostname}:{parts.port or 6379}" if parts.hostname else parts.path

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - replaced by the two below
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - compose and the shell read env files
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - not offered
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Look at what the caller gave, then at the variables of this process, then at the shared ones."""
        own = EnvSettingsSource(settings_cls, env_prefix=_own_prefix(cls.process))
        shared = EnvSettingsSource(settings_cls, env_prefix=PREFIX)
        return init_settings, own, shared


class ServiceSettings(ProcessSettings):
    """What a gRPC service is told besides."""

    process: ClassVar[str] = "service"

    host: str = "127.0.0.1"
    port: Port = 0
    token_public_keys: PublicKeys
    """Key id to public key (PEM or base64); several while keys are changed."""
    deadline_seconds: Seconds = 10.0
    """Time limit of a call whose client set none; streams have no limit."""
    connection_age_seconds: Seconds = 300.0
    """After this a client is asked to connect anew, so that new replicas get their share of calls."""
    connection_age_grace_seconds: Seconds = 3600.0
    """How long the streams of an aged connection may go on."""
    request_bytes: Annotated[int, Field(ge=1024)] = 4 * 1024 * 1024
    response_bytes: Annotated[int, Field(ge=1024)] = 16 * 1024 * 1024


def load_settings(kind: type[S], **given: Any) -> S:
    """Build the settings from `given` and the environment; raises `BadSettings` with one line naming the variables."""
    try:
        return kind(**given)
    except ValidationError as error:
        lines = [f"{variable_name(kind, _field_of(item['loc']))}: {_complaint(item['msg'])}" for item in error.errors()]
        raise BadSettings("; ".join(dict.fromkeys(lines))) from None
    except SettingsError as error:
        field = re.search(r'field "(\w+)"', str(error))
        name = variable_name(kind, field[1]) if field else "a variable"
        raise BadSettings(f"{name}: should be JSON") from None


def variable_name(kind: type[ProcessSettings], field: str) -> str:
    """Return the environment variable that sets `field`: the process's own one where it is set, else the shared one."""
    own = (_own_prefix(kind.process) + field).upper()
    return own if os.environ.get(own) else (PREFIX + field).upper()


def _own_prefix(process: str) -> str:
    return f"{PREFIX}{process.upper()}_"


def _field_of(location: tuple[int | str, ...]) -> str:
    return str(location[0]) if location else "?"


def _complaint(message: str) -> str:
    """Turn pydantic's sentence into the end of ours. It never holds the value: that may be a secret."""
    text = message.removeprefix("Value error, ")
    if text == "Field required":
        return "is not set, and there is no default"
    return text[:1].lower() + text[1:]
