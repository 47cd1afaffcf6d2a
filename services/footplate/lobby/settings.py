"""The settings of the lobby; see `runtime.settings` for how they are read."""

import re
import time
from collections.abc import Callable
from typing import Annotated, ClassVar, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import NoDecode

from footplate.hooks.ports import MOST_HOOKS
from footplate.hooks.usecases import Rules as HookRules
from footplate.lobby.accounts import Limits
from footplate.lobby.ports import MOST_BOTS
from footplate.lobby.rate import Limit
from footplate.lobby.usecases import House
from footplate.runtime.settings import Port, Seconds, ServiceSettings
from footplate.runtime.tokens import LIFETIME_SECONDS, TokenSigner, public_text, read_private_key, read_public_key

PORT: Final = 7702
METRICS_PORT: Final = 7712

_LEVEL: Final = re.compile(r"[a-z][a-z0-9_-]{0,23}")
_SHORTEST_SECRET: Final = 16


def _split(value: object) -> object:
    """Accepts `a,b` from the environment."""
    return tuple(word.strip() for word in value.split(",")) if isinstance(value, str) else value


def _good_levels(levels: tuple[str, ...]) -> tuple[str, ...]:
    if not all(_LEVEL.fullmatch(level) for level in levels) or len(set(levels)) < len(levels):
        raise ValueError("should be different words of lower-case letters, split by commas")
    return levels


def _private_key(key: SecretStr) -> SecretStr:
    read_private_key(key.get_secret_value())
    return key


def _long_enough(secret: SecretStr) -> SecretStr:
    if len(secret.get_secret_value()) < _SHORTEST_SECRET:
        raise ValueError(f"should have at least {_SHORTEST_SECRET} characters")
    return secret


Count = Annotated[int, Field(ge=1)]


class LobbySettings(ServiceSettings):
    """What the lobby is told."""

    process: ClassVar[str] = "lobby"

    port: Port = PORT
    metrics_port: Port = METRICS_PORT
    token_private_key: Annotated[SecretStr, AfterValidator(_private_key)]
    """The key that signs tokens (PEM or base64); its public half must be among `token_public_keys`."""
    token_seconds: Seconds = LIFETIME_SECONDS
    """How long a token works."""
    session_seconds: Annotated[float, Field(gt=0, le=366 * 24 * 3600)] = 30 * 24 * 3600.0
    """For how long tokens are renewed without the secret."""
    bots_per_owner: Annotated[int, Field(ge=0, le=100)] = MOST_BOTS
    """How many bots a person may own."""
    bots_need_owner: bool = False
    """Whether a bot can only be registered by a person, who then owns it."""
    service_secret: Annotated[SecretStr, AfterValidator(_long_enough)]
    """What the house's services know and nobody else: worth the token of any bot of the house."""
    rules_address: str = "127.0.0.1:7701"
    """Where the rules service answers, `host:port`."""
    rules_deadline_seconds: Seconds = 3.0
    """Time limit of one call of the rules service."""
    start_tries: Count = 20
    """How often the creation of a match is tried before its table is opened again; ten minutes by default."""
    bot_levels: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split), AfterValidator(_good_levels)] = (
        "uniform",
        "greedy",
    )
    """Levels of the bots of the house, as the bot workers know them."""
    turn_seconds: Annotated[float, Field(ge=15, le=14 * 86_400)] = 3 * 86_400.0
    """Time for each turn at a table that asks for no clock."""
    table_seconds: Annotated[float, Field(ge=60, le=28 * 86_400)] = 86_400.0
    """How long a table waits for its players unless it asks for another time."""
    expiry_tick_seconds: Seconds = 1.0
    """How often the lobby looks for tables that expire."""
    matchmaking_tick_seconds: Annotated[float, Field(gt=0, le=10)] = 0.5
    """How often the lobby looks who can be brought together."""
    list_linger_seconds: Annotated[float, Field(ge=0, le=10)] = 0.25
    """How late a watcher of a list may hear of a change; the longer, the fewer reads of the list."""
    hooks_per_account: Annotated[int, Field(ge=0, le=100)] = MOST_HOOKS
    """How many web hooks an account may have."""
    hook_test_seconds: Annotated[float, Field(ge=0, le=8)] = 6.0
    """How long a test of a web hook is waited for."""
    hooks_allow_loopback: bool = False
    """As the process that calls has it: whether web hooks may lead to this machine."""
    talk_lines: Count = 1000
    """Lines kept of each room of a table."""
    talk_seconds: Annotated[float, Field(ge=60, le=366 * 86_400)] = 90 * 86_400.0
    """For how long a line is kept."""
    talk_tries: Count = 30
    """Lines that an account may say in `talk_tries_seconds`."""
    talk_tries_seconds: Seconds = 60.0
    keep_requests_seconds: Seconds = 24 * 3600.0
    """For how long a repeated request gets the same answer."""
    heartbeat_seconds: Seconds = 15.0
    """Silence on a watch before a sign of life."""
    census_seconds: Seconds = 10.0
    """Between two counts of the tables for the metrics page."""
    secret_tries: Count = 10
    """Secrets that may be tried for one account in `tries_seconds`; the right one starts the count again."""
    registrations: Count = 600
    """Accounts that may be made in `tries_seconds`."""
    tries_seconds: Seconds = 60.0
    hash_passes: Count = 3
    hash_kibibytes: Annotated[int, Field(ge=8)] = 64 * 1024
    hash_threads: Count = 2
    """Argon2id's passes over so much memory for each secret, and how many secrets are hashed at a time."""
    store_connections: Count = 64
    """Connections to Redis that calls share; further calls wait for one."""
    store_timeout_seconds: Seconds = 5.0
    """A store that does not answer for this long counts as unreachable."""

    @field_validator("token_private_key")
    @classmethod
    def _known_to_verifiers(cls, key: SecretStr, given: ValidationInfo) -> SecretStr:
        public_keys = given.data.get("token_public_keys")  # missing when it was refused itself
        if public_keys is not None:
            _key_id(read_private_key(key.get_secret_value()), public_keys)
        return key

    def signer(self, now: Callable[[], float] = time.time) -> TokenSigner:
        """What signs tokens, under the id by which verifiers know the key. `now`: seconds since 1970."""
        key = read_private_key(self.token_private_key.get_secret_value())
        return TokenSigner(key, kid=_key_id(key, self.token_public_keys), lifetime_seconds=self.token_seconds, now=now)

    def house(self) -> House:
        """What is usual at tables that say nothing else."""
        return House(int(self.turn_seconds * 1000), int(self.table_seconds * 1000))

    def secret_limit(self) -> Limit:
        """How often secrets may be tried."""
        return Limit(self.secret_tries, self.tries_seconds)

    def talk_limit(self) -> Limit:
        """How often an account may say something."""
        return Limit(self.talk_tries, self.talk_tries_seconds)

    def hook_rules(self) -> HookRules:
        """What web hooks there may be."""
        return HookRules(self.hooks_per_account, self.hooks_allow_loopback, self.hook_test_seconds)

    def account_limits(self) -> Limits:
        """How many accounts there may be."""
        registrations = Limit(self.registrations, self.tries_seconds)
        return Limits(self.secret_limit(), registrations, self.bots_per_owner, self.bots_need_owner)


def _key_id(key: Ed25519PrivateKey, public_keys: dict[str, str]) -> str:
    own = public_text(key.public_key())
    for kid, text in public_keys.items():
        if public_text(read_public_key(text)) == own:
            return kid
    raise ValueError("should be the private half of one of the public keys")
