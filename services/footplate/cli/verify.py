"""`footplate verify FILE`: checks that a record is what it claims to be."""

import click

from footplate.cli.failures import CliError
from footplate.cli.output import emit, json_option
from footplate.cli.record_files import BrokenRecord, file_argument, read_record, told_as_json
from footplate.engine.errors import RecordError
from footplate.engine.replay import Verification
from footplate.engine.replay import verify as verify_record


@click.command()
@file_argument
@json_option()
def verify(file: str, as_json: bool) -> None:
    """Check the record in FILE: its seed against the commitment, every draw against the seed, the chain of hashes.

    Prints what does not hold, by line, and then exits with 1. `-` reads standard input.
    """
    try:
        found = verify_record(read_record(file))
    except BrokenRecord as broken:
        raise told_as_json(as_json, broken) from None
    except RecordError as error:
        raise told_as_json(as_json, BrokenRecord(file, error)) from None
    if as_json:
        emit(_told(found))
    if found.findings:
        lines = [f"{file}:{finding.line}: {finding.message}" for finding in found.findings]
        raise CliError("\n".join(lines))
    if not as_json:
        click.echo(_line(found))


def _line(found: Verification) -> str:
    imported = f" ({found.imported} came with an import and cannot be)" if found.imported else ""
    return f"all in order: the seed is the one committed to, {found.draws} draws checked{imported}, the chain holds"


def _told(found: Verification) -> dict[str, object]:
    return {
        "ok": not found.findings,
        "draws": found.draws,
        "imported": found.imported,
        "findings": [{"line": finding.line, "message": finding.message} for finding in found.findings],
    }
