"""What a rehearsal tells of an episode that is only stored."""

from __future__ import annotations

from dataclasses import replace

from graphmem.ingest.submit import dry_run
from tests.unit.ingest.test_pipeline import episode
from tests.unit.ingest.test_process import processor


async def test_a_dry_run_of_an_episode_that_is_only_stored_says_so() -> None:
    result = await dry_run(processor({}), replace(episode(), skip_extraction=True))
    assert result.episode_id is None
    assert result.warnings == ("It would only be stored.",)
