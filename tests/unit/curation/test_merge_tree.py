"""Where a statement points follows from the merges that stand, whatever their order."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.curation.merge_tree import Merge, MergeTree, given_back, learnt_through, lent, pointed

MERGED_AT = datetime(2024, 5, 1, tzinfo=UTC)
BEFORE, AFTER = MERGED_AT - timedelta(days=1), MERGED_AT + timedelta(days=1)


def family_row(id_: str, into: str | None = None, *norms: str) -> dict[str, Any]:
    merge = {"id": f"merge of {id_}", "into": into, "recordedAt": MERGED_AT, "gave": "{}"} if into else None
    entity = {"id": id_, "key": f"person:{id_}", "name": id_.title()}
    return {"entity": entity, "norms": list(norms or (id_,)), "episodes": 1, "merge": merge}


def tree(**into: str | None) -> MergeTree:
    return MergeTree.of([family_row(id_, parent) for id_, parent in into.items()])


def merge(into: str) -> Merge:
    return Merge("another merge", into, MERGED_AT, {})


def statement(subject: str, object_: str = "acme", **fields: Any) -> dict[str, Any]:
    return {
        "id": f"{subject}-{object_}", "relation": "works_at", "subjectId": subject, "objectId": object_,
        "subjectFrom": None, "objectFrom": None, "subjectSaid": subject, "objectSaid": object_, "speaker": None,
        "recordedAt": AFTER, **fields,
    }  # fmt: skip


def points(tree: MergeTree, *statements: dict[str, Any], **origins: str) -> list[tuple[str, str | None]]:
    """Subject and its origin of each statement that is re-pointed; `origins` by subject."""
    own = {(f"{subject}-acme", "subject"): origin for subject, origin in origins.items()}
    return [(row["subjectId"], row["subjectFrom"]) for row in pointed(tree, statements, own)]


# --------------------------------------------------------------------------- the tree


def test_the_root_is_the_last_heir_and_the_heirs_come_nearest_first() -> None:
    family = tree(ana=None, anna="ana", anni="anna")
    assert (family.root("anni"), family.above("anni")) == ("ana", ("anna", "ana"))
    assert (family.root("ana"), family.above("ana")) == ("ana", ())


def test_whoever_is_merged_over_any_number_of_steps_is_under_the_heir() -> None:
    family = tree(ana=None, anna="ana", anni="anna", bob=None)
    assert family.under("ana") == ("anna", "anni")
    assert family.under("anna") == ("anni",)
    assert family.under("bob") == ()


def test_a_merge_and_its_undoing_leave_the_tree_as_it_was() -> None:
    family = tree(ana=None, anna=None)
    merged = family.merged("anna", merge("ana"))
    assert merged.root("anna") == "ana"
    assert family.root("anna") == "anna", "a tree never changes"
    assert merged.parted("anna") == family


def test_a_row_keeps_what_was_lent() -> None:
    row = family_row("anna", "ana")
    row["merge"]["gave"] = json.dumps({"summary": "A baker."})
    read = MergeTree.of([family_row("ana"), row]).members["anna"].merge
    assert read is not None
    assert (read.gave, read.recorded_at) == ({"summary": "A baker."}, MERGED_AT)


# --------------------------------------------------------------------------- where statements point


def test_a_statement_of_a_merged_entity_points_to_the_root_and_remembers_its_origin() -> None:
    family = tree(ana=None, anna="ana", anni="anna")
    assert points(family, statement("anni")) == [("ana", "anni")]


def test_a_statement_that_fits_already_is_not_re_pointed() -> None:
    family = tree(ana=None, anna="ana")
    assert points(family, statement("ana"), statement("ana", subjectFrom="anna"), statement("bob")) == []


def test_after_the_merge_is_undone_a_statement_is_back_at_its_origin() -> None:
    family = tree(ana=None, anna="ana").parted("anna")
    assert points(family, statement("ana", subjectFrom="anna")) == [("anna", None)]


def test_when_only_the_upper_merge_is_undone_the_origin_stays_below() -> None:
    family = tree(ana=None, anna="ana", anni="anna").parted("anna")
    assert points(family, statement("ana", subjectFrom="anni")) == [("anna", "anni")]


def test_a_new_origin_goes_before_the_remembered_one() -> None:
    family = tree(ana=None, anna="ana").parted("anna")
    assert points(family, statement("ana"), ana="anna") == [("anna", None)]


def test_both_ends_are_pointed() -> None:
    family = tree(ana=None, anna="ana")
    (row,) = pointed(family, [statement("anna", "anna")], {})
    assert (row["subjectId"], row["objectId"], row["subjectFrom"], row["objectFrom"]) == ("ana", "ana", "anna", "anna")


# --------------------------------------------------------------------------- what was learnt since the merge


FAMILY = MergeTree.of(
    [family_row("ana", None, "ana", "boss"), family_row("anna", "ana", "anna", "boss"), family_row("anni", "anna")]
)


def learnt(said: str | None, id_: str = "anna", **fields: Any) -> str | None:
    return learnt_through(FAMILY, id_, statement("ana", subjectSaid=said, **fields), "subject")


def test_a_statement_since_the_merge_under_an_own_name_was_learnt_through_the_merged_entity() -> None:
    assert learnt("Anna") == "anna"


def test_the_name_of_one_merged_below_counts_as_its_own() -> None:
    assert learnt("Anni") == "anni"


@pytest.mark.parametrize(
    ("said", "fields"),
    [
        ("Ana", {}),
        ("boss", {}),
        ("somebody else", {}),
        (None, {}),
        ("Anna", {"recordedAt": BEFORE}),
        ("Anna", {"subjectId": "bob"}),
    ],
    ids=["the survivor's name", "a name of both", "nobody's name", "no wording", "before the merge", "another entity"],
)
def test_any_other_statement_stays_at_the_heir(said: str | None, fields: dict[str, Any]) -> None:
    assert learnt(said, **fields) is None


def test_a_pronoun_stands_for_the_speaker() -> None:
    assert learnt("I", speaker="Anna") == "anna"
    assert learnt("I", speaker="Ana") is None
    assert learnt("I", speaker=None) is None


def test_an_entity_that_is_not_merged_has_learnt_nothing_through_a_merge() -> None:
    assert learnt_through(FAMILY, "ana", statement("ana"), "subject") is None


# --------------------------------------------------------------------------- what a survivor takes over


def state(summary: str | None = None, external: str | None = None, **properties: Any) -> dict[str, Any]:
    return {"summary": summary, "externalId": external, "properties": json.dumps(properties) if properties else None}


def test_an_heir_takes_over_only_what_it_lacks() -> None:
    changes, gave = lent(state("A survivor.", None, age=3), state("A baker.", "x-1", age=4, eyes="blue"))
    assert gave == {"externalId": "x-1", "properties": {"eyes": "blue"}}
    assert changes == {"externalId": "x-1", "properties": '{"age": 3, "eyes": "blue"}'}


def test_an_heir_that_has_everything_takes_over_nothing() -> None:
    assert lent(state("A survivor.", "x-1", age=3), state("A baker.", "x-2", age=4)) == ({}, {})


def test_what_was_lent_is_given_back() -> None:
    survivor = state("A baker.", "x-1", age=3, eyes="blue")
    gave = {"summary": "A baker.", "externalId": "x-1", "properties": {"eyes": "blue"}}
    assert given_back(survivor, gave) == {"summary": None, "externalId": None, "properties": '{"age": 3}'}


def test_what_was_edited_since_stays() -> None:
    survivor = state("A master baker.", "x-2", eyes="green")
    gave = {"summary": "A baker.", "externalId": "x-1", "properties": {"eyes": "blue"}}
    assert given_back(survivor, gave) == {}


def test_properties_that_were_all_lent_leave_none_behind() -> None:
    assert given_back(state(eyes="blue"), {"properties": {"eyes": "blue"}}) == {"properties": None}
