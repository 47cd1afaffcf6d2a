"""`footplate keys`: what it prints is what the services read; and keys change without a break."""

import shlex

import pytest

from footplate.cli.keys import PRIVATE, PUBLIC
from footplate.lobby.settings import LobbySettings
from footplate.rules.settings import RulesSettings
from footplate.runtime.identity import BadToken, Caller, Role, TokenFault
from footplate.runtime.settings import load_settings
from footplate.runtime.tokens import TokenSigner, TokenVerifier
from tests.cli.conftest import Call

ANN = Caller("a_ann", "Ann", Role.PLAYER)


def read(out: str) -> dict[str, str]:
    """The variables of an environment file."""
    [*words] = shlex.split(out, comments=True)
    return dict(word.split("=", 1) for word in words)


def take(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str]) -> tuple[TokenSigner, TokenVerifier]:
    """The lobby's signer and the rules service's verifier, started with these variables."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("FOOTPLATE_SERVICE_SECRET", "x" * 20)
    return load_settings(LobbySettings).signer(), TokenVerifier(load_settings(RulesSettings).token_public_keys)


def test_what_is_printed_is_what_the_services_read(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    told = call("keys")
    assert (told.code, told.err) == (0, "")
    signer, verifier = take(monkeypatch, read(told.out))
    assert verifier.verify(signer.sign(ANN).text) == ANN
    assert told.out.splitlines()[0] == f"# key {signer.kid}"
    assert call("keys").out != told.out


def test_keys_are_changed_without_a_break(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    old, before = take(monkeypatch, read(call("keys").out))
    held = old.sign(ANN).text
    new = read(call("keys", "--add").out)
    _, both = take(monkeypatch, {PUBLIC: new[PUBLIC]})  # first every service knows the new key
    signer, _ = take(monkeypatch, new)  # then the lobby signs with it
    fresh = signer.sign(ANN).text
    assert signer.kid != old.kid
    assert both.verify(held) == both.verify(fresh) == ANN
    with pytest.raises(BadToken) as caught:
        before.verify(fresh)
    assert caught.value.problem is TokenFault.UNKNOWN_KEY
    dropped = TokenVerifier({signer.kid: signer.public_keys[signer.kid]})
    with pytest.raises(BadToken):
        dropped.verify(held)


def test_one_bare_key_is_kept_as_well(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    old, _ = take(monkeypatch, read(call("keys").out))
    monkeypatch.setenv(PUBLIC, old.public_keys[old.kid])
    _, both = take(monkeypatch, read(call("keys", "--add").out))
    assert both.verify(old.sign(ANN).text) == ANN


def test_json_for_programs(call: Call) -> None:
    [line] = call("keys", "--json").lines
    assert line.keys() == {"kid", PUBLIC, PRIVATE}


@pytest.mark.parametrize("known", ["", "nonsense", "{}"])
def test_nothing_to_add_to_is_told(call: Call, monkeypatch: pytest.MonkeyPatch, known: str) -> None:
    monkeypatch.setenv(PUBLIC, known)
    told = call("keys", "--add")
    assert told.code != 0
    assert told.err.strip().count("\n") == 0
    assert PUBLIC in told.err
