"""The job `profiles`: write the profiles of entities again from all facts that hold, where facts have changed."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from graphmem.contract.upkeep import JobReport
from graphmem.errors import ModelError
from graphmem.graph.transaction import Row
from graphmem.models.calls import calls_of
from graphmem.models.profiles.writer import ProfileFact, ProfileRequest, ProfileWriter, WrittenProfile
from graphmem.settings import Settings
from graphmem.upkeep.job_run import JobRun

MOST_FACTS = 1_000
"""The most facts of one entity that a profile is written from: the most important ones."""


async def write_profiles(run: JobRun) -> JobReport:
    """Write the profiles that are missing or outdated, of the entities with most facts first.

    A model that fails leaves the profile as it is, with a warning; the next run asks again.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    if mark.day == run.today and mark.is_same_revision:
        return run.report()
    settings = await run.settings()
    writer = run.configured(run.engine.models.profile_writer, settings)
    most = min(settings.profiles_per_run, run.limit or settings.profiles_per_run)
    stale = await run.read("upkeep/stale_profiles", now=run.now, limit=most + 1)
    for row in stale[:most]:
        await _write(run, writer, settings, row["id"])
    if len(stale) <= most and not run.tally.skipped:
        await run.finish(mark)
    return run.report()


async def _write(run: JobRun, writer: ProfileWriter, settings: Settings, entity_id: str) -> None:
    """Write one profile, in a transaction of its own. Nothing is written if its facts change before that."""
    rows = await run.read("upkeep/profile_facts", id=entity_id, now=run.now, most=MOST_FACTS)
    if not rows:
        return  # the entity was forgotten or merged since then
    row = rows[0]
    if run.dry_run:
        run.tally.done += 1
        return
    found = await _profile(run, writer, settings, row)
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
    await run.change("upkeep/store_profiles", [stored], now=run.now, most=MOST_FACTS)


async def _profile(
    run: JobRun, writer: ProfileWriter, settings: Settings, row: Row
) -> tuple[str | None, Sequence[str] | None] | None:
    """Return the profile and the facts that it rests on; None: the model failed.

    Without a fact there is none. A profile that rests on the same versions as before stays, and no model is asked.
    """
    if not row["facts"]:
        return None, None
    if row["profile"] and row["factIds"] and row["basis"] == basis_of(row):
        return row["profile"], row["factIds"]
    facts = tuple(ProfileFact(fact["id"], fact["text"]) for fact in row["facts"])
    request = ProfileRequest(row["id"], row["name"], row["type"] or "other", facts, settings.instructions)
    try:
        written = await writer.write(request)
    except ModelError as error:
        run.count(calls_of(error))
        run.tally.warnings.append(f"The profile of {row['id']} was not written: {error.code}.")
        return None
    run.count(written.calls)
    return _checked(run, row, written)


def _checked(run: JobRun, row: Row, written: WrittenProfile) -> tuple[str, Sequence[str]] | None:
    if not written.text.strip() or not written.fact_ids:
        run.tally.warnings.append(f"The profile of {row['id']} was not written: it is empty.")
        return None
    return written.text.strip(), list(written.fact_ids)


def basis_of(row: Row) -> str:
    """Return a hash of the versions that a profile is written from."""
    versions = sorted(f"{fact['id']} {fact['recordedAt'].isoformat()}" for fact in row["facts"])
    return sha256("\n".join(versions).encode()).hexdigest()
