import pytest
from google.protobuf.message import DecodeError

from footplate.api.events.v1 import event_pb2 as pb
from footplate.domain import events
from footplate.domain.conduct import Conduct
from footplate.domain.errors import BadRequest
from footplate.engine.game import CHANCE, Outcome, Setup, Standing
from footplate.wire.events import decode_event, encode_event
from tests.support.toy_matches import SEATS, begin, play

SETUP = Setup("pebbles", "beach", "short", 3, (("vetoes", "none"),))
OUTCOME = Outcome(
    (
        Standing(1, 1, 12, (("income", 15), ("shares", -6), ("track", 3))),
        Standing(0, 2, -3, (("income", 3), ("shares", -6), ("track", 0))),
        Standing(2, 3, None, eliminated=True),
    ),
    "last_turn",
)
EVENTS: tuple[events.Event, ...] = (
    events.MatchCreated("m_1", SETUP, SEATS, imported=True, time_ms=1_700_000_000_123),
    events.ActionCommitted("m_1", "pebbles", 5, 7, (2, CHANCE, CHANCE), 1_700_000_000_124),
    events.TurnStarted("m_1", "pebbles", 7, 1, "a_bot", "greedy", "take", 1_700_000_000_125),
    events.MatchFinished(
        "m_1", "pebbles", 20, OUTCOME, 1, (Conduct(), Conduct(2), Conduct(1, left=True)), ("a_1", "a_2")
    ),
    events.TableChanged("t_1", 2**40, 2),
    events.TableStarting("t_1", 3, SETUP, SEATS, 3),
    events.TableStarted("t_1", 4, "m_1", 4),
    events.TableFinished("t_1", 5, "m_1", 5),
    events.TableExpiring("t_1", 6, ("a_1", "a_2"), 9_000, 6),
    events.AccessRevoked("a_ann", "s_1", 0, 3_700_000, 6),
    events.LineSaid("t_1", "players", "l_1", 7),
    events.TicketChanged("q_1", 8),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_survives_the_bus(event: events.Event) -> None:
    assert decode_event(encode_event(event)) == event


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_carries_its_id_and_its_time(event: events.Event) -> None:
    message = pb.Event.FromString(encode_event(event))
    assert message.event_id == event.event_id
    assert message.time.ToMilliseconds() == event.time_ms


def test_every_event_has_a_payload_and_every_payload_an_event() -> None:
    kinds = {type(event) for event in EVENTS}
    single = {events.AccountEvent, events.TalkEvent, events.TicketChanged}
    assert kinds == set(events.MatchEvent.__args__) | set(events.TableEvent.__args__) | single
    payloads = {pb.Event.FromString(encode_event(event)).WhichOneof("payload") for event in EVENTS}
    assert payloads == {field.name for field in pb.Event.DESCRIPTOR.oneofs_by_name["payload"].fields}


def test_the_same_event_is_the_same_bytes() -> None:
    assert all(encode_event(event) == encode_event(event) for event in EVENTS)


def test_an_event_of_a_kind_that_a_later_version_adds_is_passed_over() -> None:
    known = pb.Event.FromString(encode_event(EVENTS[4]))
    known.ClearField("table_changed")
    assert decode_event(known.SerializeToString() + b"\xf2\x07\x00") is None  # field 126, empty


def test_what_is_no_event_is_a_decode_error() -> None:
    with pytest.raises(DecodeError):
        decode_event(b"\xff\xff\xff")


def test_a_match_that_an_older_version_ended_tells_of_nobodys_conduct() -> None:
    message = pb.Event.FromString(encode_event(EVENTS[3]))
    message.match_finished.ClearField("conduct")
    message.match_finished.ClearField("account_ids")
    assert decode_event(message.SerializeToString()) == events.MatchFinished("m_1", "pebbles", 20, OUTCOME, 1)


def test_an_event_with_seats_in_the_wrong_places_is_refused() -> None:
    message = pb.Event.FromString(encode_event(EVENTS[5]))
    message.table_starting.setup.seats[0].seat = 2
    with pytest.raises(BadRequest):
        decode_event(message.SerializeToString())


def test_all_that_a_match_tells_survives() -> None:
    begun = begin()
    for event in (*begun.events, *play(begun).events):
        assert decode_event(encode_event(event)) == event
