"""The shape of the jobs that keep a text about each entity up to date: its profile, its summary."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from graphmem.graph.transaction import Row
from graphmem.settings import Settings
from graphmem.upkeep.job_run import JobRun
from graphmem_contract.upkeep import JobReport

MOST_FACTS = 1_000
"""The most facts of one entity that a text is written from: the most important ones."""
Written = tuple[str | None, Sequence[str] | None]
"""A text and the facts that it rests on. Both None: the entity has none."""


@dataclass(frozen=True, slots=True)
class EntityText:
    """How a job finds, reads, writes and stores its texts.

    `stale`, `facts`, `store`: the names of the queries. `most`: the texts of one run. `write`: makes the text from a row of
    `facts`; it returns None where the model failed, with a warning in the run. `least`: further parameters of `stale`.
    """

    stale: str
    facts: str
    store: str
    most: int
    write: Callable[[Row], Awaitable[Written | None]]
    least: Mapping[str, int] = field(default_factory=dict)


async def refresh_texts(run: JobRun, text_of: Callable[[Settings], EntityText]) -> JobReport:
    """Write the texts that are missing or outdated, of the entities with most facts first.

    Args:
        text_of: called with the settings of the brain, if anything has changed since the last run.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    if mark.day == run.today and mark.is_same_revision:
        return run.report()
    text = text_of(await run.settings())
    most = min(text.most, run.limit or text.most)
    stale = await run.read(text.stale, now=run.now, limit=most + 1, **text.least)
    for row in stale[:most]:
        await _refresh(run, text, row["id"])
    if len(stale) <= most and not run.tally.skipped:
        await run.finish(mark)
    return run.report()


async def _refresh(run: JobRun, text: EntityText, entity_id: str) -> None:
    """Write one text, in a transaction of its own. Nothing is written if its facts change before that."""
    rows = await run.read(text.facts, id=entity_id, now=run.now, most=MOST_FACTS)
    if not rows:
        return  # the entity was forgotten or merged since then
    row = rows[0]
    if run.dry_run:
        run.tally.done += 1
        return
    written = await text.write(row)
    if written is None:
        run.tally.skipped += 1
        return
    told, ids = written
    stored = {
        "id": entity_id,
        "text": told,
        "factIds": ids,
        "basis": basis_of(row),
        "at": row["at"],
        "facts": row["facts"],
    }
    await run.change(text.store, [stored], now=run.now, most=MOST_FACTS)


def basis_of(row: Row) -> str:
    """Return a hash of the versions of the facts that a text is written from."""
    versions = sorted(f"{fact['id']} {fact['recordedAt'].isoformat()}" for fact in row["facts"])
    return sha256("\n".join(versions).encode()).hexdigest()
