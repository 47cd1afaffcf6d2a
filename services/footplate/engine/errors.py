"""What can go wrong inside an engine: four kinds of error, each naming what is wrong.

All are `ValueError`s. None of them leaves a half-done change behind, because states are values.
"""


class RulesError(ValueError):
    """Base of every error an engine raises on purpose."""


class NotationError(RulesError):
    """A text that is not an action, a position or a record.

    `text` is the whole input, `part` the piece of it that could not be read, `reason` one sentence.
    """

    def __init__(self, text: str, part: str, reason: str) -> None:
        self.text = text
        self.part = part
        self.reason = reason
        super().__init__(f"{reason}: {_quote(part)} in {_quote(text)}" if part != text else f"{reason}: {_quote(text)}")


class IllegalAction(RulesError):
    """An action the rules forbid in this position; `code` is the id of the rule, e.g. `AOS-BUILD-13`."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(f"{code}: {message}")


class SetupError(RulesError):
    """A game that cannot be set up as asked; `field` names the part of the set-up."""

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        self.message = message
        super().__init__(f"{field}: {message}")


class RecordError(RulesError):
    """A record that cannot be read or replayed; `line` counts from 1."""

    def __init__(self, line: int, message: str, code: str = "", position: str = "") -> None:
        self.line = line
        self.message = message
        self.code = code
        self.position = position
        super().__init__(f"line {line}: {message}")


def _quote(text: str) -> str:
    return repr(text if len(text) <= 120 else text[:117] + "...")
