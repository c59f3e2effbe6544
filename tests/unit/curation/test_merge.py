"""Merging and unmerging: which entity a reference means, what is refused, and what moves."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from graphmem.curation.merge import MOST, merge, standing, the_one, unmerge
from graphmem_contract.errors import AlreadyMerged, InvalidInput, NotFound, NotMerged
from tests.unit.curation.settling import EARLIER, NOW, graph
from tests.unit.fake_graph import FakeGraph, Rows
from tests.unit.settling.groups import Groups, asked_for, said_row, stored_row

ENTITIES = ("ana", "anna", "bob")


def entity(id_: str, into: str | None = None) -> dict[str, Any]:
    return {"id": id_, "key": f"person:{id_}", "name": id_.title(), "type": "person", "mergedInto": into}


def found(id_: str, how: int = 0, i: int = 0, **fields: Any) -> dict[str, Any]:
    return {"i": i, "how": how, "guessed": False, "entity": {**entity(id_), **fields}}


def find(asked: Mapping[str, Any]) -> Rows:
    """The entities whose id is asked for."""
    return [found(ref["ref"], i=i) for i, ref in enumerate(asked["refs"]) if ref["ref"] in ENTITIES]


def member(id_: str, into: str | None = None, **state: Any) -> dict[str, Any]:
    known = {"id": id_, "key": f"person:{id_}", "name": id_.title(), "summary": None, "externalId": None}
    merged = {"id": "m1", "into": into, "recordedAt": NOW - timedelta(days=9), "gave": '{"summary": "A baker."}'}
    return {
        "rootId": into or id_, "entity": {**known, "properties": None, **state}, "norms": [id_], "episodes": 2,
        "merge": merged if into else None,
    }  # fmt: skip


def statement(id_: str, subject: str, **fields: Any) -> dict[str, Any]:
    return {
        "id": id_, "relation": "works_at", "subjectId": subject, "objectId": "acme", "subjectFrom": None, "objectFrom": None,
        "subjectSaid": subject, "objectSaid": "acme", "speaker": None, "recordedAt": NOW, "about": None, **fields,
    }  # fmt: skip


# --------------------------------------------------------------------------- references


def test_of_an_id_a_key_and_a_name_the_first_way_counts() -> None:
    assert the_one([found("ana", 0), found("anna", 2)], "ana", "id")["id"] == "ana"


def test_one_entity_found_twice_in_the_same_way_is_one() -> None:
    assert the_one([found("ana", 2), found("ana", 2)], "Ana", "id")["id"] == "ana"


def test_a_name_of_several_is_refused_with_their_ids() -> None:
    with pytest.raises(InvalidInput, match=r"ana \(person:ana\), anna \(person:anna\)") as refused:
        the_one([found("ana", 2), found("anna", 2)], "Ana", "from.1")
    assert refused.value.field == "from.1"


def test_a_reference_to_nobody_is_not_found() -> None:
    with pytest.raises(NotFound):
        the_one([], "Zoe", "id")


def test_a_tombstone_does_not_stand() -> None:
    standing(entity("ana"))
    with pytest.raises(AlreadyMerged, match="merged into ana"):
        standing(entity("anna", "ana"))


# --------------------------------------------------------------------------- merge


def moved_groups() -> Groups:
    """Facts that are moved already: they were Anna's; one lies between Anna and Ana, and holds no longer."""
    old: dict[str, Any] = {"at": EARLIER, "occurredAt": EARLIER, "recordedAt": EARLIER}
    said = [said_row("s1", **old), said_row("s2", object_="ana", **old)]
    return Groups(*said, facts=[stored_row("s1", factText="Anna works at Acme"), stored_row("s2", object_="ana")])


def merging(**answers: Any) -> FakeGraph:
    return graph(
        moved_groups(),
        **{
            "entities__find": find,
            "entities__merge_closure": [member("ana"), member("anna", summary="A baker.")],
            "entities__statements": [statement("s1", "anna"), statement("s2", "anna", objectId="ana")],
            "entities__move_facts": [{"factId": "s1", "between": False}, {"factId": "s2", "between": True}],
            **answers,
        },
    )


async def test_a_merge_re_points_moves_and_settles() -> None:
    store = merging()
    result = await merge(store, "brain", "ana", ["anna"])  # type: ignore[arg-type]
    (call,) = store.parameters["entities/set_ends"]
    assert [(row["id"], row["subjectId"], row["subjectFrom"]) for row in call["rows"]] == [
        ("s1", "ana", "anna"), ("s2", "ana", "anna"),
    ]  # fmt: skip
    assert asked_for(store) == [("value", "works_at", "ana", "acme"), ("value", "works_at", "ana", "ana")]
    (one,) = result.merges
    assert (one.entity_id, one.statements, one.facts, one.facts_between, one.aliases) == ("anna", 2, 1, 1, 1)
    assert [(c.id, c.status) for c in result.changed] == [("s1", "live"), ("s2", "closed")]


async def test_the_heir_takes_over_what_it_lacks_and_the_merge_notes_it() -> None:
    store = merging()
    result = await merge(store, "brain", "ana", ["anna"])  # type: ignore[arg-type]
    (call,) = store.parameters["entities/merge"]
    assert (call["set"], call["under"]) == ({"summary": "A baker."}, ["anna"])
    assert call["merges"] == [{"id": result.merges[0].merge_id, "from": "anna", "gave": '{"summary": "A baker."}'}]


async def test_of_two_merged_entities_the_first_lends() -> None:
    family = [member("ana"), member("bob", summary="A cook."), member("anna", summary="A baker.")]
    store = merging(entities__merge_closure=family, entities__statements=[])
    result = await merge(store, "brain", "ana", ["anna", "bob"])  # type: ignore[arg-type]
    (call,) = store.parameters["entities/merge"]
    assert (call["set"], [m["gave"] for m in call["merges"]]) == (
        {"summary": "A baker."},
        ['{"summary": "A baker."}', "{}"],
    )
    assert (result.changed, store.calls["truth/read_groups"]) == ((), 0), "no statement moved, nothing is settled"


async def test_an_entity_given_twice_is_merged_once() -> None:
    assert len((await merge(merging(), "brain", "ana", ["anna", "anna"])).merges) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("from_", "says"), [([], "1 to 100"), (["anna"] * (MOST + 1), "1 to 100"), (["ana"], "into itself")]
)
async def test_nothing_too_much_and_an_entity_into_itself_are_refused(from_: list[str], says: str) -> None:
    store = merging()
    with pytest.raises(InvalidInput, match=says):
        await merge(store, "brain", "ana", from_)  # type: ignore[arg-type]
    assert store.calls["entities/set_ends"] == 0


async def test_a_wrong_reference_is_told_by_its_position() -> None:
    with pytest.raises(NotFound) as refused:
        await merge(merging(), "brain", "ana", ["anna", "zoe"])  # type: ignore[arg-type]
    assert refused.value.field == "from.1"


async def test_a_dry_run_of_a_merge_is_rolled_back() -> None:
    store = merging()
    await merge(store, "brain", "ana", ["anna"], dry_run=True)  # type: ignore[arg-type]
    assert (store.calls["ROLLBACK"], store.calls["COMMIT"]) == (1, 0)


# --------------------------------------------------------------------------- unmerge


def unmerging(*statements: dict[str, Any], **answers: Any) -> FakeGraph:
    return merging(
        **{
            "entities__merge_closure": [member("ana", summary="A baker."), member("anna", "ana")],
            "entities__find_merge": [{"expiredAt": None}],
            "entities__statements": list(statements),
            "entities__move_facts": [{"factId": s["id"], "between": False} for s in statements],
            **answers,
        }
    )


def moved(store: FakeGraph) -> list[tuple[str, str]]:
    return [(row["id"], row["subjectId"]) for call in store.parameters["entities/set_ends"] for row in call["rows"]]


async def test_an_unmerge_takes_along_what_was_its_own_and_what_was_learnt_under_its_name() -> None:
    own, learnt = statement("s1", "ana", subjectFrom="anna"), statement("s2", "ana", subjectSaid="Anna")
    store = unmerging(own, learnt, statement("s3", "ana", subjectSaid="Ana"))
    result = await unmerge(store, "brain", "anna", "m1")  # type: ignore[arg-type]
    assert moved(store) == [("s1", "anna"), ("s2", "anna")]
    assert (result.statements, result.statements_learnt, result.parted_from) == (2, 1, "ana")
    assert store.parameters["entities/move_mentions"][0]["statements"] == ["s2"]


async def test_both_sides_of_an_unmerge_are_settled() -> None:
    store = unmerging(statement("s1", "ana", subjectFrom="anna"))
    await unmerge(store, "brain", "anna", "m1")  # type: ignore[arg-type]
    assert asked_for(store) == [("value", "works_at", "ana", "acme"), ("value", "works_at", "anna", "acme")]


async def test_an_end_goes_with_the_statement_that_it_is_about() -> None:
    learnt = statement("s1", "ana", subjectSaid="Anna")
    store = unmerging(learnt, statement("end", "ana", subjectSaid=None, about="s1"))
    await unmerge(store, "brain", "anna", "m1")  # type: ignore[arg-type]
    assert moved(store) == [("s1", "anna"), ("end", "anna")]


async def test_the_heir_gives_back_what_it_was_lent() -> None:
    store = unmerging()
    await unmerge(store, "brain", "anna", "m1")  # type: ignore[arg-type]
    assert store.parameters["entities/unmerge"][0]["returned"] == [{"id": "ana", "set": {"summary": None}}]


@pytest.mark.parametrize(("rows", "error"), [([], NotFound), ([{"expiredAt": NOW}], NotMerged)])
async def test_a_merge_that_does_not_stand_is_not_undone(rows: Rows, error: type[Exception]) -> None:
    with pytest.raises(error):
        await unmerge(unmerging(entities__find_merge=rows), "brain", "anna", "m1")  # type: ignore[arg-type]
