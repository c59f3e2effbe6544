"""Export: a whole brain as lines of JSON, in its state at one moment.

The export reads the graph into a temporary file first. If the brain was written during the read, it reads again. The last
attempt holds the brain's lock, so that writers wait. The output is consistent, counted and complete, in constant memory.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import aclosing
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from graphmem.graph.long_transaction import LongTransaction, long_transaction
from graphmem.graph.schema import VERSION
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row
from graphmem.graph.vectors.slot import VECTORS
from graphmem.graph.wire import to_json
from graphmem.models.ports import Embedder
from graphmem.transfer.lines import FORMAT, NOT_CARRIED, json_line, line_of
from graphmem.version import __version__
from graphmem_contract.errors import NotFound

HELD = (False, False, True)
"""Whether an attempt holds the brain's lock, one entry per attempt."""
MOST_IN_MEMORY = 4 * 1024 * 1024


async def export_brain(store: Store, embedder: Embedder, brain: str, *, embeddings: bool = False) -> AsyncIterator[str]:
    """Yield the lines of an export, without line ends. The first line comes after the whole brain has been read.

    Args:
        embeddings: include the vectors. Without them, a load makes them from the texts.

    Raises:
        NotFound: nothing was ever written to the brain.
        DatabaseUnavailable: Neo4j is out of reach.
    """
    with SpooledTemporaryFile(max_size=MOST_IN_MEMORY) as body:
        properties, counts = await _collect(store, brain, body, embeddings=embeddings)
        header = _header(brain, embedder, properties, counts, embeddings=embeddings)
        digest, number = hashlib.sha256(), 0
        for line in _lines(header, body):
            digest.update(line + b"\n")
            number += 1
            yield line.decode()
        yield json_line({"graphmem": "end", "lines": number, "sha256": digest.hexdigest()})


def _lines(header: Row, body: IO[bytes]) -> Any:
    yield json_line(header).encode()
    body.seek(0)
    for line in body:
        yield line.removesuffix(b"\n")


def _header(brain: str, embedder: Embedder, properties: Row, counts: Counter[str], *, embeddings: bool) -> Row:
    return {
        "graphmem": "export",
        "format": FORMAT,
        "version": __version__,
        "schema": VERSION,
        "brain": brain,
        "revision": properties["revision"],
        "last_recorded_at": to_json(properties["lastRecordedAt"])["t"],
        "embedder": embedder.name,
        "dimensions": embedder.dimensions,
        "embeddings": embeddings,
        "counts": dict(sorted(counts.items())),
    }


async def _collect(store: Store, brain: str, body: IO[bytes], *, embeddings: bool) -> tuple[Row, Counter[str]]:
    """Read the brain into the file, again while others write to it. Return its properties and the counts by kind."""
    for held in HELD:
        before = await _brain_properties(store, brain)
        body.seek(0)
        body.truncate()
        async with long_transaction(store, reading=not held) as tx:
            properties = await _lock(tx, brain) if held else before
            counts = await _read(tx, brain, properties, body, embeddings=embeddings)
        if held or _is_same(before, await _brain_properties(store, brain)):
            return properties, counts
    raise AssertionError("the last try holds the lock")


async def _brain_properties(store: Store, brain: str) -> Row:
    """Return the brain's properties. It takes the lock, so that every earlier write is complete and visible."""
    async with long_transaction(store) as tx:
        properties = await _lock(tx, brain)
        await tx.commit()
    return properties


async def _lock(tx: LongTransaction, brain: str) -> Row:
    async with aclosing(tx.stream("transfer/export_lock", brain=brain)) as rows:  # type: ignore[type-var]
        async for row in rows:
            return dict(row["properties"])
    raise NotFound(f"There is no brain {brain}; it is made by its first write.")


def _is_same(before: Row, after: Row) -> bool:
    return all(before[key] == after[key] for key in ("revision", "lastRecordedAt"))


async def _read(tx: LongTransaction, brain: str, properties: Row, body: IO[bytes], *, embeddings: bool) -> Counter[str]:
    own = {key: value for key, value in properties.items() if key not in NOT_CARRIED}
    counts = Counter({"Brain": 1})
    _write(body, line_of({"kind": "Brain", "properties": own, "embedded": []}, embeddings=False))
    for part in ("transfer/export_nodes", "transfer/export_edges"):
        async for row in tx.stream(part, brain=brain, embeddings=embeddings):
            _write(body, line_of(_with_vectors(row), embeddings=embeddings))
            counts[row["kind"]] += 1
    return counts


def _with_vectors(row: Row) -> Row:
    """Return a row with its vectors by the names that they have in an export, from whichever slot they are."""
    vectors = {name: vector for name, vector in zip(VECTORS, row["vectors"], strict=False) if vector is not None}
    has = [name for name, is_there in zip(VECTORS, row["has"], strict=False) if is_there]
    return {**row, "properties": {**row["properties"], **vectors}, "embedded": has}


def _write(body: IO[bytes], line: Row) -> None:
    body.write(json_line(line).encode() + b"\n")
