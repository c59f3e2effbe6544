"""Free ports on loopback."""

from __future__ import annotations

import socket

from graphmem.embedded.config import Ports
from graphmem.embedded.ready import listens


def free_ports(bolt: int, http: int) -> Ports:
    """The preferred ports where they are free, any free ones otherwise (also for 0)."""
    first = _free(bolt, avoid=0)
    return Ports(first, _free(http, avoid=first))


def _free(preferred: int, avoid: int) -> int:
    if preferred and preferred != avoid and not _is_taken(preferred):
        return preferred
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port != avoid:
            return port


def _is_taken(port: int) -> bool:
    if listens(port):
        return True
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False
