"""Tables of the lobby in protobuf."""

from typing import Final

from footplate.api.lobby.v1 import message_pb2 as pb
from footplate.domain.access import Visibility
from footplate.domain.table import Status, Table
from footplate.engine.game import AnyGame
from footplate.wire.common import encode_full_setup, encode_outcome, encode_time
from footplate.wire.fields import known
from footplate.wire.terms import encode_terms

_STATUSES: Final = {status: pb.TableStatus.Value(f"TABLE_STATUS_{status.name}") for status in Status}
_STATUS_OF: Final[dict[int, Status]] = {value: status for status, value in _STATUSES.items()}

_VISIBILITY: Final = {kind: pb.TableVisibility.Value(f"TABLE_VISIBILITY_{kind.name}") for kind in Visibility}
_VISIBILITY_OF: Final[dict[int, Visibility]] = {
    pb.TABLE_VISIBILITY_UNSPECIFIED: Visibility.OPEN,
    **{value: kind for kind, value in _VISIBILITY.items()},
}


def encode_table(game: AnyGame, table: Table, viewer: str) -> pb.Table:
    """A table as an account may see it; `game` is the one it plays."""
    insider = viewer == table.owner or table.seat_of(viewer) is not None
    guest = insider or viewer in table.access.invited
    waiting = table.status == Status.OPEN and table.expires_ms
    return pb.Table(
        table_id=table.id,
        version=table.version,
        status=_STATUSES[table.status],
        owner_account_id=table.owner,
        name=table.name,
        setup=encode_full_setup(game, table.setup, table.seats),
        seat_count=len(table.seats),
        match_id=table.match,
        opened=encode_time(table.created_ms),
        changed=encode_time(table.updated_ms),
        outcome=encode_outcome(table.outcome) if table.outcome else None,
        terms=encode_terms(table.terms),
        visibility=_VISIBILITY[table.access.visibility],
        code=table.access.code if insider else "",
        invited_account_ids=table.access.invited if guest else (),
        auto_start=table.auto_start,
        expires=encode_time(table.expires_ms) if waiting else None,
        expiring=bool(waiting) and table.expiring,
    )


def decode_status(path: str, value: int) -> Status:
    """A status asked for at this path of a request. Raises BadRequest when it is unset or unknown."""
    return known(path, value, _STATUS_OF)


def decode_visibility(path: str, value: int) -> Visibility:
    """Who is to find a table. Raises BadRequest when it is unknown."""
    return known(path, value, _VISIBILITY_OF)
