"""`Memory`: the connection to a graph, and the way to its brains."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from graphmem.access.audit import AuditLog
from graphmem.access.keys import Keys
from graphmem.access.logins import Logins
from graphmem.brain import Brain
from graphmem.dates.parser import find_dates
from graphmem.doctor.service import findings, operations
from graphmem.engine import Engine
from graphmem.explore.brain_list import list_brains
from graphmem.graph.driver import connect
from graphmem.graph.schema import VERSION, apply_schema
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.ingest.process import EpisodeProcessor
from graphmem.ingest.worker import Workers
from graphmem.models.embedder_scale import fitted
from graphmem.models.factory import make_models
from graphmem.models.model_set import Models
from graphmem.observability.logs import get_logger
from graphmem.processes.beside import beside
from graphmem.processes.budget import BudgetSpent
from graphmem.processes.pool import shared_pool
from graphmem.serving.tidying import tidying
from graphmem.serving.warm_up import warm_up
from graphmem.settings import Settings, settings as process_settings
from graphmem_contract.audit import AuditLine
from graphmem_contract.brains import BrainSummary
from graphmem_contract.errors import DiskFull, GraphmemError, NotReady, TooLarge, reason_of
from graphmem_contract.operations import Finding, Operations
from graphmem_contract.pagination import Page
from graphmem_contract.records import DateSpan
from graphmem_contract.validation import Moment, check_brain, moment

if TYPE_CHECKING:
    from graphmem.embedded.server import Server

log = get_logger("graphmem.memory")

Auth = tuple[str, str]
MOST_READ_HERE = 5_000
"""Characters of a text whose dates are read at once, in a few hundredths of a second."""
FOLLOW_SEC, LONGEST_FOLLOW_SEC = 2.0, 60.0
"""Seconds between two looks at the state of the embedded server, and at most after it could not be started."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A connected memory. Use it as `async with Memory.open() as memory`."""

    engine: Engine
    browser_url: str | None = None

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
        """Connect to a server, a cluster or Aura, or start the embedded Neo4j, and bring the schema up to date.

        The address is `uri`, else `NEO4J_URI`, else the embedded server of `GRAPHMEM_DATA_DIR`. The embedded server is a
        process of its own (Java): the first memory on a data folder starts it, with a line in the log (logger
        `graphmem.memory`), and it stops with the last one.

        Raises:
            SetupError: Java, the jars, the address or the configuration are not usable; wrong password.
            EmbeddingMismatch: the graph was written with another embedder.
            DatabaseUnavailable: the server does not answer.
        """
        chosen = settings or process_settings()
        made = models or make_models(chosen)
        fit = fitted(chosen, made.embedder.name)
        async with _server(chosen, uri, auth) as (address, login, running):
            browser = running.browser_url if running else None
            name = database or chosen.neo4j_database
            store = _store(address, login, name, chosen, running)
            try:
                await store.ping(
                    address
                )  # fails at once where there is no server, without the retries of a running service
                with _progress("The indexes are being made", running):
                    store.slot = await apply_schema(store.driver, name, made.embedder.name, made.embedder.dimensions)
                # A server that has just started is slow to plan its first statements; meanwhile the models load.
                work = (warm_up(store, made.embedder.dimensions), _follow(store, running, chosen)) if running else ()
                async with beside(*work):
                    workers = Workers(chosen.workers)
                    try:
                        yield Memory(Engine(store, made, fit, workers), browser)
                        await workers.drain(chosen.drain_sec, tries=False)
                    finally:
                        await workers.stop(0)
            finally:
                await store.driver.close()
                if models is None:
                    await made.aclose()

    @property
    def store(self) -> Store:
        """The graph."""
        return self.engine.store

    @property
    def models(self) -> Models:
        """The extractor, the judge, the embedder and the others."""
        return self.engine.models

    @property
    def settings(self) -> Settings:
        """The service's settings; a brain may have its own."""
        return self.engine.settings

    @property
    def workers(self) -> Workers:
        """The workers of this process."""
        return self.engine.workers

    @property
    def keys(self) -> Keys:
        """The API keys in this graph."""
        return Keys(self.store)

    @property
    def logins(self) -> Logins:
        """The logins of people in this graph."""
        return Logins(self.store)

    async def brains(
        self,
        *,
        query: str | None = None,
        names: Collection[str] | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[BrainSummary]:
        """The brains that were written to, by name. `query`: part of the name; `names`: only these. Raises InvalidInput."""
        return await list_brains(self.store, names, query=query, limit=limit, cursor=cursor)

    async def operations(self, *, names: Collection[str] | None = None, whole: bool = True) -> Operations:
        """The state of the running service: versions, queues, workers, stages, model calls, indexes.

        Args:
            names: the brains whose queues are told; default all. whole: also tell of this process and of the indexes.
        """
        return await operations(self.engine, names, whole=whole)

    async def audit_log(
        self,
        *,
        brain: str | None = None,
        key: str | None = None,
        operation: str | None = None,
        since: Moment = None,
        until: Moment = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[AuditLine]:
        """A page of the audit log of the service (GRAPHMEM_AUDIT), newest first. Calls of this library are not in it.

        Args:
            brain, key, operation: only lines of these; `key`: the id of a key, else "admin" or "owner".
            since, until: only lines from then on, and before then.

        Raises:
            InvalidInput: an argument is not usable.
        """
        return await AuditLog(self.store).list(
            brain=brain, key=key, operation=operation, since=moment(since, "since"), until=moment(until, "until"),
            limit=limit, cursor=cursor,
        )  # fmt: skip

    async def findings(self) -> tuple[Finding, ...]:
        """What `graphmem doctor` finds on this machine and in the database. It starts and changes nothing."""
        return await findings(self.store, self.settings)

    def brain(self, name: str) -> Brain:
        """One isolated memory. Its first write creates it."""
        return Brain(self.engine, check_brain(name))

    async def dates(
        self, text: str, occurred_at: datetime, time_zone: str | None = None, *, owner: str = "owner"
    ) -> list[DateSpan]:
        """Return the dates in a text, as `find_dates` does. A long text is read in a worker process: nobody waits for it.

        Args:
            text: any text.
            occurred_at: when it was said; a naive datetime counts as UTC.
            time_zone: IANA name of the zone in which "yesterday" is meant; UTC if left out.
            owner: who asks; the owners of texts that wait take turns.

        Raises:
            InvalidInput: the time zone is unknown. TooLarge: the processor time for one text was not enough.
            ModelTimeout: the worker process died or hung.
        """
        if len(text) <= MOST_READ_HERE:
            return find_dates(text, occurred_at, time_zone)
        try:
            return await shared_pool(1).run(owner, find_dates, text, occurred_at, time_zone)
        except BudgetSpent:
            raise TooLarge("Reading the dates of this text takes too long; send it in parts.", field="text") from None

    @asynccontextmanager
    async def serving(self, brain: str | None = None) -> AsyncIterator[None]:
        """Extract what waits in all brains, or in one, while the block runs; also what other processes stored.

        Webhooks are sent to, and the jobs of upkeep run by their schedules. Every hour, episodes that the retention policies of a
        brain do not keep are forgotten, and old events removed.
        """
        beside = tidying(self.engine, brain) if self.workers.size else nullcontext()
        async with self.workers.serving(EpisodeProcessor(self.engine), brain), beside:
            yield

    def is_writable(self) -> bool:
        """Whether writes are accepted; False while the disk of the embedded server has too little free space."""
        try:
            self.store.check_room()
        except DiskFull:
            return False
        return True

    async def check_schema(self) -> None:
        """Check that the graph still has the schema version, and vectors of the embedder of this process.

        After a switch to another embedder, those are still there until they are dropped.

        Raises:
            NotReady: the schema is missing or another one. DatabaseUnavailable: Neo4j does not answer.
        """
        rows = await self.store.read("setup/read_schema")
        row = rows[0] if rows else None
        own = (self.models.embedder.name, self.models.embedder.dimensions)
        if row is None or row["version"] != VERSION or own not in _embedders(row):
            state = f"version {row['version']} with vectors of {row['embedder']}" if row else "no longer there"
            raise NotReady(f"The graph's schema is {state}; start this service again with settings that fit.")


def _embedders(marker: Row) -> list[tuple[str, int]]:
    """Return the embedders whose vectors a process may use: that of the graph, and the one it has switched from."""
    there = [(marker["embedder"], marker["dimensions"])]
    return [*there, (marker["beside"], marker["besideDimensions"])] if marker["beside"] else there


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """Connect to the graph of the settings, from whichever embedder its vectors come. Its schema is not changed.

    Raises:
        SetupError: Java, the jars, the address or the configuration are not usable; wrong password.
        DatabaseUnavailable: the server does not answer.
    """
    async with _server(settings, None, None) as (address, login, running):
        store = _store(address, login, settings.neo4j_database, settings, running)
        try:
            await store.ping(address)
            yield store
        finally:
            await store.driver.close()


@asynccontextmanager
async def _server(
    settings: Settings, uri: str | None, auth: Auth | None
) -> AsyncIterator[tuple[str, Auth, Server | None]]:
    address = uri or settings.neo4j_uri
    if address:
        yield address, auth or (settings.neo4j_user, settings.neo4j_password.get_secret_value()), None
        return
    from graphmem.embedded import server as embedded  # only where it is needed

    if embedded.status(settings).phase in ("stopped", "failed"):
        log.warning("starting_neo4j", folder=str(settings.data_dir), instead="set NEO4J_URI for a server of your own")
    running = await asyncio.to_thread(embedded.acquire, settings)
    try:
        yield running.uri, (running.user, running.password), running
    finally:
        await asyncio.to_thread(embedded.release, running)


def _store(address: str, login: Auth, database: str, settings: Settings, running: Server | None) -> Store:
    """Return a store with a driver. Where the server is the embedded one, it refuses writes before the disk is full."""
    driver, limits = connect(address, *login), (settings.query_timeout_sec, settings.bulk_timeout_sec)
    if running is None:
        return Store(driver, database, *limits)
    from graphmem.embedded.disk_room import DiskRoom  # only where it is needed

    return Store(driver, database, *limits, DiskRoom(running.data_dir, settings.min_free_mb).check)


def _progress(title: str, running: Server | None) -> AbstractContextManager[None]:
    """Tell on stderr how long the preparation of an embedded server takes."""
    if running is None:
        return nullcontext()
    from graphmem.embedded.progress import waiting  # only where it is needed

    return waiting(title)


async def _follow(store: Store, server: Server, settings: Settings) -> None:
    """Follow the embedded server: restart it where nothing else does, and use its present address."""
    from graphmem.embedded import server as embedded

    wait = FOLLOW_SEC
    while True:
        await asyncio.sleep(wait)
        try:
            found = await asyncio.to_thread(embedded.follow, settings, server)
        except GraphmemError as error:
            wait = min(2 * wait, LONGEST_FOLLOW_SEC)
            log.warning("neo4j_is_down", reason=reason_of(error), again_in=wait)
            continue
        wait = FOLLOW_SEC
        if found.uri != server.uri:
            before, store.driver = store.driver, connect(found.uri, found.user, found.password)
            log.warning("neo4j_has_moved", uri=found.uri)
            await before.close()
        server = found
