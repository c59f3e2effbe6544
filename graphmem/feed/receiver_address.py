"""Which addresses a webhook may have: public ones over https, and those that the operator allows."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from graphmem_contract.errors import InvalidInput

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
IPNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
TRANSLATED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))
"""Addresses of IPv6 that carry one of IPv4, which may be any."""


class RefusedAddress(Exception):
    """The receiver cannot be reached at an address that is allowed. The text has no address."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """A checked URL in its parts. `address`: where to connect; None = not resolved yet."""

    scheme: str
    host: str
    port: int
    target: str
    address: IPAddress | None = None


def networks_of(text: str) -> tuple[IPNetwork, ...]:
    """Return the networks of a setting. Raises ValueError: one is none."""
    return tuple(ipaddress.ip_network(one.strip()) for one in text.split(",") if one.strip())


def receiver_of(url: str) -> Receiver:
    """Return a URL in its parts.

    Raises:
        InvalidInput: it is none of https or http, or has no host, a user, a fragment, or characters that do not belong.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        host = (parts.hostname or "").encode("idna").decode() if ":" not in (parts.hostname or "") else parts.hostname
    except (ValueError, UnicodeError):
        raise InvalidInput("This is no URL.", field="url") from None
    is_plain = url.isascii() and url.isprintable() and " " not in url
    if parts.scheme not in ("https", "http") or not host or not is_plain or "#" in url or "@" in parts.netloc:
        raise InvalidInput("A webhook is an https:// URL with a host, without a user and a fragment.", field="url")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Receiver(parts.scheme, host, port, target)


def is_allowed(address: IPAddress, allowed: Sequence[IPNetwork], *, https: bool = True) -> bool:
    """Whether a webhook may connect to an address: a public one over https, or one of the allowed networks."""
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if any(address in network for network in allowed if network.version == address.version):
        return True
    carried = isinstance(address, ipaddress.IPv6Address) and any(address in network for network in TRANSLATED)
    return https and address.is_global and not address.is_multicast and not carried


async def resolved(receiver: Receiver, allowed: Sequence[IPNetwork]) -> Receiver:
    """Return a receiver with the address to connect to: looked up once, checked, and used for the connection.

    Raises:
        RefusedAddress: the name has no address, or one of its addresses is not allowed.
    """
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(receiver.host, receiver.port, type=socket.SOCK_STREAM)
    except OSError:
        raise RefusedAddress("its name has no address") from None
    addresses = [ipaddress.ip_address(str(row[4][0]).partition("%")[0]) for row in found]
    if not addresses or not all(is_allowed(one, allowed, https=receiver.scheme == "https") for one in addresses):
        raise RefusedAddress("its address is not allowed")
    return Receiver(receiver.scheme, receiver.host, receiver.port, receiver.target, addresses[0])
