"""The one place where logging is set up: JSON lines for machines, plain lines for people, secrets never.

Modules say `logger = logging.getLogger(__name__)` and log with `%s` arguments; facts worth searching for go in
`extra={"match": ...}` and come out as fields. Whatever looks like a secret (a token, a key, a password, a seed) is
blanked in every line, stack traces included; that is a net below the rule that nobody logs one.
"""

import json
import logging
import os
import re
import sys
import time
from collections.abc import Mapping
from typing import Any, Final, Literal, TextIO

from typing_extensions import override

LogFormat = Literal["auto", "json", "human"]

HIDDEN: Final = "***"
_NAMED_SO: Final = r"[\w.-]*(?:seed|secret|password|passwd|token|authorization|credential|private_?key)[\w.-]*"
_SECRET_FIELD: Final = re.compile(_NAMED_SO, re.IGNORECASE)
# Each pattern with what is left of it.
_SECRETS: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL), HIDDEN),
    (re.compile(r"\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*"), HIDDEN),  # a JWT
    (re.compile(r"\b(bearer\s+)[\w.~+/=-]+", re.IGNORECASE), rf"\1{HIDDEN}"),
    (re.compile(r"(\w://)[^\s/@]*@"), rf"\1{HIDDEN}@"),  # user and password in a URL
    # 32 raw bytes as Python shows them: a seed, a key
    (
        re.compile(r"\b(b|bytearray\(b)(?:'(?=[^'\n]*\\x)[^'\n]{16,}'|\"(?=[^\"\n]*\\x)[^\"\n]{16,}\")"),
        rf"\1'{HIDDEN}'",
    ),
    # 32 bytes in hex may be a seed or a hash; eight digits find a hash again and tell nothing of a seed
    (re.compile(r"(?<![0-9a-fA-F])([0-9a-fA-F]{8})[0-9a-fA-F]{56,}(?![0-9a-fA-F])"), rf"\1{HIDDEN}"),
    (re.compile(r"(?<![\w+/=-])[\w+/-]{43}="), HIDDEN),  # 32 bytes in base64
    (
        re.compile(rf"(\b{_NAMED_SO}(?:=|[\"']\s*[:=,]\s*))(?:b?\"[^\"]*\"|b?'[^']*'|[^\s,;)}}\]\"']+)", re.IGNORECASE),
        rf"\1{HIDDEN}",
    ),
)
_CONTROL: Final = {code: f"\\x{code:02x}" for code in (*range(32), 127)} | {9: "\\t", 10: "\\n", 13: "\\r"}
_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def configure_logging(
    process: str, level: str = "INFO", form: LogFormat = "auto", stream: TextIO | None = None
) -> None:
    """Send the logs of this process to `stream` (default stderr), replacing whatever was set up before."""
    target = stream or sys.stderr
    human = form == "human" or (form == "auto" and target.isatty())
    handler = logging.StreamHandler(target)
    handler.setFormatter(HumanFormatter(process) if human else JsonFormatter(process))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for chatty in ("grpc", "asyncio"):  # below WARNING these write a line per call or per poll
        logging.getLogger(chatty).setLevel(max(logging.WARNING, root.level))
    logging.captureWarnings(capture=True)
    # gRPC's core writes past all this, a line for every connection that ends; leave it its errors.
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")


def redact(text: str) -> str:
    """Return `text` with everything that looks like a secret blanked."""
    for pattern, rest in _SECRETS:
        text = pattern.sub(rest, text)
    return text


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time (UTC), level, process, logger, message, pid, extra fields, stack."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    @override
    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "time": f"{_clock(record, '%Y-%m-%dT%H:%M:%S')}Z",
            "level": record.levelname,
            "process": self._process,
            "logger": record.name,
            "message": redact(_message(record)),
            "pid": record.process,
            **_extra(record),
        }
        stack = _stack(self, record)
        if stack:
            fields["stack"] = redact(stack)
        return json.dumps(fields, ensure_ascii=False)


class HumanFormatter(logging.Formatter):
    """One line for a person: time (UTC), level, process, logger, message, extra fields; the stack below it."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    @override
    def format(self, record: logging.LogRecord) -> str:
        name = record.name.removeprefix("footplate.")
        text = redact(_message(record)).translate(_CONTROL)
        extra = "".join(f" {key}={str(value).translate(_CONTROL)}" for key, value in _extra(record).items())
        line = f"{_clock(record, '%H:%M:%S')} {record.levelname:<7} {self._process} {name}: {text}{extra}"
        stack = _stack(self, record)
        return f"{line}\n{redact(stack)}" if stack else line


def _message(record: logging.LogRecord) -> str:
    """Return the message; a call with wrong arguments loses no line and breaks no program."""
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):
        return f"{record.msg} {record.args!r}"


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    return {key: _clean(key, value) for key, value in vars(record).items() if key not in _STANDARD}


def _clean(key: str, value: object) -> object:
    if _SECRET_FIELD.fullmatch(key):
        return HIDDEN
    if isinstance(value, Mapping):
        return {str(name): _clean(str(name), part) for name, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_clean("", part) for part in value]
    return value if isinstance(value, bool | int | float | None) else redact(str(value))


def _stack(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    error = formatter.formatException(record.exc_info) if record.exc_info else record.exc_text or ""
    frames = formatter.formatStack(record.stack_info) if record.stack_info else ""
    return "\n".join(part for part in (error, frames) if part)


def _clock(record: logging.LogRecord, form: str) -> str:
    return f"{time.strftime(form, time.gmtime(record.created))}.{int(record.msecs):03d}"
