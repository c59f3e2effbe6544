"""The job `summaries`: write the summaries of entities of which a profile cannot tell everything."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.contract.upkeep import JobReport
from graphmem.graph.transaction import Row
from graphmem.models.digests.writer import DigestFact, DigestRequest, DigestWriter
from graphmem.settings import Settings
from graphmem.upkeep.digests.asking import asked_digest
from graphmem.upkeep.job_run import JobRun
from graphmem.upkeep.profiles import MOST_FACTS, basis_of

LEAST_FACTS = 10
"""Facts from which an entity has a summary. A profile tells fewer."""
Digest = tuple[str | None, Sequence[str] | None]


async def write_summaries(run: JobRun) -> JobReport:
    """Write the summaries that are missing or outdated, of the entities with most facts first.

    A model that fails leaves the summary as it is, with a warning; the next run asks again.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    if mark.day == run.today and mark.is_same_revision:
        return run.report()
    settings = await run.settings()
    writer = run.configured(run.engine.models.digest_writer, settings)
    most = min(settings.digests_per_run, run.limit or settings.digests_per_run)
    stale = await run.read("upkeep/stale_digests", now=run.now, least=LEAST_FACTS, limit=most + 1)
    for row in stale[:most]:
        await _write(run, writer, settings, row["id"])
    if len(stale) <= most and not run.tally.skipped:
        await run.finish(mark)
    return run.report()


async def _write(run: JobRun, writer: DigestWriter, settings: Settings, entity_id: str) -> None:
    """Write one summary, in a transaction of its own. Nothing is written if its facts change before that."""
    rows = await run.read("upkeep/digest_facts", id=entity_id, now=run.now, most=MOST_FACTS)
    if not rows:
        return  # the entity was forgotten or merged since then
    row = rows[0]
    if run.dry_run:
        run.tally.done += 1
        return
    found = await _digest(run, writer, settings, row)
    if found is None:
        run.tally.skipped += 1
        return
    text, ids = found
    stored = {
        "id": entity_id,
        "text": text,
        "factIds": ids,
        "basis": basis_of(row),
        "at": row["at"],
        "facts": row["facts"],
    }
    await run.change("upkeep/store_digests", [stored], now=run.now, most=MOST_FACTS)


async def _digest(run: JobRun, writer: DigestWriter, settings: Settings, row: Row) -> Digest | None:
    """Return the summary and the facts that it rests on; None: the model failed. With few facts there is none.

    A summary of the same versions as before stays, and no model is asked.
    """
    if len(row["facts"]) < LEAST_FACTS:
        return None, None
    if row["digest"] and row["basis"] == basis_of(row):
        return row["digest"], row["factIds"]
    facts = tuple(DigestFact(fact["id"], fact["text"]) for fact in row["facts"])
    request = DigestRequest("entity", (row["name"],), facts, settings.instructions)
    written = await asked_digest(run, writer, request, f"The summary of {row['id']}")
    return None if written is None else (written.text.strip(), list(written.fact_ids))
