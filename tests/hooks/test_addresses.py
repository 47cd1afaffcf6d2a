"""No call leads inside: which URLs and which addresses are refused."""

from collections.abc import Sequence
from ipaddress import ip_address

import pytest

from footplate.domain.errors import BadRequest
from footplate.hooks.addresses import Forbidden, Guard, expect_url, may_be_called

INSIDE = [
    "0.0.0.0",  # noqa: S104 - nothing is bound
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2001:db8::1",
    "2001:0:7f00:1::",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]
OUTSIDE = ["1.1.1.1", "8.8.8.8", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_of_the_inside_is_not_called(address: str) -> None:
    assert not may_be_called(ip_address(address), loopback=False)


@pytest.mark.parametrize("address", OUTSIDE)
def test_an_address_of_the_internet_is_called(address: str) -> None:
    assert may_be_called(ip_address(address), loopback=False)


def test_the_setting_opens_this_machine_and_nothing_else() -> None:
    opened = [address for address in INSIDE if may_be_called(ip_address(address), loopback=True)]
    assert opened == ["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"]


def at(host: str, scheme: str = "https") -> str:
    """A URL on a host."""
    return f"{scheme}://{host}/"


BAD_URLS = [
    "",
    "hooks.example",
    "//hooks.example/",
    "http://hooks.example/",
    "ftp://hooks.example/",
    "javascript:alert(1)",
    "https://",
    "https:///path",
    "https://user@hooks.example/",
    "https://user:pass@hooks.example/",
    "https://@hooks.example/",
    "https://hooks.example/#part",
    "https://hooks.example:99999/",
    "https://hooks.example:port/",
    "https://[::1/",
    "https://exa mple.com/",
    "https://hooks.example/\r\nx-evil: 1",
    "https://exämple.com/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:169.254.169.254]/",
    "https://localhost/",
    "https://" + "a" * 1000,
]


@pytest.mark.parametrize("url", [*BAD_URLS, *map(at, ("10.1.2.3", "169.254.169.254", "[fd00::1]", "localhost."))])
def test_a_url_that_cannot_be_called_is_refused(url: str) -> None:
    with pytest.raises(BadRequest) as refused:
        expect_url(url, loopback=False)
    assert refused.value.data["field"] == "url"


@pytest.mark.parametrize(
    "url",
    ["https://hooks.example", "https://hooks.example:8443/a/b?c=d", at("8.8.8.8"), "https://[2606:4700::1111]/x"],
)
def test_a_url_that_may_be_called_is_taken(url: str) -> None:
    expect_url(url, loopback=False)


@pytest.mark.parametrize("url", ["http://127.0.0.1:80/", "http://localhost/x", "http://[::1]:1/", "https://localhost/"])
def test_with_the_setting_this_machine_is_taken_also_without_tls(url: str) -> None:
    expect_url(url, loopback=True)


@pytest.mark.parametrize(
    "url", ["http://hooks.example/", at("8.8.8.8", "http"), at("10.0.0.1"), at("10.0.0.1", "http")]
)
def test_with_the_setting_others_are_as_they_were(url: str) -> None:
    with pytest.raises(BadRequest):
        expect_url(url, loopback=True)


def guard(*addresses: str, loopback: bool = False) -> Guard:
    async def resolve(host: str, port: int) -> Sequence[str]:
        assert (host, port) == ("name", 443)
        return addresses

    return Guard(loopback=loopback, resolve=resolve)


async def test_a_name_leads_to_an_address_that_was_judged() -> None:
    assert await guard("8.8.8.8", "1.1.1.1").address_of("name", 443) == "8.8.8.8"
    assert await guard("127.0.0.1", loopback=True).address_of("name", 443) == "127.0.0.1"


@pytest.mark.parametrize("address", INSIDE)
async def test_one_address_of_the_inside_spoils_the_name(address: str) -> None:
    with pytest.raises(Forbidden):
        await guard("8.8.8.8", address).address_of("name", 443)


async def test_a_zone_hides_nothing() -> None:
    with pytest.raises(Forbidden):
        await guard("fe80::1%eth0").address_of("name", 443)


async def test_a_name_without_an_address_is_no_name() -> None:
    with pytest.raises(OSError, match="no address"):
        await guard().address_of("name", 443)


@pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f000001", "0177.0.0.1"])
async def test_other_spellings_of_this_machine_lead_nowhere(host: str) -> None:
    """Such hosts pass as names when a hook is made; the look-up unmasks them."""
    with pytest.raises((Forbidden, OSError)):
        await Guard(loopback=False).address_of(host, 443)
