"""Calls and streams over one channel: each with the token, a deadline, and new tries while the service is away.

Only what met no server, or one that was stopping, is tried again blindly. A write can be, because its `request_id`
stays the same: nothing is done twice.
"""

import threading
import uuid
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import grpc
from google.protobuf.message import Message

from footplate.api.common.v1 import watch_pb2
from footplate.client.errors import BadToken, CallFailed, ClientClosed, Unavailable, failure_of
from footplate.client.identity import Identity
from footplate.client.patience import Patience
from footplate.client.silence import SilenceGuard
from footplate.wire.errors import Refusal

if TYPE_CHECKING:
    Unary = grpc.UnaryUnaryMultiCallable
    Streaming = grpc.UnaryStreamMultiCallable

Request = TypeVar("Request", bound=Message)
Answer = TypeVar("Answer", bound=Message)

CALL_SECONDS: Final = 10.0
PATIENCE_SECONDS: Final = 30.0
SILENCE_SECONDS: Final = 45.0
"""Three beats of a server: a stream that was silent for longer is dead, whatever it looks like."""


class WatchMessage(Protocol):
    """What the messages of all watches share."""

    @property
    def ended(self) -> watch_pb2.WatchEnded:
        """The last message, when it is this one."""
        ...

    def WhichOneof(self, oneof_group: Any) -> str | None:  # noqa: N802 - the name protobuf gave it
        """Which kind of message it is."""
        ...


Event = TypeVar("Event", bound=WatchMessage)


def new_request_id() -> str:
    """A text that nobody made up before."""
    return uuid.uuid4().hex


class Calls:
    """Makes calls for an identity. `patience`: seconds to go on trying. `silence`: seconds a watch may say nothing."""

    def __init__(
        self,
        identity: Identity,
        *,
        patience: float = PATIENCE_SECONDS,
        deadline: float = CALL_SECONDS,
        silence: float = SILENCE_SECONDS,
    ) -> None:
        self.identity: Final = identity
        self.closed: Final = threading.Event()
        self._patience = patience
        self._deadline = deadline
        self._silence = silence

    def call(
        self, method: "Unary[Request, Answer]", request: Request, *, signed: bool = True, token: str = ""
    ) -> Answer:
        """The answer to a request. `signed`: with the token of the moment; else with the one given, if any.

        Raises a CallFailed, or ClientClosed.
        """
        patience = Patience(self._patience, self.closed)
        given = (("authorization", f"Bearer {token}"),) if token else ()
        while not self.closed.is_set():
            metadata = self.identity.metadata() if signed else given
            try:
                return method(request, timeout=self._deadline, metadata=metadata)
            except grpc.RpcError as error:
                self._try_again(failure_of(error), patience, metadata if signed else ())
            except ValueError:  # what gRPC raises on a channel that is closed
                if not self.closed.is_set():
                    raise
        raise ClientClosed

    def watch(self, method: "Streaming[Request, Event]", request: Callable[[], Request]) -> Iterator[Event]:
        """The messages of a watch, over as many streams as it takes; `request` says where to go on each time.

        Ends when what is watched is over. Raises a CallFailed, or ClientClosed.
        """
        patience = Patience(self._patience, self.closed)
        while not self.closed.is_set():
            metadata = self.identity.metadata()
            try:
                for message in self._stream(method, request(), metadata):
                    patience.renew()
                    if message.WhichOneof("message") != "ended":
                        yield message
                        continue
                    if message.ended.reason == watch_pb2.WATCH_END_REASON_COMPLETE:
                        return
                    if message.ended.reason == watch_pb2.WATCH_END_REASON_TOKEN_EXPIRED:
                        self._renew(metadata)
                    break
                self._try_again(_cut_off(), patience, metadata)
            except grpc.RpcError as error:
                self._try_again(failure_of(error), patience, metadata)
            except ValueError:
                if not self.closed.is_set():
                    raise
        raise ClientClosed

    def _stream(
        self, method: "Streaming[Request, Event]", request: Request, metadata: tuple[tuple[str, str], ...]
    ) -> Iterator[Event]:
        """One stream until it ends or falls silent; whoever stops reading it early also ends it."""
        stream = method(request, metadata=metadata)
        guard = SilenceGuard(self._silence, stream.cancel)
        try:
            yield from guard.watched(stream)
        except grpc.RpcError:
            if not guard.tripped:
                raise
        finally:
            guard.stop()
            stream.cancel()

    def _try_again(self, failure: CallFailed, patience: Patience, metadata: tuple[tuple[str, str], ...]) -> None:
        """Return when another try makes sense, else raise."""
        if isinstance(failure, BadToken) and metadata and patience.wait() and self._renew(metadata):
            return
        if isinstance(failure, Unavailable) and patience.wait(failure.retry_seconds):
            return
        if self.closed.is_set():
            raise ClientClosed
        raise failure from None

    def _renew(self, metadata: tuple[tuple[str, str], ...]) -> bool:
        return self.identity.renew(metadata[0][1].removeprefix("Bearer ") if metadata else "")


def _cut_off() -> Unavailable:
    """The failure when stream after stream ends without a message."""
    return Unavailable(Refusal(grpc.StatusCode.UNAVAILABLE.value[0], "", "the watch was cut off again and again"))
