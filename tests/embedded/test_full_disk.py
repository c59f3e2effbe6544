"""A small file system is filled: writes are refused before the end, and a damaged graph starts again with all it had."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from neo4j import Driver, GraphDatabase
from neo4j.exceptions import Neo4jError

from graphmem import HashEmbedder, Memory, Models, NoneExtractor
from graphmem.embedded.disk_room import EVERY_SEC
from graphmem.embedded.log_repair import repeated_from
from graphmem.embedded.process import identify, kill
from graphmem.embedded.server import Server, acquire, release, repair, stop
from graphmem.embedded.shared_state import read
from graphmem.settings import Settings
from graphmem_contract.errors import DiskFull, SetupError

pytestmark = pytest.mark.slow
SIZE_MB = 300
NODES = 1000
MEASURED_SEC = EVERY_SEC + 0.1
COUNT = "MATCH (n:Counted) SET n.value = n.value + 1"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes."""
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root may mount")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m", "tmpfs", str(tmp_path)], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield tmp_path
    finally:
        subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


@pytest.fixture
def config(disk: Path) -> Iterator[Settings]:
    chosen = Settings(
        _env_file=None, data_dir=disk / "data", bolt_port=0, http_port=0, heap="512m", page_cache="64m", min_free_mb=32
    )
    yield chosen
    stop(chosen)


def fill(disk: Path, left_mb: int) -> Path:
    """A file that takes all space but so much."""
    pad = disk / "pad"
    with pad.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, shutil.disk_usage(disk).free - (left_mb << 20))
    return pad


async def test_writes_are_refused_before_the_end_of_the_disk_and_reads_go_on(config: Settings, disk: Path) -> None:
    models = Models(NoneExtractor(), None, HashEmbedder())
    async with Memory.open(settings=config, models=models) as memory:
        brain = memory.brain("ana")
        await brain.add_fact(subject="Ana", relation="LIVES_IN", object="Porto")
        pad = fill(disk, left_mb=16)
        await asyncio.sleep(MEASURED_SEC)
        with pytest.raises(DiskFull, match="writes need 32 MB"):
            await brain.add_fact(subject="Ana", relation="LIKES", object="tea")
        with pytest.raises(DiskFull):
            await brain.delete()
        found = await brain.recall("Where does Ana live?", reinforce=True)
        assert "Porto" in found.context
        assert not memory.is_writable()
        pad.unlink()
        await asyncio.sleep(MEASURED_SEC)
        await brain.add_fact(subject="Ana", relation="LIKES", object="tea")
        assert memory.is_writable()


def test_a_graph_whose_log_met_the_end_of_the_disk_starts_again(config: Settings, disk: Path) -> None:
    server = acquire(config)
    with connected(server) as driver:
        driver.execute_query("UNWIND range(1, $nodes) AS i CREATE (:Counted {value: 0})", nodes=NODES)
        pad = fill(disk, left_mb=0)
        counted = count_until_it_fails(driver)
    pad.unlink()  # there is room again when Neo4j stops
    release(server)
    assert repeated_from(log_of(config).read_bytes()), "Neo4j does not start on such a log"
    with connected(server := acquire(config)) as driver:
        values = driver.execute_query("MATCH (n:Counted) RETURN n.value AS value, count(*) AS nodes").records
        assert [tuple(row) for row in values] == [(counted, NODES)], "every counting that was answered, and no other"
        driver.execute_query(COUNT)
    release(server)


def test_a_log_that_ends_with_bytes_that_are_no_record_is_repaired(config: Settings) -> None:
    server = acquire(config)
    with pytest.raises(SetupError, match="neo4j stop"):
        repair(config)
    with connected(server) as driver:
        driver.execute_query("CREATE (:Counted {value: 1})")
    state = read(config.data_dir)
    kill(state.supervisor)
    kill(identify(server.pid))
    log = log_of(config)
    content = log.read_bytes().rstrip(b"\0")
    log.write_bytes(content + bytes(200) + b"\x7f" * 4096)
    repair(config)
    with connected(server := acquire(config)) as driver:
        assert driver.execute_query("MATCH (n:Counted) RETURN count(n)").records[0][0] == 1
    release(server)


def log_of(config: Settings) -> Path:
    """The transaction log."""
    (log,) = (config.data_dir / "data" / "transactions" / "neo4j").glob("neostore.transaction.db.*")
    return log


def count_until_it_fails(driver: Driver) -> int:
    """How many countings were answered before the disk was full."""
    for counted in range(10_000):
        try:
            with driver.session() as session:
                session.run(COUNT).consume()
        except Neo4jError:
            return counted
    pytest.fail("the disk was never full")


def connected(server: Server) -> Driver:
    return GraphDatabase.driver(server.uri, auth=(server.user, server.password), max_transaction_retry_time=0)
