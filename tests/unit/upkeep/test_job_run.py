"""One run of a job: the pages that it reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from graphmem.core_engine import CoreEngine
from graphmem.upkeep.job_run import LEAST_PAGE, JobRun
from graphmem_contract.errors import DatabaseTimeout

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass
class SlowStore:
    """A graph of numbered rows that reads at most so many in time."""

    rows: int
    most: int
    asked: list[int] = field(default_factory=list)

    async def read(
        self, name: str, /, *, brain: str, after: str = "", limit: int = 0, ids: Sequence[str] = ()
    ) -> list[dict[str, Any]]:
        self.asked.append(limit or len(ids))
        if self.asked[-1] > self.most:
            raise DatabaseTimeout("Too slow.")
        if ids:
            return [{"id": id_} for id_ in ids]
        first = int(after) + 1 if after else 0
        return [{"id": f"{n:06}"} for n in range(first, min(first + limit, self.rows))]


@dataclass
class Engine:
    """An engine with nothing but a graph."""

    store: SlowStore


async def ids_of(store: SlowStore) -> list[str]:
    run = JobRun(cast("CoreEngine", Engine(store)), "b", "conflicts", NOW)
    return [row["id"] async for page in run.pages("some/statement", "id") for row in page]


async def test_a_page_that_takes_too_long_is_asked_for_in_smaller_ones_without_a_gap() -> None:
    store = SlowStore(rows=700, most=150)
    assert await ids_of(store) == [f"{n:06}" for n in range(700)]
    assert store.asked[:3] == [2_000, 500, 125]
    assert set(store.asked[2:]) == {125}


async def test_a_lookup_that_takes_too_long_is_asked_for_with_fewer_ids_without_a_gap() -> None:
    store = SlowStore(rows=0, most=100)
    run = JobRun(cast("CoreEngine", Engine(store)), "b", "conflicts", NOW)
    ids = [f"{n:06}" for n in range(700)]
    found = [(some, rows) async for some, rows in run.looked_up("some/lookup", ids, 300)]
    assert [id_ for some, _ in found for id_ in some] == [row["id"] for _, rows in found for row in rows] == ids
    assert store.asked == [300, *[75] * 9, 25]


async def test_a_lookup_that_nothing_makes_fast_ends_the_run() -> None:
    store = SlowStore(rows=0, most=0)
    run = JobRun(cast("CoreEngine", Engine(store)), "b", "conflicts", NOW)
    with pytest.raises(DatabaseTimeout):
        [some async for some, _ in run.looked_up("some/lookup", ["a"] * 50, 50)]
    assert store.asked == [50, 12, LEAST_PAGE]


async def test_a_database_that_answers_nothing_in_time_ends_the_run() -> None:
    store = SlowStore(rows=25, most=0)
    with pytest.raises(DatabaseTimeout):
        await ids_of(store)
    assert store.asked[-1] == LEAST_PAGE
