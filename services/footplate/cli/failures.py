"""What a person is told when something goes wrong: one line and an exit code, never a stack trace."""

from typing import Final

FAILED: Final = 1
"""What was asked for did not work out."""
WRONG_USAGE: Final = 2
"""It was asked for in a way that makes no sense."""
INTERRUPTED: Final = 130
"""It was broken off with Ctrl-C."""


class CliError(Exception):
    """A command that cannot go on; the text says why and what to do. Further lines may follow the first."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        self.code = code
        super().__init__(message)


def explain(error: Exception) -> CliError:
    """What to say about an error; also about one that nobody expected."""
    # Imported here, because most commands never get so far and need neither gRPC nor Redis.
    from footplate.client.errors import ClientError
    from footplate.engine.errors import RulesError
    from footplate.runtime.startup import StartupError

    if isinstance(error, CliError):
        return error
    if isinstance(error, StartupError):
        return CliError(str(error), error.exit_code)
    if isinstance(error, RulesError | ClientError):
        return CliError(str(error))
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return CliError(f"{name}{error.strerror or error}")
    return CliError(f"a bug: {type(error).__name__}: {error} (FOOTPLATE_DEBUG=1 shows where)")
