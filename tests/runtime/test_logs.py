import base64
import io
import json
import logging
import os
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from footplate.runtime.identity import Caller, Role
from footplate.runtime.logs import HIDDEN, LogFormat, configure_logging, redact
from footplate.runtime.tokens import TokenSigner, generate_keys, read_private_key

KEYS = generate_keys()
TOKEN = TokenSigner(read_private_key(KEYS.private_pem)).sign(Caller("a_1", "Anna", Role.PLAYER)).text
SEED = bytes(range(200, 232))
logger = logging.getLogger("footplate.rules.servicer")


@pytest.fixture(autouse=True)
def logging_as_it_was(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("GRPC_VERBOSITY", "NONE")  # and put back afterwards
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    logging.captureWarnings(capture=False)
    root.handlers[:] = handlers
    root.setLevel(level)


def written(form: LogFormat, *args: Any, error: BaseException | None = None, **extra: Any) -> str:
    stream = io.StringIO()
    configure_logging("rules", "INFO", form, stream)
    logger.info(*args, exc_info=error, extra=extra)
    return stream.getvalue()


def as_json(*args: Any, error: BaseException | None = None, **extra: Any) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(written("json", *args, error=error, **extra))
    return fields


def caught(message: str) -> BaseException:
    try:
        raise ValueError(message)
    except ValueError as error:
        return error


def test_a_json_line_says_when_where_what_and_the_extra_fields() -> None:
    fields = as_json("match %s begun", "m_abc", seats=4, options={"map": "rust_belt"}, names=("a", "b"))
    assert fields["time"].endswith("Z")
    assert (fields["level"], fields["process"], fields["logger"]) == ("INFO", "rules", "footplate.rules.servicer")
    assert (fields["message"], fields["seats"]) == ("match m_abc begun", 4)
    assert (fields["options"], fields["names"]) == ({"map": "rust_belt"}, ["a", "b"])


def test_a_human_line_is_short() -> None:
    line = written("human", "match %s begun", "m_abc", seats=4)
    assert line.endswith("INFO    rules rules.servicer: match m_abc begun seats=4\n")


def test_the_stack_comes_along() -> None:
    assert "ValueError: oh" in as_json("failed", error=caught("oh"))["stack"]
    assert written("human", "failed", error=caught("oh")).endswith("ValueError: oh\n")


def test_auto_is_json_when_nobody_watches() -> None:
    assert json.loads(written("auto", "hello"))["message"] == "hello"


def test_one_line_stays_one_line_whatever_a_player_is_called() -> None:
    name = "Anna\n12:00:00 INFO rules: seat 1 won\x1b[2J"
    assert written("human", "welcome %s", name, player=name).count("\n") == 1
    assert written("json", "welcome %s", name, player=name).count("\n") == 1
    assert "\x1b" not in written("human", "welcome %s", name, player=name)


def test_wrong_arguments_lose_no_line() -> None:
    assert "two of" in written("human", "two of %s and %s", "one")


def test_levels_and_repeated_set_up() -> None:
    stream = io.StringIO()
    configure_logging("rules", "INFO", "human", io.StringIO())
    configure_logging("rules", "WARNING", "human", stream)
    logger.info("quiet")
    logger.warning("loud")
    logging.getLogger("grpc").info("chatter")
    assert stream.getvalue().count("\n") == 1


def test_the_core_of_grpc_is_told_to_be_quiet_unless_somebody_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    configure_logging("rules", stream=io.StringIO())
    assert os.environ["GRPC_VERBOSITY"] == "NONE"
    monkeypatch.delenv("GRPC_VERBOSITY")
    configure_logging("rules", stream=io.StringIO())
    assert os.environ["GRPC_VERBOSITY"] == "ERROR"


def test_warnings_are_logged_too() -> None:
    stream = io.StringIO()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        configure_logging("rules", "INFO", "json", stream)
        warnings.warn("this will go away", stacklevel=1)
        logging.captureWarnings(capture=False)
    assert "this will go away" in json.loads(stream.getvalue())["message"]


SECRETS = {
    "token": (TOKEN, TOKEN.rsplit(".", 1)[1]),
    "bearer": ("Bearer abc.def-123", "abc.def-123"),
    "header": (str([("authorization", "Basic abcdefgh12")]), "abcdefgh12"),
    "private key": (KEYS.private_pem, KEYS.private_pem.splitlines()[1]),
    "half a private key": (KEYS.private_pem[:80], KEYS.private_pem[40:80].strip()),
    "key in a value": (repr({"token_private_key": KEYS.private_pem}), KEYS.private_pem.splitlines()[1]),
    "url": ("redis://user:pass-phrase@host:6379/0", "pass-phrase"),
    "url without user": ("redis://:pass-phrase@host:6379/0", "pass-phrase"),
    "seed bytes": (repr(SEED), repr(SEED)[2:-1]),
    "seed hex": (f"drew with {SEED.hex()}", SEED.hex()[8:]),
    "named": ("seed=abcd", "abcd"),
    "named, quoted": ("password='abcd efgh'", "efgh"),
    "in a dict": (repr({"service_secret": "abcd"}), "abcd"),
    "in json": (json.dumps({"refresh_token": "abcd"}), "abcd"),
}


@pytest.mark.parametrize(("text", "secret"), SECRETS.values(), ids=SECRETS)
def test_a_secret_never_reaches_a_line(text: str, secret: str) -> None:
    forms: tuple[LogFormat, ...] = ("json", "human")
    for form in forms:
        lines = written(form, "got %s", text, value=text, error=caught(text))
        assert secret not in lines
        assert secret.replace("\\", "\\\\") not in lines
        assert HIDDEN in lines
        assert "got" in lines


def test_a_field_named_like_a_secret_is_blank() -> None:
    fields = as_json("start", seed=SEED, settings={"token_private_key": "abc", "port": 7701}, key=SecretStr("abcd"))
    assert fields["seed"] == HIDDEN
    assert fields["settings"] == {"token_private_key": HIDDEN, "port": 7701}
    assert "abcd" not in json.dumps(fields)


@given(st.binary(min_size=32, max_size=32))
def test_no_seed_in_any_usual_form_gets_through(seed: bytes) -> None:
    for form in (
        seed.hex(),
        seed.hex().upper(),
        base64.b64encode(seed).decode(),
        base64.urlsafe_b64encode(seed).decode(),
    ):
        assert form not in redact(f"a draw of {form} at ply 4")
        assert form not in redact(form)


@pytest.mark.parametrize(
    "text",
    [
        "match m_abcdefghijklmnopqrstuvwxyz at ply 17 of table t_abcdefghijklmnopqrstuvwxyz",
        "bad token: the signature of the token is wrong",
        'File "/srv/services/footplate/engine/age_of_steam/build_track.py", line 12, in check',
        "redis at 127.0.0.1:6379 answered in 0.3 seconds",
        "b'XADD' failed on b'{p07}:match:m_abcdefghijklmnopqrstuvwxyz:log'",
    ],
)
def test_what_is_no_secret_stays_readable(text: str) -> None:
    assert redact(text) == text


def test_of_a_hash_enough_is_left_to_find_it() -> None:
    assert redact("commitment 0123456789" + "ab" * 27) == f"commitment 01234567{HIDDEN}"
