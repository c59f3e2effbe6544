"""A batch is committed optimistically; after a conflict it is planned again under the lock; a new ambiguity asks the judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import (
    ClaimSource,
    Extracted,
    ExtractedMentions,
    FactQuestion,
    Judged,
    Mention,
    NameQuestion,
    NameVerdict,
)
from graphmem.graph.driver import AlreadyThere
from graphmem.ingest.pipeline import plan_stages
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.commit_parts import LeaseFence, NotOpen
from graphmem.ingest.transactions.commit_batch import COMMIT_QUEUES, commit_batch
from graphmem.settings import Settings
from graphmem_contract.errors import RevisionConflict
from tests.unit.fake_graph import FakeGraph, Rows
from tests.unit.ingest.building import MOMENT

SETTINGS = Settings(_env_file=None, commit_attempts=3)  # type: ignore[call-arg]
NOW = datetime(2025, 1, 1, tzinfo=UTC)
BEGUN = {"revision": 6, "recordedAt": NOW, "unsettled": False, "rules": [], "valued": []}
FACTS = {"revision": 5, "taken": [], "values": [], "relations": [], "learnt": [], "claims": [], "touched": []}


def names(*candidates: dict[str, Any]) -> Rows:
    return [
        {
            "revision": 5,
            "state": "then",
            "external": [],
            "handled": [],
            "mentions": [{"i": 0, "candidates": candidates, "about": []}],
        }
    ]


def candidate(id_: str, how: str = "alias") -> dict[str, Any]:
    known = {"id": id_, "key": f"person:{id_}", "name": "Ana", "type": "person", "how": how, "aliases": []}
    return {**known, "cosine": 0.9, "rank": 0}


def batch() -> Batch:
    source = ClaimSource(n=0, episode_id="episode", occurred_at=MOMENT)
    return Batch((ExtractedMentions(source, Extracted((Mention("Ana", "person"),), (), "supplied")),), (), {})


def graph(commits: Sequence[Rows], **answers: Any) -> FakeGraph:
    """A graph whose commits answer in this order, the last one from then on."""
    left = list(commits)

    def begin(_: Mapping[str, Any]) -> Rows:
        return left.pop(0) if len(left) > 1 else left[0]

    given = {"ingest/read_names": names(), "ingest/read_facts": [FACTS], "ingest/commit": begin, **answers}
    return FakeGraph({"ingest/finish_episodes": [{"id": "episode", "later": []}], **given})


async def commit(store: FakeGraph, judge: Any = None, fence: LeaseFence = LeaseFence(), **options: Any) -> Any:  # noqa: B008
    return await commit_batch(
        store, "ana", batch(), plan_stages, SETTINGS, judge, fence, lambda _: {"id": "episode"}, **options
    )  # type: ignore[arg-type]


async def test_the_first_attempt_commits_at_the_revision_of_its_reads_without_a_lock() -> None:
    store = graph([[BEGUN]])
    result = await commit(store)
    assert (result.attempts, result.committed.revision) == (1, 6)
    assert store.parameters["ingest/commit"][0]["state"] == "then"
    assert store.calls["ingest/take_lock"] == 0


async def test_after_a_conflict_it_reads_again_under_the_lock() -> None:
    store = graph([[], [BEGUN]])
    result = await commit(store)
    assert result.attempts == 2
    assert store.calls["ingest/take_lock"] == 1
    assert store.parameters["ingest/commit"][1]["state"] is None
    assert store.calls["ingest/read_names"] == 2


async def test_a_node_that_another_writer_has_made_is_a_conflict() -> None:
    tries = [AlreadyThere("The name is there.")]

    def begin(_: Mapping[str, Any]) -> Rows:
        if tries:
            raise tries.pop()
        return [BEGUN]

    store = graph([], **{"ingest/commit": begin})
    assert (await commit(store)).attempts == 2
    assert store.parameters["ingest/commit"][1]["state"] is None


async def test_an_episode_that_is_not_open_under_the_lock_is_not_written() -> None:
    with pytest.raises(NotOpen):
        await commit(graph([[]]))


async def test_a_lease_that_passed_on_during_the_transaction_undoes_it() -> None:
    with pytest.raises(NotOpen):
        await commit(graph([[BEGUN]], **{"ingest/finish_episodes": []}), fence=LeaseFence("episode", "lease"))


async def test_a_dry_run_is_rolled_back_and_keeps_no_episode() -> None:
    store = graph([[BEGUN]])
    await commit(store, dry_run=True)
    assert (store.calls["ROLLBACK"], store.calls["COMMIT"], store.calls["ingest/finish_episodes"]) == (1, 0, 0)


class Judge:
    """Says that a name means the first candidate, and notes whether the slot was free."""

    def __init__(self, store: FakeGraph) -> None:
        self.store, self.asked, self.free = store, 0, False

    async def names(self, questions: Sequence[NameQuestion]) -> Judged:
        self.asked += 1
        async with COMMIT_QUEUES.acquire(self.store, "ana") as slot:
            self.free = slot.is_held
        return Judged(names=tuple(NameVerdict(0) for _ in questions))

    async def facts(self, questions: Sequence[FactQuestion]) -> Judged:
        return Judged()


async def test_the_judge_is_asked_outside_the_transaction_and_with_the_slot_released() -> None:
    two = names(candidate("one"), candidate("two"))
    store = graph([[BEGUN]], **{"ingest/read_names": two})
    judge = Judge(store)
    result = await commit(store, judge)
    assert (judge.asked, judge.free) == (1, True)
    assert [e.id for e in result.plan.resolved.entities] == ["one"]


async def test_an_answer_of_the_judge_is_kept_for_the_attempt_under_the_lock() -> None:
    store = graph([[], [BEGUN]], **{"ingest/read_names": names(candidate("one"), candidate("two"))})
    judge = Judge(store)
    assert (await commit(store, judge)).attempts == 2
    assert judge.asked == 1


async def test_an_ambiguity_that_comes_up_under_the_lock_goes_back_to_the_judge() -> None:
    reads = [names(candidate("one")), names(candidate("one"), candidate("two"))]
    store = graph([[], [BEGUN]], **{"ingest/read_names": lambda _: reads.pop(0) if len(reads) > 1 else reads[0]})
    judge = Judge(store)
    result = await commit(store, judge)
    assert judge.asked == 1
    assert result.attempts == 3, "the attempt that met the question counts"


async def test_questions_without_end_are_a_conflict_that_may_be_sent_again() -> None:
    count = iter(range(100))

    def ever_new(_: Mapping[str, Any]) -> Rows:
        n = next(count)
        return names(candidate("one")) if n == 0 else names(candidate(f"a{n}"), candidate(f"b{n}"))

    store = graph([[], [BEGUN]], **{"ingest/read_names": ever_new})
    with pytest.raises(RevisionConflict):
        await commit(store, Judge(store))
