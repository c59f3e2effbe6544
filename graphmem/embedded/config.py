"""How the embedded Neo4j is configured and called."""

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
"""The first Java that warns about, and lets one allow, memory access through sun.misc.Unsafe, which Neo4j uses."""


@dataclass(frozen=True, slots=True)
class ServerPorts:
    """Where the server listens, on loopback only."""

    bolt: int
    http: int

    @property
    def uri(self) -> str:
        """For drivers."""
        return f"bolt://127.0.0.1:{self.bolt}"

    @property
    def browser_url(self) -> str:
        """Neo4j Browser, which finds the Bolt port by itself."""
        return f"http://127.0.0.1:{self.http}/browser/"


def write_config(settings: Settings, home: Path, ports: ServerPorts) -> None:
    """Writes `conf/neo4j.conf`."""
    lines = "".join(f"{name}={value}\n" for name, value in _values(settings, ports).items())
    (home / "conf").mkdir(parents=True, exist_ok=True)
    (home / "conf" / "neo4j.conf").write_text(f"# Written at every start by graphmem.\n{lines}", "utf8")


def write_arguments(settings: Settings, home: Path, java: Java, jars: Iterable[Path]) -> list[str]:
    """Writes `conf/java.arguments`; returns the command that runs Neo4j with them."""
    file = home / "conf" / "java.arguments"
    arguments = [f"-Xmx{settings.heap}", *jvm_flags(java), "-cp", os.pathsep.join(map(str, jars)), MAIN]
    arguments += [f"--home-dir={home}", f"--config-dir={home / 'conf'}"]
    file.write_text("\n".join(map(_quoted, arguments)), "utf8")
    return [str(java.path), f"@{file}"]


def jvm_flags(java: Java) -> list[str]:
    """The flags for this Java, memory apart."""
    flags = ["-XX:+UseG1GC", "-XX:-OmitStackTraceInFastThrow", "-XX:+DisableExplicitGC", "-XX:+ExitOnOutOfMemoryError"]
    # A small heap stays small, and what always lives there is nearly half of it: left alone, G1 never stops marking it.
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
    # A plan that was made on an empty graph may be a bad one; planning anew every ten seconds, Neo4j's default, while a graph
    # grows takes more than it gives.
    "dbms.cypher.min_replan_interval": "5m",
    # A vector index is searched piece by piece; Neo4j lets fifty pieces of a size come together before it makes one of them.
    "internal.dbms.index.vector.standard_merge_factor": 8,
    # Texts of several commits come into their indexes at once; who searches them waits for that, and has it done without delay.
    "db.index.fulltext.eventually_consistent_refresh_interval": "200ms",
}
"""What a server of any kind does better with; docker-compose.yml says the same."""


def _values(settings: Settings, ports: ServerPorts) -> dict[str, str | int]:
    bolt, http = f"127.0.0.1:{ports.bolt}", f"127.0.0.1:{ports.http}"
    return {
        # Loopback only, and nothing is sent anywhere.
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
        "db.tx_log.preallocate": "false",
        "db.tx_log.rotation.size": "32m",
        "db.tx_log.rotation.retention_policy": "2 files",
        **TUNED,
        # A stop waits for running transactions, not for quiet on the network.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
    }


def _quoted(argument: str) -> str:
    return '"' + argument.replace("\\", "\\\\").replace('"', '\\"') + '"'


def free_ports(bolt: int, http: int) -> ServerPorts:
    """The preferred ports where they are free, any free ones otherwise (also for 0)."""
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
