"""What is refused, and what is answered again."""

from __future__ import annotations

import pytest

from graphmem.ingest.process import replay
from graphmem_contract.errors import ConflictError, Gone, InvalidInput, NotFound
from graphmem_contract.records import WriteResult
from tests.unit.ingest.test_process import claimed, processor


async def test_an_unknown_episode_is_not_replayed() -> None:
    with pytest.raises(NotFound):
        await replay(processor({}), "b", "e")


async def test_a_forgotten_episode_is_gone() -> None:
    with pytest.raises(Gone):
        await replay(processor({"curation/forgotten": [{"id": "e"}]}), "b", "e")


async def test_nothing_is_extracted_from_a_summary() -> None:
    with pytest.raises(InvalidInput):
        await replay(processor({"queue/claim_one": claimed(covers=["a", "b"])}), "b", "e")


async def test_an_episode_that_another_worker_extracts_is_refused_with_a_delay() -> None:
    with pytest.raises(ConflictError) as refused:
        await replay(processor({"queue/claim_one": claimed(mine=False)}), "b", "e")
    assert refused.value.retry_after == 1.0


async def test_an_extracted_episode_answers_what_it_answered_before() -> None:
    kept = WriteResult(episode_id="e", status="extracted", revision=3).model_dump_json()
    row = claimed(mine=False, status="extracted", result=kept)
    assert (await replay(processor({"queue/claim_one": row}), "b", "e")).revision == 3
