"""Tables of the lobby in protobuf."""

from typing import Final

from footplate.api.lobby.v1 import message_pb2 as pb
from footplate.domain.table import Status, Table
from footplate.engine.game import AnyGame
from footplate.wire.common import encode_full_setup, encode_outcome, encode_time
from footplate.wire.fields import known

_STATUSES: Final = {status: pb.TableStatus.Value(f"TABLE_STATUS_{status.name}") for status in Status}
_STATUS_OF: Final[dict[int, Status]] = {value: status for status, value in _STATUSES.items()}


def encode_table(game: AnyGame, table: Table) -> pb.Table:
    """A table as everybody may see it; `game` is the one it plays."""
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
    )


def decode_status(path: str, value: int) -> Status:
    """A status asked for at this path of a request. Raises BadRequest when it is unset or unknown."""
    return known(path, value, _STATUS_OF)
