"""Which addresses a webhook may have."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import Any

import pytest

from graphmem.feed.receiver_address import RefusedAddress, is_allowed, networks_of, receiver_of, resolved
from graphmem_contract.errors import InvalidInput

REFUSED = [
    "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::1", "::", "fe80::1", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254",
    "64:ff9b::7f00:1", "2002:7f00:1::1", "2001:0:7f00:1::1", "::127.0.0.1",
]  # fmt: skip


@pytest.mark.parametrize("address", REFUSED)
def test_what_is_not_public_is_refused(address: str) -> None:
    assert not is_allowed(ipaddress.ip_address(address), ())


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_public_addresses_are_allowed_over_https_only(address: str) -> None:
    assert is_allowed(ipaddress.ip_address(address), ())
    assert not is_allowed(ipaddress.ip_address(address), (), https=False)


def test_the_operator_allows_networks() -> None:
    allowed = networks_of("127.0.0.0/8, fd00::/8")
    assert is_allowed(ipaddress.ip_address("127.0.0.1"), allowed, https=False)
    assert is_allowed(ipaddress.ip_address("::ffff:127.0.0.1"), allowed)
    assert is_allowed(ipaddress.ip_address("fd00:ec2::254"), allowed)
    assert not is_allowed(ipaddress.ip_address("10.0.0.1"), allowed)
    assert networks_of("") == ()


@pytest.mark.parametrize(
    "url",
    [
        "", "example.com", "ftp://example.com/", "https://", "https://user:word@example.com/", "https://user@example.com/",
        "https://example.com/#part", "https://example.com/a b", "https://example.com/\r\nHost: x", "https://exämple.com/ü",
        "https://example.com:port/", "https://example.com:99999/", "javascript:alert(1)", "//example.com/",
    ],
)  # fmt: skip
def test_what_is_no_plain_url_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput):
        receiver_of(url)


def test_a_url_has_parts() -> None:
    found = receiver_of("https://Example.com:8443/a/b?c=d")
    assert (found.scheme, found.host, found.port, found.target) == ("https", "example.com", 8443, "/a/b?c=d")
    assert (receiver_of("https://example.com").port, receiver_of("https://example.com").target) == (443, "/")


async def test_one_address_that_is_not_allowed_refuses_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name may have several addresses, and another one at the next look."""
    answers: list[list[str]] = [["93.184.216.34"], ["93.184.216.34", "127.0.0.1"], []]

    async def looked_up(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (one, 443)) for one in answers.pop(0)]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", looked_up)
    receiver = receiver_of("https://example.com/")
    assert str((await resolved(receiver, ())).address) == "93.184.216.34"
    for _ in range(2):
        with pytest.raises(RefusedAddress):
            await resolved(receiver, ())
