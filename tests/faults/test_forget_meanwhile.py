"""An episode or a brain is forgotten while writers are at work: nothing of it is left, and nothing is left without a brain."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from graphmem import fault_points
from graphmem.brain import Brain
from graphmem.graph.store import Store
from graphmem.graph.transaction import run
from graphmem.memory import Memory
from graphmem_contract.errors import CallerError, NotFound, RevisionConflict
from tests.faults.test_races import apart
from tests.story.telling import extraction, fact, held, left_of, tell

POINTS = tuple(point for point in fault_points.POINTS if point not in ("claimed", "transcript", "committed"))
SETTLES_SEC = 0.3
"""Time for a forget to begin; where it has to wait for a lock, it goes on waiting."""


class Meanwhile:
    """Starts something when a writer reaches a point, and lets the writer go on."""

    def __init__(self, point: str, work: Callable[[], Awaitable[Any]]) -> None:
        self.point, self.work = point, work
        self.task: asyncio.Task[Any] | None = None

    async def reached(self, point: str) -> None:
        if point == self.point and self.task is None:
            self.task = asyncio.ensure_future(self.work())  # type: ignore[arg-type]
            await asyncio.wait({self.task}, timeout=SETTLES_SEC)

    def before_commit(self, transaction: Any) -> None:
        """`commit_sent` is not used here."""


@pytest.fixture
def meanwhile() -> Iterator[Callable[[Meanwhile], None]]:
    yield fault_points.install
    fault_points.install(None)


async def leftovers(memory: Memory, brain: str) -> int:
    """Nodes and edges that carry the name of a brain that is not there."""
    rows, _, _ = await memory.store.driver.execute_query(
        "OPTIONAL MATCH (b:Brain {id: $brain}) WITH b WHERE b IS NULL "
        "CALL () { MATCH (n {brain: $brain}) RETURN count(n) AS n "
        "UNION ALL MATCH ()-[r {brain: $brain}]->() RETURN count(r) AS n } RETURN sum(n) AS n",
        brain=brain,
    )
    return int(rows[0]["n"]) if rows else 0


async def dangling(memory: Memory, brain: str) -> int:
    """Statements whose subject or object is no node of the brain."""
    rows, _, _ = await memory.store.driver.execute_query(
        "MATCH (s:Statement {brain: $brain}) "
        "WHERE NOT EXISTS { MATCH (:Entity {brain: $brain, id: s.subjectId}) } "
        "OR NOT EXISTS { MATCH (o:Entity|Value {brain: $brain}) WHERE o.id = s.objectId } "
        "RETURN count(s) AS n",
        brain=brain,
    )
    return int(rows[0]["n"])


async def undated(memory: Memory, brain: str) -> int:
    """Episodes and statements without a system time: written when the brain's clock was gone."""
    rows, _, _ = await memory.store.driver.execute_query(
        "MATCH (n:Episode|Statement {brain: $brain}) WHERE n.recordedAt IS NULL RETURN count(n) AS n", brain=brain
    )
    return int(rows[0]["n"])


async def test_a_writer_that_waited_for_a_deletion_writes_to_a_new_brain(memory: Memory, brain: Brain) -> None:
    """Each waits for the lock of the brain's node, which is gone when it gets the lock."""
    ways: list[Callable[[], Awaitable[Any]]] = [
        lambda: brain.remember("note", skip_extraction=True),
        lambda: brain.add_fact(**fact("Ana", "lives_in", "Porto")),
        lambda: brain.entities.add(name="Ana", type="person"),
        lambda: brain.configure(language="pt"),
    ]
    for way in ways:
        await brain.remember("first", skip_extraction=True)

        async def delete(tx: Any) -> asyncio.Task[Any]:
            await run(tx, "curation/forget_brain", brain=brain.name, limit=1000)
            waiting = asyncio.ensure_future(way())  # noqa: B023
            await asyncio.wait({waiting}, timeout=SETTLES_SEC)
            return waiting  # type: ignore[return-value]

        await (await memory.store.transaction(delete))
        assert await leftovers(memory, brain.name) == 0
        assert await undated(memory, brain.name) == 0
        rows, _, _ = await memory.store.driver.execute_query(
            "MATCH (b:Brain {id: $brain}) RETURN b.revision AS revision, b.lastRecordedAt AS at", brain=brain.name
        )
        assert [(row["revision"] is None, row["at"] is None) for row in rows] == [(False, False)]
        await brain.delete()


async def test_no_commit_is_made_on_what_the_first_part_of_a_deletion_has_removed(
    memory: Memory, brain: Brain, meanwhile: Callable[[Meanwhile], None]
) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))

    await memory.store.write("curation/forget_brain", brain="none", limit=1)  # planned before it has to be quick

    async def first_part() -> None:
        (row,) = await memory.store.write("curation/forget_brain", brain=brain.name, limit=1)
        assert not row["ended"]

    watcher = Meanwhile("contradiction", first_part)
    meanwhile(watcher)
    told = [fact("Ben", "knows", "Ana"), fact("Ben", "works_at", "Acme")]
    assert (await brain.remember("Ben knows Ana, at Acme.", extraction=extraction(*told))).success
    assert watcher.task is not None
    await watcher.task
    assert await dangling(memory, brain.name) == 0


@pytest.mark.parametrize("point", [point for point in POINTS if point != "commit_sent"])
async def test_nothing_is_left_of_an_episode_that_is_forgotten_while_it_is_extracted(
    brain: Brain, point: str, meanwhile: Callable[[Meanwhile], None]
) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    (before,) = (await brain.episodes.list()).items

    async def forget() -> None:
        (new,) = [one for one in await brain.episodes.list() if one.id != before.id]
        await apart(brain).episodes.forget(new.id)

    watcher = Meanwhile(point, forget)
    meanwhile(watcher)
    told = extraction(fact("Bruno", "works_at", "Globex"), fact("Ana", "works_at", "Globex"))
    writing = brain.remember("Bruno and Ana are at Globex.", occurred_at="2025-01-01", extraction=told)
    (written,) = await asyncio.gather(writing, return_exceptions=True)
    assert watcher.task is not None
    await watcher.task
    assert not isinstance(written, Exception) or isinstance(written, CallerError), written
    assert [one.id for one in await brain.episodes.list()] == [before.id]
    assert await held(brain, "Ana", "works_at") == ["Acme"]
    assert await left_of(brain, "Globex") == []
    assert await left_of(brain, "Bruno") == []


async def writer(brain: Brain, number: int, stop: asyncio.Event, seen: list[Exception]) -> int:
    """Write in every way until told to stop; return how many writes were tried."""
    n = 0
    while not stop.is_set():
        n += 1
        name = f"Person {number} {n % 5}"
        told = fact(name, "lives_in", f"Town {n % 7}")
        ways: list[Callable[[], Awaitable[Any]]] = [
            lambda told=told: brain.remember("x", extraction=extraction(told), session_id=f"s{number}"),  # type: ignore[misc]
            lambda told=told: brain.add_fact(**told),  # type: ignore[misc]
            lambda told=told, n=n: brain.transfer.import_facts([{**told, "valid_from": f"20{10 + n % 15}-01-01"}]),  # type: ignore[misc]
            lambda n=n: brain.remember(f"note {number} {n}", skip_extraction=True),  # type: ignore[misc]
            lambda name=name: brain.entities.add(name=name, type="person"),  # type: ignore[misc]
        ]
        try:
            await ways[n % len(ways)]()
        except Exception as error:  # noqa: BLE001 (they are looked at in the end)
            seen.append(error)
    return n


async def forget_once_there(brain: Brain) -> None:
    """Forget a brain as soon as somebody has written to it."""
    for _ in range(500):
        with suppress(NotFound):
            await brain.delete()
            return
        await asyncio.sleep(0.1)
    raise AssertionError("nobody has written")


async def test_a_brain_that_is_deleted_while_many_write_leaves_nothing_without_a_brain(
    memory: Memory, brain: Brain
) -> None:
    stop, seen = asyncio.Event(), list[Exception]()
    writers = [asyncio.create_task(writer(apart(brain), n, stop, seen)) for n in range(4)]
    try:
        for _ in range(4):
            await asyncio.sleep(0.5)
            async with asyncio.timeout(60):
                await forget_once_there(brain)
    finally:
        stop.set()
        await asyncio.gather(*writers)
    assert [repr(error) for error in seen if not isinstance(error, NotFound | RevisionConflict)] == []
    assert await dangling(memory, brain.name) == 0
    assert await undated(memory, brain.name) == 0
    assert await leftovers(memory, brain.name) == 0
    await brain.entities.add(name="Ana", type="person")
    await brain.delete()
    assert await leftovers(memory, brain.name) == 0
    with pytest.raises(NotFound):
        await brain.delete()


async def test_a_plan_from_before_a_brain_was_made_anew_is_planned_again(
    memory: Memory, brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new brain has come to the revision of the old one, and has none of its entities."""
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    read, renewed = Store.read, list[bool]()

    async def renew(self: Store, name: str, /, **parameters: Any) -> Any:
        rows = await read(self, name, **parameters)
        if name == "ingest/read_facts" and not renewed:
            renewed.append(True)
            await apart(brain).delete()
            await tell(apart(brain), "2024-02-01", fact("Clara", "works_at", "Orion"))
        return rows

    monkeypatch.setattr(Store, "read", renew)
    await brain.transfer.import_facts(
        [{"subject": "Ana", "relation": "works_at", "object": "Acme", "object_is_entity": True}]
    )
    assert renewed
    assert await dangling(memory, brain.name) == 0
    assert await held(brain, "Ana", "works_at") == ["Acme"]
    assert await held(brain, "Clara", "works_at") == ["Orion"]
