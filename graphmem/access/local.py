"""What counts as this machine: who needs no key there."""

from __future__ import annotations

import ipaddress


def is_local(host: str) -> bool:
    """Whether a host name or address is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
