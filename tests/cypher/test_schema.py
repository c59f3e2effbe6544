"""The schema: unique keys, applied twice and by several processes at once, and the neomodel classes beside it."""

from __future__ import annotations

import asyncio
import re

import pytest

from graphmem.graph.schema import apply_schema, schema_statements
from graphmem.memory import Memory
from graphmem.nodes.node_classes import NODES
from graphmem.nodes.relationships import FactRel
from graphmem_contract.errors import EmbeddingMismatch


async def constraints(memory: Memory) -> set[tuple[str, tuple[str, ...]]]:
    rows, _, _ = await memory.store.driver.execute_query(
        "SHOW CONSTRAINTS YIELD labelsOrTypes, properties RETURN labelsOrTypes[0] AS label, properties"
    )
    return {(row["label"], tuple(row["properties"])) for row in rows}


async def test_neomodel_and_the_schema_agree_on_what_is_unique(memory: Memory) -> None:
    declared = {(node.__label__, unique) for node in NODES for unique in node.UNIQUE}
    declared |= {("FACT", unique) for unique in FactRel.UNIQUE}
    assert await constraints(memory) == declared


async def test_applying_the_schema_again_and_by_many_at_once_changes_nothing(memory: Memory) -> None:
    before = await constraints(memory)
    embedder = memory.models.embedder
    again = [apply_schema(memory.store.driver, "neo4j", embedder.name, embedder.dimensions) for _ in range(4)]
    await asyncio.gather(*again)
    assert await constraints(memory) == before


async def test_every_statement_of_the_schema_may_run_twice(memory: Memory) -> None:
    before = await constraints(memory)
    for text in schema_statements(memory.models.embedder.dimensions):
        await memory.store.driver.execute_query(text.rstrip(";"))  # type: ignore[arg-type]
    assert await constraints(memory) == before


async def test_indexes_are_online_and_vectors_carry_their_filters(memory: Memory) -> None:
    rows, _, _ = await memory.store.driver.execute_query(
        "SHOW INDEXES YIELD name, state, type, properties RETURN name, state, type, properties"
    )
    assert {row["state"] for row in rows} == {"ONLINE"}
    vectors = {row["name"]: row["properties"] for row in rows if row["type"] == "VECTOR"}
    assert vectors["fact_embedding"] == ["embedding", "brain", "tStart", "tEnd", "subjectId"]
    assert all("brain" in properties for properties in vectors.values())


async def test_another_embedder_is_refused_with_a_way_out(memory: Memory) -> None:
    with pytest.raises(EmbeddingMismatch, match="GRAPHMEM_EMBEDDER="):
        await apply_schema(memory.store.driver, "neo4j", "another", memory.models.embedder.dimensions)
    with pytest.raises(EmbeddingMismatch, match="graphmem reembed"):
        await apply_schema(memory.store.driver, "neo4j", memory.models.embedder.name, 7)


async def test_every_index_that_the_schema_names_is_there(memory: Memory) -> None:
    rows, _, _ = await memory.store.driver.execute_query("SHOW INDEXES YIELD name RETURN collect(name) AS names")
    texts = list(schema_statements(memory.models.embedder.dimensions))
    wanted = {found[1] for text in texts if (found := re.search(r"INDEX (\w+) IF NOT EXISTS", text))}
    assert wanted
    assert wanted <= set(rows[0]["names"])
