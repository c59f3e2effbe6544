"""An export is one moment of a brain: it is read again while others write; the graph is a fake."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import UTC
from typing import Any

import pytest
from neo4j.time import DateTime

from graphmem.graph.schema import VERSION
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.transfer.export import HELD, export_brain
from graphmem.transfer.lines import FORMAT, carried
from graphmem.transfer.load import load_export
from graphmem_contract.errors import NotFound
from tests.unit.graph.fake_driver import FakeStore

AT = DateTime(2026, 3, 1, 9, tzinfo=UTC)
NODE = {"kind": "Value", "properties": {"id": "tea", "brain": "b", "text": "tea"}, "vectors": [], "has": [False, False]}
EDGE = {
    "kind": "FACT", "properties": {"factId": "f", "factText": "Ana likes tea", "brain": "b"}, "vectors": [], "has": [True],
    "start": ["Entity", "ana"], "end": ["Value", "tea"],
}  # fmt: skip


def brain(revision: Callable[[], int] = lambda: 7, nodes: int = 1) -> FakeStore:
    """A brain with values and a fact."""

    def lock(_: Any) -> list[dict[str, Any]]:
        properties = {"id": "b", "revision": revision(), "lastRecordedAt": AT, "lockedAt": AT, "language": "pt"}
        return [{"properties": properties}]

    return FakeStore(
        {"transfer/export_lock": lock, "transfer/export_nodes": [NODE] * nodes, "transfer/export_edges": [EDGE]}
    )


async def lines_of(store: FakeStore, **options: Any) -> list[str]:
    return [line async for line in export_brain(store, HashEmbedder(8), "b", **options)]  # type: ignore[arg-type]


async def test_a_header_says_what_follows() -> None:
    header, own, node, edge, _ = map(json.loads, await lines_of(brain()))
    assert (header["format"], header["schema"], header["brain"], header["revision"]) == (FORMAT, VERSION, "b", 7)
    assert (header["embedder"], header["dimensions"], header["embeddings"]) == ("hash-8", 8, False)
    assert header["last_recorded_at"] == "2026-03-01T09:00:00Z"
    assert header["counts"] == {"Brain": 1, "FACT": 1, "Value": 1}
    assert [line["kind"] for line in (own, node, edge)] == ["Brain", "Value", "FACT"]


async def test_the_line_of_the_brain_has_no_id_and_no_lock() -> None:
    own = json.loads((await lines_of(brain()))[1])
    assert own["properties"] == {"language": "pt", "lastRecordedAt": {"t": "2026-03-01T09:00:00Z"}, "revision": 7}


async def test_the_footer_proves_the_lines_before_it() -> None:
    *lines, footer = await lines_of(brain(nodes=50))
    digest = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    assert json.loads(footer) == {"graphmem": "end", "lines": len(lines), "sha256": digest}
    assert len(lines) == 53


async def test_a_brain_that_nobody_writes_to_is_read_once_without_its_lock() -> None:
    store = brain()
    await lines_of(store)
    assert store.calls["transfer/export_nodes"] == 1
    assert store.calls["transfer/export_lock"] == 2
    assert store.calls["COMMIT"] == 2


async def test_a_brain_that_was_written_during_the_read_is_read_again() -> None:
    seen = iter([1, 2, 2, 2])
    store = brain(lambda: next(seen))
    header, *rest = map(json.loads, await lines_of(store))
    assert (header["revision"], header["counts"]["Value"], len(rest)) == (2, 1, 4)
    assert store.calls["transfer/export_nodes"] == 2


async def test_the_last_attempt_holds_the_lock_and_takes_what_it_sees_there() -> None:
    count = iter(range(100))
    store = brain(lambda: next(count))
    header, own, *_ = map(json.loads, await lines_of(store))
    assert store.calls["transfer/export_nodes"] == len(HELD)
    assert header["revision"] == own["properties"]["revision"] == store.calls["transfer/export_lock"] - 1


async def test_an_unknown_brain_is_not_found_before_a_line_is_yielded() -> None:
    with pytest.raises(NotFound, match="There is no brain b"):
        await lines_of(FakeStore())


async def test_vectors_are_read_only_on_request() -> None:
    for wanted in (True, False):
        store = brain()
        lines = await lines_of(store, embeddings=wanted)
        assert json.loads(lines[0])["embeddings"] is wanted
        assert store.parameters["transfer/export_edges"][0]["embeddings"] is wanted
    assert carried(json.loads(lines[3]), "b").embed == {"embedding": "Ana likes tea"}


async def test_an_export_can_be_loaded() -> None:
    target = FakeStore(
        {
            "transfer/load_begin": [{"empty": True, "interrupted": False}],
            "transfer/load_lock": [{"untouched": True}],
            "transfer/load_edges": [{"lines": [4]}],
            "transfer/export_lock": [{"properties": {}}],
            "transfer/load_end": [{"revision": 7, "lastRecordedAt": AT.to_native()}],
        }
    )
    loaded = await load_export(target, HashEmbedder(8), "c", await lines_of(brain()))  # type: ignore[arg-type]
    assert (loaded.counts, loaded.embedded) == ({"Brain": 1, "FACT": 1, "Value": 1}, 1)
    assert target.parameters["transfer/load_nodes"][0]["rows"][0]["properties"]["brain"] == "c"
