"""The job `decay`: associations lose weight, facts in use become core, unused ones go cold, alike fading ones are told together.

It sets unversioned marks and weights only: no statement, no version and no period changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from graphmem.graph.transaction import Row
from graphmem.upkeep.ageing import CORE, FactUse, cold_from, is_promoted
from graphmem.upkeep.associations import WEAKEST, decayed, whole_days
from graphmem.upkeep.digests.consolidation import FadingFact, consolidate, fading
from graphmem.upkeep.job_run import JobRun
from graphmem_contract.upkeep import JobReport


async def decay(run: JobRun) -> JobReport:
    """Run the job. The first run of a day looks at everything, a later one at the facts that were used since.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    if mark.day != run.today:
        faded: list[FadingFact] = []
        async for page in run.pages("upkeep/associations", "factId"):
            await run.change("upkeep/decay_associations", list(_weaker(run, page)))
        async for page in run.pages("upkeep/facts", "factId"):
            await run.change("upkeep/mark_facts", list(_marks(run, page)))
            faded += fading(page, run.now)
        if run.is_cut or await consolidate(run, await run.settings(), faded):
            await run.finish(mark)
    elif used := await run.read("upkeep/used_facts", since=mark.since):
        await run.change("upkeep/mark_facts", list(_marks(run, used)))
        await run.finish(mark)
    return run.report()


def _weaker(run: JobRun, facts: Sequence[Row]) -> Iterator[Row]:
    """Yield the associations whose weight or clock changes. The first run starts the clock of an association."""
    for fact in facts:
        for other, weight, since in fact["linked"]:
            days = whole_days(since, run.now) if since else 0
            if since is not None and days == 0:
                run.tally.skipped += 1
                continue
            left = decayed(weight, days)
            at = since + timedelta(days=days) if since else run.now
            kept = {"weight": left if left >= WEAKEST else None, "at": at}
            yield {"one": fact["factId"], "other": other, "was": weight, **kept}


def _marks(run: JobRun, facts: Sequence[Row]) -> Iterator[Row]:
    """Yield the facts whose marks change."""
    for row in facts:
        tier, cold = _tier(row), _is_cold(row, run.now)
        if tier == row["tier"] and cold == row["cold"]:
            run.tally.skipped += 1
            continue
        yield {
            "factId": row["factId"],
            "tier": tier,
            "cold": True if cold else None,
            "uses": row["uses"],
            "told": row["told"],
        }


def _tier(row: Row) -> str | None:
    return CORE if is_promoted(_use(row)) else row["tier"]


def _is_cold(row: Row, now: datetime) -> bool:
    since = cold_from(_use({**row, "tier": _tier(row)}))
    return since is not None and since <= now


def _use(row: Row) -> FactUse:
    return FactUse(
        category=row["category"], tier=row["tier"], importance=row["importance"], stability=row["stability"],
        uses=row["uses"], sessions=row["sessions"], last=row["last"],
    )  # fmt: skip
