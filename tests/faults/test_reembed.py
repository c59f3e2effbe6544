"""Another embedder: its vectors are made beside those in use, and a switch loses nothing, however it is interrupted.

The vectors belong to a database, so these tests have a Neo4j of their own.
"""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from uuid_utils import uuid4

from benchmarks.load.processes import Child, ServerAddress
from graphmem.brain import Brain
from graphmem.embedded import server as embedded
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.memory import Memory
from graphmem.models.embedding_cache import Array
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.settings import Settings
from graphmem.upkeep.vectors import fill
from graphmem.upkeep.vectors.lease import VectorLease, vector_lease
from graphmem.upkeep.vectors.reembed import VectorReport, Vouched, _end, _remove, _switch, drop, reembed
from graphmem_contract.errors import ConflictError, DatabaseError, EmbeddingMismatch, ModelError, NotReady
from tests.faults.vectors_told import filled, found, marker, rows, wrong_vectors
from tests.story.telling import fact, tell

pytestmark = pytest.mark.slow
WHO = Vouched("Ana", "a better model")
OLD, NEW = 384, 64
LEFT_OVER = (
    "MATCH (n) WHERE n.embedding2 IS NOT NULL OR n.contextEmbedding2 IS NOT NULL RETURN count(n) AS n UNION ALL "
    "MATCH ()-[f]->() WHERE f.embedding2 IS NOT NULL RETURN count(f) AS n"
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerAddress]:
    """A Neo4j for this file."""
    folder = tmp_path_factory.mktemp("reembed") / "neo4j"
    settings = Settings(_env_file=None, data_dir=folder, heap="1g", page_cache="128m", bolt_port=0, http_port=0)
    running = embedded.acquire(settings)
    try:
        yield ServerAddress(running.uri, running.user, running.password)
    finally:
        embedded.release(running)


@asynccontextmanager
async def opened(place: ServerAddress, dimensions: int) -> AsyncIterator[Memory]:
    """A memory on this Neo4j whose embedder has so many dimensions."""
    models = Models(NoneExtractor(), None, HashEmbedder(dimensions))
    async with Memory.open(
        place.uri, auth=(place.user, place.password), settings=place.settings(), models=models
    ) as memory:
        yield memory


@pytest.fixture
async def memory(place: ServerAddress) -> AsyncIterator[Memory]:
    """A memory with the first embedder. Afterwards the graph is switched back to it, and is empty."""
    async with opened(place, OLD) as opened_memory:
        yield opened_memory
        await reembed(opened_memory.store, HashEmbedder(OLD), WHO)
        await drop(opened_memory.store, HashEmbedder(OLD), WHO)
        for row in await opened_memory.store.read("vectors/brains"):
            await opened_memory.brain(row["name"]).delete()


@pytest.fixture
async def brain(memory: Memory) -> Brain:
    """A brain with everything that has vectors."""
    return await filled(memory.brain(f"one-{uuid4()}"))


async def test_recall_goes_on_until_the_switch_and_finds_the_same_after_it(
    memory: Memory, brain: Brain, place: ServerAddress
) -> None:
    facts = [one.model_dump() for one in await brain.facts(limit=1000)]
    expected = await found(brain)
    report = await reembed(memory.store, HashEmbedder(NEW), WHO)
    assert report.has_switched
    assert report.vectors > 300
    assert await marker(memory) == ("hash-64", "hash-384")
    assert await found(brain) == expected
    await memory.check_schema()
    async with opened(place, NEW) as new:
        again = new.brain(brain.name)
        assert await wrong_vectors(again) == []
        assert await found(again) == expected
        assert [one.model_dump() for one in await again.facts(limit=1000)] == facts


async def test_a_process_with_the_former_embedder_is_refused_at_its_start(
    brain: Brain, memory: Memory, place: ServerAddress
) -> None:
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    with pytest.raises(EmbeddingMismatch, match="hash-64"):
        async with opened(place, OLD):
            pass


async def test_what_a_process_with_the_former_embedder_writes_after_the_switch_is_made_up_for(
    memory: Memory, brain: Brain, place: ServerAddress
) -> None:
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    await brain.add_fact(subject="Bo", relation="likes", object="chess", text="Bo likes chess.")
    async with opened(place, NEW) as new:
        left_out = await reembed(new.store, HashEmbedder(NEW), WHO, dry_run=True)
        assert left_out.vectors > 0
        report = await drop(new.store, HashEmbedder(NEW), WHO)
        assert report.vectors == left_out.vectors
        assert report.removed > 300
        assert await wrong_vectors(new.brain(brain.name)) == []
        assert await marker(memory) == ("hash-64", None)
        left = LEFT_OVER.replace("mbedding2", "mbedding")
        assert [row["n"] for row in await rows(memory, left)] == [0, 0]
        with pytest.raises(NotReady):
            await memory.check_schema()


async def test_the_indexes_of_the_former_embedder_are_dropped(memory: Memory, brain: Brain) -> None:
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    await drop(memory.store, HashEmbedder(NEW), WHO)
    vectors = await rows(memory, "SHOW VECTOR INDEXES YIELD name, state RETURN name, state ORDER BY name")
    assert {row["state"] for row in vectors} == {"ONLINE"}
    assert [row["name"] for row in vectors] == [
        "entity_embedding2", "episode_context2", "episode_embedding2", "fact_embedding2", "fact_was_embedding2",
    ]  # fmt: skip


async def test_who_switched_and_why_is_in_the_graph(memory: Memory, brain: Brain) -> None:
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    await drop(memory.store, HashEmbedder(NEW), Vouched("Bo", "done"))
    (row,) = await rows(memory, "MATCH (s:Schema) RETURN s.vectorLog[-2..] AS log")
    assert row["log"][0].endswith("switched from hash-384 to hash-64 by Ana: a better model")
    assert row["log"][1].endswith("dropped the vectors of hash-384 by Bo: done")


async def test_a_dry_run_counts_what_the_run_makes_and_writes_nothing(memory: Memory, brain: Brain) -> None:
    embedder = HashEmbedder(NEW)
    told = await reembed(memory.store, embedder, WHO, dry_run=True)
    assert embedder.computed == 0
    assert await marker(memory) == ("hash-384", None)
    assert [row["n"] for row in await rows(memory, LEFT_OVER)] == [0, 0]
    done = await reembed(memory.store, embedder, WHO)
    assert (told.vectors, told.calls, told.tokens) == (done.vectors, done.calls, done.tokens)
    assert (told.has_switched, done.has_switched) == (False, True)


async def test_a_run_without_changes_makes_nothing(memory: Memory, brain: Brain) -> None:
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    embedder = HashEmbedder(NEW)
    again = await reembed(memory.store, embedder, WHO)
    assert (again.vectors, again.calls, again.has_switched, embedder.computed) == (0, 0, False, 0)


async def test_a_switch_back_makes_only_what_was_written_since(
    memory: Memory, brain: Brain, place: ServerAddress
) -> None:
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    async with opened(place, NEW) as new:
        await new.brain(brain.name).add_fact(subject="Ana", relation="likes", object="chess")
        back = await reembed(new.store, HashEmbedder(OLD), WHO)
    assert back.has_switched
    assert 0 < back.vectors < 10
    assert await marker(memory) == ("hash-384", "hash-64")
    assert await wrong_vectors(brain) == []


@pytest.mark.parametrize("batches", [1, 4])
async def test_a_run_that_is_killed_is_continued_by_the_next(
    memory: Memory, brain: Brain, place: ServerAddress, batches: int
) -> None:
    whole = await reembed(memory.store, HashEmbedder(NEW), WHO, dry_run=True)
    child = await Child.start(place, "reembed", f"hash@{NEW}", GRAPHMEM_FAULT=f"upkeep_committed:kill:{batches}")
    assert await child.ended() == -signal.SIGKILL, child.said
    assert await marker(memory) == ("hash-384", "hash-64")
    assert await wrong_vectors(brain) == []
    left = await reembed(memory.store, HashEmbedder(NEW), WHO, dry_run=True)
    assert 0 < whole.vectors - left.vectors <= 2 * batches * fill.BATCH
    done = await eventually(lambda: reembed(memory.store, HashEmbedder(NEW), WHO))
    assert (done.vectors, done.has_switched) == (left.vectors, True)


async def eventually(work: Callable[[], Any]) -> VectorReport:
    """The result once the lease of the process that was killed has expired."""
    for _ in range(50):
        try:
            return await work()  # type: ignore[no-any-return]
        except ConflictError:
            await asyncio.sleep(0.2)
    raise AssertionError("the lease did not expire")


async def command(place: ServerAddress, *words: str, embedder: str = "hash") -> subprocess.CompletedProcess[str]:
    """`graphmem reembed …`, when it has ended."""
    run = partial(
        subprocess.run,
        [sys.executable, "-m", "graphmem.cli.main", "reembed", *words],
        env=place.environment(GRAPHMEM_EMBEDDER=embedder), cwd=place.folder, capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    return await asyncio.to_thread(run)


async def test_the_command_makes_the_vectors_and_says_what_to_do_next(
    memory: Memory, brain: Brain, place: ServerAddress
) -> None:
    trial = await command(place, f"hash@{NEW}", "--dry-run", "--json")
    counted = json.loads(trial.stdout)
    assert (counted["embedder"], counted["before"], counted["has_switched"]) == ("hash-64", "hash-384", False)
    assert counted["vectors"] > 300
    assert await marker(memory) == ("hash-384", None)

    done = await command(place, f"hash@{NEW}", "--reason", "cheaper")
    assert done.returncode == 0, done.stderr
    assert f"{counted['vectors']} vectors of hash-64 (64 dimensions) made: {counted['calls']} calls" in done.stdout
    assert f"Set GRAPHMEM_EMBEDDER=hash@{NEW} and restart every process of graphmem." in done.stdout
    assert await marker(memory) == ("hash-64", "hash-384")

    refused = await command(place, "--drop")
    assert (refused.returncode, len(refused.stderr.strip().splitlines())) == (1, 1)
    assert "come from hash-64, not from hash-384" in refused.stderr
    dropped = await command(place, "--drop", embedder=f"hash@{NEW}")
    assert dropped.returncode == 0, dropped.stderr
    assert "0 vectors of hash-64" in dropped.stdout
    assert "nodes and edges were dropped" in dropped.stdout
    assert await marker(memory) == ("hash-64", None)


async def test_one_process_at_a_time_works_on_the_vectors(memory: Memory, brain: Brain) -> None:
    async with vector_lease(memory.store, 60.0):
        with pytest.raises(ConflictError, match="works on the vectors"):
            await reembed(memory.store, HashEmbedder(NEW), WHO)
        with pytest.raises(ConflictError, match="works on the vectors"):
            async with vector_lease(memory.store, 60.0):
                pass
    assert (await reembed(memory.store, HashEmbedder(NEW), WHO)).has_switched


class Interrupting(HashEmbedder):
    """Does something else before each of its calls."""

    def __init__(self, dimensions: int, meanwhile: Callable[[int], Any]) -> None:
        super().__init__(dimensions)
        self.calls = 0
        self.meanwhile = meanwhile

    async def compute(self, texts: Sequence[str]) -> list[Array]:
        self.calls += 1
        await self.meanwhile(self.calls)
        return await super().compute(texts)


STEAL = "MATCH (s:Schema) SET s.lease = 'another', s.owner = 'another', s.leaseUntil = datetime.realtime() + duration('PT1H')"
GIVE_BACK = "MATCH (s:Schema) REMOVE s.lease, s.owner, s.leaseUntil"


async def test_a_process_that_has_lost_its_lease_writes_nothing_more(memory: Memory, brain: Brain) -> None:
    async def steal(call: int) -> None:
        if call == 2:
            await rows(memory, STEAL)

    with pytest.raises(ConflictError, match="Another process works on the vectors"):
        await reembed(memory.store, Interrupting(NEW, steal), WHO)
    assert await marker(memory) == ("hash-384", "hash-64")
    left = await rows(memory, LEFT_OVER)
    assert 0 < sum(row["n"] for row in left) <= fill.BATCH
    await rows(memory, GIVE_BACK)


async def test_a_process_that_has_lost_its_lease_drops_and_switches_nothing(
    memory: Memory, brain: Brain, place: ServerAddress
) -> None:
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    before = await rows(memory, LEFT_OVER.replace("mbedding2", "mbedding"))
    await rows(memory, STEAL)
    lost = VectorLease(memory.store, 60.0, "lost")
    async with opened(place, NEW) as new:
        with pytest.raises(ConflictError):
            await _remove(new.store, lost, every=True)
        with pytest.raises(ConflictError):
            await _switch(new.store, lost, HashEmbedder(OLD), WHO)
        with pytest.raises(ConflictError):
            await _end(new.store, lost, WHO)
    assert await marker(memory) == ("hash-64", "hash-384")
    assert await rows(memory, LEFT_OVER.replace("mbedding2", "mbedding")) == before
    await rows(memory, GIVE_BACK)


class Late(Store):
    """Lets another process switch just after it has read whose vectors are in use."""

    has_read = False

    async def read(self, name: str, /, **parameters: Any) -> list[Row]:
        found = await super().read(name, **parameters)
        if name == "setup/read_schema" and not self.has_read:
            self.has_read = True
            await reembed(Store(self.driver, self.database, self.timeout, self.bulk_timeout), HashEmbedder(NEW), WHO)
        return found


async def test_vectors_that_another_process_switches_to_are_not_dropped(
    memory: Memory, brain: Brain, place: ServerAddress
) -> None:
    late = Late(memory.store.driver, memory.store.database, memory.store.timeout, memory.store.bulk_timeout)
    with pytest.raises(ConflictError, match="come from hash-64"):
        await drop(late, HashEmbedder(OLD), WHO)
    async with opened(place, NEW) as new:
        assert await wrong_vectors(new.brain(brain.name)) == []


async def test_a_process_that_was_not_restarted_before_the_drop_loses_nothing(
    memory: Memory, brain: Brain, place: ServerAddress
) -> None:
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    await drop(memory.store, HashEmbedder(NEW), WHO)
    with pytest.raises(NotReady):
        await memory.check_schema()
    with pytest.raises(DatabaseError, match="fact_embedding"):
        await found(brain)
    with pytest.raises(DatabaseError, match="entity_embedding"):
        await brain.add_fact(subject="Bo", relation="likes", object="chess", text="Bo likes chess.")
    with pytest.raises(DatabaseError, match="fact_embedding"):
        await brain.remember("Bo likes chess.")
    kept = "MATCH (ep:Episode {content: 'Bo likes chess.'}) RETURN ep.status AS status"
    assert [row["status"] for row in await rows(memory, kept)] != []
    async with opened(place, NEW) as new:
        assert await found(new.brain(brain.name)) != []


async def test_what_is_written_meanwhile_has_the_vector_of_its_last_text(
    memory: Memory, brain: Brain, place: ServerAddress
) -> None:
    ana = (await brain.entities.list(query="Ana")).items[0]
    tea = await brain.add_fact(subject="Ana", relation="drinks", object="tea")

    async def meanwhile(call: int) -> None:
        if call > 12:
            return
        await brain.entities.change(ana.id, name=f"Ana the {call}th")
        await brain.add_fact(subject="Cy", relation="likes", object=f"sport {call}")
        if call == 2:
            await brain.correct(tea.id, object="coffee")
        if call < 5:
            await tell(brain, f"2025-07-0{call}", fact("Cy", "plays", f"sport {call}"), session_id="s")

    report = await reembed(memory.store, Interrupting(NEW, meanwhile), WHO)
    assert report.has_switched
    async with opened(place, NEW) as new:
        await reembed(new.store, HashEmbedder(NEW), WHO)  # what the last calls wrote
        assert await wrong_vectors(new.brain(brain.name)) == []
        assert [e.name for e in (await new.brain(brain.name).entities.list(query="Ana the")).items] != []


async def test_an_embedder_that_fails_leaves_what_it_made_and_the_next_run_goes_on(
    memory: Memory, brain: Brain
) -> None:
    async def fail(call: int) -> None:
        if call == 3:
            raise ModelError("the model is out of order")

    whole = await reembed(memory.store, HashEmbedder(NEW), WHO, dry_run=True)
    with pytest.raises(ModelError):
        await reembed(memory.store, Interrupting(NEW, fail), WHO)
    assert await marker(memory) == ("hash-384", "hash-64")
    done = await reembed(memory.store, HashEmbedder(NEW), WHO)
    assert 0 < done.vectors < whole.vectors


async def test_a_third_embedder_is_refused_until_the_vectors_beside_are_dropped(memory: Memory, brain: Brain) -> None:
    async def fail(call: int) -> None:
        if call == 2:
            raise ModelError("the model is out of order")

    with pytest.raises(ModelError):
        await reembed(memory.store, Interrupting(NEW, fail), WHO)
    with pytest.raises(ConflictError, match="Vectors of hash-64 lie beside"):
        await reembed(memory.store, HashEmbedder(32), WHO)
    await drop(memory.store, HashEmbedder(OLD), WHO)
    assert [row["n"] for row in await rows(memory, LEFT_OVER)] == [0, 0]
    assert await wrong_vectors(brain) == []
    assert (await reembed(memory.store, HashEmbedder(32), WHO)).has_switched


async def test_only_the_vectors_beside_those_in_use_can_be_dropped(memory: Memory, brain: Brain) -> None:
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    with pytest.raises(ConflictError, match="come from hash-64"):
        await drop(memory.store, HashEmbedder(OLD), WHO)


async def test_what_was_left_in_the_slot_by_a_process_that_was_cut_off_is_not_used(
    memory: Memory, brain: Brain, place: ServerAddress
) -> None:
    await rows(memory, "MATCH ()-[f:FACT]->() SET f.embedding2 = [1.0, 0.0]")
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    async with opened(place, NEW) as new:
        assert await wrong_vectors(new.brain(brain.name)) == []


async def test_the_procedures_use_the_vectors_in_use(memory: Memory, brain: Brain, place: ServerAddress) -> None:
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    await drop(memory.store, HashEmbedder(NEW), WHO)
    async with opened(place, NEW) as new:
        again = new.brain(brain.name)
        called = await again.graph.call("CALL graphmem.recall($brain, 'Where does Ana work?', $embedding, 3)")
        assert called.rows
        await again.add_fact(subject="Ana", relation="works_at", object="Initech", valid_from="2026-01-01")
        assert await wrong_vectors(again) == []


async def test_a_store_of_its_own_is_used(memory: Memory, brain: Brain) -> None:
    """The process that asks for it goes on with the vectors that it was opened with."""
    await reembed(memory.store, HashEmbedder(NEW), WHO)
    assert isinstance(memory.store, Store)
    assert memory.store.slot == ""
