"""Requests about accounts, read from protobuf."""

from typing import Final

from footplate.api.lobby.v1 import account_request_response_pb2 as account_pb
from footplate.api.lobby.v1 import request_response_pb2 as pb
from footplate.domain.errors import BadRequest
from footplate.lobby.accounts import Registration
from footplate.lobby.sessions import SecretChange
from footplate.runtime.identity import Caller
from footplate.wire.fields import refused

_LONGEST_NAME: Final = 256


def registration(request: pb.RegisterRequest, by: Caller | None) -> Registration:
    """The account that is wanted."""
    return Registration(request.request_id, request.display_name, request.secret, request.bot, by)


def account_named(request: pb.IssueTokenRequest | account_pb.ChangeSecretRequest) -> tuple[str, str]:
    """The account that is meant, by its id or by its name. Raises BadRequest."""
    if not (request.account_id or request.display_name):
        raise BadRequest("account", "", "exactly one of account_id and display_name is expected")
    if len(request.display_name) > _LONGEST_NAME:  # however it is spelled, no name is that long
        raise refused("account", request.display_name, f"at most {_LONGEST_NAME} characters are expected")
    return request.account_id, request.display_name


def secret_change(request: account_pb.ChangeSecretRequest) -> SecretChange:
    """The secret that is wanted in place of another. Raises BadRequest."""
    account_id, name = account_named(request)
    return SecretChange(request.request_id, account_id, name, request.old_secret, request.new_secret)
