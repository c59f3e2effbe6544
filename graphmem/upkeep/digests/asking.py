"""Ask a writer for a digest within a run of a job."""

from __future__ import annotations

from graphmem.models.calls import calls_of
from graphmem.models.digests.writer import DigestRequest, DigestWriter, WrittenDigest
from graphmem.upkeep.job_run import JobRun
from graphmem_contract.errors import ModelError


async def asked_digest(run: JobRun, writer: DigestWriter, request: DigestRequest, what: str) -> WrittenDigest | None:
    """Return a digest; None where the model failed or said nothing. The report then has a warning.

    Args:
        what: what the digest is of, for the warning, with an id and without a text.
    """
    try:
        written = await writer.write(request)
    except ModelError as error:
        run.count(calls_of(error))
        run.tally.warnings.append(f"{what} was not written: {error.code}.")
        return None
    run.count(written.calls)
    if not written.title.strip() or not written.text.strip() or not written.fact_ids:
        run.tally.warnings.append(f"{what} was not written: it is empty.")
        return None
    return written
