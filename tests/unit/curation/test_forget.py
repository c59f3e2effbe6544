"""Forgetting: what is looked for in copies, which names leave, and how a writer in between is met."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import pytest

from graphmem.curation.forget import TRIES, forget, forget_brain
from graphmem_contract.changes import Forgotten
from graphmem_contract.errors import AlreadyMerged, Gone, NotFound, RevisionConflict
from tests.unit.curation.settling import NOW, graph
from tests.unit.fake_graph import FakeGraph, Rows

LONG = 'Ana said "I work at Acme"'
GROUP = {"subjectId": "ana", "relation": "works_at", "objectId": None}


class Embedder:
    """Notes what is embedded."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        return [[1.0] for _ in texts]


def scope(**fields: Any) -> Rows:
    known = {
        "found": True, "statements": ["s1"], "echoes": [], "reworded": [], "groups": [GROUP], "ends": ["ana", "acme"],
        "content": None, "mergedInto": None, "names": [],
    }  # fmt: skip
    return [{**known, **fields}]


def statement(id_: str, text: str) -> dict[str, Any]:
    return {
        "id": id_, "subjectId": "ana", "relation": "works_at", "objectId": "acme", "text": text, "recordedAt": NOW,
        "withdrawnAt": None, "away": None,
    }  # fmt: skip


def period(fact: str, start: datetime | None = None, end: datetime | None = None) -> dict[str, Any]:
    return {"factId": fact, "tValid": start, "tInvalid": end}


def forgetting(**answers: Any) -> FakeGraph:
    return graph(
        **{
            "curation__forget_scope": scope(),
            "curation__statements_of_groups": [statement("s1", LONG), statement("s2", "Ana works at Globex")],
            "curation__clear_groups": [
                {"facts": [period("f1", end=NOW), period("f2", start=NOW), period("f3")], "versions": 2}
            ],
            "curation__restore_usage": [period("f2"), period("f3")],
            "curation__forget_episode": [{"id": "e1", "chunks": 0, "summaries": ["summary"]}],
            "curation__forget_orphans": [{"entities": ["acme"], "values": [], "aliases": ["acme"]}],
            "curation__forget_names": [{"aliases": ["nana"]}],
            "curation__forget_texts": [{"traces": 1, "answers": 2, "summaries": []}],
            **answers,
        }
    )


async def forgotten(store: FakeGraph, what: Any = "fact", id_: str = "f1", **options: Any) -> Forgotten:
    return await forget(store, Embedder(), "brain", what, id_, **options)  # type: ignore[arg-type]


# --------------------------------------------------------------------------- what leaves


async def test_what_left_is_told_by_id_and_what_changed_is_reopened() -> None:
    result = await forgotten(forgetting())
    removed = result.removed
    assert (removed.facts, removed.statements, removed.versions) == (("f1",), 1, 2)
    assert (removed.entities, removed.aliases, removed.traces, removed.answers) == (("acme",), ("acme", "nana"), 1, 2)
    assert [(one.id, one.valid_from) for one in result.reopened] == [("f2", None)]


async def test_an_episode_leaves_with_the_summaries_of_its_session() -> None:
    assert (await forgotten(forgetting(), "episode", "e1")).removed.episodes == ("e1", "summary")


async def test_an_entity_is_among_the_ends_that_may_leave() -> None:
    store = forgetting()
    await forgotten(store, "entity", "zoe")
    (call,) = store.parameters["curation/forget_orphans"]
    assert (call["entity"], call["ends"], call["facts"]) == ("zoe", ["ana", "acme", "zoe"], ["f1"])


async def test_groups_with_merged_ends_are_settled_and_not_derived_again() -> None:
    store = forgetting(
        curation__has_other_past=[{"other": True}],
        curation__drop_statements=[{"facts": []}],
        curation__redact_versions=[{"versions": 4}],
    )
    assert (await forgotten(store)).removed.versions == 4
    assert store.calls["curation/clear_groups"] == 0


async def test_what_an_episode_had_denied_is_settled_with_it() -> None:
    denied = {"subjectId": "bob", "relation": "lives_in", "objectId": None}
    store = forgetting(curation__withdraw_denials=[denied])
    await forgotten(store, "episode", "e1")
    assert denied in store.parameters["curation/clear_groups"][0]["groups"]


async def test_a_dry_run_removes_nothing() -> None:
    store = forgetting()
    await forgotten(store, dry_run=True)
    assert store.calls["COMMIT"] == 0


# --------------------------------------------------------------------------- copies


async def needles(**fields: Any) -> list[str]:
    store = forgetting(curation__forget_scope=scope(**fields))
    await forgotten(store)
    return list(store.parameters["curation/forget_texts"][0]["needles"])


async def test_a_sentence_is_looked_for_as_json_writes_it_once_and_twice() -> None:
    once = json.dumps(LONG)[1:-1]
    assert {LONG, once, json.dumps(once)[1:-1], "f1", "s1"} <= set(await needles())


async def test_sentences_that_stay_or_that_another_episode_said_too_are_not_looked_for() -> None:
    assert "Ana works at Globex" not in await needles()
    assert LONG not in await needles(echoes=["s1"])


async def test_a_text_shorter_than_twenty_characters_is_not_looked_for() -> None:
    found = await needles(content="x" * 19, names=["y" * 20])
    assert ("x" * 19 in found, "y" * 20 in found) == (False, True)


# --------------------------------------------------------------------------- names


async def test_a_name_leaves_if_it_stands_as_whole_words_in_this_episode_and_in_no_other() -> None:
    learnt = [
        {"entity": "ana", "norms": ["nana", "ann"], "said": ["My friend Nana, and Anna"]},
        {"entity": "bob", "norms": ["bobby"], "said": [None, "Bobby called"]},
        {"entity": "carl", "norms": ["charlie"], "said": ["nothing"]},
    ]
    elsewhere = [{"entity": "ana", "said": ["Nanas are good"]}, {"entity": "bob", "said": ["So, Bobby!"]}]
    store = forgetting(curation__learnt_names=learnt, curation__other_texts=elsewhere)
    await forgotten(store, "episode", "e1")
    assert store.parameters["curation/other_texts"][0]["entities"] == ["ana", "bob"]
    assert store.parameters["curation/forget_names"][0]["names"] == [{"entity": "ana", "norm": "nana"}]


# --------------------------------------------------------------------------- embeddings


async def test_only_sentences_that_stay_and_contexts_of_later_turns_are_embedded() -> None:
    turns = [{"id": "e2", "turn": "Bob: And you?", "before": ["Ana: Hi"], "chunked": False}]
    embedder = Embedder()
    store = forgetting(curation__following_turns=turns)
    await forget(store, embedder, "brain", "episode", "e1")  # type: ignore[arg-type]
    assert embedder.texts[0] == "Ana works at Globex"
    assert LONG not in embedder.texts
    assert store.parameters["curation/forget_episode"][0]["after"][0]["vector"] is not None


async def test_a_turn_with_chunks_gets_no_vector_of_its_own() -> None:
    turns = [{"id": "e2", "turn": "Bob: And you?", "before": [], "chunked": True}]
    store = forgetting(curation__following_turns=turns)
    await forgotten(store, "episode", "e1")
    assert store.parameters["curation/forget_episode"][0]["after"][0]["vector"] is None


async def test_what_a_writer_adds_before_the_lock_is_embedded_and_tried_again() -> None:
    reads = iter(["old", "new", "new", "new"])

    def statements(_: Mapping[str, Any]) -> Rows:
        return [statement("s1", LONG), statement("s2", next(reads))]

    embedder, store = Embedder(), forgetting(curation__statements_of_groups=statements)
    await forget(store, embedder, "brain", "fact", "f1")  # type: ignore[arg-type]
    assert embedder.texts == ["old", "new"]
    assert store.calls["curation/forget_texts"] == 1


async def test_writers_that_never_stop_end_it_with_a_conflict() -> None:
    numbers = iter(range(100))

    def statements(_: Mapping[str, Any]) -> Rows:
        return [statement("s2", f"text {next(numbers)}")]

    store = forgetting(curation__statements_of_groups=statements)
    with pytest.raises(RevisionConflict):
        await forgotten(store)
    assert (store.calls["ROLLBACK"], store.calls["curation/clear_groups"]) == (TRIES, 0)


# --------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        ({"curation__forget_scope": scope(found=False)}, NotFound),
        ({"curation__forget_scope": scope(found=False), "curation__forgotten": [{"id": "f1"}]}, Gone),
        ({"curation__forget_scope": scope(mergedInto="ana")}, AlreadyMerged),
    ],
)
async def test_what_is_not_there_was_forgotten_or_is_merged_is_refused(
    answers: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        await forgotten(forgetting(**answers))


async def test_a_brain_leaves_in_portions_until_nothing_is_left() -> None:
    portions = iter([(2_000, False), (2_000, False), (8, True)])
    kinds = [{"kind": "episodes", "count": 3}, {"kind": "factRefs", "count": 1}]

    def portion(_: Any) -> Any:
        gone, ended = next(portions)
        return [{"gone": gone, "ended": ended, "kinds": kinds}]

    store = graph(curation__forget_brain=portion, explore__stats=[{"facts": 11}])
    removed = (await forget_brain(store, "brain")).removed  # type: ignore[arg-type]
    assert (removed.id, removed.counts["episodes"], removed.counts["facts"]) == ("brain", 9, 11)
    assert (removed.counts["answers"], "factRefs" in removed.counts) == (0, False)
    assert store.calls["curation/forget_brain"] == 3


async def test_a_brain_that_was_never_written_to_is_not_found() -> None:
    nothing = [{"gone": 0, "ended": True, "kinds": []}]
    with pytest.raises(NotFound):
        await forget_brain(graph(curation__forget_brain=nothing, explore__stats=[{"facts": 0}]), "brain")  # type: ignore[arg-type]
