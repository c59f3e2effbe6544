"""Load: an export becomes exactly the same brain again, or nothing of it stays.

The load first reads all lines into a temporary file. It checks each line, checks with the footer that they are complete, and
makes missing vectors with the configured embedder. Then it writes to the graph in batches, each in its own transaction. It
holds the brain's lock during this time, so that other writers wait.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from graphmem.graph.change_event import append
from graphmem.graph.long_transaction import LongTransaction, long_transaction
from graphmem.graph.schema import VERSION
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors.slot import VECTORS
from graphmem.graph.wire import from_json, later, parameter, vector_to_json
from graphmem.models.ports import Embedder
from graphmem.observability.logs import get_logger
from graphmem.transfer.lines import FORMAT, Carried, carried, json_line
from graphmem_contract.episode_state import EpisodeState
from graphmem_contract.errors import BrainNotEmpty, DatabaseError, GraphmemError, InvalidInput
from graphmem_contract.reports import Loaded

log = get_logger("graphmem.transfer")
BATCH = 2_000
"""Nodes or edges per transaction."""
EMBEDDED_AT_ONCE = 256
MOST_IN_MEMORY = 4 * 1024 * 1024
_VECTOR_KEYS = dict(zip(VECTORS, ("vector", "contextVector"), strict=True))
Lines = Iterable[str | bytes] | AsyncIterable[str | bytes]


async def load_export(store: Store, embedder: Embedder, brain: str, lines: Lines) -> Loaded:
    """Load an export into an empty brain. After an error the brain is unchanged.

    Raises:
        BrainNotEmpty: the brain already has data.
        InvalidInput: a line is invalid, or the file was cut. The message has the line number.
        ModelError: the embedder failed.
        DatabaseUnavailable: Neo4j is out of reach.
    """
    await store.transaction(lambda tx: _begin(tx, brain), dry_run=True)  # a full brain is refused before the upload
    with SpooledTemporaryFile(max_size=MOST_IN_MEMORY) as spool:
        reader = _ExportReader(embedder, brain, spool)
        async for number, line in _numbered(lines):
            await reader.read_line(number, line)
        await reader.finish()
        interrupted = await store.transaction(lambda tx: _begin(tx, brain))
        async with _holding(store, brain, clear=interrupted) as tx:
            await _land(store, tx, brain, reader)
            rows = await _finish_load(tx, brain, reader.own)
    last: datetime = rows[0]["lastRecordedAt"]
    return Loaded(
        brain=brain, revision=rows[0]["revision"], last_recorded_at=last, counts=dict(sorted(reader.counts.items())),
        embedded=reader.embedded,
    )  # fmt: skip


async def _numbered(lines: Lines) -> AsyncIterator[tuple[int, bytes]]:
    number = 0
    if isinstance(lines, AsyncIterable):
        async for line in lines:
            number += 1
            yield number, _encoded(line)
        return
    for line in lines:
        number += 1
        yield number, _encoded(line)


def _encoded(line: str | bytes) -> bytes:
    raw = line.encode("utf8", "surrogatepass") if isinstance(line, str) else line
    return raw.rstrip(b"\r\n")


def _refused(number: int, why: str) -> InvalidInput:
    return InvalidInput(f"Line {number}: {why}. Nothing was loaded.", field="body")


# --------------------------------------------------------------------------- reading


@dataclass(slots=True)
class _ExportReader:
    """Reads and checks the lines of an export.

    `own`: the properties of the brain's own node. `counts`: nodes and edges by kind. `embedded`: vectors made so far.
    """

    embedder: Embedder
    brain: str
    spool: IO[bytes]
    header: Row = field(default_factory=dict)
    own: Row = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    embedded: int = 0
    _lines: int = 0
    _last: int = 0
    _is_ended: bool = False
    _digest: Any = field(default_factory=hashlib.sha256)
    _buffer: list[tuple[int, Row, Carried]] = field(default_factory=list)

    async def read_line(self, number: int, line: bytes) -> None:
        """Read the next line of the file."""
        if not line.strip():
            return
        if self._is_ended:
            raise _refused(number, "there is a line after the footer")
        value = _value(number, line)
        if value.get("graphmem") == "end":
            self._check_end(number, value)
        elif not self.header:
            self.header = _header(number, value)
        else:
            await self._add(number, value)
        self._digest.update(line + b"\n")
        self._lines += 1
        self._last = number

    def _check_end(self, number: int, value: Row) -> None:
        if value.get("lines") != self._lines or value.get("sha256") != self._digest.hexdigest():
            raise _refused(number, "the lines before it are not those that were exported; some are missing or changed")
        if dict(self.counts) != self.header.get("counts"):
            raise _refused(number, "the counts differ from those of the header")
        self._is_ended = True

    async def _add(self, number: int, value: Row) -> None:
        try:
            item = carried(value, self.brain)
            self._check_time(item)
        except InvalidInput as error:
            raise _refused(number, error.detail) from None
        self.counts[item.kind] += 1
        if item.kind == "Brain":
            self._set_own(number, item)
            return
        self._buffer.append((number, value, item))
        if len(self._buffer) >= EMBEDDED_AT_ONCE:
            await self._flush()

    def _set_own(self, number: int, node: Carried) -> None:
        if self.own or not isinstance(node.properties.get("revision"), int):
            raise _refused(number, "there must be exactly one line of the brain itself, with its revision")
        if from_json({"t": self.header["last_recorded_at"]}) != node.properties.get("lastRecordedAt"):
            raise _refused(number, "the brain was last written at another time than the header says")
        self.own = node.properties

    def _check_time(self, item: Carried) -> None:
        """Check that no system time is later than `lastRecordedAt`: system time continues from there."""
        if item.kind != "Brain" and not self.own:
            raise InvalidInput("the line of the brain itself must come first")
        for name in ("recordedAt", "expiredAt", "withdrawnAt"):
            if later(item.properties.get(name), self.own.get("lastRecordedAt")):
                raise InvalidInput(f"{name} is later than the brain's last write")

    async def _flush(self) -> None:
        """Write the buffer to the temporary file, with vectors of the configured embedder."""
        fits = (self.header.get("embedder"), self.header.get("dimensions")) == (
            self.embedder.name,
            self.embedder.dimensions,
        )
        missing = [
            text
            for _, _, item in self._buffer
            for name, text in (item.embed or {}).items()
            if not (fits and name in (item.vectors or {}))
        ]
        unique = list(dict.fromkeys(missing))
        made = dict(zip(unique, await self.embedder.embed(unique), strict=True)) if unique else {}
        self.embedded += len(missing)
        for number, value, item in self._buffer:
            vectors: Row = {k: v for k, v in value.get("vectors", {}).items() if fits}
            vectors |= {k: vector_to_json(made[t]) for k, t in (item.embed or {}).items() if k not in vectors}
            rest = {k: v for k, v in value.items() if k not in ("vectors", "embed")}
            self.spool.write(json_line({**rest, "vectors": vectors, "line": number}).encode() + b"\n")
        self._buffer.clear()

    async def finish(self) -> None:
        """End the reading after the last line.

        Raises:
            InvalidInput: the footer is missing; the file was cut.
        """
        if not self._is_ended:
            raise _refused(self._last + 1, "the file ends here, before its last line; it was cut")
        await self._flush()

    def batches(self) -> Iterable[list[tuple[int, Carried]]]:
        """Yield batches of nodes or of edges, in the order of the file."""
        self.spool.seek(0)
        batch: list[tuple[int, Carried]] = []
        for raw in self.spool:
            value = json.loads(raw)
            number = value.pop("line")
            item = carried(value, self.brain)
            if batch and (len(batch) >= BATCH or batch[-1][1].is_edge != item.is_edge):
                yield batch
                batch = []
            batch.append((number, item))
        if batch:
            yield batch


def _value(number: int, line: bytes) -> Row:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _refused(number, f"this is no JSON ({str(error)[:100]})") from None
    if not isinstance(value, dict):
        raise _refused(number, "this is no JSON object")
    return value


def _header(number: int, value: Row) -> Row:
    if value.get("graphmem") != "export":
        raise _refused(number, "an export begins with its header")
    for name, known in (("format", FORMAT), ("schema", VERSION)):
        if value.get(name) != known:
            raise _refused(number, f"this is {name} {value.get(name)!r}, and this graphmem knows {known}")
    try:
        from_json({"t": value.get("last_recorded_at")})
    except InvalidInput as error:
        raise _refused(number, error.detail) from None
    return value


# --------------------------------------------------------------------------- writing


async def _begin(tx: Transaction, brain: str) -> bool:
    """Check that the brain is empty. Return whether an interrupted load left data in it."""
    row = (await run(tx, "transfer/load_begin", brain=brain))[0]
    if not row["empty"]:
        raise _not_empty(brain)
    return bool(row["interrupted"])


def _not_empty(brain: str) -> BrainNotEmpty:
    return BrainNotEmpty(f"The brain {brain} is not empty. Load into another one, or forget this one first.")


@asynccontextmanager
async def _holding(store: Store, brain: str, *, clear: bool) -> AsyncIterator[LongTransaction]:
    """Hold the brain's lock. An error in the block restores the brain.

    Args:
        clear: first remove what an interrupted load left.
    """
    async with long_transaction(store) as tx:
        if not (await tx.run("transfer/load_lock", brain=brain))[0]["untouched"]:
            raise _not_empty(brain)
        try:
            if clear:
                await _undo(store, brain)
            yield tx
        except BaseException:
            await asyncio.shield(asyncio.ensure_future(_give_up(store, tx, brain)))
            raise


async def _give_up(store: Store, tx: LongTransaction, brain: str) -> None:
    """Remove what the load wrote.

    Without the lock it removes nothing, since another writer may have written since. The next load clears the rest.
    """
    try:
        await tx.run("transfer/load_lock", brain=brain)
        await _undo(store, brain)
        await tx.run("transfer/load_drop", brain=brain)
        await tx.commit()
    except GraphmemError as error:
        log.warning("load_left_behind", brain=brain, detail=error.detail)


async def _undo(store: Store, brain: str) -> None:
    while (await store.write("transfer/load_undo", brain=brain, limit=BATCH))[0]["gone"]:
        pass


async def _finish_load(tx: LongTransaction, brain: str, own: Row) -> list[Row]:
    """Replace the properties of the brain's own node, and commit."""
    before = (await tx.run("transfer/export_lock", brain=brain))[0]["properties"]
    rows = await tx.run("transfer/load_end", brain=brain, properties={**dict.fromkeys(set(before) - {"id"}), **own})
    await append(tx.tx, brain, {"brain.loaded": [brain]})
    await tx.commit()
    return rows


async def _land(store: Store, tx: LongTransaction, brain: str, reader: _ExportReader) -> None:
    for batch in reader.batches():
        await tx.run("transfer/load_lock", brain=brain)  # keeps the connection of the lock alive
        await _write_batch(store, brain, batch)


async def _write_batch(store: Store, brain: str, batch: Sequence[tuple[int, Carried]]) -> None:
    """Write one batch. If the database refuses it, write its halves, down to the refused line."""
    try:
        await _written(store, brain, batch)
    except DatabaseError as error:
        if len(batch) == 1:
            log.warning("load_refused", brain=brain, line=batch[0][0], detail=error.detail)
            raise _refused(batch[0][0], "the database refuses it; perhaps another line has the same id") from None
        half = len(batch) // 2
        await _write_batch(store, brain, batch[:half])
        await _write_batch(store, brain, batch[half:])


async def _written(store: Store, brain: str, batch: Sequence[tuple[int, Carried]]) -> None:
    rows = [_row(number, item) for number, item in batch]
    if not batch[0][1].is_edge:
        await store.write("transfer/load_nodes", brain=brain, rows=rows)
        return
    made = await store.write("transfer/load_edges", brain=brain, rows=rows)
    if len(made[0]["lines"]) < len(batch):
        number = min({number for number, _ in batch} - set(made[0]["lines"]))
        raise _refused(number, "one end of this edge is not in the file")


def _row(number: int, item: Carried) -> Row:
    item = replace(item, properties=_without_lease(item)) if item.kind == "Episode" else item
    row: Row = {"kind": item.kind, "properties": item.properties, "line": number}
    if item.is_edge:
        row |= {"start": list(item.start or ()), "end": list(item.end or ())}
    return row | {_VECTOR_KEYS[name]: parameter(numbers) for name, numbers in (item.vectors or {}).items()}


def _without_lease(episode: Carried) -> Row:
    """Return the properties of an episode. One that was being extracted elsewhere waits for extraction again, without lease."""
    if episode.properties.get("status") != EpisodeState.EXTRACTING:
        return episode.properties
    status = EpisodeState.STORED if episode.properties.get("waiting") else EpisodeState.PENDING
    return {**{k: v for k, v in episode.properties.items() if k != "lease"}, "status": status}
