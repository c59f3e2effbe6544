"""The lines of an export: JSON, one node or edge per line, between a header and a footer.

    {"graphmem": "export", "format": 1, "schema": 1, "brain": …, "revision": …, "counts": {…}, …}
    {"kind": "Brain", "properties": {…}}
    {"kind": "Entity", "properties": {"id": …, "name": …, …}, "embed": {"embedding": {"property": "name"}}}
    {"kind": "FACT", "start": ["Entity", id], "end": ["Value", id], "properties": {…}}
    {"graphmem": "end", "lines": …, "sha256": …}

The footer has the number of lines and their SHA-256. It proves that no line is missing or changed.

A property is a text, a number, true or false, a list of these, or `{"t": "…Z"}` for a time. A null property stands for the
name of the brain or its full-text token. `embed` has the texts that the vectors are made from. `vectors` has the vectors
themselves, where the export includes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.graph.transaction import Row
from graphmem.graph.vectors.slot import VECTORS
from graphmem.graph.wire import from_json, to_json, vector_from_json, vector_to_json
from graphmem.ingest.episodes.chunks import context_of, last_turn
from graphmem.names.normalize import brain_token
from graphmem_contract.errors import InvalidInput

FORMAT = 1
KEYS = {
    "Episode": "id", "Chunk": "id", "Statement": "id", "Entity": "id", "Value": "id", "Alias": "norm",
    "FactRef": "factId", "Condition": "id",
    "EntityType": "name", "RelationType": "name", "Source": "id", "SourceRetraction": "id", "Reextraction": "id", "Answer": "key",
    "Forgotten": "id", "Proposal": "id", "Observation": "id", "Directive": "id", "Cluster": "id",
    "Item": "id", "Unsettled": "id",
}  # fmt: skip
"""Every label in an export, and the property that identifies its nodes."""
NOT_CARRIED = ("id", "lockedAt", "loading", "changesPrunedTo")
"""Properties of the brain's own node that are not exported."""
_OWN = ("brain", "brainToken")
_TYPE = re.compile(r"[A-Z]+(_[A-Z]+)*")
_NAME = re.compile(r"[A-Za-z]\w{0,63}", re.ASCII)
_EMBEDDED = {
    "Entity": "name",
    "Episode": "turn",
    "Chunk": "content",
    "Observation": "text",
    "Directive": "text",
    "Cluster": "text",
    "Item": "text",
    "FACT": "factText",
    "FACT_WAS": "factText",
}
"""The property that the vector of a kind is made from."""


def json_line(value: Mapping[str, Any]) -> str:
    """Return a line as compact JSON, without a line end."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def line_of(row: Row, *, embeddings: bool) -> dict[str, Any]:
    """Return a row of `export_nodes` or `export_edges`, with its vectors by name, as a line."""
    properties = {key: value for key, value in row["properties"].items() if value is not None}
    line: dict[str, Any] = {"kind": row["kind"]}
    if "start" in row:
        line |= {"start": row["start"], "end": row["end"]}
    vectors = {key: properties.pop(key) for key in VECTORS if key in properties}
    line["properties"] = {key: None if key in _OWN else to_json(value) for key, value in sorted(properties.items())}
    if embeddings and vectors:
        line["vectors"] = {key: vector_to_json(value) for key, value in vectors.items()}
    if row["embedded"]:
        line["embed"] = texts_of(row, properties)
    return line


def texts_of(row: Row, properties: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return by vector name the text that the vector is made from: a property, or the text itself.

    Args:
        row: `kind`, the names of its vectors as `embedded`, and the one or two turns `before` it, nearest first.
    """
    kind, text = row["kind"], _embedded_text(row["kind"], properties)
    texts: dict[str, dict[str, str]] = {}
    if "embedding" in row["embedded"]:
        plain = text == properties[_EMBEDDED[kind]]
        texts["embedding"] = {"property": _EMBEDDED[kind]} if plain else {"text": text}
    if "contextEmbedding" in row["embedded"]:
        before = [last_turn(search, content) for search, content in row["before"]]
        texts["contextEmbedding"] = {"text": context_of(text, before)}
    return texts


def _embedded_text(kind: str, properties: Mapping[str, Any]) -> str:
    if kind == "Chunk":
        return last_turn(properties["searchText"], properties["content"])
    return str(properties[_EMBEDDED[kind]])


@dataclass(frozen=True, slots=True)
class Carried:
    """A parsed node or edge of an export. `embed`: by vector name, the text that the vector is made from."""

    kind: str
    properties: dict[str, Any]
    start: tuple[str, str] | None = None
    end: tuple[str, str] | None = None
    vectors: Mapping[str, Sequence[float]] | None = None
    embed: Mapping[str, str] | None = None

    @property
    def is_edge(self) -> bool:
        return self.start is not None


def carried(line: Mapping[str, Any], brain: str) -> Carried:
    """Return a line as the node or edge to create in a brain.

    Raises:
        InvalidInput: the line is no node and no edge of an export.
    """
    kind, raw = line.get("kind"), line.get("properties")
    if not isinstance(kind, str) or not isinstance(raw, dict):
        raise InvalidInput("it must have a kind and properties")
    if unknown := set(line) - {"kind", "properties", "start", "end", "vectors", "embed"}:
        raise InvalidInput(f"{sorted(unknown)[0]!r} is unknown")
    properties = {_name(key): _property(key, value, brain) for key, value in raw.items()}
    if kind == "Brain" and (own := [key for key in NOT_CARRIED if key in properties]):
        raise InvalidInput(f"{own[0]!r} of the brain itself is not in an export")
    vectors = {_vector_name(key): vector_from_json(value) for key, value in _map(line, "vectors").items()}
    embed = {_vector_name(key): _text_of(value, properties) for key, value in _map(line, "embed").items()}
    if "start" in line or "end" in line:
        if not _TYPE.fullmatch(kind):
            raise InvalidInput(f"{kind[:60]!r} is no type of an edge")
        return Carried(kind, properties, _end(line.get("start")), _end(line.get("end")), vectors, embed)
    if kind != "Brain" and not isinstance(properties.get(KEYS.get(kind, "")), str):
        raise InvalidInput(f"{kind[:60]!r} is no kind of node, or it has no {KEYS.get(kind, 'name')}")
    return Carried(kind, properties, None, None, vectors, embed)


def _name(key: str) -> str:
    if not _NAME.fullmatch(key):
        raise InvalidInput(f"{key[:60]!r} is no name of a property")
    return key


def _property(key: str, value: Any, brain: str) -> Any:
    if (value is None) is not (key in _OWN):
        raise InvalidInput(f"{key!r} must {'' if key in _OWN else 'not '}be null")
    if key not in _OWN:
        return from_json(value)
    return brain if key == "brain" else brain_token(brain)


def _map(line: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = line.get(key, {})
    if not isinstance(value, dict):
        raise InvalidInput(f"{key} is no object")
    return value


def _vector_name(key: str) -> str:
    if key not in VECTORS:
        raise InvalidInput(f"{key[:60]!r} is no vector's name")
    return key


def _text_of(source: Any, properties: Mapping[str, Any]) -> str:
    text = None
    if isinstance(source, dict) and len(source) == 1:
        text = source["text"] if "text" in source else properties.get(str(source.get("property")))
    if not isinstance(text, str):
        raise InvalidInput("there is no text to embed")
    return str(from_json(text))


def _end(value: Any) -> tuple[str, str]:
    if isinstance(value, list) and len(value) == 2 and all(isinstance(one, str) for one in value) and value[0] in KEYS:
        return value[0], str(from_json(value[1]))
    raise InvalidInput(f"{str(value)[:60]!r} is no end of an edge")
