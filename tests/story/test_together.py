"""Group commit: episodes that wait for the same brain are committed in one transaction, each as if it were alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.graph.store import Store
from graphmem.ingest.transactions import attempt, commit_batch
from graphmem.ingest.worker import Workers
from graphmem.testing import faults
from graphmem_contract.errors import DatabaseUnavailable
from graphmem_contract.records import WriteResult
from tests.bolt import counted
from tests.statements import SentStatements
from tests.story.telling import extraction, fact, held, spans, tell
from tests.story.together import together

pytestmark = pytest.mark.usefixtures("patient")

EIGHT = [
    ("2024-01-01", [fact("Ana", "works_at", "Acme")]),
    ("2024-02-01", [fact("Bruno", "works_at", "Acme")]),
    ("2024-03-01", [fact("Ana", "works_at", "Globex"), fact("Ana", "likes", "tea", object_is_entity=False)]),
    ("2024-04-01", [fact("Clara", "lives_in", "Porto")]),
    ("2024-05-01", [fact("Ana", "works_at", "Initech")]),
    ("2024-06-01", [fact("Ana", "likes", "tea", object_is_entity=False)]),
    ("2024-07-01", [fact("Clara", "lives_in", "Porto", action="ends")]),
    ("2024-08-01", [fact("Bruno", "works_at", "Globex")]),
]


@pytest.fixture
def brain(brain: Brain) -> Brain:
    """A brain whose failed episodes no worker of this process takes up."""
    return Brain(replace(brain.engine, workers=Workers(0)), brain.name)


@pytest.fixture
def fault() -> Iterator[Any]:
    yield faults.arm
    faults.arm(None)


async def at_once(brain: Brain, messages: list[tuple[str, list[dict[str, Any]]]] = EIGHT) -> list[WriteResult]:
    """Send all episodes at the same time, in one process."""
    return await asyncio.gather(*await together(brain, (tell(brain, at, *facts) for at, facts in messages)))


async def remembered(brain: Brain) -> list[WriteResult | BaseException]:
    """Send the eight episodes at the same time; an error stands in the place of its result."""
    telling = (brain.remember(f"message of {at}", occurred_at=at, extraction=extraction(*facts)) for at, facts in EIGHT)
    return await asyncio.gather(*await together(brain, telling), return_exceptions=True)


async def test_eight_at_once_take_fewer_transactions_than_one_after_the_other(brain: Brain) -> None:
    sent = SentStatements()
    with counted() as bolt:
        await at_once(brain)
    assert sent["ingest/store_episodes"] == 1, "one transaction stores the episodes"
    assert sent["ingest/take_lock"] == 1, "one transaction commits them"
    assert bolt["ROLLBACK"] == 0


async def test_what_they_leave_is_what_they_would_have_left_one_after_the_other(brain: Brain) -> None:
    await at_once(brain)
    alone = Brain(brain.engine, f"{brain.name}-alone")
    for at, facts in EIGHT:
        await tell(alone, at, *facts)
    for subject, relation in (("Ana", "works_at"), ("Ana", "likes"), ("Bruno", "works_at"), ("Clara", "lives_in")):
        assert await spans(brain, subject, relation) == await spans(alone, subject, relation)
    one, other = await brain.overview.stats(), await alone.overview.stats()
    assert (one.entities, one.revision, one.episodes) == (other.entities, other.revision, other.episodes)


@pytest.mark.parametrize("messages", [EIGHT, EIGHT[::-1]], ids=["in_order", "backwards"])
async def test_each_has_its_own_answer_and_its_own_moment(
    brain: Brain, messages: list[tuple[str, list[dict[str, Any]]]]
) -> None:
    results = await at_once(brain, messages)
    assert sorted(r.revision or 0 for r in results) == list(range(1, 9))
    assert len({r.recorded_at for r in results}) == 8
    for (_, facts), result in zip(messages, results, strict=True):
        said = {(one["subject"], one["object"]) for one in facts}
        told = {(f.subject, f.object) for f in (*result.facts_added, *result.facts_unchanged, *result.facts_updated)}
        if facts[0].get("action") == "ends":
            closed = {(f.subject, f.object) for f in result.facts_closed}
            told = told | closed or said  # an end that arrives before its start reports nothing
        ends = {name for one in said for name in one if name != "tea"}
        assert {e.name for e in result.entities_resolved} == ends
        assert told == said
        trace = await brain.episodes.trace(result.episode_id or "")
        assert len(trace["stages"][2]["claims"]) == len(facts)
        assert trace["stages"][-1]["revision"] == result.revision
        assert {"entity_resolve", "fact_dedup", "contradiction"} <= trace["ms"].keys(), "its own stopwatch ran"
    kept = [await brain.episodes.get(r.episode_id or "") for r in results]
    assert {one.status for one in kept} == {"extracted"}


async def test_what_was_believed_between_two_of_a_transaction_can_be_asked(brain: Brain) -> None:
    results = sorted(await at_once(brain), key=lambda r: r.revision or 0)
    seen = [await held(brain, "Ana", "works_at", "2024-12-31", r.recorded_at) for r in results]
    assert seen[-1] == ["Initech"]
    first = next(i for i, r in enumerate(results) if any(f.object == "Initech" for f in r.facts_added))
    assert all("Initech" not in held_then for held_then in seen[:first])
    assert all(held_then == ["Initech"] for held_then in seen[first:])


async def test_a_name_that_one_of_them_brings_is_known_to_the_next(brain: Brain) -> None:
    names = ["Søren Kierkegaard", "Soren Kierkegaard", "SØREN KIERKEGAARD", "søren kierkegaard", "Kierkegaard, Søren"]
    await at_once(brain, [("2024-01-01", [fact(name, "works_at", "Acme")]) for name in names])
    entities = await brain.entities.list()
    alone = Brain(brain.engine, f"{brain.name}-alone")
    for name in names:
        await tell(alone, "2024-01-01", fact(name, "works_at", "Acme"))
    assert len(entities) == len(await alone.entities.list())


@pytest.mark.parametrize(
    ("point", "nth"), [("contradiction", 3), ("commit_begun", 3), ("settled", 3), ("finished", 3), ("commit_sent", 1)]
)
async def test_where_one_of_them_fails_the_others_land_by_themselves(
    brain: Brain, fault: Any, point: str, nth: int, capsys: pytest.CaptureFixture[str]
) -> None:
    await tell(brain, "2023-01-01", fact("Lena", "works_at", "Acme"))
    fault(f"{point}:raise:{nth}")
    results = await remembered(brain)
    assert f"GRAPHMEM_FAULT {point} raise" in capsys.readouterr().err, "nothing has failed"
    landed = [r for r in results if isinstance(r, WriteResult) and r.success]
    assert len(landed) >= 7
    assert (await brain.overview.stats()).episodes["extracted"] == len(landed) + 1
    assert (await brain.overview.stats()).revision == len(landed) + 1, "nothing landed twice"


async def test_a_name_that_only_vectors_find_is_not_read_past_what_the_transaction_brought(brain: Brain) -> None:
    """Vector search does not see what its own transaction wrote."""
    pairs = [("DataWave", "Data Wave"), ("YouTube", "You Tube"), ("Firebird Labs", "Fire Bird Labs")]
    for one, other in pairs:
        await at_once(brain, [("2024-01-01", [fact("Ana", "uses", name)]) for name in ("Acme", one, other)])
    alone = Brain(brain.engine, f"{brain.name}-alone")
    for pair in pairs:
        for name in ("Acme", *pair):
            await tell(alone, "2024-01-01", fact("Ana", "uses", name))
    assert len(await brain.entities.list()) == len(await alone.entities.list()) == 2 + len(pairs)


async def test_one_that_has_been_forgotten_meanwhile_keeps_nobody_from_landing(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit, together, gone = commit_batch.commit, [], []

    async def none_for_one(tx: Any, name: str, parts: Any, revision: int | None = None) -> Any:
        together.append(parts)
        if revision is None and not gone:
            gone.append(parts[0].fence.episode_id)
        shut = any(part.fence.episode_id in gone for part in parts)
        return None if shut else await commit(tx, name, parts, revision)

    for module in (commit_batch, attempt):
        monkeypatch.setattr(module, "commit", none_for_one)
    results = await remembered(brain)
    assert gone, "none of them went together"
    assert {r.episode_id for r in results if isinstance(r, WriteResult) and r.status != "extracted"} == set(gone)
    assert (await brain.overview.stats()).revision == 7
    assert len(together) < 8 + 3, "the others did not start again"


async def test_who_cannot_have_the_lock_tells_all_who_waited_with_it(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, tried = commit_batch.run, []

    async def refused(tx: Any, name: str, /, **parameters: Any) -> Any:
        if name == "ingest/take_lock":
            tried.append(name)
            raise DatabaseUnavailable("The lock was not to be had.")
        return await run(tx, name, **parameters)

    monkeypatch.setattr(commit_batch, "run", refused)
    results = await remembered(brain)
    assert [type(r) for r in results] == [DatabaseUnavailable] * 8
    assert len(tried) == 1, "one waited for the lock, and told the others"


async def test_a_transaction_is_shared_for_about_a_second_only(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit_batch, "MOST_SECONDS", 0.0)
    await tell(brain, "2023-01-01", fact("Lena", "works_at", "Acme"))
    with counted() as sent:
        results = await at_once(brain)
    assert sent["BEGIN"] >= 8, "eight commit"
    assert [r.status for r in results] == ["extracted"] * 8
    assert (await brain.overview.stats()).revision == 9


async def test_one_for_which_a_model_is_asked_is_not_waited_for(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    companies: list[int] = []
    land = commit_batch._commit_in_group

    async def watched(store: Any, one: Any, turn: Any) -> Any:
        companies.append(turn.expects_others)
        return await land(store, one, turn)

    monkeypatch.setattr(commit_batch, "_commit_in_group", watched)
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    await brain.remember("Ana works at Globex now.", occurred_at="2024-02-01")
    assert companies == [False] * len(companies) != []


@pytest.mark.parametrize("slow", [False, True], ids=["fails", "hangs"])
async def test_like_facts_that_cannot_be_read_keep_nobody_from_landing(
    brain: Brain, monkeypatch: pytest.MonkeyPatch, *, slow: bool
) -> None:
    read, asked = Store.read, list[str]()

    async def broken(self: Store, name: str, /, **parameters: Any) -> Any:
        if name == "ingest/read_similar":
            asked.append(name)
            await asyncio.sleep(3600 if slow and len(asked) > 1 else 0)
            raise DatabaseUnavailable("The search took too long.")
        return await read(self, name, **parameters)

    monkeypatch.setattr(Store, "read", broken)
    results = await asyncio.wait_for(at_once(brain), 240)
    assert len(asked) == 7, "an end makes nothing more stable"
    assert {r.status for r in results} == {"extracted"}
