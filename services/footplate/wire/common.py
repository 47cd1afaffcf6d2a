"""What all games and services share, in protobuf: set-ups, seats, results and times."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from footplate.api.common.v1 import conduct_pb2
from footplate.api.common.v1 import setup_pb2 as pb
from footplate.domain.conduct import Conduct
from footplate.domain.seat import Seat
from footplate.engine.game import AnyGame, Outcome, Setup, Standing
from footplate.wire.fields import refused, whole

_LONGEST_NAME: Final = 32


def encode_time(milliseconds: int) -> Timestamp:
    """A moment, from milliseconds since 1970, UTC."""
    time = Timestamp()
    time.FromMilliseconds(milliseconds)
    return time


def decode_time(time: Timestamp) -> int:
    """Milliseconds since 1970, UTC."""
    return time.ToMilliseconds()


# --- Set-ups and seats -----------------------------------------------------


def encode_setup(setup: Setup, seats: Sequence[Seat | None]) -> pb.Setup:
    """A set-up as it is kept, with the options that differ from the preset. Free seats are None and left out."""
    return pb.Setup(
        game=setup.game,
        map=setup.map,
        preset=setup.preset,
        options=dict(setup.options),
        seats=[encode_seat(number, seat) for number, seat in enumerate(seats) if seat],
    )


def encode_full_setup(game: AnyGame, setup: Setup, seats: Sequence[Seat | None]) -> pb.Setup:
    """A set-up as it is told to clients: with every option of the game."""
    message = encode_setup(setup, seats)
    message.options.update({**preset_options(game, setup.preset), **dict(setup.options)})
    return message


def preset_options(game: AnyGame, preset: str) -> Mapping[str, str]:
    """Every option of a game with the value a preset gives it. Raises KeyError for an unknown preset."""
    chosen = game.info.presets[preset]
    return {option.name: chosen.get(option.name, option.values[0]) for option in game.info.options}


def decode_setup(message: pb.Setup, seats: int) -> Setup:
    """The set-up of a message for this many seats, as it stands there: `domain.setup.complete` judges it."""
    return Setup(message.game, message.map, message.preset, seats, tuple(sorted(message.options.items())))


def encode_seat(number: int, seat: Seat) -> pb.Seat:
    """Who sits in a seat, counted from 0."""
    return pb.Seat(seat=number, account_id=seat.account, display_name=seat.name, bot=seat.bot, bot_level=seat.level)


def decode_seats(messages: Iterable[pb.Seat], path: str = "setup.seats") -> tuple[Seat, ...]:
    """Who sits where when every seat is taken. Raises BadRequest unless each is in its place with a fitting name."""
    return tuple(_decode_seat(message, number, f"{path}.{number}") for number, message in enumerate(messages))


def _decode_seat(message: pb.Seat, number: int, path: str) -> Seat:
    whole(f"{path}.seat", message.seat, number, number)
    if not 1 <= len(message.display_name) <= _LONGEST_NAME:
        raise refused(f"{path}.display_name", message.display_name, f"a name has 1 to {_LONGEST_NAME} characters")
    if message.bot_level and not message.bot:
        raise refused(f"{path}.bot_level", message.bot_level, "only a bot has a level")
    return Seat(message.account_id, message.display_name, message.bot, message.bot_level)


# --- Results ---------------------------------------------------------------


def encode_outcome(outcome: Outcome) -> pb.Outcome:
    """How a match ended."""
    return pb.Outcome(standings=encode_standings(outcome.standings), reason=outcome.reason)


def decode_outcome(message: pb.Outcome) -> Outcome:
    """How a match ended."""
    return Outcome(decode_standings(message.standings), message.reason)


def encode_standings(standings: Iterable[Standing]) -> list[pb.Standing]:
    """A standing, best first."""
    return [
        pb.Standing(
            seat=standing.seat,
            rank=standing.rank,
            score=standing.score,
            eliminated=standing.eliminated,
            breakdown=dict(standing.parts),
        )
        for standing in standings
    ]


def decode_standings(messages: Iterable[pb.Standing]) -> tuple[Standing, ...]:
    """A standing, best first. The parts of a score come in the order of their names."""
    return tuple(
        Standing(
            seat=message.seat,
            rank=message.rank,
            score=message.score if message.HasField("score") else None,
            parts=tuple(sorted(message.breakdown.items())),
            eliminated=message.eliminated,
        )
        for message in messages
    )


def encode_conduct(conduct: Iterable[Conduct]) -> list[conduct_pb2.Conduct]:
    """How each seat kept to a match."""
    return [conduct_pb2.Conduct(missed_turns=one.missed, left=one.left) for one in conduct]


def decode_conduct(messages: Iterable[conduct_pb2.Conduct]) -> tuple[Conduct, ...]:
    """How each seat kept to a match."""
    return tuple(Conduct(message.missed_turns, message.left) for message in messages)
