"""Reaching the services from a command: where they are, and who we are to them."""

import getpass
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import click

from footplate.cli.failures import CliError
from footplate.client import Client, NameTaken, Unavailable, connect

F = TypeVar("F", bound=Callable[..., Any])

RULES_ADDRESS: Final = "127.0.0.1:7701"
LOBBY_ADDRESS: Final = "127.0.0.1:7702"
_LONGEST_NAME: Final = 32
_PATIENCE_SECONDS: Final = 5.0


def address_options(function: F) -> F:
    """The options `--rules` and `--lobby`."""
    for name, default in (("lobby", LOBBY_ADDRESS), ("rules", RULES_ADDRESS)):
        function = click.option(
            f"--{name}",
            default=default,
            show_default=True,
            envvar=f"FOOTPLATE_{name.upper()}_ADDRESS",
            show_envvar=True,
            metavar="HOST:PORT",
            help=f"Where the {name} service answers.",
        )(function)
    return function


@contextmanager
def services(rules: str, lobby: str, token: str = "") -> Iterator[Client]:
    """A client of the services. That nobody answers is told with the addresses."""
    with connect(rules, lobby, token=token, patience=_PATIENCE_SECONDS) as client:
        try:
            yield client
        except Unavailable as error:
            raise CliError(
                f"the services do not answer at {rules} (rules) and {lobby} (lobby): {error.message} "
                "(footplate up starts them; --rules and --lobby say where they are)"
            ) from None


def register(client: Client, name: str = "", *, bot: bool = False) -> str:
    """Make an account for the client, with a number behind the name where it is taken; the name it got."""
    wanted = (name or _user())[:_LONGEST_NAME]
    try:
        return client.accounts.register(wanted, bot=bot).display_name
    except NameTaken:
        number = f"-{secrets.randbelow(10**6):06d}"
        return client.accounts.register(wanted[: _LONGEST_NAME - len(number)] + number, bot=bot).display_name


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # an account without a name
        return "guest"
