"""The job `profiles`: write the profiles of entities again from all facts that hold, where facts have changed."""

from __future__ import annotations

from functools import partial

from graphmem.graph.transaction import Row
from graphmem.models.calls import calls_of
from graphmem.models.profiles.writer import ProfileRequest, ProfileWriter, ToldFact, WrittenProfile
from graphmem.settings import Settings
from graphmem.upkeep.entity_texts import EntityText, Written, basis_of, refresh_texts
from graphmem.upkeep.job_run import JobRun
from graphmem_contract.errors import ModelError
from graphmem_contract.upkeep import JobReport


async def write_profiles(run: JobRun) -> JobReport:
    """Write the profiles that are missing or outdated, of the entities with most facts first.

    A model that fails leaves the profile as it is, with a warning; the next run asks again.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """

    def profile_of(settings: Settings) -> EntityText:
        writer = run.configured(run.engine.models.profile_writer, settings)
        write = partial(_profile, run, writer, settings)
        return EntityText(
            "upkeep/stale_profiles", "upkeep/profile_facts", "upkeep/store_profiles", settings.profiles_per_run, write
        )

    return await refresh_texts(run, profile_of)


async def _profile(run: JobRun, writer: ProfileWriter, settings: Settings, row: Row) -> Written | None:
    """Return the profile and the facts that it rests on; None: the model failed.

    Without a fact there is none. A profile that rests on the same versions as before stays, and no model is asked.
    """
    if not row["facts"]:
        return None, None
    if row["profile"] and row["factIds"] and row["basis"] == basis_of(row):
        return row["profile"], row["factIds"]
    facts = tuple(ToldFact(fact["id"], fact["text"]) for fact in row["facts"])
    request = ProfileRequest(row["id"], row["name"], row["type"] or "other", facts, settings.instructions)
    try:
        written = await writer.write(request)
    except ModelError as error:
        run.count(calls_of(error))
        run.tally.warnings.append(f"The profile of {row['id']} was not written: {error.code}.")
        return None
    run.count(written.calls)
    return _checked(run, row, written)


def _checked(run: JobRun, row: Row, written: WrittenProfile) -> Written | None:
    if not written.text.strip() or not written.fact_ids:
        run.tally.warnings.append(f"The profile of {row['id']} was not written: it is empty.")
        return None
    return written.text.strip(), list(written.fact_ids)
