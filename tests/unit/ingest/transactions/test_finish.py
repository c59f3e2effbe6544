"""The last statement of a transaction ends the episodes; a lease that has passed on undoes the transaction."""

from __future__ import annotations

import pytest

from graphmem.claims import Emotion
from graphmem.ingest.stages.commit_parts import NotOpen
from graphmem.ingest.transactions.finish import ended, extracted_row, finish
from graphmem_contract.records import WriteResult
from tests.unit.fake_graph import FakeGraph, FakeTransaction


def test_a_row_has_each_text_once_and_leaves_the_search_columns_alone() -> None:
    row = ended("e", "lease", {"status": "stored"}, facts=("one", "two", "one"))
    assert row["facts"] == "one\ntwo"
    assert (row["vector"], row["contextVector"], row["chunks"]) == (None, None, [])


def test_the_trace_is_kept_apart_from_the_result() -> None:
    result = WriteResult(episode_id="e", status="extracted", trace={"stages": []})
    row = extracted_row("e", None, result, Emotion("joy", 0.5), {}, ())
    assert row["set"]["trace"] == '{"stages": []}'
    assert '"trace":null' in row["set"]["result"]
    assert (row["set"]["emotion"], row["set"]["lease"]) == ("joy", None)


async def test_a_lease_that_has_passed_on_undoes_everything() -> None:
    tx = FakeTransaction(FakeGraph({"ingest/finish_episodes": [{"id": "a", "later": []}]}))
    with pytest.raises(NotOpen):
        await finish(tx, "b", [ended("a", "1", {}), ended("b", "2", {})])  # type: ignore[arg-type]


async def test_a_dry_run_ends_no_episode() -> None:
    graph = FakeGraph()
    await finish(FakeTransaction(graph), "b", [None])  # type: ignore[arg-type]
    assert graph.calls == {}
