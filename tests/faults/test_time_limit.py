"""A statement that exceeds its time limit ends with a clear error and leaves nothing behind."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from uuid_utils import uuid4

from api.main import create_app
from graphmem.graph import store as store_module
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.settings import Settings
from graphmem_contract.errors import DatabaseTimeout
from tests.api.conftest import assert_problem, client_of
from tests.conftest import Server

SLOW = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b % 7 = 9 RETURN count(*) AS n"


@pytest.fixture
async def hurried(server: Server, test_settings: Settings) -> AsyncIterator[Memory]:
    """A memory with a time limit per statement, from the setting and not from the store's argument."""
    async with Memory.open(
        server.uri, auth=(server.user, server.password), settings=test_settings.with_overrides(query_timeout_sec=1),
        models=Models(NoneExtractor(), None, HashEmbedder()),
    ) as opened:  # fmt: skip
        yield opened


async def test_a_write_that_takes_too_long_is_rolled_back_whole(hurried: Memory, memory: Memory) -> None:
    brain = f"test-{uuid4()}"

    async def work(tx: Any) -> None:
        await (await tx.run("CREATE (:Brain {id: $brain})", brain=brain)).consume()
        await (await tx.run(SLOW)).consume()

    with pytest.raises(DatabaseTimeout, match=r"GRAPHMEM_QUERY_TIMEOUT_SEC.*was rolled back"):
        await hurried.store.transaction(work)
    assert await memory.store.read("api/brain", brain=brain) == []
    assert await hurried.store.read("api/brain", brain=brain) == []


async def test_a_read_that_takes_too_long_is_a_problem_that_says_so(
    hurried: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with client_of(create_app(memory=hurried)) as client:
        with monkeypatch.context() as patched:
            patched.setattr(store_module, "sent", lambda *_: (SLOW, {}))
            answer = await client.get("/v1/brains")
        problem = assert_problem(answer, 503, "database_timeout")
        assert "GRAPHMEM_QUERY_TIMEOUT_SEC" in problem["detail"]
        assert answer.headers["Retry-After"]
        assert (await client.get("/v1/brains")).status_code == 200


@pytest.mark.slow
async def test_a_writer_does_not_wait_for_a_lock_for_ever(hurried: Memory, memory: Memory) -> None:
    brain = f"test-{uuid4()}"
    await memory.store.write("api/create_brain", brain=brain)

    async def hold(tx: Any) -> None:
        await (await tx.run("MATCH (b:Brain {id: $brain}) SET b.held = true", brain=brain)).consume()
        with pytest.raises(DatabaseTimeout):
            await hurried.store.write("api/create_brain", brain=brain)

    await memory.store.transaction(hold, dry_run=True)
    assert (await hurried.store.write("api/create_brain", brain=brain))[0]["created"] is False


@pytest.mark.slow
async def test_what_touches_thousands_of_facts_has_a_limit_of_its_own(
    server: Server, test_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[bool] = []
    transaction = store_module.Store.transaction

    async def noting(self: Any, work: Any, *, dry_run: bool = False, bulk: bool = False) -> Any:
        limits.append(bulk)
        return await transaction(self, work, dry_run=dry_run, bulk=bulk)

    async def slow(tx: Any) -> None:
        await (await tx.run(SLOW)).consume()

    async with Memory.open(
        server.uri, auth=(server.user, server.password), settings=test_settings.with_overrides(bulk_timeout_sec=1),
        models=Models(NoneExtractor(), None, HashEmbedder()),
    ) as memory:  # fmt: skip
        with pytest.raises(DatabaseTimeout):
            await memory.store.transaction(slow, bulk=True)
    async with Memory.open(
        server.uri, auth=(server.user, server.password), settings=test_settings,
        models=Models(NoneExtractor(), None, HashEmbedder()),
    ) as memory:  # fmt: skip
        monkeypatch.setattr(store_module.Store, "transaction", noting)
        brain = memory.brain(f"test-{uuid4()}")
        ana, lena = [(await brain.entities.add(name=name, type="person")).id for name in ("Ana", "Lena")]
        merge = (await brain.entities.merge(ana, lena)).merges[0]
        await brain.entities.unmerge(lena, merge.merge_id)
        limits.clear()
        await brain.entities.merge(ana, lena)
        await brain.entities.forget(ana)
        assert limits
        assert all(limits)
