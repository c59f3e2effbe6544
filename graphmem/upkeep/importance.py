"""The job `importance`: the importance of entities and the vitality of facts, as unversioned numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from graphmem.graph.transaction import Row
from graphmem.upkeep.job_run import JobRun
from graphmem.upkeep.vitality import EntityNumbers, FactNumbers, importance, vitality
from graphmem_contract.upkeep import JobReport


async def rate_importance(run: JobRun) -> JobReport:
    """Run the job. The first run of a day rates everything, a later one what was recorded or used since.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    if mark.day != run.today:
        async for page in run.pages("upkeep/rated_facts", "factId"):
            await run.change("upkeep/rate_facts", list(_vital(run, page)))
        async for page in run.pages("upkeep/rated_entities", "id", now=run.now):
            await run.change("upkeep/rate_entities", list(_important(run, page)))
        await run.finish(mark)
    elif facts := await run.read("upkeep/changed_facts", since=mark.since):
        await run.change("upkeep/rate_facts", list(_vital(run, facts)))
        ids = list({id_ for fact in facts for id_ in (fact["subjectId"], fact["objectId"])})
        entities = await run.read("upkeep/rated_entities_of", ids=ids, now=run.now)
        await run.change("upkeep/rate_entities", list(_important(run, entities)))
        await run.finish(mark)
    return run.report()


def _vital(run: JobRun, facts: Sequence[Row]) -> Iterator[Row]:
    for row in facts:
        rated = vitality(
            FactNumbers(row["uses"], _days(run, row), row["confidence"], row["stated"], row["corrections"])
        )
        if rated == row["vitality"]:
            run.tally.skipped += 1
        else:
            yield {"factId": row["factId"], "vitality": rated}


def _important(run: JobRun, entities: Sequence[Row]) -> Iterator[Row]:
    for row in entities:
        rated = importance(EntityNumbers(row["facts"], row["retrievals"], row["neighbours"], _days(run, row)))
        if rated == row["importance"]:
            run.tally.skipped += 1
        else:
            yield {"id": row["id"], "importance": rated}


def _days(run: JobRun, row: Row) -> float:
    """Return the days since the last confirmation or use; a long time for an entity that has no fact."""
    return (run.now - row["last"]) / timedelta(days=1) if row["last"] else 36_500.0
