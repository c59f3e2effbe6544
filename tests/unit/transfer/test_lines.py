"""A node or an edge becomes a line and is read again; nothing else is."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import pytest
from neo4j.time import DateTime

from graphmem.names.normalize import brain_token
from graphmem.transfer.lines import Carried, carried, json_line, last_turn, line_of
from graphmem_contract.errors import InvalidInput
from tests.unit.transfer.files import ANA, BRAIN, LIKES, VALUE

AT = DateTime(2026, 3, 1, 9, tzinfo=UTC)


def row(kind: str, **properties: Any) -> dict[str, Any]:
    return {"kind": kind, "properties": properties, "embedded": []}


def test_a_line_has_neither_the_name_of_the_brain_nor_its_token() -> None:
    line = line_of(row("Entity", name="Ana", brain="b", brainToken="t", at=AT, none=None), embeddings=False)
    assert line == {
        "kind": "Entity",
        "properties": {"at": {"t": "2026-03-01T09:00:00Z"}, "brain": None, "brainToken": None, "name": "Ana"},
    }


def test_a_line_is_read_into_another_brain() -> None:
    found = carried({"kind": "Entity", "properties": {"id": "ana", "brain": None, "brainToken": None}}, "other")
    assert found.properties == {"id": "ana", "brain": "other", "brainToken": brain_token("other")}
    assert (found.is_edge, found.vectors, found.embed) == (False, {}, {})


def test_an_edge_keeps_its_ends() -> None:
    line = line_of({**row("FACT", factId="f"), "start": ["Entity", "ana"], "end": ["Value", "tea"]}, embeddings=False)
    assert carried(line, "b") == Carried("FACT", {"factId": "f"}, ("Entity", "ana"), ("Value", "tea"), {}, {})


def test_vectors_are_included_only_on_request_and_their_text_always() -> None:
    entity = {**row("Entity", id="ana", name="Ana", embedding=[0.5, 0.25]), "embedded": ["embedding"]}
    without, included = line_of(entity, embeddings=False), line_of(entity, embeddings=True)
    assert without["embed"] == included["embed"] == {"embedding": {"property": "name"}}
    assert "vectors" not in without
    assert "embedding" not in included["properties"]
    found = carried(included, "b")
    assert (found.vectors, found.embed) == ({"embedding": [0.5, 0.25]}, {"embedding": "Ana"})


def test_a_chunk_is_embedded_with_its_speaker_and_with_the_turns_before_it() -> None:
    chunk = {
        **row("Chunk", id="c", content="I moved.", searchText="Bob: Hi.\nAna: I moved."),
        "embedded": ["embedding", "contextEmbedding"], "before": [["Bob: Hi.", "Hi."]],
    }  # fmt: skip
    embed = line_of(chunk, embeddings=False)["embed"]
    assert embed["embedding"] == {"text": "Ana: I moved."}
    assert embed["contextEmbedding"]["text"].endswith("Ana: I moved.")
    assert "Bob: Hi." in embed["contextEmbedding"]["text"]


@pytest.mark.parametrize(
    ("search", "content", "turn"),
    [
        ("Ana: I moved.", "I moved.", "Ana: I moved."),
        ("Bob: Hi.\nAna: I moved.", "I moved.", "Ana: I moved."),
        ("Ana: One\ntwo", "One\ntwo", "Ana: One\ntwo"),
        ("something else", "I moved.", "I moved."),
    ],
)
def test_the_last_turn_begins_at_its_speaker(search: str, content: str, turn: str) -> None:
    assert last_turn(search, content) == turn


def changed(line: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**line, **changes}


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ({}, "must have a kind and properties"),
        (changed(VALUE, kind=5), "must have a kind"),
        (changed(VALUE, properties=[]), "must have a kind"),
        (changed(VALUE, colour=1), "'colour' is unknown"),
        (changed(VALUE, kind="Schema"), "'Schema' is no kind of node"),
        (changed(VALUE, properties={"brain": None}), "or it has no id"),
        (changed(VALUE, properties={"id": 5}), "or it has no id"),
        (changed(VALUE, properties={"id": "x", "brain": "victim"}), "'brain' must be null"),
        (changed(VALUE, properties={"id": None}), "'id' must not be null"),
        (changed(VALUE, properties={"id": "x", "a b": 1}), "'a b' is no name of a property"),
        (changed(VALUE, properties={"id": "x", "a": [[1]]}), "is no property of the graph"),
        (changed(VALUE, vectors=[]), "vectors is no object"),
        (changed(VALUE, vectors={"secret": [1.0]}), "'secret' is no vector's name"),
        (changed(VALUE, embed={"embedding": {"property": "missing"}}), "there is no text to embed"),
        (changed(VALUE, embed={"embedding": {"text": "a", "property": "id"}}), "there is no text to embed"),
        (changed(LIKES, kind="FACT]->()"), "is no type of an edge"),
        (changed(LIKES, start=["Entity"]), "is no end of an edge"),
        (changed(LIKES, end=["User", "x"]), "is no end of an edge"),
        (changed(LIKES, end=["Value", 5]), "is no end of an edge"),
        ({**BRAIN, "properties": {"revision": 1, "id": "victim"}}, "'id' of the brain itself is not in an export"),
        ({**BRAIN, "properties": {"revision": 1, "loading": "x"}}, "'loading' of the brain itself"),
    ],
)
def test_a_wrong_line_is_refused_with_its_reason(line: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        carried(line, "b")
    assert complaint in refused.value.detail


def test_lines_are_compact_and_keep_letters() -> None:
    assert json_line({"a": "日本", "b": [1, None]}) == '{"a":"日本","b":[1,null]}'
    with pytest.raises(ValueError, match="JSON"):
        json_line({"a": float("nan")})
    assert carried(ANA, "b").embed == {"embedding": "Ana"}
