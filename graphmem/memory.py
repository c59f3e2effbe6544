"""`Memory`: the connection, and the way to its brains."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from graphmem.access.keys import Keys
from graphmem.brain import Brain, check_brain, drain, moment
from graphmem.graph.driver import connect
from graphmem.graph.schema import apply_schema
from graphmem.graph.store import Store
from graphmem.ingest.pipeline import Pipeline
from graphmem.ingest.worker import Workers
from graphmem.models.factory import Models, make_models
from graphmem.settings import Settings
from graphmem.settings import settings as process_settings

Auth = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Memory:
    """A connected memory. Use it as `async with Memory.open() as memory`."""

    store: Store
    models: Models
    settings: Settings
    pipeline: Pipeline
    browser_url: str | None = None
    workers: Workers = field(default_factory=lambda: Workers(2), compare=False)

    @staticmethod
    @asynccontextmanager
    async def open(
        uri: str | None = None,
        *,
        auth: Auth | None = None,
        database: str | None = None,
        settings: Settings | None = None,
        models: Models | None = None,
    ) -> AsyncIterator[Memory]:
        """Connects to a server, a cluster or Aura, or starts the embedded Neo4j, and brings the schema up to date.

        Order: `uri`, then `NEO4J_URI`, then the embedded server of `GRAPHMEM_DATA_DIR`.

        Raises:
            SetupError: Java, the jars or the configuration are not usable; wrong password.
            EmbeddingMismatch: the graph was written with another embedder.
            DatabaseUnavailable: the server does not answer.
        """
        chosen = settings or process_settings()
        made = models or make_models(chosen)
        async with _server(chosen, uri, auth) as (address, login, browser):
            driver = connect(address, *login)
            name = database or chosen.neo4j_database
            try:
                store = Store(driver, name, chosen.query_timeout_sec, chosen.bulk_timeout_sec)
                await store.ping()  # fails at once where there is no server, without the retries of a running service
                await apply_schema(driver, name, made.embedder.name, made.embedder.dimensions)
                pipeline = Pipeline(store, made.extractor, made.judge, made.embedder)
                async with _warming(store, wanted=browser is not None):
                    workers = Workers(chosen.workers)
                    try:
                        yield Memory(store, made, chosen, pipeline, browser, workers)
                        await workers.drain(chosen.drain_sec, tries=False)
                    finally:
                        await workers.stop(0)
            finally:
                await driver.close()
                if models is None:
                    await made.aclose()

    @property
    def keys(self) -> Keys:
        """The API keys in this graph."""
        return Keys(self.store)

    def brain(self, name: str) -> Brain:
        """One isolated memory; it is made by its first write."""
        return Brain(self, check_brain(name))


@asynccontextmanager
async def _server(
    settings: Settings, uri: str | None, auth: Auth | None
) -> AsyncIterator[tuple[str, Auth, str | None]]:
    address = uri or settings.neo4j_uri
    if address:
        yield address, auth or (settings.neo4j_user, settings.neo4j_password.get_secret_value()), None
        return
    from graphmem.embedded import server as embedded  # only where it is needed

    running = await asyncio.to_thread(embedded.acquire, settings)
    try:
        yield running.uri, (running.user, running.password), running.browser_url
    finally:
        await asyncio.to_thread(embedded.release, running)


@asynccontextmanager
async def _warming(store: Store, *, wanted: bool) -> AsyncIterator[None]:
    """A server that has just started plans its first statements slowly: let it do so while the models load."""
    task = asyncio.create_task(store.warm()) if wanted else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


__all__ = ["Brain", "Memory", "check_brain", "drain", "moment"]
