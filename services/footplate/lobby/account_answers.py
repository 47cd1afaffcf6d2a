"""Answers about accounts, in protobuf."""

from footplate.api.lobby.v1 import account_request_response_pb2 as account_pb
from footplate.api.lobby.v1 import message_pb2
from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.domain.conduct import Reliability
from footplate.lobby.account import Account
from footplate.lobby.accounts import Registered
from footplate.lobby.profiles import Profile
from footplate.lobby.sessions import Replaced
from footplate.runtime.tokens import Token
from footplate.wire.common import encode_time
from footplate.wire.rating import encode_rating


def account(shown: Account) -> message_pb2.Account:
    """An account as everybody may see it."""
    return message_pb2.Account(
        account_id=shown.id,
        display_name=shown.name,
        bot=shown.bot,
        bot_level=shown.level,
        created=encode_time(shown.created_ms),
        owner_account_id=shown.owner,
    )


def token(issued: Token) -> message_pb2.Token:
    """A token for its owner."""
    return message_pb2.Token(jwt=issued.text, expires=encode_time(int(issued.expires_at * 1000)))


def registered(made: Registered) -> pb.RegisterResponse:
    """A new account."""
    first = token(made.token) if made.token else None
    return pb.RegisterResponse(account=account(made.account), secret=made.secret, token=first)


def replaced(done: Replaced) -> account_pb.ReplaceBotSecretResponse:
    """A bot with a new secret."""
    return account_pb.ReplaceBotSecretResponse(account=account(done.account), secret=done.secret)


def profile(shown: Profile) -> account_pb.GetProfileResponse:
    """A profile as everybody may see it."""
    return account_pb.GetProfileResponse(
        account=account(shown.account),
        owner=account(shown.owner) if shown.owner else None,
        ratings=[encode_rating(board, rating) for board, rating in shown.ratings.items()],
        reliability=_reliability(shown.reliability),
    )


def _reliability(counted: Reliability) -> message_pb2.Reliability:
    return message_pb2.Reliability(
        matches=counted.matches, left=counted.left, missed_turns=counted.missed, share=counted.share
    )
