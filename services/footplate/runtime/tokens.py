"""Access tokens: short-lived JWTs signed with Ed25519 (RFC 8037).

The lobby signs with one private key; every service verifies with the public keys it was given, found by key id
(`kid`), so that a key is changed without a break: publish the new public key, sign with it, drop the old one later.
A key is written as PEM, or as one line of base64 of its PEM or DER, which is easier to put in an environment variable.
"""

import base64
import binascii
import hashlib
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
    load_der_public_key,
    load_pem_private_key,
    load_pem_public_key,
)

from footplate.runtime.identity import BadToken, Caller, Role, Session, TokenFault

ALGORITHM: Final = "EdDSA"
ISSUER: Final = "footplate"
AUDIENCE: Final = "footplate"
LIFETIME_SECONDS: Final = 3600.0
LEEWAY_SECONDS: Final = 30.0
_REQUIRED: Final = ["sub", "name", "role", "iat", "exp", "jti", "iss", "aud"]
_LONGEST: Final = 4096  # characters; a token of ours has about 400, anything near this is an attack or a mistake
_REMEMBERED: Final = 4096  # verified tokens; a signature costs a third of a millisecond, a look-up nothing

# In this order: the first class that fits names the fault.
_FAULTS: Final[tuple[tuple[type[jwt.InvalidTokenError], TokenFault, str], ...]] = (
    (jwt.ExpiredSignatureError, TokenFault.EXPIRED, "the token has expired: ask for a new one"),
    (jwt.ImmatureSignatureError, TokenFault.NOT_YET_VALID, "the token is not valid yet: a clock is wrong"),
    (jwt.InvalidSignatureError, TokenFault.SIGNATURE, "the signature of the token is wrong"),
    (jwt.InvalidAudienceError, TokenFault.AUDIENCE, "the token is meant for another audience"),
    (jwt.InvalidIssuerError, TokenFault.AUDIENCE, "the token comes from another issuer"),
    (jwt.MissingRequiredClaimError, TokenFault.CLAIMS, "the token lacks a claim"),
    (jwt.InvalidTokenError, TokenFault.MALFORMED, "the token cannot be read"),
)


class BadKey(ValueError):
    """A text that is not an Ed25519 key of the kind asked for. Never quotes the text."""


@dataclass(frozen=True, slots=True)
class KeyPair:
    """A new signing key with its public half, both PEM, and the id under which verifiers know it."""

    kid: str
    public_pem: str
    private_pem: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Token:
    """A signed token and the moment (seconds since the epoch) at which it stops working."""

    text: str = field(repr=False)
    expires_at: float


def generate_keys() -> KeyPair:
    """Return a new random key pair."""
    private = Ed25519PrivateKey.generate()
    secret = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = private.public_key()
    return KeyPair(key_id(public), public_text(public), secret.decode())


def public_text(key: Ed25519PublicKey) -> str:
    """Return the PEM of a public key."""
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def key_id(key: Ed25519PublicKey) -> str:
    """Return the id derived from a public key: the start of its SHA-256, so that equal keys have equal ids."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()[:16]


def read_private_key(text: str) -> Ed25519PrivateKey:
    """Read a private signing key; raises `BadKey`."""
    key = _read_key(text, "private", load_pem_private_key, load_der_private_key)
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey("not an Ed25519 private key")
    return key


def read_public_key(text: str) -> Ed25519PublicKey:
    """Read a public key; raises `BadKey`."""
    key = _read_key(text, "public", _pem_public, _der_public)
    if not isinstance(key, Ed25519PublicKey):
        raise BadKey("not an Ed25519 public key")
    return key


class TokenSigner:
    """Signs tokens with one private key. The key id defaults to the one derived from the public half."""

    def __init__(
        self,
        private_key: Ed25519PrivateKey,
        *,
        kid: str = "",
        lifetime_seconds: float = LIFETIME_SECONDS,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._key = private_key
        self.kid: Final = kid or key_id(private_key.public_key())
        self._lifetime = lifetime_seconds
        self._now = now

    @property
    def public_keys(self) -> dict[str, str]:
        """What a verifier needs to accept these tokens: key id to public PEM."""
        return {self.kid: public_text(self._key.public_key())}

    def sign(self, caller: Caller, *, lifetime_seconds: float | None = None) -> Token:
        """Return a token that speaks for `caller` until it expires (whole seconds)."""
        issued = int(self._now())
        expires = issued + int(self._lifetime if lifetime_seconds is None else lifetime_seconds)
        claims: dict[str, Any] = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": caller.account_id,
            "name": caller.name,
            "role": caller.role.value,
            "iat": issued,
            "exp": expires,
            "jti": secrets.token_hex(8),
            **_session_claims(caller.session),
        }
        text = jwt.encode(claims, self._key, algorithm=ALGORITHM, headers={"kid": self.kid})
        return Token(text, float(expires))


class TokenVerifier:
    """Tells who a token speaks for. `keys` maps key ids to public keys as texts; several while keys are changed.

    Raises `BadKey` when a key cannot be read. `leeway_seconds` forgives clocks that differ.
    """

    def __init__(
        self,
        keys: Mapping[str, str],
        *,
        leeway_seconds: float = LEEWAY_SECONDS,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._keys = {kid: read_public_key(text) for kid, text in keys.items()}
        self._leeway = leeway_seconds
        self._now = now
        self._remembered = lru_cache(_REMEMBERED)(self._decode)

    def verify(self, token: str) -> Caller:
        """Return the caller; raises `BadToken` that says why not."""
        if not token or len(token) > _LONGEST:
            raise BadToken(TokenFault.MALFORMED, "the token cannot be read")
        caller = self._remembered(token)
        if caller.expires_at <= self._now():
            raise BadToken(TokenFault.EXPIRED, "the token has expired: ask for a new one")
        return caller

    def _decode(self, token: str) -> Caller:
        try:
            claims = jwt.decode(
                token,
                self._key_for(token),
                algorithms=[ALGORITHM],
                audience=AUDIENCE,
                issuer=ISSUER,
                leeway=self._leeway,
                # Expiry is judged by `verify`, each time the token is shown.
                options={"require": _REQUIRED, "verify_exp": False},
            )
        except jwt.InvalidTokenError as error:
            raise _refusal(error) from None
        return _verified(claims, self._leeway)

    def _key_for(self, token: str) -> Ed25519PublicKey:
        kid = jwt.get_unverified_header(token).get("kid")
        key = self._keys.get(kid) if isinstance(kid, str) else None
        if key is None:
            raise BadToken(TokenFault.UNKNOWN_KEY, "the token is signed with a key that is not known here")
        return key


def _verified(claims: Mapping[str, Any], leeway: float) -> Caller:
    account, name, role, expires = claims["sub"], claims["name"], claims["role"], claims["exp"]
    if not account or not isinstance(name, str) or role not in list(Role) or not isinstance(expires, int | float):
        raise BadToken(TokenFault.CLAIMS, "the token has a claim that makes no sense here")
    return Caller(account, name, Role(role), float(expires) + leeway, _session(claims))


def _session_claims(session: Session) -> dict[str, Any]:
    """The claims that only tokens have which belong to a session, or whose account has ended sessions before."""
    if session == Session():
        return {}
    return {"sid": session.id, "epoch": session.epoch, "began": session.began}


def _session(claims: Mapping[str, Any]) -> Session:
    session, epoch, began = claims.get("sid", ""), claims.get("epoch", 0), claims.get("began", 0)
    if not isinstance(session, str) or type(epoch) is not int or type(began) is not int:
        raise BadToken(TokenFault.CLAIMS, "the token has a claim that makes no sense here")
    return Session(session, epoch, began)


def _refusal(error: jwt.InvalidTokenError) -> BadToken:
    return next(BadToken(fault, text) for kind, fault, text in _FAULTS if isinstance(error, kind))


def _read_key(
    text: str, kind: str, pem: Callable[[bytes, None], object], der: Callable[[bytes, None], object]
) -> object:
    data = text.strip().replace("\\n", "\n").encode()  # env files often hold line breaks as two characters
    try:
        if not data.startswith(b"-----"):
            data = base64.b64decode(data, validate=True)
        return pem(data, None) if data.startswith(b"-----") else der(data, None)
    except (ValueError, TypeError, binascii.Error, UnsupportedAlgorithm):
        raise BadKey(f"not a {kind} key in PEM or base64") from None


def _pem_public(data: bytes, _password: None) -> object:
    return load_pem_public_key(data)


def _der_public(data: bytes, _password: None) -> object:
    return load_der_public_key(data)
