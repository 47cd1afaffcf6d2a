"""The line grammar under a record: comments, and `key: value` headers whose values may hold any text.

A comment runs from `#` or `;` to the end of its line. A value that could be misread is written in double quotes with
the escapes of JSON; every other value is written as it is.
"""

import json
import re
from typing import Final

_KEY: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*(?=:)")
_COMMENT: Final = re.compile(r"[#;]")
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_DECODER: Final = json.JSONDecoder()


def without_comment(line: str) -> str:
    """The line up to its comment, without white space around it. For lines without quotes."""
    return _COMMENT.split(line, maxsplit=1)[0].strip()


def is_broken(text: str) -> bool:
    """Whether the text has half a character in it (a lone surrogate), which no file can hold."""
    return _SURROGATE.search(text) is not None


def header_line(key: str, value: str) -> str:
    """A header as it is written: `key: value`, or `key:` when the value is empty."""
    if not value:
        return f"{key}:"
    return f"{key}: {value if _is_plain(value) else _quoted(value)}"


def split_header(line: str) -> tuple[str, str] | None:
    """Key (in small letters) and value of a header line, or None when the line is no header.

    Raises ValueError with one sentence when it is a header whose value cannot be read.
    """
    line = line.strip()
    key = _KEY.match(line)
    if key is None:
        return None
    value = line[key.end() + 1 :].strip()
    value = _unquoted(value) if value.startswith('"') else without_comment(value)
    if is_broken(value):
        raise ValueError("half a character (a lone surrogate) in the value")
    return key.group().lower(), value


def _is_plain(value: str) -> bool:
    return value.isprintable() and value == value.strip() and value[0] != '"' and not _COMMENT.search(value)


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=not value.isprintable())


def _unquoted(text: str) -> str:
    try:
        value, end = _DECODER.raw_decode(text)
    except ValueError:
        raise ValueError("a value in quotes that does not end, or has a wrong escape") from None
    if without_comment(text[end:]):
        raise ValueError("something follows the closing quote")
    return str(value)
