"""A load checks a whole file before it writes, and clears away what it wrote if it fails; the graph is a fake."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.transfer.load import BATCH, load_export
from graphmem_contract.errors import BrainNotEmpty, DatabaseError, InvalidInput
from graphmem_contract.reports import Loaded
from tests.unit.graph.fake_driver import FakeStore
from tests.unit.transfer.files import ANA, AT, BRAIN, LIKES, VALUE, file_of, header

NOON = datetime(2026, 3, 1, 9, tzinfo=UTC)
WHOLE = (BRAIN, VALUE, ANA, LIKES)


class FakeEmbedder:
    """Keeps the texts that it embeds."""

    name, dimensions = "fake", 2

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        return [[1.0, 0.0] for _ in texts]


def brain(**answers: Any) -> FakeStore:
    """An empty brain that takes every line."""
    given = {f"transfer/{name}": answer for name, answer in answers.items()}
    return FakeStore(
        {
            "transfer/load_begin": [{"empty": True, "interrupted": False}],
            "transfer/load_lock": [{"untouched": True}],
            "transfer/load_undo": [{"gone": 0}],
            "transfer/load_edges": lambda sent: [{"lines": [row["line"] for row in sent["rows"]]}],
            "transfer/export_lock": [{"properties": {"id": "b", "revision": 0, "language": "pt"}}],
            "transfer/load_end": [{"revision": 7, "lastRecordedAt": NOON}],
            **given,
        }
    )


async def load(store: FakeStore, lines: Any, embedder: FakeEmbedder | None = None) -> Loaded:
    return await load_export(store, embedder or FakeEmbedder(), "b", lines)  # type: ignore[arg-type]


async def test_a_file_is_written_in_its_order_and_counted() -> None:
    store = brain()
    loaded = await load(store, file_of(*WHOLE))
    assert loaded == Loaded(
        brain="b",
        revision=7,
        last_recorded_at=NOON,
        counts={"Brain": 1, "Entity": 1, "FACT": 1, "Value": 1},
        embedded=1,
    )
    (nodes,), (edges,) = store.parameters["transfer/load_nodes"], store.parameters["transfer/load_edges"]
    assert [(row["kind"], row["line"]) for row in nodes["rows"]] == [("Value", 3), ("Entity", 4)]
    assert [(row["start"], row["end"]) for row in edges["rows"]] == [(["Entity", "ana"], ["Value", "tea"])]
    assert nodes["rows"][0]["properties"]["brain"] == "b"


async def test_the_properties_of_the_brain_replace_those_that_it_had() -> None:
    store = brain()
    await load(store, file_of(*WHOLE))
    properties = store.parameters["transfer/load_end"][0]["properties"]
    assert (properties["revision"], properties["language"]) == (7, None)
    assert "id" not in properties


async def test_lines_may_be_bytes_or_come_one_by_one() -> None:
    async def stream() -> AsyncIterator[bytes]:
        for line in file_of(*WHOLE):
            yield line.encode() + b"\r\n"

    assert (await load(brain(), stream())).counts["FACT"] == 1
    assert (await load(brain(), [line + "\n" for line in file_of(*WHOLE)])).counts["FACT"] == 1


async def test_a_missing_vector_is_made_from_its_text_and_a_given_one_is_kept() -> None:
    given = {**ANA, "vectors": {"embedding": [0.5, 0.5]}}
    embedder = FakeEmbedder()
    assert (await load(brain(), file_of(BRAIN, ANA), embedder)).embedded == 1
    assert embedder.texts == ["Ana"]
    assert (await load(brain(), file_of(BRAIN, given), embedder)).embedded == 0
    assert embedder.texts == ["Ana"]


@pytest.mark.parametrize("changes", [{"embedder": "other"}, {"dimensions": 3}])
async def test_vectors_of_another_embedder_are_made_again(changes: dict[str, Any]) -> None:
    store, embedder = brain(), FakeEmbedder()
    given = {**ANA, "vectors": {"embedding": [0.5, 0.5]}}
    assert (await load(store, file_of(BRAIN, given, **changes), embedder)).embedded == 1
    (row,) = store.parameters["transfer/load_nodes"][0]["rows"]
    assert list(row["vector"].to_native()) == [1.0, 0.0]


async def test_an_episode_that_was_being_extracted_elsewhere_waits_again() -> None:
    episodes: list[dict[str, Any]] = [
        {"kind": "Episode", "properties": {"id": "a", "status": "extracting", "lease": "x"}},
        {"kind": "Episode", "properties": {"id": "b", "status": "extracting", "lease": "x", "waiting": True}},
        {"kind": "Episode", "properties": {"id": "c", "status": "failed", "lease": "x"}},
    ]
    store = brain()
    await load(store, file_of(BRAIN, *episodes))
    rows = [row["properties"] for row in store.parameters["transfer/load_nodes"][0]["rows"]]
    assert [(row["status"], "lease" in row) for row in rows] == [
        ("pending", False),
        ("stored", False),
        ("failed", True),
    ]


WRONG: dict[str, tuple[Callable[[], list[str]], int, str]] = {
    "no header": (lambda: file_of(*WHOLE)[1:], 1, "an export begins with its header"),
    "another format": (lambda: file_of(*WHOLE, format=2), 1, "this is format 2"),
    "another schema": (lambda: file_of(*WHOLE, schema=2), 1, "this is schema 2, and this graphmem knows 1"),
    "no time in the header": (lambda: file_of(*WHOLE, last_recorded_at="today"), 1, "is no time in UTC"),
    "nothing": (list, 1, "it was cut"),
    "cut": (lambda: file_of(*WHOLE)[:-1], 6, "it was cut"),
    "a line is missing": (lambda: [*file_of(*WHOLE)[:2], *file_of(*WHOLE)[3:]], 5, "some are missing or changed"),
    "a letter is changed": (
        lambda: [line.replace('"Ana"', '"Ann"') for line in file_of(*WHOLE)], 6, "some are missing or changed",
    ),
    "no JSON": (lambda: [*file_of(*WHOLE)[:2], "{"], 3, "this is no JSON ("),
    "no object": (lambda: [*file_of(*WHOLE)[:2], "[1]"], 3, "this is no JSON object"),
    "a line after the end": (lambda: [*file_of(*WHOLE), "{}"], 7, "there is a line after the footer"),
    "other counts": (lambda: file_of(*WHOLE, counts={"Brain": 1}), 6, "the counts differ from those of the header"),
    "no brain": (lambda: file_of(VALUE), 2, "the line of the brain itself must come first"),
    "two brains": (lambda: file_of(BRAIN, BRAIN), 3, "exactly one line of the brain itself"),
    "no revision": (lambda: file_of({"kind": "Brain", "properties": {"lastRecordedAt": AT}}), 2, "with its revision"),
    "another time": (
        lambda: file_of(*WHOLE, last_recorded_at="2026-03-02T00:00:00Z"), 2, "the brain was last written at another time",
    ),
    "a later time": (
        lambda: file_of(BRAIN, {"kind": "Value", "properties": {"id": "x", "expiredAt": {"t": "2026-03-01T09:00:01Z"}}}),
        3,
        "expiredAt is later than the brain's last write",
    ),
    "a wrong node": (lambda: file_of(BRAIN, {"kind": "Schema", "properties": {}}), 3, "'Schema' is no kind of node"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
async def test_a_wrong_file_is_refused_by_its_line_before_anything_is_written(wrong: str) -> None:
    lines, number, complaint = WRONG[wrong]
    store = brain()
    with pytest.raises(InvalidInput) as refused:
        await load(store, lines())
    assert refused.value.detail.startswith(f"Line {number}: ")
    assert complaint in refused.value.detail
    assert refused.value.detail.endswith(". Nothing was loaded.")
    assert store.calls == {"ROLLBACK": 1, "transfer/load_begin": 1}


async def test_blank_lines_between_the_others_do_not_count() -> None:
    lines = file_of(*WHOLE)
    assert (await load(brain(), [lines[0], "", "  ", *lines[1:]])).counts["FACT"] == 1


async def test_a_brain_that_is_not_empty_is_refused_before_the_file_is_read() -> None:
    store = brain(load_begin=[{"empty": False, "interrupted": False}])
    with pytest.raises(BrainNotEmpty):
        await load(store, iter(()))
    assert store.calls == {"ROLLBACK": 1, "transfer/load_begin": 1}


async def test_a_brain_that_was_written_during_the_upload_is_refused_and_left_alone() -> None:
    store = brain(load_lock=[{"untouched": False}])
    with pytest.raises(BrainNotEmpty):
        await load(store, file_of(*WHOLE))
    assert not store.calls["transfer/load_nodes"]
    assert not store.calls["transfer/load_undo"]


async def test_what_an_interrupted_load_left_is_removed_first() -> None:
    left = [{"gone": 2}, {"gone": 1}, {"gone": 0}]
    store = brain(load_begin=[{"empty": True, "interrupted": True}], load_undo=lambda _: [left.pop(0)])
    await load(store, file_of(*WHOLE))
    assert (left, store.calls["transfer/load_undo"]) == ([], 3)


def refusing(*numbers: int) -> Callable[[Mapping[str, Any]], list[dict[str, Any]]]:
    def answer(sent: Mapping[str, Any]) -> list[dict[str, Any]]:
        if any(row["line"] in numbers for row in sent["rows"]):
            raise DatabaseError("refused")
        return []

    return answer


async def test_a_refused_batch_is_halved_down_to_its_line_and_the_load_is_undone() -> None:
    values: list[dict[str, Any]] = [{"kind": "Value", "properties": {"id": str(n)}} for n in range(9)]
    store = brain(load_nodes=refusing(9))
    with pytest.raises(InvalidInput, match=r"^Line 9: the database refuses it"):
        await load(store, file_of(BRAIN, *values))
    assert [len(sent["rows"]) for sent in store.parameters["transfer/load_nodes"]] == [9, 4, 5, 2, 3, 1]
    assert (store.calls["transfer/load_undo"], store.calls["transfer/load_drop"], store.calls["COMMIT"]) == (1, 1, 2)
    assert not store.calls["transfer/load_end"]


async def test_an_edge_without_an_end_is_refused_by_its_line() -> None:
    store = brain(load_edges=[{"lines": []}])
    with pytest.raises(InvalidInput, match="Line 5: one end of this edge is not in the file"):
        await load(store, file_of(*WHOLE))
    assert store.calls["transfer/load_undo"] == 1


async def test_without_its_lock_a_failed_load_removes_nothing() -> None:
    held: list[list[dict[str, Any]]] = [[{"untouched": True}], [{}]]

    def hold(_: Any) -> list[dict[str, Any]]:
        if not held:
            raise DatabaseError("the connection is gone")
        return held.pop(0)

    store = brain(load_lock=hold, load_nodes=refusing(3))
    with pytest.raises(InvalidInput, match="Line 3"):
        await load(store, file_of(*WHOLE))
    assert not store.calls["transfer/load_undo"]


async def test_large_files_are_written_in_batches_under_one_lock() -> None:
    values: list[dict[str, Any]] = [{"kind": "Value", "properties": {"id": str(n)}} for n in range(BATCH + 1)]
    store = brain()
    await load(store, file_of(BRAIN, *values))
    assert [len(sent["rows"]) for sent in store.parameters["transfer/load_nodes"]] == [BATCH, 1]
    assert store.calls["BEGIN"] == 1
    assert header(values)["counts"] == {"Value": BATCH + 1}
