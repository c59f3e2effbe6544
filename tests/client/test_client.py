"""The client itself: brains, keys, dates, health, options, and what its own HTTP client may do."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import httpx2
import pytest
from pydantic import SecretStr
from uuid_utils import uuid4

from api.main import create_app
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from graphmem_client import (
    ClientBrain,
    EpisodeRequest,
    Forbidden,
    GraphmemClient,
    GraphmemClientSync,
    InvalidInput,
    NewEntity,
    NotFound,
    Retry,
    ServiceUnreachable,
    SuppliedFact,
    Unauthorized,
    WriteResult,
)
from tests.api.test_server import serving
from tests.client.scripted_http import CUT, ScriptedHttp
from tests.conftest import altered


async def test_brains_are_listed_in_pages(client: GraphmemClient) -> None:
    names = [f"list-{uuid4()}-{n}" for n in range(2)]
    for name in names:
        assert await client.brain(name).create()
    first = await client.brains(limit=1)
    assert (len(first), first.next_cursor) == (1, first[0].name)
    listed, cursor = [], None
    while True:
        page = await client.brains(limit=100, cursor=cursor)
        listed += [brain.name for brain in page]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert set(names) <= set(listed)
    assert (await client.brain(names[0]).overview.detail()).name == names[0]


async def test_a_name_that_no_brain_can_have_is_refused(client: GraphmemClient) -> None:
    for name in ("", "..", "a/b", "a" * 129):
        with pytest.raises(InvalidInput):
            client.brain(name)


async def test_the_service_tells_its_state_and_finds_dates(client: GraphmemClient) -> None:
    assert (await client.health()).status == "ok"
    assert (await client.ready()).status == "ready"
    (span,) = await client.dates("We met yesterday.", "2026-06-09T10:00:00Z")
    assert span.from_ == datetime(2026, 6, 8, tzinfo=UTC)
    with pytest.raises(InvalidInput):
        await client.dates("yesterday", "2026-06-09", "Mars/Base")


async def test_keys_are_made_used_and_revoked(memory: Memory, keys_removed: None) -> None:
    settings = memory.settings.model_copy(update={"admin_key": SecretStr("the-admin-key-of-this-test")})
    name = f"keys-{uuid4()}"
    async with serving(create_app(settings, altered(memory, workers=Workers(0)))) as port:
        url = f"http://127.0.0.1:{port}"
        async with GraphmemClient(url, api_key="the-admin-key-of-this-test") as admin, GraphmemClient(url) as nobody:
            made = await admin.keys.create("a test", [name], ["memory:read"])
            try:
                async with GraphmemClient(url, api_key=made.key) as reader:
                    assert (await reader.brain(name).overview.stats()).facts == 0
                    with pytest.raises(Forbidden):
                        await reader.brain(name).add_fact(subject="Ana", relation="likes", object="tea")
                with pytest.raises(Unauthorized):
                    await nobody.brain(name).overview.stats()
                assert made.id in {key.id for key in await admin.keys.list(limit=1000)}
                rotated = await admin.keys.rotate(made.id, grace_seconds=60)
                assert (rotated.id, rotated.key == made.key, rotated.old_secret_until is None) == (
                    made.id,
                    False,
                    False,
                )
                for secret in (made.key, rotated.key):
                    async with GraphmemClient(url, api_key=secret) as reader:
                        assert (await reader.brain(name).overview.stats()).facts == 0
            finally:
                assert (await admin.keys.revoke(made.id)).revoked_at is not None
            with pytest.raises(InvalidInput):
                await admin.keys.create("a test", [name], ["everything"])


async def test_records_may_be_given_in_place_of_fields(remote: ClientBrain) -> None:
    fact = await remote.add_fact(SuppliedFact(subject="Ana", relation="likes", object="tea", valid_from=None))
    assert (fact.valid_from, fact.matched) == (None, False)
    assert (await remote.add_fact(SuppliedFact(subject="Ana", relation="likes", object="tea"))).matched
    entity, known = await remote.entities.ensure(NewEntity(name="Rui", type="person"))
    again, known_again = await remote.entities.ensure(NewEntity(name="Rui", type="person"))
    assert (known, known_again, entity.id) == (False, True, again.id)
    request = EpisodeRequest(content="A note.", skip_extraction=True)
    (result, replayed), refused, (repeated, is_again) = await remote.episodes.store_verbatim(
        [(request, "k1"), (EpisodeRequest(content="\ud800", skip_extraction=True), None), (request, "k1")]
    )  # type: ignore[misc]
    assert isinstance(result, WriteResult)
    assert sorted([replayed, is_again]) == [False, True]
    assert repeated.episode_id == result.episode_id
    assert isinstance(refused, InvalidInput)
    with pytest.raises(InvalidInput):
        await remote.episodes.store_verbatim([(EpisodeRequest(content="A note."), None)])


async def test_an_address_cannot_be_climbed_out_of(remote: ClientBrain) -> None:
    await remote.add_fact(subject="Ana", relation="likes", object="tea")
    for id_ in ("..", ".", ""):
        with pytest.raises(InvalidInput):
            await remote.forget(id_)
    for id_ in ("../..", "a/b", "%2e%2e", "a?b=c", "a#b"):
        with pytest.raises(NotFound):
            await remote.forget(id_)
    assert (await remote.overview.stats()).facts == 1


async def test_options_change_for_some_calls_only() -> None:
    async with ScriptedHttp(CUT) as server, GraphmemClient(server.url, retry=Retry(attempts=1)) as client:
        patient = client.with_options(retry=Retry(attempts=3, first_wait_sec=0.001), timeout=3.0)
        with pytest.raises(ServiceUnreachable):
            await patient.brain("b").overview.stats()
        assert len(server.received) == 3
        with pytest.raises(ServiceUnreachable):
            await client.brain("b").overview.stats()
        assert len(server.received) == 4
        await patient.aclose()
        assert not client._service.http.is_closed


async def test_an_http_client_of_your_own_is_used_and_left_open(memory: Memory) -> None:
    transport = httpx2.ASGITransport(app=create_app(memory=memory))
    async with httpx2.AsyncClient(transport=transport) as http:
        async with GraphmemClient("http://localhost", http_client=http) as client:
            assert (await client.brain(f"own-{uuid4()}").overview.stats()).facts == 0
        assert not http.is_closed


async def test_many_calls_run_at_once(remote: ClientBrain) -> None:
    await asyncio.gather(*(remote.add_fact(subject="Ana", relation="visited", object=f"Town {n}") for n in range(12)))
    assert (await remote.overview.stats()).facts == 12
    assert len(await remote.graph.as_of("Ana")) == 12


def test_a_synchronous_client_is_closed_by_its_block() -> None:
    with GraphmemClientSync("http://127.0.0.1:1") as client:
        assert repr(client) == "GraphmemClientSync('http://127.0.0.1:1')"
    assert client._service.http.is_closed
