"""What `graphmem doctor` says of a graph, over rows that a store would return."""

from __future__ import annotations

from typing import Any, cast

import pytest

from graphmem.doctor.check import Check
from graphmem.doctor.graph import of_store
from graphmem.graph.schema import VERSION
from graphmem.graph.store import Store
from graphmem.models.embeddings import make_embedder
from graphmem.settings import Settings


class Rows:
    """A store that has no index, and the rows of a schema. No other statement returns a row."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.slot = ""
        self.schema = schema

    async def read(self, name: str, **_: Any) -> list[dict[str, Any]]:
        if name == "setup/read_schema":
            return [self.schema]
        return [{"version": "other"}] if name == "setup/read_version" else []


async def checks(settings: Settings, beside: str | None = None, version: int = VERSION) -> dict[str, Check]:
    schema = {"version": version, "embedder": make_embedder(settings).name, "slot": None, "beside": beside}
    return {check.name: check async for check in of_store(cast("Store", Rows(schema)), settings)}


async def test_vectors_beside_those_in_use_are_told_and_an_absent_index_stays_missing(test_settings: Settings) -> None:
    found = await checks(test_settings, "openai:other")
    assert (found["vectors"].state, "openai:other" in found["vectors"].detail) == ("note", True)
    assert (found["schema"].state, found["indexes"].state) == ("ok", "missing")


async def test_vectors_of_one_embedder_need_no_note(test_settings: Settings) -> None:
    assert "vectors" not in await checks(test_settings)


@pytest.mark.parametrize("version", [VERSION - 1, VERSION + 1])
async def test_a_graph_of_another_schema_version_is_told_with_the_way_into_this_one(
    test_settings: Settings, version: int
) -> None:
    schema = (await checks(test_settings, version=version))["schema"]
    assert (schema.state, schema.detail) == ("missing", f"version {version}, this graphmem has {VERSION}")
    assert "graphmem export" in schema.mend
