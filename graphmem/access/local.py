"""Local addresses: a service without keys serves only these."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from urllib.parse import urlsplit

from graphmem_contract.errors import Forbidden

SET_A_KEY = "make a key (graphmem keys create), or set GRAPHMEM_ADMIN_KEY, to serve others"


def is_local(host: str) -> bool:
    """Whether a host name or an address is a loopback address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_addressed(hosts: Sequence[str], origins: Sequence[str]) -> None:
    """Check the headers Host and Origin of a request to a service without keys: each is sent once and names this machine.

    A foreign name that leads here (DNS rebinding), or a page from elsewhere in a person's browser, fails.

    Raises:
        Forbidden: one of them names another place, a user, or is repeated.
    """
    if len(hosts) != 1 or not is_local(_host_of(f"//{hosts[0]}")):
        raise Forbidden(f"The Host header must be localhost, 127.0.0.1 or [::1]; {SET_A_KEY}.", field="Host")
    if len(origins) > 1 or not all(is_local(_host_of(origin)) for origin in origins):
        raise Forbidden(f"Pages from elsewhere may not use the service; {SET_A_KEY}.", field="Origin")


def _host_of(address: str) -> str:
    """Return the host of an address; empty where it has none, or names a user before it."""
    try:
        parts = urlsplit(address)
        return "" if "@" in parts.netloc else parts.hostname or ""
    except ValueError:
        return ""
