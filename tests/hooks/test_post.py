"""One try over the wire, to a real server on the loopback."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from footplate.domain.hooks import Posted
from footplate.hooks.addresses import Guard
from footplate.hooks.post import HttpReceiver
from tests.hooks.receiver import Server, answer, receiving

HEADERS = {"webhook-id": "c_1"}


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with receiving(Server()) as made:
        yield made


async def post(url: str, *, seconds: float = 5, loopback: bool = True, body: str = '{"ä":1}') -> Posted:
    """One try."""
    receiver = HttpReceiver(Guard(loopback=loopback), seconds)
    try:
        return await receiver.post(url, HEADERS, body)
    finally:
        await receiver.close()


async def test_a_post_arrives_as_it_was_meant(server: Server) -> None:
    assert await post(server.url("/a/b?c=d", host="localhost")) == Posted(204)
    [request] = server.requests
    assert request.line == "POST /a/b?c=d HTTP/1.1"
    assert request.body == '{"ä":1}'.encode()
    assert request.headers["host"] == f"localhost:{server.port}"
    assert (request.headers["content-type"], request.headers["webhook-id"]) == ("application/json", "c_1")


@pytest.mark.parametrize("status", [200, 201, 299])
async def test_what_is_received_is_no_problem(server: Server, status: int) -> None:
    server.answers.append(answer(status, body=b"thanks"))
    assert await post(server.url()) == Posted(status)


@pytest.mark.parametrize("status", [400, 404, 410, 429, 500, 503])
async def test_any_other_answer_is_a_problem(server: Server, status: int) -> None:
    server.answers.append(answer(status))
    assert await post(server.url()) == Posted(status, "status")


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_is_not_followed(server: Server, status: int) -> None:
    server.answers.append(answer(status, f"location: {server.url('/other')}"))
    assert await post(server.url()) == Posted(status, "status")
    assert len(server.requests) == 1


@pytest.mark.parametrize(("value", "expected"), [("7", 7_000), ("soon", 0), ("-1", 0), ("9" * 30, 0)])
async def test_a_receiver_that_asks_for_peace_is_heard(server: Server, value: str, expected: int) -> None:
    server.answers.append(answer(503, f"retry-after: {value}"))
    assert (await post(server.url())).asked_ms == expected


async def test_a_server_that_says_nothing_is_left(server: Server) -> None:
    server.hang = True
    assert await post(server.url(), seconds=0.2) == Posted(0, "timeout")


async def test_a_server_that_sends_no_end_is_not_read_to_it(server: Server) -> None:
    server.answers.append(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\nxx")
    assert await post(server.url()) == Posted(200)


@pytest.mark.parametrize("raw", [b"", b"what?\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n"])
async def test_a_server_that_speaks_no_http_is_a_problem(server: Server, raw: bytes) -> None:
    server.answers.append(raw)
    assert await post(server.url()) == Posted(0, "connection")


async def test_nobody_there_is_a_problem(server: Server) -> None:
    assert await post("http://127.0.0.1:1/") == Posted(0, "connection")


async def test_what_leads_inside_is_not_even_connected_to(server: Server) -> None:
    assert await post(server.url(), loopback=False) == Posted(0, "address")
    assert await post(server.url(host="localhost"), loopback=False) == Posted(0, "address")
    assert not server.requests


async def test_no_proxy_of_the_environment_is_used(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    assert await post(server.url()) == Posted(204)


# --- TLS ---------------------------------------------------------------------


def certificate(directory: Path, name: str) -> tuple[Path, Path]:
    """A certificate for a name, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]), datetime.now(UTC)
    built = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    cert_file, key_file = directory / "cert.pem", directory / "key.pem"
    cert_file.write_bytes(built.public_bytes(serialization.Encoding.PEM))
    private = serialization.PrivateFormat.PKCS8
    key_file.write_bytes(key.private_bytes(serialization.Encoding.PEM, private, serialization.NoEncryption()))
    return cert_file, key_file


@pytest.mark.parametrize(("host", "expected"), [("good.test", Posted(204)), ("evil.test", Posted(0, "tls"))])
async def test_the_connection_goes_to_the_address_and_the_certificate_is_for_the_name(
    tmp_path: Path, host: str, expected: Posted
) -> None:
    cert, key = certificate(tmp_path, "good.test")
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    theirs.load_cert_chain(cert, key)

    async def resolve(name: str, port: int) -> Sequence[str]:
        assert name == host
        return ["127.0.0.1"]

    async with receiving(Server(), theirs) as server:
        ours = ssl.create_default_context(cafile=str(cert))
        receiver = HttpReceiver(Guard(loopback=True, resolve=resolve), 5, ours)
        assert await receiver.post(server.url("", host, "https"), HEADERS, "{}") == expected
        await receiver.close()
        assert len(server.requests) == (1 if expected.status else 0)
        await asyncio.sleep(0)


async def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    theirs.load_cert_chain(*certificate(tmp_path, "localhost"))
    async with receiving(Server(), theirs) as server:
        assert await post(server.url("", "localhost", "https")) == Posted(0, "tls")
