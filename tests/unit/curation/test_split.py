"""Splitting an entity: what is asked of the graph, what is refused, and what is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from graphmem.curation.split import split
from graphmem_contract.changes import EntitySplit, Split
from graphmem_contract.errors import AlreadyMerged, InvalidInput, NotFound
from tests.unit.curation.settling import EARLIER, graph
from tests.unit.curation.test_merge import entity, find, found, member
from tests.unit.curation.test_split_choice import alias, said
from tests.unit.fake_graph import FakeGraph, Rows
from tests.unit.ingest.stages.test_batch import CountingEmbedder


def to_split(asked: Mapping[str, Any]) -> Rows:
    """Ana, whom two episodes mention; the fact s1 has its statement."""
    return [{
        "type": "person", "typeGuessed": True, "byHand": False, "onlyMentioned": False,
        "aliases": [alias("Ana"), alias("Anna", recordedAt=EARLIER)],
        "episodes": [{"id": id_, "known": id_ != "none", "mentions": id_ == "e3"} for id_ in asked["episodes"]],
        "facts": [{"id": id_, "statements": [] if id_ == "none" else [id_]} for id_ in asked["facts"]],
    }]  # fmt: skip


def splitting(**answers: Any) -> FakeGraph:
    return graph(
        None,
        **{
            "entities__find": find,
            "entities__to_split": to_split,
            "entities__statements": [
                said("s1", "e1", "ana"),
                said("s2", "e2", "ana", subjectSaid="Anna", objectId="go"),
            ],
            "entities__taken_keys": [{"taken": ["person:anna"]}],
            "entities__merge_closure": [member("ana"), member("lena", "ana")],
            "entities__move_facts": [{"factId": "s2", "between": False}],
            **answers,
        },
    )


async def parted(store: FakeGraph, dry_run: bool = False, ref: str = "ana", **asked: Any) -> Split:
    return await split(store, CountingEmbedder(), "brain", ref, EntitySplit(**asked), dry_run=dry_run)  # type: ignore[arg-type]


async def test_a_split_makes_an_entity_and_re_points_what_means_it() -> None:
    store = splitting()
    done = await parted(store, episodes=("e2",))
    assert (done.name, done.key, done.type, done.parted_from) == ("Anna", "person:anna~2", "person", "ana")
    assert (done.statements, done.facts, done.names, done.names_moved) == (1, ("s2",), ("Anna",), ("Anna",))
    made = store.parameters["entities/split"][-1]
    assert (made["create"]["id"], made["vector"], made["from"]) == (done.entity_id, [4.0], ["ana", "lena"])
    assert (made["create"]["typeGuessed"], made["names"]) == (True, [{"norm": "anna", "name": "Anna", "byHand": None}])
    assert store.parameters["entities/update"][-1]["remove"] == ["anna"]
    ends = store.parameters["entities/set_ends"][-1]
    assert [(row["id"], row["subjectId"]) for row in ends["rows"]] == [("s2", done.entity_id)]
    assert ends["keys"] == {done.entity_id: done.key}
    moved = store.parameters["entities/move_facts"][-1]
    assert (moved["reason"], moved["by"]["ana"]) == ("split", done.entity_id)


async def test_a_given_name_and_type_are_those_of_the_person() -> None:
    store = splitting()
    done = await parted(store, facts=("s2",), name=" Ana Lind ", type="Musician")
    assert (done.name, done.type, done.names) == ("Ana Lind", "musician", ("Ana Lind", "Anna"))
    made = store.parameters["entities/split"][-1]
    assert [(one["norm"], one["byHand"]) for one in made["names"]] == [("ana_lind", True), ("anna", None)]
    assert made["create"]["typeGuessed"] is None


async def test_a_homonym_of_the_entity_gets_a_free_key() -> None:
    statements = [said("s1", "e1", "ana"), said("s2", "e2", "ana", objectId="go")]
    store = splitting(entities__statements=statements, entities__taken_keys=[{"taken": []}])
    done = await parted(store, episodes=("e2",))
    assert (done.name, done.key, done.names_moved) == ("Ana", "person:ana~2", ())


async def test_a_dry_run_of_a_split_is_rolled_back() -> None:
    store = splitting()
    await parted(store, dry_run=True, episodes=("e2",))
    assert (store.calls["ROLLBACK"], store.calls["COMMIT"]) == (1, 0)


async def test_conditions_of_the_episodes_point_to_the_new_entity() -> None:
    rows = [
        {"id": "c1", "subjectId": "ana", "objectId": None, "statementId": "x", "episodeIds": ["e1"]},
        {"id": "c2", "subjectId": "bob", "objectId": "ana", "statementId": "y", "episodeIds": ["e2"]},
    ]
    store = splitting(entities__conditions=rows)
    done = await parted(store, episodes=("e2",))
    (row,) = store.parameters["entities/set_condition_ends"][-1]["rows"]
    assert row == {"id": "c2", "subjectId": "bob", "objectId": done.entity_id}


@pytest.mark.parametrize(
    ("asked", "error", "field"),
    [
        ({"episodes": ("e2", "none")}, NotFound, "episodes.1"),
        ({"facts": ("none",)}, NotFound, "facts.0"),
        ({"episodes": ("e9",)}, InvalidInput, "episodes.0"),
        ({"facts": ("s9",)}, InvalidInput, "facts.0"),
        ({"episodes": ("e3",)}, InvalidInput, "episodes"),
        ({"episodes": ("e1", "e2")}, InvalidInput, "episodes"),
        ({"facts": ("s1", "s2")}, InvalidInput, "facts"),
        ({"episodes": ("e2",), "ref": "zoe"}, NotFound, "id"),
    ],
)
async def test_what_cannot_be_split_is_refused(asked: dict[str, Any], error: type[Exception], field: str) -> None:
    store = splitting()
    with pytest.raises(error) as refused:
        await parted(store, **asked)
    assert getattr(refused.value, "field", None) == field
    assert store.calls["entities/split"] == 0


@pytest.mark.parametrize("left", ["byHand", "onlyMentioned"])
async def test_an_entity_that_is_more_than_its_statements_may_give_all_of_them(left: str) -> None:
    def answer(asked: Mapping[str, Any]) -> Rows:
        return [{**to_split(asked)[0], left: True}]

    assert (await parted(splitting(entities__to_split=answer), episodes=("e1", "e2"))).statements == 2


async def test_a_tombstone_is_not_split() -> None:
    with pytest.raises(AlreadyMerged):
        await parted(splitting(entities__find=[found("anna", **entity("anna", "ana"))]), episodes=("e2",))


def test_something_has_to_be_chosen() -> None:
    with pytest.raises(ValueError, match="episodes or facts"):
        EntitySplit()
