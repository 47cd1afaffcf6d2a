import pytest

from footplate.api.lobby.v1 import message_pb2 as pb
from footplate.domain.errors import BadRequest
from footplate.domain.table import Status, Table
from footplate.wire.common import decode_outcome
from footplate.wire.table import decode_status, encode_table
from tests.support.toy_game import PEBBLES, SETUP
from tests.support.toy_matches import SEATS
from tests.wire.test_events import OUTCOME


def test_an_open_table() -> None:
    table = Table.open(PEBBLES, "t_1", SEATS[0], SETUP, 1000).table
    table = table.join(SEATS[2], 2000, seat=2).table
    message = encode_table(PEBBLES, table, "a_eve")
    assert (message.table_id, message.version, message.status) == ("t_1", 2, pb.TABLE_STATUS_OPEN)
    assert (message.owner_account_id, message.name, message.seat_count) == ("a_ann", "Ann: Pebbles", 3)
    assert [(seat.seat, seat.display_name) for seat in message.setup.seats] == [(0, "Ann"), (2, "Cy")]
    assert dict(message.setup.options) == {"vetoes": "one"}
    assert (message.opened.ToMilliseconds(), message.changed.ToMilliseconds()) == (1000, 2000)
    assert message.match_id == ""
    assert not message.HasField("outcome")


def test_a_finished_table() -> None:
    table = Table.open(PEBBLES, "t_1", SEATS[0], SETUP, 1000).table
    table = table.join(SEATS[1], 2).table.join(SEATS[2], 3).table.start("a_ann", 4).table
    table = table.started("m_1", 5).table.finish(OUTCOME, (), 6).table
    message = encode_table(PEBBLES, table, "a_eve")
    assert (message.status, message.match_id) == (pb.TABLE_STATUS_FINISHED, "m_1")
    assert decode_outcome(message.outcome) == OUTCOME


def test_every_status_has_a_value() -> None:
    values = {pb.TableStatus.Name(value): value for value in pb.TableStatus.values()}
    assert len(Status) == len(values) - 1
    for status in Status:
        assert decode_status("statuses", values[f"TABLE_STATUS_{status.value.upper()}"]) == status


@pytest.mark.parametrize("value", [0, 99])
def test_a_status_that_is_none_is_refused(value: int) -> None:
    with pytest.raises(BadRequest) as caught:
        decode_status("statuses", value)
    assert caught.value.data == {"field": "statuses", "value": str(value)}
