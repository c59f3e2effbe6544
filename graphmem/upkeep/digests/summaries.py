"""The job `summaries`: write the summaries of entities of which a profile cannot tell everything."""

from __future__ import annotations

from functools import partial

from graphmem.graph.transaction import Row
from graphmem.models.digests.writer import DigestRequest, DigestWriter
from graphmem.models.profiles.writer import ToldFact
from graphmem.settings import Settings
from graphmem.upkeep.digests.asking import asked_digest
from graphmem.upkeep.entity_texts import EntityText, Written, basis_of, refresh_texts
from graphmem.upkeep.job_run import JobRun
from graphmem_contract.upkeep import JobReport

LEAST_FACTS = 10
"""Facts from which an entity has a summary. A profile tells fewer."""


async def write_summaries(run: JobRun) -> JobReport:
    """Write the summaries that are missing or outdated, of the entities with most facts first.

    A model that fails leaves the summary as it is, with a warning; the next run asks again.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """

    def summary_of(settings: Settings) -> EntityText:
        writer = run.configured(run.engine.models.digest_writer, settings)
        write = partial(_digest, run, writer, settings)
        return EntityText(
            "upkeep/stale_digests", "upkeep/digest_facts", "upkeep/store_digests", settings.digests_per_run, write,
            {"least": LEAST_FACTS},
        )  # fmt: skip

    return await refresh_texts(run, summary_of)


async def _digest(run: JobRun, writer: DigestWriter, settings: Settings, row: Row) -> Written | None:
    """Return the summary and the facts that it rests on; None: the model failed. With few facts there is none.

    A summary of the same versions as before stays, and no model is asked.
    """
    if len(row["facts"]) < LEAST_FACTS:
        return None, None
    if row["digest"] and row["basis"] == basis_of(row):
        return row["digest"], row["factIds"]
    facts = tuple(ToldFact(fact["id"], fact["text"]) for fact in row["facts"])
    request = DigestRequest("entity", (row["name"],), facts, settings.instructions)
    written = await asked_digest(run, writer, request, f"The summary of {row['id']}")
    return None if written is None else (written.text.strip(), list(written.fact_ids))
