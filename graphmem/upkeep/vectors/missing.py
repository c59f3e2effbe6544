"""The job `vectors`: make the vectors of texts that were written while the embedder failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphmem.graph.transaction import Row
from graphmem.ingest.episodes.apart import apart
from graphmem.ingest.vectors import TOGETHER, ids_of, missing_texts, with_vectors
from graphmem.upkeep.job_run import JobRun, batches
from graphmem_contract.errors import GraphmemError, ModelError, reason_of
from graphmem_contract.upkeep import JobReport

KINDS: Final = {"entity": "entities", "fact": "facts", "episode": "episodes"}
"""What has vectors, and the parameter of its ids."""
AGAIN_SEC: Final = 300
"""Seconds after which the job is due again if the embedder still fails."""


async def make_missing_vectors(run: JobRun) -> JobReport:
    """Embed the entities, facts, episodes and chunks that have a text and no vector.

    While nothing was left to it, it looks at the brain once a day. If the embedder fails, the job is due again by itself.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    if not mark.is_left_something and (mark.is_same_revision or mark.day == run.today):
        return run.report()
    try:
        for kind, ids in KINDS.items():
            async for page in run.pages("upkeep/unembedded", "id", kind=kind):
                for some in batches([row["id"] for row in page], TOGETHER):
                    await _make(run, await missing_texts(run.engine.store, run.brain, **{ids: some}))
                    run.tally.sent += 1
    except ModelError as error:
        run.tally.warnings.append(f"The embedder failed ({reason_of(error)}). A later run makes the other vectors.")
        run.tally.sent += 1
        await run.engine.store.write("upkeep/vectors_due", brain=run.brain, seconds=AGAIN_SEC)
        return run.report()
    await run.finish(mark)
    return run.report()


async def _make(run: JobRun, rows: Sequence[Row]) -> None:
    """Make the vectors of texts, up to the limit of the run. A text that the embedder refuses costs no other its vector.

    Raises:
        ModelError: the embedder fails, whatever the text.
    """
    embedder = run.engine.models.embedder

    async def make(some: Sequence[Row]) -> Sequence[None]:
        made = some if run.dry_run else await with_vectors(embedder, some)
        await run.change("upkeep/store_vectors", made, **ids_of(some))
        return ()

    def refused(row: Row, error: GraphmemError) -> None:
        warning = f"The embedder refuses some texts ({reason_of(error)}). They have no vectors."
        if warning not in run.tally.warnings:
            run.tally.warnings.append(warning)
        run.tally.skipped += 1

    for some in batches(rows, TOGETHER):
        if run.is_cut:
            return
        try:
            await make(some)
        except ModelError as error:
            await apart(some, error, make, refused, embedder)
