"""`footplate keys`: a new pair of keys for tokens, as the settings of the services want it."""

import base64
import json
import os
from typing import Final

import click
from pydantic import TypeAdapter, ValidationError

from footplate.cli.failures import CliError
from footplate.cli.output import emit, json_option
from footplate.runtime.settings import PublicKeys
from footplate.runtime.tokens import generate_keys

PUBLIC: Final = "FOOTPLATE_TOKEN_PUBLIC_KEYS"
PRIVATE: Final = "FOOTPLATE_TOKEN_PRIVATE_KEY"


@click.command()
@click.option("--add", is_flag=True, help=f"Keep the public keys in {PUBLIC} beside the new one.")
@json_option("Print one JSON object.")
def keys(*, add: bool, as_json: bool) -> None:
    """Make a new pair of keys for tokens: lines for an environment file, the private key among them.

    To change keys without a break, use --add: first give all services the public keys, then the lobby the private one,
    and drop the old public key when the tokens it signed have run out.
    """
    pair = generate_keys()
    public = json.dumps({**(_known() if add else {}), pair.kid: _line(pair.public_pem)}, separators=(",", ":"))
    settings = {PUBLIC: public, PRIVATE: _line(pair.private_pem)}
    if as_json:
        emit({"kid": pair.kid, **settings})
        return
    click.echo(f"# key {pair.kid}")
    for name, value in settings.items():
        click.echo(f"{name}='{value}'")


def _known() -> dict[str, str]:
    try:
        found: dict[str, str] = TypeAdapter(PublicKeys).validate_python(os.environ.get(PUBLIC, ""))
    except (ValidationError, ValueError):
        raise CliError(f"{PUBLIC} does not hold public keys") from None
    return {kid: _line(text) for kid, text in found.items()}


def _line(text: str) -> str:
    """A key as one line of base64, however it is written."""
    data = text.strip().replace("\\n", "\n")
    return base64.b64encode(data.encode()).decode() if data.startswith("-----") else data
