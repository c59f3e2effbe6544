"""The real embedded server is started, joined, survives its starter, and stops: three starts, in one data folder."""

from __future__ import annotations

import json
import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from neo4j import GraphDatabase
from neo4j.exceptions import AuthError

from graphmem.embedded.config import free_ports
from graphmem.embedded.plugin import fingerprint
from graphmem.embedded.process import identify
from graphmem.embedded.server import Server, acquire, follow, release, start, status, stop
from graphmem.embedded.shared_state import read
from graphmem.settings import Settings
from graphmem_contract.errors import SetupError

OTHER_PROCESS = """
import sys, time
from graphmem.settings import Settings
from graphmem.embedded.server import acquire, release
server = acquire(Settings(_env_file=None, data_dir=sys.argv[1], bolt_port=0, http_port=0))
print(server.pid, server.uri, flush=True)
sys.stdin.read()
release(server)
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("with space") / "data"


@pytest.fixture(scope="module")
def taken() -> Iterator[int]:
    """A port that another process has."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.fixture(scope="module")
def config(home: Path, taken: int) -> Settings:
    return Settings(_env_file=None, data_dir=home, bolt_port=taken, http_port=taken, heap="512m", page_cache="64m")


@pytest.fixture(scope="module")
def server(config: Settings) -> Iterator[Server]:
    found = acquire(config)
    yield found
    stop(config)


def other_process(home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", OTHER_PROCESS, str(home)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def eventually(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.05)


def ask(server: Server, text: str, password: str | None = None) -> list[list[object]]:
    with GraphDatabase.driver(server.uri, auth=(server.user, password or server.password)) as driver:
        return [record.values() for record in driver.execute_query(text).records]


def test_it_answers_on_free_ports_of_loopback_only(server: Server, taken: int) -> None:
    assert ask(server, "RETURN 1") == [[1]]
    assert server.uri.startswith("bolt://127.0.0.1:")
    assert str(taken) not in server.uri + server.browser_url
    listening = {c.laddr.ip for c in psutil.Process(server.pid).net_connections() if c.status == psutil.CONN_LISTEN}
    assert {ip.removeprefix("::ffff:") for ip in listening} == {"127.0.0.1"}


def test_its_password_is_its_own_and_for_the_owner_alone(server: Server, home: Path) -> None:
    assert stat.S_IMODE((home / "password").stat().st_mode) == 0o600
    assert (home / "password").read_text() == server.password
    assert server.password not in repr(server)
    with pytest.raises(AuthError):
        ask(server, "RETURN 1", password="neo4j")


def test_its_procedures_are_these(server: Server) -> None:
    assert ask(server, "CALL graphmem.version()") == [[fingerprint()]]


def test_a_moment_may_be_text_and_a_wrong_one_is_explained(server: Server) -> None:
    with pytest.raises(Exception, match=r"Not a moment in ISO 8601.*2025-13-01"):
        ask(server, "CALL graphmem.asOf('b', 'e', '2025-13-01')")


def test_a_second_process_joins_and_leaves(server: Server, config: Settings) -> None:
    with other_process(config.data_dir) as other:
        assert other.stdout
        assert other.stdout.readline().split() == [str(server.pid), server.uri]
        assert status(config).users == 2
        other.communicate("")
    assert (status(config).phase, status(config).users, status(config).pid) == ("running", 1, server.pid)


def test_it_stops_with_its_last_user(server: Server, config: Settings) -> None:
    again = acquire(config)
    assert again.pid == server.pid
    release(again)
    assert status(config).phase == "running"
    release(server)
    assert status(config).phase == "stopped"
    assert not psutil.pid_exists(server.pid)


@pytest.mark.slow
def test_a_stale_state_is_noticed_and_kill_9_of_the_only_user_ends_it(server: Server, config: Settings) -> None:
    if status(config).phase == "running":  # where the slow tests run without those before them
        release(server)
    me = identify(os.getpid()) or (0, "")
    reused = [me[0], "not when this process began"]
    stale = {"phase": "running", "supervisor": reused, "neo4j": reused, "users": [{"process": reused, "count": 1}]}
    # The next server prefers the port of the last one, so this one must harm no other test.
    last = free_ports(0, 0).bolt
    (config.data_dir / "server.json").write_text(json.dumps({**stale, "bolt_port": last, "kept": True}))
    assert status(config).phase == "stopped"
    with other_process(config.data_dir) as other:
        assert other.stdout
        pid, uri = other.stdout.readline().split()
        assert ask(Server(uri, "", "neo4j", server.password, int(pid), server.log_file, server.data_dir), "RETURN 2")
        other.kill()
    eventually(lambda: not psutil.pid_exists(int(pid)) and status(config).phase == "stopped")


@pytest.mark.slow
def test_started_to_stay_it_outlives_its_users_and_even_its_supervisor(server: Server, config: Settings) -> None:
    kept = start(config)
    release(acquire(config))
    assert (status(config).phase, status(config).kept, status(config).users) == ("running", True, 0)
    supervisor = read(config.data_dir).supervisor
    assert supervisor
    psutil.Process(supervisor[0]).kill()
    eventually(lambda: identify(supervisor[0]) != supervisor)
    joined = acquire(config)
    assert joined.pid == kept.pid
    assert ask(joined, "RETURN 3") == [[3]]
    assert stop(config)
    assert not psutil.pid_exists(kept.pid)
    assert not stop(config)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_neo4j_that_is_killed_comes_back_where_it_was(server: Server, config: Settings) -> None:
    first = acquire(config)
    assert ask(first, "CREATE (:Kept {n: 4})") == []
    psutil.Process(first.pid).kill()
    eventually(lambda: status(config).phase == "running" and status(config).pid not in (None, first.pid))
    back = follow(config, first)
    assert (back.uri, status(config).users) == (first.uri, 1)
    assert ask(back, "MATCH (k:Kept) RETURN k.n") == [[4]]

    supervisor = read(config.data_dir).supervisor
    assert supervisor
    psutil.Process(supervisor[0]).kill()
    psutil.Process(back.pid).kill()
    eventually(lambda: not read(config.data_dir).is_busy)
    again = follow(config, back)
    assert status(config).users == 1
    assert ask(again, "MATCH (k:Kept) RETURN k.n") == [[4]]

    assert stop(config)
    assert follow(config, again) is again
    assert status(config).phase == "stopped"


@pytest.mark.parametrize(
    ("broken", "said"), [({"page_cache": "lots"}, "server.memory.pagecache.size"), ({"heap": "much"}, "-Xmxmuch")]
)
def test_what_neo4j_refuses_is_told(broken: dict[str, str], said: str, tmp_path: Path) -> None:
    config = Settings(_env_file=None, data_dir=tmp_path, bolt_port=0, http_port=0, **broken)
    with pytest.raises(SetupError, match="Neo4j did not start") as failure:
        acquire(config)
    assert said in failure.value.detail
    assert status(config).phase == "failed"
    assert said in status(config).error


def test_a_lost_password_is_explained(tmp_path: Path) -> None:
    (tmp_path / "data" / "databases" / "system").mkdir(parents=True)
    with pytest.raises(SetupError, match="password"):
        acquire(Settings(_env_file=None, data_dir=tmp_path))
