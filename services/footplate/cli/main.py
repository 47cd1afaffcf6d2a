"""The `footplate` command: finds the command that was asked for, and turns whatever goes wrong into one line."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Final, NoReturn

import click
from typing_extensions import override

from footplate.cli.failures import FAILED, INTERRUPTED, CliError, explain

# A command is imported when it is called: replaying a file should not wait for gRPC and Celery to load.
_COMMANDS: Final = {
    "up": "footplate.cli.up.command:up",
    "play": "footplate.cli.play.command:play",
    "watch": "footplate.cli.watch:watch",
    "leaderboard": "footplate.cli.leaderboard:leaderboard",
    "keys": "footplate.cli.keys:keys",
    "selfplay": "footplate.cli.selfplay:selfplay",
    "replay": "footplate.cli.replay:replay",
    "moves": "footplate.cli.moves:moves",
    "render": "footplate.cli.render:render",
    "verify": "footplate.cli.verify:verify",
    "bench": "footplate.cli.bench:run",
}


class _Commands(click.Group):
    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, target in _COMMANDS.items() if find_spec(target.partition(":")[0])]

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module, _, attribute = _COMMANDS[cmd_name].partition(":")
        found = getattr(import_module(module), attribute)
        return found if isinstance(found, click.Command) else click.command(cmd_name)(found)


@click.command(cls=_Commands, no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="footplate", message="footplate %(version)s")
def footplate() -> None:
    """Play train board games: over the services, at the terminal, or with the engine alone."""


def main() -> NoReturn:
    """The entry point of the script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command; its exit code. What goes wrong is told on stderr."""
    try:
        code = footplate.main(list(arguments), prog_name="footplate", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as help_:
        click.echo(help_.format_message(), err=True)
        return help_.exit_code
    except click.ClickException as error:
        return _told(_usage_line(error), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        if os.environ.get("FOOTPLATE_DEBUG") == "1":
            raise
        told = explain(error)
        return _told(f"footplate: {told}", told.code)
    return code if isinstance(code, int) else 0


def _told(line: str, code: int) -> int:
    click.echo(line, err=True)
    return code


def _usage_line(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context else "footplate"
    message = " ".join(error.format_message().split())
    return f"{path}: {message} (see {path} --help)"


__all__ = ["CliError", "footplate", "main", "run"]
