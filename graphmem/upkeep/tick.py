"""A tick: run jobs of upkeep over one brain, one after the other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType

from graphmem.core_engine import CoreEngine
from graphmem.graph.model_quota import model_quota
from graphmem.models.calls import calls_of
from graphmem.observability import metrics
from graphmem.upkeep.clusters.write_clusters import write_clusters
from graphmem.upkeep.conflicts import propose_contradictions
from graphmem.upkeep.decay import decay
from graphmem.upkeep.digests.summaries import write_summaries
from graphmem.upkeep.directives import write_directives
from graphmem.upkeep.duplicates import propose_merges
from graphmem.upkeep.importance import rate_importance
from graphmem.upkeep.job_run import JobRun, Progress
from graphmem.upkeep.observe import observe
from graphmem.upkeep.profiles import write_profiles
from graphmem.upkeep.vectors.missing import make_missing_vectors
from graphmem_contract.errors import InvalidInput, QuotaSpent
from graphmem_contract.upkeep import JobName, JobReport, TickReport
from graphmem_contract.validation import check_choice

Job = Callable[[JobRun], Awaitable[JobReport]]
JOBS: Mapping[JobName, Job] = MappingProxyType(
    {
        "vectors": make_missing_vectors,
        "decay": decay,
        "importance": rate_importance,
        "profiles": write_profiles,
        "duplicates": propose_merges,
        "conflicts": propose_contradictions,
        "observations": observe,
        "directives": write_directives,
        "clusters": write_clusters,
        "summaries": write_summaries,
    }
)
"""The jobs in the order in which a tick runs them."""


async def tick(
    engine: CoreEngine,
    brain: str,
    jobs: Sequence[JobName] | None = None,
    *,
    limit: int | None = None,
    dry_run: bool = False,
    now: datetime | None = None,
    progress: Progress = lambda *_: None,
) -> TickReport:
    """Run jobs over a brain and return their reports.

    A job that would ask a model when the brain has spent its quota of the day stops there, with a warning; the others run.

    Args:
        jobs: their names; default all. limit: the most changes of each job. dry_run: change nothing.
        now: the time that ages are counted to, UTC; default the present.

    Raises:
        NotFound: nothing was ever written to the brain. InvalidInput: a job is unknown, or the limit is not positive.
    """
    chosen = checked_jobs(jobs)
    if limit is not None and limit < 1:
        raise InvalidInput("limit is a positive number.", field="limit")
    reports = []
    for name in chosen:
        run = JobRun(engine, brain, name, now or datetime.now(UTC), limit, dry_run, progress)
        with metrics.upkeep(name) as count:
            async with model_quota(engine.store, engine.settings, brain):
                reports.append(await _report(run))
            count(run.tally.done)
    return TickReport(jobs=tuple(reports))


async def _report(run: JobRun) -> JobReport:
    """Run one job and return its report. Where the quota is spent, the report tells what was done before that."""
    try:
        return await JOBS[run.job](run)
    except QuotaSpent as spent:
        run.count(calls_of(spent))
        run.tally.warnings.append(f"The rest is left for a later run. {spent.detail}")
        return run.report()


def checked_jobs(jobs: Sequence[JobName] | None) -> tuple[JobName, ...]:
    """Return the jobs in the order in which they run; None = all.

    Raises:
        InvalidInput: a job is unknown, or `jobs` is no list.
    """
    if jobs is None:
        return tuple(JOBS)
    if isinstance(jobs, str):
        raise InvalidInput("jobs is a list of names.", field="jobs")
    for name in jobs:
        check_choice(name, JobName, "jobs")
    return tuple(name for name in JOBS if name in jobs)
