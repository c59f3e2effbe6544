"""The job `clusters`: divide the entities into topics, and tell each topic that has changed in a title and a summary."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence

from graphmem.graph.transaction import Row
from graphmem.graph.vectors.bolt import bolt
from graphmem.models.digests.writer import DigestRequest, DigestWriter, OfflineDigestWriter, WrittenDigest
from graphmem.models.profiles.writer import ToldFact
from graphmem.settings import Settings
from graphmem.upkeep.clusters.plan import ClusterPlan, PlannedCluster, plan_clusters
from graphmem.upkeep.digests.asking import asked_digest
from graphmem.upkeep.job_run import JobRun, batches
from graphmem_contract.upkeep import JobReport

Told = Mapping[str, tuple[WrittenDigest, tuple[ToldFact, ...]]]
"""By cluster: its digest, and the facts that the writer was told."""

AT_ONCE = 50
"""Clusters that are written together without a model. With one, each is written when it is answered."""
MOST_TOLD = 200
"""The most facts that a writer gets: the most important ones."""
MOST_FACTS = 1_000
"""The most facts that a cluster names."""


async def write_clusters(run: JobRun) -> JobReport:
    """Divide the graph of facts that hold, and write the clusters whose entities or facts have changed.

    The graph is read in one query. A model that fails leaves the cluster as it is, with a warning; the next run asks again.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    if mark.day == run.today and mark.is_same_revision:
        return run.report()
    settings = await run.settings()
    plan = await _plan(run)
    await run.change("upkeep/remove_clusters", [{"id": id_} for id_ in plan.gone])
    if await _write_all(run, settings, plan):
        await run.finish(mark)
    return run.report()


async def _plan(run: JobRun) -> ClusterPlan:
    (graph,) = await run.read("upkeep/cluster_facts", now=run.now)
    known = await run.read("upkeep/known_clusters")
    return await asyncio.to_thread(plan_clusters, graph["facts"], known)


async def _write_all(run: JobRun, settings: Settings, plan: ClusterPlan) -> bool:
    """Write what has changed. Return whether all of it was written."""
    changed = [one for one in plan.clusters if not one.is_stored]
    run.tally.skipped += len(plan.clusters) - len(changed)
    if run.dry_run:
        run.tally.done += len(changed)
        return True
    writer: DigestWriter = run.configured(run.engine.models.digest_writer, settings)
    is_offline = isinstance(writer, OfflineDigestWriter)
    missing = {one.id for one in changed if one.known is None}
    whole = True
    for some in _portions(changed if is_offline else changed[: settings.digests_per_run], AT_ONCE if is_offline else 1):
        if run.is_cut:
            return False
        ready = [one for one in some if one.parent_id not in missing]
        written = await _write(run, writer, settings, ready)
        missing -= written
        whole &= len(written) == len(some)
    return whole and (is_offline or len(changed) <= settings.digests_per_run)


def _portions(changed: Sequence[PlannedCluster], size: int) -> Iterator[Sequence[PlannedCluster]]:
    """Yield the clusters that are written together: wholes before their parts."""
    for level in (0, 1):
        yield from batches([one for one in changed if one.level == level], size)


async def _write(run: JobRun, writer: DigestWriter, settings: Settings, some: Sequence[PlannedCluster]) -> set[str]:
    """Write some clusters. Return the ids of those that are stored as planned."""
    told = await _told(run, writer, settings, [one for one in some if not one.is_told])
    vectors = await _vectors(run, told)
    rows = [_row(run, one, told.get(one.id), vectors.get(one.id)) for one in some if one.is_told or one.id in told]
    before = run.tally.done
    await run.change("upkeep/store_clusters", rows)
    return {row["id"] for row in rows} if run.tally.done - before == len(rows) else set()


async def _told(run: JobRun, writer: DigestWriter, settings: Settings, some: Sequence[PlannedCluster]) -> Told:
    """Return the digests of some clusters, without those whose writer failed."""
    wanted = list(dict.fromkeys(fact.id for one in some for fact in one.facts[:MOST_TOLD]))
    rows = await run.read("upkeep/fact_texts", ids=wanted) if wanted else []
    texts = {row["id"]: row["text"] for row in rows}
    told = {}
    for one in some:
        facts = tuple(ToldFact(fact.id, texts[fact.id]) for fact in one.facts[:MOST_TOLD] if fact.id in texts)
        request = DigestRequest("cluster", one.names, facts, settings.instructions)
        digest = await asked_digest(run, writer, request, f"The cluster {one.id}")
        if digest is not None:
            told[one.id] = digest, facts
    return told


async def _vectors(run: JobRun, told: Told) -> dict[str, Sequence[float]]:
    """Return the embedding of each title with its summary."""
    if not told:
        return {}
    texts = [f"{digest.title}\n{digest.text}" for digest, _ in told.values()]
    return dict(zip(told, await run.engine.models.embedder.embed(texts), strict=True))


def _row(
    run: JobRun,
    one: PlannedCluster,
    told: tuple[WrittenDigest, Sequence[ToldFact]] | None,
    vector: Sequence[float] | None,
) -> Row:
    """Return what is stored of a cluster. Without a digest only its place is: the rest is as it should be."""
    row: Row = {"id": one.id, "level": one.level, "parentId": one.parent_id, "told": None}
    if told is None:
        return row
    digest, facts = told
    recorded = {fact.id: fact.recorded for fact in one.facts}
    return row | {
        "told": [[id_, recorded[id_]] for id_ in digest.fact_ids if id_ in recorded],
        "sentences": [[fact.id, fact.text] for fact in facts],
        "title": digest.title.strip(),
        "summary": digest.text.strip(),
        "vector": bolt(vector),
        "text": f"{digest.title}\n{digest.text}",
        "entityIds": list(one.entity_ids),
        "named": [[id_, name] for id_, name in zip(one.entity_ids, one.names, strict=False)],
        "factIds": [fact.id for fact in one.facts[:MOST_FACTS]],
        "factCount": len(one.facts),
        "basis": one.basis,
        "seen": max(fact.recorded for fact in one.facts),
        "at": run.now,
    }
