import base64
import time
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from footplate.runtime.identity import BadToken, Caller, Role, Session, TokenFault
from footplate.runtime.tokens import (
    ALGORITHM,
    AUDIENCE,
    ISSUER,
    BadKey,
    TokenSigner,
    TokenVerifier,
    generate_keys,
    key_id,
    read_private_key,
    read_public_key,
)

KEYS, OTHER = generate_keys(), generate_keys()
PRIVATE = read_private_key(KEYS.private_pem)
SIGNER = TokenSigner(PRIVATE)
VERIFIER = TokenVerifier(SIGNER.public_keys)
ANNA = Caller("a_anna", "Anna Ö.", Role.PLAYER)


def fault(token: str, verifier: TokenVerifier = VERIFIER) -> TokenFault:
    with pytest.raises(BadToken) as caught:
        verifier.verify(token)
    assert len(token) < 40 or token not in str(caught.value)
    assert caught.value.__cause__ is None
    return caught.value.problem


def claims(**changed: Any) -> dict[str, Any]:
    now = int(time.time())
    names = {"iss": ISSUER, "aud": AUDIENCE, "sub": "a_anna", "name": "Anna", "role": "player", "jti": "1"}
    return {**names, "iat": now, "exp": now + 60, **changed}


def forged(key: Any = PRIVATE, kid: str | None = SIGNER.kid, without: str = "", **changed: Any) -> str:
    kept = {name: value for name, value in claims(**changed).items() if name != without}
    return jwt.encode(kept, key, algorithm=ALGORITHM, headers={"kid": kid} if kid else None)


@given(st.text(min_size=1, max_size=40), st.text(max_size=80), st.sampled_from(Role))
def test_a_token_speaks_for_exactly_its_account(account: str, name: str, role: Role) -> None:
    caller = Caller(account, name, role)
    assert VERIFIER.verify(SIGNER.sign(caller).text) == caller


def test_the_claims_are_the_agreed_ones() -> None:
    token = SIGNER.sign(ANNA, lifetime_seconds=90)
    read = jwt.decode(token.text, options={"verify_signature": False})
    assert set(read) == {"sub", "name", "role", "iat", "exp", "jti", "iss", "aud"}
    assert (read["sub"], read["role"], read["exp"] - read["iat"]) == ("a_anna", "player", 90)
    assert token.expires_at == read["exp"]
    assert SIGNER.sign(ANNA).text != SIGNER.sign(ANNA).text  # each has its own jti


def test_a_token_of_a_session_tells_it() -> None:
    session = Session("s_1", 3, 1_700_000_000)
    token = SIGNER.sign(Caller("a_anna", "Anna", Role.PLAYER, session=session))
    assert VERIFIER.verify(token.text).session == session
    assert VERIFIER.verify(SIGNER.sign(ANNA).text).session == Session()


def test_a_token_runs_out_also_when_it_was_seen_before() -> None:
    clock = [time.time()]
    verifier = TokenVerifier(SIGNER.public_keys, leeway_seconds=5, now=lambda: clock[0])
    token = SIGNER.sign(ANNA, lifetime_seconds=60)
    assert verifier.verify(token.text) == ANNA
    clock[0] = token.expires_at + 4
    assert verifier.verify(token.text) == ANNA  # within the leeway
    assert verifier.verify(token.text).expires_at == token.expires_at + 5
    clock[0] = token.expires_at + 5
    assert fault(token.text, verifier) is TokenFault.EXPIRED


def test_keys_change_without_a_break() -> None:
    new = TokenSigner(read_private_key(OTHER.private_pem))
    both = TokenVerifier(SIGNER.public_keys | new.public_keys)
    assert both.verify(SIGNER.sign(ANNA).text) == both.verify(new.sign(ANNA).text) == ANNA
    assert fault(SIGNER.sign(ANNA).text, TokenVerifier(new.public_keys)) is TokenFault.UNKNOWN_KEY


# The keys are new in every process, so the names of the tests must not hold tokens.
BAD_TOKENS = {
    "empty": ("", TokenFault.MALFORMED),
    "a word": ("abc", TokenFault.MALFORMED),
    "three words": ("a.b.c", TokenFault.MALFORMED),
    "endless": ("x" * 5000, TokenFault.MALFORMED),
    "no kid": (forged(kid=None), TokenFault.UNKNOWN_KEY),
    "other kid": (forged(kid="other"), TokenFault.UNKNOWN_KEY),
    "other key": (forged(key=read_private_key(OTHER.private_pem)), TokenFault.SIGNATURE),
    "old": (forged(exp=int(time.time()) - 3600), TokenFault.EXPIRED),
    "issued tomorrow": (forged(iat=int(time.time()) + 86400), TokenFault.NOT_YET_VALID),
    "valid tomorrow": (forged(nbf=int(time.time()) + 86400), TokenFault.NOT_YET_VALID),
    "for others": (forged(aud="elsewhere"), TokenFault.AUDIENCE),
    "by others": (forged(iss="elsewhere"), TokenFault.AUDIENCE),
    **{f"without {name}": (forged(without=name), TokenFault.CLAIMS) for name in claims()},
    "no account": (forged(sub=""), TokenFault.CLAIMS),
    "unknown role": (forged(role="king"), TokenFault.CLAIMS),
    "several roles": (forged(role=["player"]), TokenFault.CLAIMS),
    "name is a number": (forged(name=7), TokenFault.CLAIMS),
    "session is a number": (forged(sid=7), TokenFault.CLAIMS),
    "epoch is a text": (forged(sid="s", epoch="3"), TokenFault.CLAIMS),
    "epoch is a truth": (forged(sid="s", epoch=True), TokenFault.CLAIMS),
    "beginning is a text": (forged(sid="s", epoch=3, began="now"), TokenFault.CLAIMS),
    "expiry is a text": (forged(exp="soon"), TokenFault.CLAIMS),
}


@pytest.mark.parametrize(("token", "expected"), BAD_TOKENS.values(), ids=BAD_TOKENS)
def test_every_other_token_is_refused_with_its_reason(token: str, expected: TokenFault) -> None:
    assert fault(token) is expected


def test_a_token_without_a_signature_or_signed_with_the_public_key_is_refused() -> None:
    head, body, _ = forged().split(".")
    unsigned = jwt.encode(claims(), "", algorithm="none", headers={"kid": SIGNER.kid})
    symmetric = jwt.encode(claims(), "0" * 64, algorithm="HS256", headers={"kid": SIGNER.kid})
    for token in (unsigned, symmetric, f"{head}.{body}."):
        assert fault(token) in {TokenFault.MALFORMED, TokenFault.SIGNATURE}


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_changed_token_is_refused(place: int, change: int) -> None:
    token = SIGNER.sign(ANNA).text
    data = bytearray(token.encode())
    data[place % len(data)] ^= change
    changed = data.decode("latin-1")
    try:
        assert VERIFIER.verify(changed) == ANNA
    except BadToken:
        return
    # base64 ignores the last bits of its last letter: the same bytes, hence the same token
    assert changed[:-1] == token[:-1]


@given(st.text(max_size=200))
def test_any_text_is_refused_in_an_orderly_way(text: str) -> None:
    fault(text)


def _lines(data: bytes) -> str:
    return base64.b64encode(data).decode()


def test_keys_are_read_in_every_form() -> None:
    public, private = PRIVATE.public_key(), PRIVATE
    public_der = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    private_der = private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    for text in (
        KEYS.public_pem,
        KEYS.public_pem.replace("\n", "\\n"),
        _lines(KEYS.public_pem.encode()),
        _lines(public_der),
    ):
        assert key_id(read_public_key(text)) == KEYS.kid
    for text in (KEYS.private_pem, _lines(KEYS.private_pem.encode()), _lines(private_der)):
        assert key_id(read_private_key(text).public_key()) == KEYS.kid


@pytest.mark.parametrize(
    "text",
    ["", "abcd", "not base64!", "-----BEGIN NOTHING-----", pytest.param(KEYS.private_pem[:90], id="half a key")],
)
def test_what_is_no_key_is_refused_without_being_quoted(text: str) -> None:
    for read in (read_private_key, read_public_key):
        with pytest.raises(BadKey) as caught:
            read(text)
        assert not text or text not in str(caught.value)


def test_keys_of_another_kind_are_refused() -> None:
    curve = generate_private_key(SECP256R1())
    pem = curve.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    public = curve.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    for read, text in ((read_private_key, pem), (read_public_key, public)):
        with pytest.raises(BadKey, match="not an Ed25519"):
            read(text)
    with pytest.raises(BadKey):
        read_public_key(KEYS.private_pem)
    with pytest.raises(BadKey):
        TokenVerifier({"k": "nothing"})


def test_secrets_do_not_show() -> None:
    token = SIGNER.sign(ANNA)
    assert token.text not in repr(token)
    assert KEYS.private_pem.splitlines()[1] not in repr(KEYS)
    assert isinstance(PRIVATE, Ed25519PrivateKey)
