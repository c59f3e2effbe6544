"""Entities edited by hand: what is refused, when the key changes, and what is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from graphmem.curation.entities import add_entity, change_entity, properties_text
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.settings import Settings
from graphmem_contract.changes import EntityChange, NewEntity
from graphmem_contract.errors import AlreadyMerged, InvalidInput, NotFound
from tests.unit.curation.settling import NOW, graph
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.stages.test_batch import CountingEmbedder
from tests.unit.settling.groups import asked_for

ANA = {"id": "ana", "key": "person:ana", "name": "Ana", "type": "person", "mergedInto": None}


def known(taken: Sequence[str] = (), properties: str | None = None, **entity: Any) -> FakeGraph:
    found = {"i": 0, "how": 0, "guessed": False, "entity": {**ANA, **entity}}
    taken_row = {"properties": properties, "taken": list(taken)}
    tie = {"subjectId": "ana", "relation": "works_at", "objectId": "acme"}
    linked = [{"linked": []}]
    return graph(
        entities__find=[found], entities__taken_keys=[taken_row], entities__rekey=[tie], entities__link_values=linked
    )


async def edit(store: FakeGraph, **fields: Any) -> dict[str, Any]:
    """What is written for a change."""
    assert await change_entity(store, CountingEmbedder(), "brain", "ana", EntityChange(**fields)) == "ana"  # type: ignore[arg-type]
    (call,) = store.parameters["entities/update"]
    return dict(call)


# --------------------------------------------------------------------------- names and keys


async def test_a_new_name_gives_a_new_key_a_vector_and_keeps_the_old_name_as_an_alias() -> None:
    store = known()
    call = await edit(store, name=" Ana Souza ")
    assert call["set"] == {"name": "Ana Souza", "type": "person", "key": "person:ana_souza"}
    assert (call["was"], [vector.to_native() for vector in call["vectors"]]) == ("Ana", [[9.0]])
    assert {alias["norm"] for alias in call["add"]} == {"ana", "ana_souza"}


async def test_facts_follow_a_new_key_and_are_settled() -> None:
    store = known()
    await edit(store, name="Ana Souza")
    assert store.parameters["entities/rekey"][0]["key"] == "person:ana_souza"
    assert asked_for(store) == [("value", "works_at", "ana", "acme")]


async def test_a_key_that_is_taken_gets_a_number() -> None:
    call = await edit(known(taken=["person:ana_souza"]), name="Ana Souza")
    assert call["set"]["key"] == "person:ana_souza~2"


async def test_a_name_that_normalises_to_the_same_key_keeps_its_number() -> None:
    store = known(key="person:ana~3", taken=["person:ana"])
    call = await edit(store, name="ANA")
    assert (call["set"]["key"], call["set"]["name"]) == ("person:ana~3", "ANA")
    assert store.calls["entities/rekey"] == 0


async def test_a_new_type_gives_a_new_key_and_no_new_vector() -> None:
    call = await edit(known(), type="Pet")
    assert (call["set"]["key"], call["types"], call["vectors"], call["was"]) == ("pet:ana", ["pet"], [], None)


async def test_aliases_are_added_with_the_name_and_removed_ones_are_not_added() -> None:
    call = await edit(known(), aliases_add=("Nana", "Anita", " "), aliases_remove=("anita", "Annie"))
    assert [alias["name"] for alias in call["add"]] == ["Ana", "Nana"]
    assert call["remove"] == ["anita", "annie"]


async def test_a_summary_alone_changes_no_name() -> None:
    store = known()
    call = await edit(store, summary=None)
    assert call["set"] == {"name": "Ana", "type": "person", "key": "person:ana", "summary": None}
    assert (call["add"], call["types"], store.calls["truth/read_groups"]) == ([], [], 0)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": None}, "name"),
        ({"type": " "}, "type"),
        ({"aliases_remove": ("ANA",)}, "aliases_remove"),
    ],
)
async def test_the_name_and_the_type_cannot_be_taken_away(change: dict[str, Any], field: str) -> None:
    store = known()
    with pytest.raises(InvalidInput) as refused:
        await change_entity(store, CountingEmbedder(), "brain", "ana", EntityChange(**change))  # type: ignore[arg-type]
    assert refused.value.field == field
    assert store.calls["entities/update"] == 0


async def test_the_old_name_can_be_removed_together_with_the_renaming() -> None:
    call = await edit(known(), name="Ana Souza", aliases_remove=("Ana",))
    assert [alias["norm"] for alias in call["add"]] == ["ana_souza"]


async def test_a_tombstone_is_not_edited() -> None:
    with pytest.raises(AlreadyMerged):
        await edit(known(mergedInto="bob"), summary="x")


async def test_an_unknown_entity_is_not_found() -> None:
    with pytest.raises(NotFound):
        await edit(graph(), summary="x")


# --------------------------------------------------------------------------- properties


@pytest.mark.parametrize(
    ("stored", "given", "kept"),
    [
        (None, {"b": 1, "a": "é"}, '{"a": "é", "b": 1}'),
        ('{"a": 1, "b": 2}', {"b": 3, "c": 4}, '{"a": 1, "b": 3, "c": 4}'),
        ('{"a": 1, "b": 2}', {"a": None}, '{"b": 2}'),
        ('{"a": 1}', {"a": None}, None),
        ('{"a": 1}', None, None),
    ],
    ids=["new ones", "set one by one", "null removes one", "the last one removed", "null removes all"],
)
async def test_properties_are_merged_with_the_stored_ones(stored: str | None, given: Any, kept: str | None) -> None:
    assert (await edit(known(properties=stored), properties=given))["set"]["properties"] == kept


def test_no_properties_are_stored_as_nothing() -> None:
    assert properties_text({}) is None


# --------------------------------------------------------------------------- new entities


class Engine:
    """Store and models for ingest."""

    def __init__(self, candidates: Sequence[dict[str, Any]] = ()) -> None:
        names = {
            "revision": 5,
            "state": "then",
            "external": [],
            "handled": [],
            "mentions": [{"i": 0, "candidates": candidates, "about": []}],
        }
        facts = {"revision": 5, "taken": [], "values": [], "relations": [], "learnt": [], "claims": [], "touched": []}
        begun = {"revision": 6, "recordedAt": NOW, "unsettled": False, "rules": [], "valued": []}
        self.store = FakeGraph({"ingest/read_exact": [names], "ingest/read_facts": [facts], "ingest/commit": [begun]})
        self.settings = Settings(_env_file=None)  # type: ignore[call-arg]
        self.models = Models(NoneExtractor(), None, HashEmbedder(16))


async def add(engine: Engine, **fields: Any) -> tuple[tuple[str, bool], dict[str, Any]]:
    answer = await add_entity(engine, "brain", NewEntity(**fields), engine.settings)  # type: ignore[arg-type]
    (call,) = engine.store.parameters["entities/describe"]
    return answer, dict(call)


async def test_a_new_entity_gets_its_description_and_belongs_to_the_person() -> None:
    (id_, existed), call = await add(
        Engine(), name="Ana", type="person", summary="A baker.", properties={"age": 3}, aliases=("Nana",)
    )
    assert existed is False
    assert (call["id"], call["norms"]) == (id_, ["ana", "nana"])
    assert call["set"] == {"origin": "manual", "summary": "A baker.", "properties": '{"age": 3}'}


async def test_an_entity_that_was_there_keeps_its_description() -> None:
    there = {
        "id": "ana",
        "key": "person:ana",
        "name": "Ana",
        "type": "person",
        "externalId": None,
        "how": "alias",
        "rank": 0,
        "score": 1.0,
        "guess": None,
    }
    answer, call = await add(Engine([there]), name="Ana", type="person", summary="A cook.")
    assert (answer, call["set"]) == (("ana", True), {"origin": "manual"})


async def test_a_blank_name_is_refused() -> None:
    engine = Engine()
    with pytest.raises(InvalidInput) as refused:
        await add(engine, name=" ")
    assert (refused.value.field, sum(engine.store.calls.values())) == ("name", 0)
