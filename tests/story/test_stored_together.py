"""Episodes that arrive at the same moment are stored in one transaction, each as if it were alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.graph.store import Store
from graphmem.ingest.episodes import store as storing
from graphmem_contract.errors import DatabaseError, DatabaseUnavailable, Gone, IdempotencyMismatch
from graphmem_contract.records import WriteResult
from tests.story.telling import extraction, fact

Rows = list[dict[str, Any]]


async def keep(brain: Brain, n: int, **options: Any) -> WriteResult:
    """An episode that is only stored."""
    return await brain.remember(f"turn {n}", occurred_at=f"2024-01-{n:02}", skip_extraction=True, **options)


async def at_once(brain: Brain, days: list[int], **options: Any) -> list[WriteResult]:
    return await asyncio.gather(*(keep(brain, n, session_id="s", **options) for n in days))


async def last_moment(brain: Brain) -> Any:
    text = "MATCH (b:Brain {id: $brain}) RETURN b.lastRecordedAt AS at"
    _, rows = await brain.engine.store.free(text, {"brain": brain.name}, 1, 10.0)
    return rows[0]["at"]


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of episodes that each transaction stored."""
    store_rows, seen = storing.store_rows, list[int]()

    async def watched(store: Any, brain: str, rows: Rows) -> Rows:
        seen.append(len(rows))
        return await store_rows(store, brain, rows)

    monkeypatch.setattr(storing, "store_rows", watched)
    return seen


def breaking(monkeypatch: pytest.MonkeyPatch, error: Callable[[], BaseException], *, landed: bool) -> list[int]:
    """A store that fails transactions of more than one episode, before or after they are committed."""
    store_rows, broken = storing.store_rows, list[int]()

    async def refused(store: Any, brain: str, rows: Rows) -> Rows:
        done = await store_rows(store, brain, rows) if landed or broken or len(rows) == 1 else []
        if len(rows) > 1 and not broken:
            broken.append(len(rows))
            raise error()
        return done

    monkeypatch.setattr(storing, "store_rows", refused)
    return broken


async def test_those_that_come_at_once_are_stored_in_one_transaction(brain: Brain, sizes: list[int]) -> None:
    results = await at_once(brain, list(range(1, 9)))
    assert sizes == [8]
    assert {r.status for r in results} == {"stored"}
    assert len({r.recorded_at for r in results}) == 8


async def test_who_comes_while_others_are_stored_is_stored_with_the_next_transaction(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_rows, sizes, late = storing.store_rows, list[int](), list[asyncio.Task[WriteResult]]()

    async def followed(store: Any, name: str, rows: Rows) -> Rows:
        sizes.append(len(rows))
        if not late:
            late.extend(asyncio.create_task(keep(brain, n)) for n in (3, 4, 5))
            while len(storing.STORE_QUEUES._queue(store, name).tickets) < 3:  # noqa: ASYNC110 - being in line is no event
                await asyncio.sleep(0)
        return await store_rows(store, name, rows)

    monkeypatch.setattr(storing, "store_rows", followed)
    await at_once(brain, [1, 2])
    await asyncio.gather(*late)
    assert sizes == [2, 3]


async def test_one_that_comes_alone_is_stored_at_once(brain: Brain, sizes: list[int]) -> None:
    for n in (1, 2):
        await keep(brain, n)
    assert sizes == [1, 1]


@pytest.mark.parametrize("days", [[1, 2, 3, 4, 5], [5, 3, 1, 4, 2]], ids=["in_order", "mixed"])
async def test_turns_of_a_session_that_come_at_once_follow_each_other(brain: Brain, days: list[int]) -> None:
    await at_once(brain, days)
    rows = await brain.engine.store.free(
        "MATCH (e:Episode {brain: $brain})-[:NEXT]->(n) RETURN e.content AS one, n.content AS next ORDER BY one",
        {"brain": brain.name}, 10, 10.0,
    )  # fmt: skip
    assert [(row["one"], row["next"]) for row in rows[1]] == [(f"turn {n}", f"turn {n + 1}") for n in range(1, 5)]


async def test_the_same_key_twice_at_once_is_one_episode(brain: Brain, sizes: list[int]) -> None:
    _, *others = await asyncio.gather(
        keep(brain, 9), *(keep(brain, 1, idempotency_key="k") for _ in range(3)), keep(brain, 2)
    )
    assert max(sizes) > 1
    assert len({r.episode_id for r in others[:3]}) == 1
    assert (await brain.overview.stats()).episodes["stored"] == 3


async def test_a_key_with_another_body_is_refused_and_the_others_are_stored(brain: Brain, sizes: list[int]) -> None:
    results = await asyncio.gather(
        keep(brain, 9),
        keep(brain, 1, idempotency_key="k"),
        keep(brain, 2, idempotency_key="k"),
        keep(brain, 3),
        return_exceptions=True,
    )
    assert max(sizes) > 1
    assert [type(r) for r in results] == [WriteResult, WriteResult, IdempotencyMismatch, WriteResult]
    assert (await brain.overview.stats()).episodes["stored"] == 3


async def test_a_key_of_something_forgotten_is_gone_and_the_others_are_stored(brain: Brain, sizes: list[int]) -> None:
    old = await keep(brain, 1, idempotency_key="k")
    await brain.episodes.forget(old.episode_id or "")
    results = await asyncio.gather(
        keep(brain, 9), keep(brain, 1, idempotency_key="k"), keep(brain, 3), return_exceptions=True
    )
    assert max(sizes) > 1
    assert [type(r) for r in results] == [WriteResult, Gone, WriteResult]


async def test_what_one_of_them_makes_fail_each_tries_by_itself(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = breaking(monkeypatch, lambda: DatabaseError("One of them is not to be had."), landed=False)
    results = await at_once(brain, [1, 2, 3, 4])
    assert broken
    assert len({r.episode_id for r in results}) == (await brain.overview.stats()).episodes["stored"] == 4


@pytest.mark.parametrize("error", [lambda: DatabaseError("Who knows."), asyncio.CancelledError])
async def test_what_has_landed_after_all_is_not_stored_twice(
    brain: Brain, monkeypatch: pytest.MonkeyPatch, error: Callable[[], BaseException]
) -> None:
    broken = breaking(monkeypatch, error, landed=True)
    results = await asyncio.gather(
        *(keep(brain, n, session_id="s", idempotency_key=f"k{n}") for n in range(1, 6)), return_exceptions=True
    )
    assert broken == [5]
    assert (await brain.overview.stats()).episodes["stored"] == 5
    told = [r for r in results if isinstance(r, WriteResult)]
    assert len(told) == (5 if error is not asyncio.CancelledError else 4), "it was the leader that was cancelled"
    again = await asyncio.gather(*(keep(brain, n, session_id="s", idempotency_key=f"k{n}") for n in range(1, 6)))
    assert {r.episode_id for r in told} <= {r.episode_id for r in again}
    assert (await brain.overview.stats()).episodes["stored"] == 5


async def test_a_lost_database_is_told_to_all_of_them(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = breaking(monkeypatch, lambda: DatabaseUnavailable("It is away."), landed=False)
    results = await asyncio.gather(*(keep(brain, n) for n in range(1, 6)), return_exceptions=True)
    assert broken == [5]
    assert [type(r) for r in results] == [DatabaseUnavailable] * 5


async def test_those_that_come_at_once_are_extracted_each_under_its_own_lease(brain: Brain, sizes: list[int]) -> None:
    told = [extraction(fact("Ana", "likes", f"tea {n}", object_is_entity=False)) for n in range(8)]
    results = await asyncio.gather(
        *(brain.remember(f"tea {n}", occurred_at="2024-01-01", extraction=one) for n, one in enumerate(told))
    )
    assert max(sizes) > 1
    assert [len(r.facts_added) for r in results] == [1] * 8
    assert (await brain.overview.stats()).episodes["extracted"] == 8


async def test_a_brain_does_not_wait_for_another(brain: Brain, sizes: list[int]) -> None:
    other = Brain(brain.engine, f"{brain.name}-other")
    await asyncio.gather(keep(brain, 1), keep(other, 1), keep(brain, 2), keep(other, 2))
    assert sizes == [2, 2]


async def test_messages_for_later_that_come_at_once_are_stored_at_once(brain: Brain, sizes: list[int]) -> None:
    await asyncio.gather(*(brain.remember(f"later {n}", wait=False) for n in range(8)))
    assert sum(sizes) == 8
    assert len(sizes) < 4
    assert sum((await brain.overview.stats()).episodes.values()) == 8


async def test_each_has_its_own_answer_in_whatever_order_the_database_tells_them(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Store.write

    async def backwards(self: Store, name: str, /, **parameters: Any) -> Any:
        rows = await write(self, name, **parameters)
        return rows[::-1] if name == "ingest/store_episodes" else rows

    monkeypatch.setattr(Store, "write", backwards)
    results = await at_once(brain, [1, 2, 3, 4])
    kept = [await brain.episodes.get(r.episode_id or "") for r in results]
    assert [one.content for one in kept] == ["turn 1", "turn 2", "turn 3", "turn 4"]


async def test_a_replay_writes_no_moment_into_the_brain(brain: Brain) -> None:
    await keep(brain, 1, idempotency_key="k")
    before = await last_moment(brain)
    await asyncio.gather(*(keep(brain, 1, idempotency_key="k") for _ in range(3)))
    assert await last_moment(brain) == before
    later = await keep(brain, 2)
    assert await last_moment(brain) == later.recorded_at
