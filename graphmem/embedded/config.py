"""Configuration files, JVM flags and ports of the embedded Neo4j."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from graphmem.embedded.java import Java
from graphmem.embedded.readiness import listens
from graphmem.settings import Settings

MAIN = "org.neo4j.server.Neo4jCommunity"

_OPENS = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
_UNSAFE_WARNS_FROM = 24
"""First Java version that warns about sun.misc.Unsafe, which Neo4j uses, and has a flag to allow it."""


@dataclass(frozen=True, slots=True)
class ServerPorts:
    """Ports of the server. It listens on loopback only."""

    bolt: int
    http: int

    @property
    def uri(self) -> str:
        """Bolt address for drivers."""
        return f"bolt://127.0.0.1:{self.bolt}"

    @property
    def browser_url(self) -> str:
        """Address of Neo4j Browser. The page finds the Bolt port itself."""
        return f"http://127.0.0.1:{self.http}/browser/"


def write_config(settings: Settings, home: Path, ports: ServerPorts, *, drop_unreadable: bool = False) -> None:
    """Write `conf/neo4j.conf`.

    Args:
        drop_unreadable: let Neo4j start on a damaged transaction log, and drop what it cannot read at its end.
    """
    values = _values(settings, ports) | (
        {"internal.dbms.tx_log.fail_on_corrupted_log_files": "false"} if drop_unreadable else {}
    )
    lines = "".join(f"{name}={value}\n" for name, value in values.items())
    (home / "conf").mkdir(parents=True, exist_ok=True)
    (home / "conf" / "neo4j.conf").write_text(f"# Written at every start by graphmem.\n{lines}", "utf8")


def write_arguments(settings: Settings, home: Path, java: Java, jars: Iterable[Path]) -> list[str]:
    """Write `conf/java.arguments` and return the command that runs Neo4j with it."""
    file = home / "conf" / "java.arguments"
    arguments = [f"-Xmx{settings.heap}", *jvm_flags(java), "-cp", os.pathsep.join(map(str, jars)), MAIN]
    arguments += [f"--home-dir={home}", f"--config-dir={home / 'conf'}"]
    file.write_text("\n".join(map(_quoted, arguments)), "utf8")
    return [str(java.path), f"@{file}"]


def jvm_flags(java: Java) -> list[str]:
    """Return the JVM flags for this Java, without the heap size."""
    flags = ["-XX:+UseG1GC", "-XX:-OmitStackTraceInFastThrow", "-XX:+DisableExplicitGC", "-XX:+ExitOnOutOfMemoryError"]
    # Long-lived objects fill nearly half of a small heap. With its default threshold, G1 would mark without a pause.
    flags += ["-XX:InitiatingHeapOccupancyPercent=70", "-XX:-G1UseAdaptiveIHOP"]
    flags += ["-Dlog4j2.disable.jmx=true", "-Djdk.nio.maxCachedBufferSize=1024"]
    flags += ["-Dio.netty.tryReflectionSetAccessible=true", "--enable-native-access=ALL-UNNAMED"]
    flags += [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENS]
    if java.major >= _UNSAFE_WARNS_FROM:
        flags.append("--sun-misc-unsafe-memory-access=allow")
    if java.vector:
        flags.append("--add-modules=jdk.incubator.vector")
    return flags


TUNED: Mapping[str, str | int] = {
    # A plan made on an empty graph may be bad. Neo4j replans every ten seconds by default; while a graph grows, this costs
    # more than it gains.
    "dbms.cypher.min_replan_interval": "5m",
    # A search reads every segment of a vector index. By default Neo4j merges segments only when fifty of one size exist.
    "internal.dbms.index.vector.standard_merge_factor": 8,
    # The full-text indexes take the texts of several commits in one refresh. A search triggers it and waits for it.
    "db.index.fulltext.eventually_consistent_refresh_interval": "200ms",
    # With signs of life from the server the driver waits for every few bytes in a task of its own, a fifth of Python's work.
    # graphmem itself ends a call that gets no answer.
    "server.bolt.connection_keep_alive_for_requests": "OFF",
}
"""Settings that improve any server; docker-compose.yml sets the same values."""


def _values(settings: Settings, ports: ServerPorts) -> dict[str, str | int]:
    bolt, http = f"127.0.0.1:{ports.bolt}", f"127.0.0.1:{ports.http}"
    return {
        # Listen on loopback only; send no telemetry.
        "server.default_listen_address": "127.0.0.1",
        "server.default_advertised_address": "127.0.0.1",
        "server.bolt.listen_address": bolt,
        "server.bolt.advertised_address": bolt,
        "server.http.listen_address": http,
        "server.http.advertised_address": http,
        "server.http.x_forward.enabled": "false",
        "dbms.security.http_access_control_allow_origin": f"http://{http}",
        "dbms.usage_report.enabled": "false",
        "client.allow_telemetry": "false",
        "server.fleet_discovery.enabled": "false",
        "dbms.fleet_manager.enabled": "false",
        # The query log would copy every text and vector to disk.
        "server.memory.pagecache.size": settings.page_cache,
        "db.logs.query.enabled": "OFF",
        # A record that does not fit on a full disk would leave a log that Neo4j cannot recover from.
        "db.tx_log.preallocate": "true",
        "db.tx_log.rotation.size": "32m",
        "db.tx_log.rotation.retention_policy": "2 files",
        **TUNED,
        # A stop waits for running transactions, not for a quiet network.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
    }


def _quoted(argument: str) -> str:
    return '"' + argument.replace("\\", "\\\\").replace('"', '\\"') + '"'


def free_ports(bolt: int, http: int) -> ServerPorts:
    """Return the preferred ports if they are free, else any free ports. A preference of 0 means any free port."""
    first = _free(bolt, avoid=0)
    return ServerPorts(first, _free(http, avoid=first))


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
