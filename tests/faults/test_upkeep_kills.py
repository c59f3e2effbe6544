"""A tick is killed between and inside its batches, a decision in its transaction: nothing is half written, the rest follows."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from datetime import timedelta
from typing import Any

import httpx
import pytest
from uuid_utils import uuid4

from benchmarks.load.processes import Child, ServerAddress, api
from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.upkeep import job_run
from graphmem.upkeep.tick import JOBS
from graphmem_contract.schedule import ScheduledJob
from graphmem_contract.upkeep import JobName
from tests.conftest import Server
from tests.due_jobs import run_due

FACTS = 1_200
STATE = (
    "MATCH (n:Entity {brain: $brain}) WITH sum(CASE WHEN n.importance <> 0.5 THEN 1 ELSE 0 END) AS entities "
    "MATCH ()-[f:FACT {brain: $brain}]->() WITH entities, count(f.vitality) AS facts "
    "OPTIONAL MATCH (j:UpkeepJob {brain: $brain}) RETURN entities, facts, count(j) AS finished"
)


@pytest.fixture
def place(server: Server) -> ServerAddress:
    return ServerAddress(server.uri, server.user, server.password)


async def state(brain: Brain) -> dict[str, Any]:
    rows, _, _ = await brain.engine.store.driver.execute_query(STATE, brain=brain.name)
    return rows[0].data()


@pytest.mark.parametrize(
    ("fault", "kept"),
    [
        pytest.param("upkeep_written:kill:2", job_run.BATCH, marks=pytest.mark.slow),
        ("upkeep_committed:kill:2", 2 * job_run.BATCH),
    ],
)
async def test_a_tick_that_is_killed_leaves_whole_batches_and_the_next_does_the_rest(
    brain: Brain, place: ServerAddress, fault: str, kept: int
) -> None:
    await brain.transfer.import_facts(
        [{"subject": f"Person {n % 40}", "relation": "likes", "object": f"thing {n}"} for n in range(FACTS)]
    )
    command = ("upkeep", "--brain", brain.name, "--job", "importance")
    child = await Child.start(place, *command, GRAPHMEM_FAULT=fault)
    assert await child.ended() == -signal.SIGKILL, child.said
    assert await state(brain) == {"entities": 0, "facts": kept, "finished": 0}
    (report,) = (await brain.upkeep.tick(["importance"])).jobs
    assert await state(brain) == {"entities": 40, "facts": FACTS, "finished": 1}
    assert (report.done, report.skipped) == (FACTS - kept + 40, kept)


WRITES: dict[JobName, str] = {
    "vectors": "MATCH (e:Episode {brain: $brain}) RETURN e.turn, e.embedding IS NULL",
    "decay": "MATCH ()-[f:FACT {brain: $brain}]->() RETURN f.factText, f.cold IS NOT NULL",
    "importance": "MATCH (e:Entity {brain: $brain}) RETURN e.name AS of, round(e.importance, 1) AS rated "
    "UNION ALL MATCH ()-[f:FACT {brain: $brain}]->() RETURN f.factText AS of, round(f.vitality, 1) AS rated",
    "profiles": "MATCH (e:Entity {brain: $brain}) RETURN e.name, e.profile, size(e.profileFactIds)",
    "duplicates": "MATCH (p:Proposal {brain: $brain}) RETURN p.kind, p.status, p.reasons",
    "conflicts": "MATCH (p:Proposal {brain: $brain}) RETURN p.kind, p.status, p.reasons",
    "observations": "MATCH (o:Observation {brain: $brain}) RETURN o.kind, o.text, o.status, size(o.factIds)",
    "directives": "MATCH (d:Directive {brain: $brain}) RETURN d.kind, d.text, d.timesTold, size(d.episodeIds)",
    "clusters": "MATCH (c:Cluster {brain: $brain}) RETURN c.level, c.title, c.summary, size(c.entityIds), c.factCount",
    "summaries": "MATCH (e:Entity {brain: $brain}) RETURN e.name, e.digest, size(e.digestFactIds)",
}
"""What each job writes, by content: without ids and times."""


async def written(brain: Brain, job: JobName) -> Counter[str]:
    rows, _, _ = await brain.engine.store.driver.execute_query(WRITES[job], brain=brain.name)  # type: ignore[arg-type]
    return Counter(str(row.values()) for row in rows)


LONG_AGO = (
    "MATCH ()-[f:FACT {brain: $brain}]->() WITH f, f.recordedAt - duration('P4000D') AS at "
    "SET f.recordedAt = at, f.lastConfirmedAt = at, f.lastAccessedAt = at"
)
NAMES = ("Ana", "Bruno", "Clara", "Katherine Moe", "Katharine Moe")


async def something_for_every_job(brain: Brain) -> None:
    """Entities alike, facts that many share, many about one entity, facts that say one thing twice, and a wish."""
    people = [await brain.entities.add(name=name, type="person") for name in NAMES]
    await brain.transfer.import_facts(
        [{"subject": one.id, "relation": "works_at", "object": "Acme", "object_is_entity": True} for one in people]
    )
    await brain.transfer.import_facts(
        [{"subject": people[0].id, "relation": "owns", "object": f"book {n}", "importance": n / 10} for n in range(10)]
    )
    for tea in ("green tea", "black tea"):
        text = f"Every morning Ana drinks a cup of {tea} for breakfast"
        await brain.add_fact(
            subject="Ana",
            relation="drinks",
            object=tea,
            text=text,
            object_is_entity=False,
            importance=0.9,
            cardinality="many",
        )
    await brain.remember("From now on always answer in French.", role="user", extraction={"facts": []})


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["upkeep_written:kill:1", "upkeep_committed:kill:1"])
@pytest.mark.parametrize("job", JOBS)
async def test_every_job_that_is_killed_leaves_what_an_undisturbed_one_leaves(
    memory: Memory, brain: Brain, place: ServerAddress, job: JobName, fault: str
) -> None:
    calm = memory.brain(f"calm-{uuid4()}")
    for one in (calm, brain):
        await something_for_every_job(one)
        if job == "decay":
            await query(one, LONG_AGO)
        if job == "vectors":
            await query(one, "MATCH (e:Episode {brain: $brain}) SET e.embedding = null, e.contextEmbedding = null")
    before = await written(brain, job)
    assert (await calm.upkeep.tick([job])).jobs[0].done > 0
    child = await Child.start(place, "upkeep", "--brain", brain.name, "--job", job, GRAPHMEM_FAULT=fault)
    assert await child.ended() == -signal.SIGKILL, child.said
    if fault.startswith("upkeep_written"):
        assert await written(brain, job) == before, "nothing of a batch without its commit"
    await brain.upkeep.tick([job])
    assert await written(brain, job) == await written(calm, job) != before


async def test_a_database_that_is_lost_in_a_tick_is_told_and_the_next_tick_does_the_rest(
    brain: Brain, place: ServerAddress
) -> None:
    await brain.transfer.import_facts(
        [{"subject": "Ana", "relation": "likes", "object": f"thing {n}"} for n in range(20)]
    )
    child = await Child.start(
        place, "upkeep", "--brain", brain.name, "--job", "importance", GRAPHMEM_FAULT="upkeep_written:raise:1"
    )
    assert await child.ended() == 1
    assert (await state(brain))["finished"] == 0
    await brain.upkeep.tick(["importance"])
    assert await state(brain) == {"entities": 1, "facts": 20, "finished": 1}


async def of_schedule(brain: Brain) -> ScheduledJob:
    return (await brain.upkeep.schedule()).jobs["importance"]


async def query(brain: Brain, text: str) -> None:
    await brain.engine.store.driver.execute_query(text, brain=brain.name)  # type: ignore[arg-type]


@pytest.mark.slow
async def test_a_worker_that_is_killed_loses_its_lease_and_another_goes_on(brain: Brain, place: ServerAddress) -> None:
    await brain.transfer.import_facts(
        [{"subject": f"Person {n % 40}", "relation": "likes", "object": f"thing {n}"} for n in range(FACTS)]
    )
    await brain.upkeep.schedule_job("importance", "0 3 * * *")
    await query(brain, "MATCH (j:UpkeepJob {brain: $brain}) SET j.nextAt = datetime.realtime() - duration('PT1M')")
    command = ("upkeep", "--watch", "--brain", brain.name)
    faults = {"GRAPHMEM_FAULT": "upkeep_committed:kill:2", "GRAPHMEM_LEASE_SEC": "600"}
    child = await Child.start(place, *command, **faults)
    assert await child.ended() == -signal.SIGKILL, child.said
    assert (await state(brain))["facts"] == 2 * job_run.BATCH
    assert (await of_schedule(brain)).running_since is not None
    assert await run_due(brain.engine, [brain.name]) == [], "the lease of the dead worker holds"
    other = await Child.start(place, *command)
    try:
        await query(
            brain, "MATCH (j:UpkeepJob {brain: $brain}) SET j.leaseUntil = datetime.realtime() + duration('PT1S')"
        )
        for _ in range(600):
            if (await of_schedule(brain)).last_run_at is not None:
                break
            await asyncio.sleep(0.1)
    finally:
        await other.stop()
    job, done = await of_schedule(brain), await state(brain)
    assert (done["entities"], done["facts"]) == (40, FACTS)
    assert job.last_report is not None
    assert job.last_report.done == FACTS - 2 * job_run.BATCH + 40, "what the dead worker did was not done again"
    assert (job.running_since, job.last_error) == (None, None)


async def similar_names(brain: Brain) -> str:
    """Two entities that a proposal would merge; the id of the proposal."""
    for name in ("Katherine Moe", "Katharine Moe"):
        entity = await brain.entities.add(name=name, type="person")
        await brain.add_fact(subject=entity.id, relation="likes", object="tea")
    await brain.upkeep.tick(["duplicates"])
    (proposal,) = (await brain.proposals.list()).items
    return proposal.id


async def call(address: str, brain: Brain, id_: str, decision: str) -> None:
    """Send a decision to a service that dies of it."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        with pytest.raises(httpx.TransportError):
            await client.post(f"/v1/brains/{brain.name}/proposals/{id_}:{decision}")


@pytest.mark.parametrize("point", ["proposal_claimed", pytest.param("proposal_decided", marks=pytest.mark.slow)])
async def test_a_decision_that_is_killed_leaves_neither_the_decision_nor_what_it_does(
    brain: Brain, place: ServerAddress, point: str
) -> None:
    id_ = await similar_names(brain)
    async with api(place, GRAPHMEM_FAULT=f"{point}:kill:1", GRAPHMEM_WORKERS="0") as (child, address):
        await call(address, brain, id_, "approve")
        assert await child.ended() == -signal.SIGKILL, child.said
    (proposal,) = (await brain.proposals.list()).items
    stays, goes = (entity.id for entity in proposal.items)
    assert (proposal.status, proposal.merge_id, (await brain.entities.get(goes)).merged_into) == ("open", None, None)
    done = await brain.proposals.approve(id_)
    assert (await brain.entities.get(goes)).merged_into == stays
    assert len((await brain.entities.history(goes)).merges) == 1
    async with api(place, GRAPHMEM_FAULT=f"{point}:kill:1", GRAPHMEM_WORKERS="0") as (child, address):
        await call(address, brain, id_, "undo")
        assert await child.ended() == -signal.SIGKILL, child.said
    (proposal,) = (await brain.proposals.list()).items
    assert (proposal.status, proposal.merge_id) == ("approved", done.merge_id)
    assert (await brain.entities.get(goes)).merged_into == stays
    assert (await brain.proposals.undo(id_)).status == "open"
    assert (await brain.entities.get(goes)).merged_into is None


def test_the_overlap_is_longer_than_a_transaction_may_take() -> None:
    assert timedelta(seconds=60) < job_run.OVERLAP
