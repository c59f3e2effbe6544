"""The reading procedures, called as Neo4j's own MCP server calls them: in a session that must not write."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from neo4j.exceptions import ClientError
from neo4j.graph import Node, Path, Relationship

from graphmem.brain import Brain
from graphmem_contract.errors import GraphmemError
from tests.cypher.calling import read, with_procedures
from tests.cypher.test_names import NAMES
from tests.story.telling import entity, fact, only, tell

READING = (
    "graphmem.bfs($brain, ['Ana'], 2)",
    "graphmem.asOf($brain, 'Ana')",
    "graphmem.path($brain, 'Ana', 'Bruno')",
    "graphmem.history($brain, $fact)",
    "graphmem.dependents($brain, $fact)",
    "graphmem.candidates($brain, ['ana'], [])",
    "graphmem.recall($brain, 'Who works at Acme?', null)",
)


@pytest.fixture
async def told(brain: Brain) -> Brain:
    """Ana and Bruno work at Acme, and a fact rests on Ana's."""
    await with_procedures(brain)
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"), fact("Bruno", "works_at", "Acme"))
    works = await only(brain, "Ana", "works_at")
    await brain.add_fact(subject="Ana", relation="likes", object="her desk", evidence_ids=[works.id])
    return brain


def names_of_properties(value: Any) -> Iterator[str]:
    """Return the names of all properties in a value of the driver, at any depth."""
    if isinstance(value, Path):
        value = [*value.nodes, *value.relationships]
    if isinstance(value, Node | Relationship | Mapping):
        for name, one in value.items():
            yield name
            yield from names_of_properties(one)
    elif isinstance(value, list):
        for one in value:
            yield from names_of_properties(one)


@pytest.mark.parametrize("text", READING, ids=lambda text: text.split("(")[0])
async def test_a_session_that_must_not_write_gets_rows_without_vectors(told: Brain, text: str) -> None:
    works = await only(told, "Ana", "works_at")
    rows = await read(told, f"CALL {text}", fact=works.id)
    assert rows
    assert not {name for name in names_of_properties(rows) if "mbedding" in name}


async def test_what_a_procedure_returns_is_still_of_the_graph(told: Brain) -> None:
    text = "CALL graphmem.asOf($brain, 'Bruno') YIELD subject, fact, object "
    rows = await read(told, f"{text} MATCH (object)<-[:FACT]-(other:Entity) RETURN other.name AS name ORDER BY name")
    assert [row["name"] for row in rows] == ["Ana", "Bruno"]
    (row,) = await read(
        told, f"{text} RETURN subject, fact, labels(object) AS labels, startNode(fact) = subject AS same"
    )
    assert (row["subject"]["name"], row["fact"]["relation"]) == ("Bruno", "works_at")
    assert (row["labels"], row["same"]) == (["Entity"], True)


async def refused(brain: Brain, text: str, **parameters: Any) -> str:
    with pytest.raises(ClientError) as error:
        await read(brain, f"CALL graphmem.{text}", **parameters)
    return str(error.value)


@pytest.mark.parametrize("text", READING, ids=lambda text: text.split("(")[0])
async def test_an_unknown_brain_is_an_error(told: Brain, text: str) -> None:
    with pytest.raises(ClientError, match="not_found: There is no brain nobody's; it is made by its first write"):
        await read(told, f"CALL {text}".replace("$brain", '"nobody\'s"'), fact="f")


async def test_what_a_brain_does_not_have_is_told_in_the_words_of_rest(told: Brain) -> None:
    for text, asked in (
        ("bfs($brain, ['Ana', 'C++'])", told.graph.neighbours("C++")),
        ("asOf($brain, 'nobody')", told.graph.as_of("nobody")),
        ("path($brain, 'Ana', 'nobody')", told.graph.path("Ana", "nobody")),
        ("path($brain, 'nobody', 'Ana')", told.graph.path("nobody", "Ana")),
        ("history($brain, 'nothing')", told.history("nothing")),
        ("dependents($brain, 'nothing')", told.graph.dependents("nothing")),
    ):
        with pytest.raises(GraphmemError) as error:
            await asked
        assert f"not_found: {error.value.detail}" in await refused(told, text), text


async def test_numbers_out_of_range_are_told_in_the_words_of_rest(told: Brain) -> None:
    for text, asked in (
        ("bfs($brain, ['Ana'], 5)", told.graph.neighbours("Ana", hops=5)),
        ("bfs($brain, ['Ana'], 0)", told.graph.neighbours("Ana", hops=0)),
        ("bfs($brain, ['Ana'], 1, null, null, 1001)", told.graph.neighbours("Ana", limit=1001)),
        ("bfs($brain, ['Ana'], 1, null, null, 5, 'up')", told.graph.neighbours("Ana", direction="up")),  # type: ignore[arg-type]
        ("path($brain, 'Ana', 'Bruno', 7)", told.graph.path("Ana", "Bruno", hops=7)),
    ):
        with pytest.raises(GraphmemError) as error:
            await asked
        assert f"invalid_input: {error.value.detail}" in await refused(told, text), text
    assert "invalid_input: k is 1 to 100." in await refused(told, "recall($brain, 'x', null, 0)")
    assert "invalid_input: k is 1 to 100." in await refused(told, "candidates($brain, ['x'], [], 101)")
    assert "invalid_input: entity is null." in await refused(told, "asOf($brain, null)")
    assert "invalid_input: Not a moment" in await refused(told, "asOf($brain, 'Ana', 'soon')")


SIGNS = ("C", "C++", "C#", "c++11", "F#m", "+1", "->")


async def test_names_are_found_however_they_are_written(brain: Brain) -> None:
    await with_procedures(brain)
    names = list(dict.fromkeys((*NAMES, *SIGNS)))
    facts = [fact(name, "is_number", str(n), object_is_entity=False) for n, name in enumerate(names)]
    entities = [entity(name) for name in names]
    await brain.remember("names", extraction={"entities": entities, "facts": facts}, resolve="exact")
    for form in ("NFC", "NFD"):
        asked = [unicodedata.normalize(form, name).swapcase() for name in names]  # type: ignore[arg-type]
        rows = await read(brain, "CALL graphmem.candidates($brain, $names, [])", names=asked)
        assert [row["name"] for row in rows] == asked
        found = {row["name"]: [one["name"] for one in row["candidates"] if one["how"] == "alias"] for row in rows}
        assert {name: found[one] for name, one in zip(names, asked, strict=True) if name not in found[one]} == {}
    for name in SIGNS:
        rows = await read(brain, "CALL graphmem.asOf($brain, $name) YIELD object RETURN object.text AS n", name=name)
        assert str(names.index(name)) in {row["n"] for row in rows}, name
