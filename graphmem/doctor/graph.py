"""Checks of `graphmem doctor` in the database: connection, schema, indexes, procedures. They change nothing."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

from graphmem.doctor.check import Check
from graphmem.embedded.plugin import fingerprint
from graphmem.graph.driver import connect
from graphmem.graph.schema import VERSION, other_version, schema_statements
from graphmem.graph.store import Store
from graphmem.graph.vectors.slot import FIRST
from graphmem.models.embeddings import make_embedder
from graphmem.settings import Settings
from graphmem_contract.errors import DatabaseError, GraphmemError, SetupError

_NAMED = re.compile(r"(?:INDEX|CONSTRAINT) (\w+) IF NOT EXISTS")
_BUILT = "ONLINE"


async def database(uri: str, user: str, password: str, settings: Settings) -> AsyncIterator[Check]:
    """Run every check that needs the database."""
    try:
        driver = connect(uri, user, password)
    except SetupError as error:
        yield Check("Neo4j", "missing", "its address cannot be used", error.detail)
        return
    store = Store(driver, settings.neo4j_database)
    try:
        connection = await _connection(store, uri)
        yield connection
        if connection.state == "ok":
            async for check in of_store(store, settings):
                yield check
    finally:
        await driver.close()


async def of_store(store: Store, settings: Settings) -> AsyncIterator[Check]:
    """Run every check that needs the database, over an open connection."""
    schema = await _schema(store, settings)
    yield schema
    yield await _indexes(store, is_new=schema.state == "note")
    yield await _procedures(store)
    if schema.state == "ok":
        async for check in _vectors_beside(store):
            yield check


async def _connection(store: Store, uri: str) -> Check:
    try:
        await store.ping(uri)
    except GraphmemError as error:
        return Check("Neo4j", "missing", f"{uri} does not accept the connection", error.detail)
    return Check("Neo4j", "ok", f"{uri} answers")


async def _schema(store: Store, settings: Settings) -> Check:
    rows = await store.read("setup/read_schema")
    if not rows:
        return Check("schema", "note", "not there yet", "The first use of the database makes it.")
    version, embedder = rows[0]["version"], rows[0]["embedder"]
    store.slot = rows[0]["slot"] or FIRST
    if version != VERSION:
        return Check("schema", "missing", f"version {version}, this graphmem has {VERSION}", other_version(version))
    if embedder != make_embedder(settings).name:
        return Check("schema", "missing", f"its vectors come from {embedder}", f"Set GRAPHMEM_EMBEDDER={embedder}.")
    return Check("schema", "ok", f"version {version}, embedder {embedder}")


async def _vectors_beside(store: Store) -> AsyncIterator[Check]:
    """Yield a note if vectors of another embedder lie beside those in use."""
    (row,) = await store.read("setup/read_schema")
    if beside := row["beside"]:
        mend = f"`graphmem reembed` with {beside} goes on or switches back; `graphmem reembed --drop` removes them."
        yield Check("vectors", "note", f"vectors of {beside} lie beside those in use", mend)


async def _indexes(store: Store, *, is_new: bool) -> Check:
    expected = {name for text in schema_statements(1, store.slot) for name in _NAMED.findall(text)}
    states = {row["name"]: row["state"] for row in await store.read("setup/read_indexes")}
    absent = sorted(expected - set(states))
    waiting = sorted(name for name in expected & set(states) if states[name] != _BUILT)
    if absent and is_new:
        return Check("indexes", "note", f"{len(absent)} not there yet", "The next use makes them.")
    if absent:
        mend = "cypher/schema/ has the statements that make them."
        return Check("indexes", "missing", f"{len(absent)} not there: {_first_names(absent)}", mend)
    if waiting:
        return Check("indexes", "missing", f"not usable: {_first_names(waiting)}", "Wait for Neo4j to build them.")
    return Check("indexes", "ok", f"all {len(expected)} online")


async def _procedures(store: Store) -> Check:
    mend = "`graphmem procedures install --plugins FOLDER` and a restart; graphmem works without them too."
    try:
        rows = await store.read("setup/read_version")
    except DatabaseError:
        return Check("procedures", "note", "not loaded by this server", mend)
    if rows[0]["version"] != fingerprint():
        return Check("procedures", "note", f"build {rows[0]['version']}, current is {fingerprint()}", mend)
    return Check("procedures", "ok", f"callable, build {rows[0]['version']}")


def _first_names(names: list[str]) -> str:
    return ", ".join(names[:3]) + (" …" if len(names) > 3 else "")
