"""Load: an export becomes a brain again, exactly, or nothing of it stays.

First the lines go into a temporary file: each is read and checked, the footer must prove them complete, and missing vectors are
made by the configured embedder. Only then the graph is touched, in batches, each a transaction of its own; meanwhile the brain's
lock is held, so that whoever writes to it waits.
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

import structlog

from graphmem.contract.records import Record
from graphmem.errors import BrainNotEmpty, DatabaseError, GraphmemError, InvalidInput
from graphmem.graph.long_transaction import LongTransaction, long_transaction
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.wire import from_json, later, parameter, vector_to_json
from graphmem.models.ports import Embedder
from graphmem.transfer.lines import FORMAT, Carried, carried, written

log = structlog.get_logger("graphmem.upkeep")
BATCH = 2_000
"""Nodes or edges in one transaction."""
EMBEDDED_AT_ONCE = 256
MOST_IN_MEMORY = 4 * 1024 * 1024
Lines = Iterable[str | bytes] | AsyncIterable[str | bytes]


class Loaded(Record):
    """What a load has made. `counts` = nodes and edges by kind; `embedded` = vectors that were made anew."""

    brain: str
    revision: int
    last_recorded_at: datetime
    counts: dict[str, int]
    embedded: int


async def load_export(store: Store, embedder: Embedder, brain: str, lines: Lines) -> Loaded:
    """Brings an export into an empty brain.

    Raises:
        BrainNotEmpty: something was written to it already.
        InvalidInput: a line is not usable, or the file is cut; tells its number, and the brain is as it was.
        ModelError: the embedder failed. DatabaseUnavailable: Neo4j is out of reach. The brain is as it was.
    """
    await store.transaction(lambda tx: _begin(tx, brain), dry_run=True)  # to be told before all is sent
    with SpooledTemporaryFile(max_size=MOST_IN_MEMORY) as spool:
        reading = _Reading(embedder, brain, spool)
        async for number, line in _numbered(lines):
            await reading.take(number, line)
        await reading.finish()
        interrupted = await store.transaction(lambda tx: _begin(tx, brain))
        async with _holding(store, brain, anew=interrupted) as tx:
            await _land(store, tx, brain, reading)
            rows = await _end(tx, brain, reading.own)
    last: datetime = rows[0]["lastRecordedAt"]
    return Loaded(
        brain=brain, revision=rows[0]["revision"], last_recorded_at=last, counts=dict(sorted(reading.counts.items())),
        embedded=reading.embedded,
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
class _Reading:
    """The lines so far, checked; `own` is the brain's own node, `counts` and `embedded` tell what was found and made."""

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
    _open: list[tuple[int, Row, Carried]] = field(default_factory=list)

    async def take(self, number: int, line: bytes) -> None:
        """The next line of the file."""
        if not line.strip():
            return
        if self._is_ended:
            raise _refused(number, "something follows the end")
        value = _value(number, line)
        if value.get("graphmem") == "end":
            self._check_end(number, value)
        elif not self.header:
            self.header = _header(number, value)
        else:
            await self._keep(number, value)
        self._digest.update(line + b"\n")
        self._lines += 1
        self._last = number

    def _check_end(self, number: int, value: Row) -> None:
        if value.get("lines") != self._lines or value.get("sha256") != self._digest.hexdigest():
            raise _refused(number, "the lines before it are not those that were exported; some are missing or changed")
        if dict(self.counts) != self.header.get("counts"):
            raise _refused(number, "the header promises other counts")
        self._is_ended = True

    async def _keep(self, number: int, value: Row) -> None:
        try:
            found = carried(value, self.brain)
            self._check_time(found)
        except InvalidInput as error:
            raise _refused(number, error.detail) from None
        self.counts[found.kind] += 1
        if found.kind == "Brain":
            self._take_own(number, found)
            return
        self._open.append((number, value, found))
        if len(self._open) >= EMBEDDED_AT_ONCE:
            await self._close()

    def _take_own(self, number: int, found: Carried) -> None:
        if self.own or not isinstance(found.properties.get("revision"), int):
            raise _refused(number, "there must be one line of the brain itself, with its revision")
        if from_json({"t": self.header["last_recorded_at"]}) != found.properties.get("lastRecordedAt"):
            raise _refused(number, "the brain was last written at another time than the header says")
        self.own = found.properties

    def _check_time(self, found: Carried) -> None:
        """System time goes on from `lastRecordedAt`, so nothing may be later."""
        if found.kind != "Brain" and not self.own:
            raise InvalidInput("the line of the brain itself must come first")
        for name in ("recordedAt", "expiredAt", "withdrawnAt"):
            if later(found.properties.get(name), self.own.get("lastRecordedAt")):
                raise InvalidInput(f"{name} is later than the brain's last write")

    async def _close(self) -> None:
        """Puts what is open into the spool, with vectors that fit the configured embedder."""
        fits = (self.header.get("embedder"), self.header.get("dimensions")) == (
            self.embedder.name,
            self.embedder.dimensions,
        )
        missing = [
            text
            for _, _, one in self._open
            for name, text in (one.embed or {}).items()
            if not (fits and name in (one.vectors or {}))
        ]
        unique = list(dict.fromkeys(missing))
        made = dict(zip(unique, await self.embedder.embed(unique), strict=True)) if unique else {}
        self.embedded += len(missing)
        for number, value, one in self._open:
            vectors: Row = {k: v for k, v in value.get("vectors", {}).items() if fits}
            vectors |= {k: vector_to_json(made[t]) for k, t in (one.embed or {}).items() if k not in vectors}
            kept = {k: v for k, v in value.items() if k not in ("vectors", "embed")}
            self.spool.write(written({**kept, "vectors": vectors, "line": number}).encode() + b"\n")
        self._open.clear()

    async def finish(self) -> None:
        """After the last line.

        Raises:
            InvalidInput: the file was cut.
        """
        if not self._is_ended:
            raise _refused(self._last + 1, "the file ends here, before its last line; it was cut")
        await self._close()

    def batches(self) -> Iterable[list[tuple[int, Carried]]]:
        """What is to be made, in the order of the file, nodes and edges apart."""
        self.spool.seek(0)
        batch: list[tuple[int, Carried]] = []
        for raw in self.spool:
            value = json.loads(raw)
            number = value.pop("line")
            one = carried(value, self.brain)
            if batch and (len(batch) >= BATCH or batch[-1][1].is_edge != one.is_edge):
                yield batch
                batch = []
            batch.append((number, one))
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
    if value.get("format") != FORMAT:
        raise _refused(number, f"this is format {value.get('format')!r}, and this graphmem knows {FORMAT}")
    try:
        from_json({"t": value.get("last_recorded_at")})
    except InvalidInput as error:
        raise _refused(number, error.detail) from None
    return value


# --------------------------------------------------------------------------- landing


async def _begin(tx: Transaction, brain: str) -> bool:
    row = (await run(tx, "upkeep/load_begin", brain=brain))[0]
    if not row["empty"]:
        raise _not_empty(brain)
    return bool(row["interrupted"])


def _not_empty(brain: str) -> BrainNotEmpty:
    return BrainNotEmpty(f"The brain {brain} is not empty. Load into another one, or forget this one first.")


@asynccontextmanager
async def _holding(store: Store, brain: str, *, anew: bool) -> AsyncIterator[LongTransaction]:
    """The brain's lock. If what is done under it fails, the brain is as it was; what was left of another load goes first."""
    async with long_transaction(store) as tx:
        if not (await tx.run("upkeep/load_hold", brain=brain))[0]["untouched"]:
            raise _not_empty(brain)
        try:
            if anew:
                await _undo(store, brain)
            yield tx
        except BaseException:
            await asyncio.shield(asyncio.ensure_future(_give_up(store, tx, brain)))
            raise


async def _give_up(store: Store, tx: LongTransaction, brain: str) -> None:
    """Without the lock nothing is removed: somebody may have written since. The next load finds what is left."""
    try:
        await tx.run("upkeep/load_hold", brain=brain)
        await _undo(store, brain)
        await tx.run("upkeep/load_drop", brain=brain)
        await tx.commit()
    except GraphmemError as error:
        log.warning("load_left_behind", brain=brain, detail=error.detail)


async def _undo(store: Store, brain: str) -> None:
    while (await store.write("upkeep/load_undo", brain=brain, limit=BATCH))[0]["gone"]:
        pass


async def _end(tx: LongTransaction, brain: str, own: Row) -> list[Row]:
    """The brain's own properties, in place of those it had."""
    had = (await tx.run("upkeep/export_lock", brain=brain))[0]["properties"]
    rows = await tx.run("upkeep/load_end", brain=brain, properties={**dict.fromkeys(set(had) - {"id"}), **own})
    await tx.commit()
    return rows


async def _land(store: Store, tx: LongTransaction, brain: str, reading: _Reading) -> None:
    for batch in reading.batches():
        await tx.run("upkeep/load_hold", brain=brain)  # the lock's connection stays in use
        await _make(store, brain, batch)


async def _make(store: Store, brain: str, batch: Sequence[tuple[int, Carried]]) -> None:
    """One batch; if the database refuses it, halves of it, until the line is found."""
    try:
        await _written(store, brain, batch)
    except DatabaseError as error:
        if len(batch) == 1:
            log.warning("load_refused", brain=brain, line=batch[0][0], detail=error.detail)
            raise _refused(batch[0][0], "the graph does not take it; perhaps there is another of the same id") from None
        half = len(batch) // 2
        await _make(store, brain, batch[:half])
        await _make(store, brain, batch[half:])


async def _written(store: Store, brain: str, batch: Sequence[tuple[int, Carried]]) -> None:
    rows = [_row(number, one) for number, one in batch]
    if not batch[0][1].is_edge:
        await store.write("upkeep/load_nodes", brain=brain, rows=rows)
        return
    made = await store.write("upkeep/load_edges", brain=brain, rows=rows)
    if len(made[0]["lines"]) < len(batch):
        number = min({number for number, _ in batch} - set(made[0]["lines"]))
        raise _refused(number, "one end of this edge is not in the file")


def _row(number: int, one: Carried) -> Row:
    one = replace(one, properties=_at_rest(one)) if one.kind == "Episode" else one
    row: Row = {"kind": one.kind, "properties": one.properties, "line": number}
    if one.is_edge:
        row |= {"start": list(one.start or ()), "end": list(one.end or ())}
    return row | {key: parameter(numbers) for key, numbers in (one.vectors or {}).items()}


def _at_rest(one: Carried) -> Row:
    """An episode that somebody was extracting elsewhere is taken up again here; nobody here is at it."""
    if one.properties.get("status") != "extracting":
        return one.properties
    status = "stored" if one.properties.get("waiting") else "pending"
    return {**{k: v for k, v in one.properties.items() if k != "lease"}, "status": status}
