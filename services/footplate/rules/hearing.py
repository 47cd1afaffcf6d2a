"""Reading what the bus brings."""

from google.protobuf.message import DecodeError

from footplate.bus import Envelope, PoisonMessage
from footplate.domain.events import Event
from footplate.wire.events import decode_event


def read_event(envelope: Envelope) -> Event | None:
    """The event in an envelope; None for a kind that is not known here. Raises PoisonMessage for what is no event."""
    try:
        return decode_event(envelope.payload)
    except DecodeError as error:
        raise PoisonMessage(f"no event: {error}") from error
