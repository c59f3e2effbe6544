"""Metrics and traces say what was done and how long it took, never what was said."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client.parser import text_string_to_metric_families

from api.main import create_app
from graphmem.brain import Brain
from graphmem.graph.store import Store
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.observability import tracing
from graphmem.settings import Settings
from graphmem.testing.scripted_server import Reply, ScriptedServer
from graphmem_contract.errors import DatabaseUnavailable, ModelError
from tests.api.conftest import Api, assert_problem, client_of
from tests.conftest import altered
from tests.faults.test_races import apart
from tests.story.staging import answer, asking
from tests.story.telling import extraction, fact

SECRET = "Xyzzyosis"
Numbers = dict[tuple[str, frozenset[str]], float]


async def numbers(client: httpx.AsyncClient) -> Numbers:
    """Every sample by its name and the values of its labels."""
    answer = await client.get("/metrics")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {
        (sample.name, frozenset(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def rise(before: Numbers, after: Numbers, name: str, *labels: str) -> float:
    key = (name, frozenset(labels))
    return after[key] - before.get(key, 0.0)


async def remembered(api: Api) -> str:
    body = {
        "content": f"Ana told me about {SECRET}.",
        "extraction": extraction(fact("Ana", "works_at", SECRET)).model_dump(exclude_unset=True, mode="json"),
    }
    answer = await api.post("/episodes", body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["episode_id"])


async def test_what_is_done_is_counted_and_timed(api: Api) -> None:
    before = await numbers(api.client)
    await remembered(api)
    await api.post("/recall", {"query": SECRET})
    await api.get("/facts", limit=0)
    after = await numbers(api.client)
    seconds = "graphmem_http_request_seconds_count"
    assert rise(before, after, seconds, "POST", "/v1/brains/{brain}/episodes", "201") == 1
    assert rise(before, after, seconds, "GET", "/v1/brains/{brain}/facts", "422") == 1
    assert rise(before, after, "graphmem_episode_seconds_count", "extracted") == 1
    for stage in (
        "entity_extract",
        "entity_resolve",
        "fact_extract",
        "fact_dedup",
        "temporal",
        "contradiction",
        "commit",
    ):
        assert rise(before, after, "graphmem_stage_seconds_count", stage) == 1, stage
    assert rise(before, after, "graphmem_neo4j_statement_seconds_count", "ingest/commit") == 1
    assert rise(before, after, "graphmem_recall_seconds_count", "hybrid", "total") == 1
    assert rise(before, after, "graphmem_embedded_texts_total", "hash-384") >= 1
    assert after["graphmem_database_up", frozenset()] == 1


async def test_calls_to_a_model_and_their_tokens_are_counted(api: Api, memory: Memory) -> None:
    before = await numbers(api.client)
    with ScriptedServer([answer(), Reply("no", status=400)]) as server:
        async with asking(memory.brain(api.brain), server, model="counted") as reader:
            for text in ("Bruno joined the Ferry Line", "Bruno left it"):
                await reader.remember(text, occurred_at="2024-01-01")
    after = await numbers(api.client)
    assert rise(before, after, "graphmem_model_call_seconds_count", "informed", "counted", "answered") == 1
    assert rise(before, after, "graphmem_model_call_seconds_count", "informed", "counted", "failed") == 1
    assert rise(before, after, "graphmem_model_tokens_total", "counted", "input") == 100
    assert rise(before, after, "graphmem_model_tokens_total", "counted", "output") == 20
    assert rise(before, after, "graphmem_episode_seconds_count", "failed") == 1


async def test_nothing_that_was_said_is_a_label(api: Api) -> None:
    id_ = await remembered(api)
    await api.get(f"/episodes/{id_}")
    await api.client.get(f"/nowhere/{SECRET}")
    await api.client.request(f"A{SECRET.upper()}", api.at("/facts"))
    text = (await api.client.get("/metrics")).text
    for told in (SECRET.casefold(), api.brain, id_):
        assert told not in text.casefold()


async def test_what_runs_in_the_process_is_counted(api: Api) -> None:
    waiting = [asyncio.create_task(asyncio.sleep(60)) for _ in range(5)]
    before = await numbers(api.client)
    for one in waiting:
        one.cancel()
    await asyncio.wait(waiting)
    assert rise(before, await numbers(api.client), "graphmem_tasks") <= -5


async def test_writers_that_meet_are_counted(api: Api, memory: Memory) -> None:
    before = await numbers(api.client)
    people = [f"Person {n}" for n in range(8)]
    others = {name: apart(memory.brain(api.brain)) for name in people}
    await asyncio.gather(
        *(
            one.add_fact(subject=name, relation="works_at", object="Acme", object_is_entity=True)
            for name, one in others.items()
        )
    )
    after = await numbers(api.client)
    assert rise(before, after, "graphmem_commit_conflicts_total") >= 1


async def test_the_queue_is_told_and_not_asked_for_all_the_time(
    memory: Memory, api: Api, test_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.routers.service.metrics.KEPT_SECONDS", 600.0)
    await api.post("/episodes", {"content": "later", "skip_extraction": True})
    text = "MATCH (e:Episode {brain: $brain}) WHERE e.id >= '' SET e.status = $status"
    asked: list[str] = []
    read = Store.read

    async def counting(self: Store, name: str, /, **parameters: object) -> object:
        asked.append(name)
        return await read(self, name, **parameters)

    monkeypatch.setattr(Store, "read", counting)
    async with client_of(create_app(test_settings, memory)) as client:
        was = await numbers(client)
        await memory.store.driver.execute_query(text, brain=api.brain, status="failed")
        queued = "graphmem_queue_episodes"
        assert rise(was, await numbers(client), queued, "failed") == 0
        assert asked.count("queue/states") == 1
    async with client_of(create_app(test_settings, memory)) as client:
        assert rise(was, await numbers(client), queued, "failed") >= 1
    await memory.store.driver.execute_query(text, brain=api.brain, status="stored")


async def test_where_nothing_waits_it_says_so(memory: Memory, brain: Brain) -> None:
    rows = await memory.store.read("queue/states", brain=brain.name)
    assert {row["status"]: row["episodes"] for row in rows} == {"pending": 0, "extracting": 0, "failed": 0}


async def test_without_the_database_the_rest_is_told(
    memory: Memory, test_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(*_: object, **__: object) -> None:
        raise DatabaseUnavailable("out of reach")

    monkeypatch.setattr(Store, "read", gone)
    async with client_of(create_app(test_settings, memory)) as client:
        await client.get("/health")
        told = await numbers(client)
    assert told["graphmem_database_up", frozenset()] == 0
    assert not [name for name, _ in told if name == "graphmem_queue_episodes"]
    assert [name for name, _ in told if name == "graphmem_http_request_seconds_count"]


async def test_with_keys_the_numbers_need_one(memory: Memory, test_settings: Settings) -> None:
    settings = test_settings.with_overrides(admin_key="an-admin-key")
    async with client_of(create_app(settings, memory)) as client:
        assert_problem(await client.get("/metrics"), 401, "unauthorized", "Authorization")
        told = await client.get("/metrics", headers={"Authorization": "Bearer an-admin-key"})
        assert told.status_code == 200


# --------------------------------------------------------------------------- traces


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    """The spans that an SDK would export."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(tracing, "_tracer", provider.get_tracer("graphmem"))
    yield exporter
    provider.shutdown()


async def test_an_episode_is_a_trace_of_its_stages_and_statements(api: Api, spans: InMemorySpanExporter) -> None:
    id_ = await remembered(api)
    found = {span.name: span for span in spans.get_finished_spans()}
    episode = found["graphmem.episode"]
    assert episode.attributes is not None
    assert episode.attributes["graphmem.episode"] == id_
    for name in (
        "graphmem.stage commit",
        "graphmem.stage entity_resolve",
        "ingest/commit",
        "ingest/finish_episodes",
    ):
        assert found[name].context is not None
        assert found[name].context.trace_id == episode.context.trace_id, name
    within = found["ingest/commit"].parent
    assert within is not None
    assert within.span_id == found["graphmem.stage commit"].context.span_id


async def test_no_trace_tells_what_was_said(api: Api, spans: InMemorySpanExporter) -> None:
    await remembered(api)
    await api.post("/recall", {"query": SECRET})
    with pytest.raises(ModelError), tracing.span("outer", {}):
        raise ModelError(f"The model said {SECRET}")
    for span in spans.get_finished_spans():
        assert SECRET not in span.to_json()
    assert spans.get_finished_spans()[-1].status.status_code is trace.StatusCode.ERROR


# --------------------------------------------------------------------------- readiness


class Broken(HashEmbedder):
    """An embedder that cannot return vectors."""

    async def embed(self, texts: object) -> list[list[float]]:
        raise ModelError("no file")


async def ready(memory: Memory, settings: Settings, **changes: object) -> httpx.Response:
    async with client_of(create_app(settings, altered(memory, **changes))) as client:  # type: ignore[arg-type]
        return await client.get("/ready")


async def test_readiness_needs_the_embedder(memory: Memory, test_settings: Settings) -> None:
    broken = replace(memory.models, embedder=Broken())
    problem = assert_problem(await ready(memory, test_settings, models=broken), 503, "not_ready")
    assert "embedder" in problem["detail"]
    assert (await ready(memory, test_settings)).json() == {"status": "ready", "writes": "accepted"}


async def test_readiness_needs_a_schema_that_this_code_knows(
    memory: Memory, test_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.memory.VERSION", 1_000)
    problem = assert_problem(await ready(memory, test_settings), 503, "not_ready")
    assert "schema" in problem["detail"]
