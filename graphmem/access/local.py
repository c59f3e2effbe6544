"""Local addresses: a service without keys serves only these."""

from __future__ import annotations

import ipaddress


def is_local(host: str) -> bool:
    """Whether a host name or an address is a loopback address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
