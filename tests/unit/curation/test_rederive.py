"""Deriving periods again: which groups, at which moments, and what is handed on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from graphmem.curation.rederive import Rederived, group_of, linked_groups, moments, rederive, settle_without
from tests.unit.curation.settling import NOW, graph
from tests.unit.fake_graph import FakeGraph, FakeTransaction, Rows
from tests.unit.settling.groups import Groups, asked_for, said_row, written

JOB = ("ana", "works_at", None)


def day(n: int) -> datetime:
    return NOW + timedelta(days=n)


def statement(id_: str, recorded: int, object_: str = "acme", **fields: Any) -> dict[str, Any]:
    return {
        "id": id_, "subjectId": "ana", "relation": "works_at", "objectId": object_, "text": f"text of {id_}",
        "recordedAt": day(recorded), "withdrawnAt": None, "away": None, **fields,
    }  # fmt: skip


def fact(id_: str, start: int | None = None, end: int | None = None) -> dict[str, Any]:
    return {"factId": id_, "tValid": start and day(start), "tInvalid": end and day(end)}


def tx(store: FakeGraph) -> Any:
    return FakeTransaction(store)


def at(rows: list[dict[str, Any]]) -> list[tuple[int, list[str]]]:
    return [((moment - NOW).days, [pair[2] for pair in pairs]) for moment, pairs in moments(rows)]


# --------------------------------------------------------------------------- moments


def test_every_coming_and_going_is_a_moment_in_order() -> None:
    assert at([statement("b", 5, "globex"), statement("a", 1, withdrawnAt=day(3))]) == [
        (1, ["acme"]), (3, ["acme"]), (5, ["globex"]),
    ]  # fmt: skip


def test_a_former_withdrawal_and_its_undoing_are_moments() -> None:
    assert at([statement("a", 1, away=[day(2), day(4)])]) == [(1, ["acme"]), (2, ["acme"]), (4, ["acme"])]


def test_what_changed_together_is_one_moment_with_each_pair_once() -> None:
    assert at([statement("a", 1), statement("b", 1), statement("c", 1, "globex")]) == [(1, ["acme", "globex"])]


# --------------------------------------------------------------------------- groups


async def test_groups_are_followed_until_no_new_one_appears() -> None:
    chain = {"ana": "bob", "bob": "carl", "carl": "ana"}

    def linked(asked: Mapping[str, Any]) -> Rows:
        return [{**row, "subjectId": chain[row["subjectId"]]} for row in asked["groups"]]

    store = graph(curation__linked_groups=linked)
    assert [group[0] for group in await linked_groups(tx(store), "brain", [JOB])] == ["ana", "bob", "carl"]
    assert store.calls["curation/linked_groups"] == 3


def test_a_group_without_object_means_all_objects() -> None:
    assert group_of({"subjectId": "ana", "relation": "works_at", "objectId": None}) == JOB


# --------------------------------------------------------------------------- rederive


async def test_the_statements_that_are_left_are_settled_moment_by_moment() -> None:
    before, after = [fact("a", 1, 5), fact("b", 5)], [fact("a", 1)]
    times: dict[str, Any] = {"at": day(1), "occurredAt": day(1), "recordedAt": day(1)}
    groups = Groups(said_row("a", **times, withdrawnAt=day(7), withdrawnReason="corrected", withdrawnBy="x"))
    store = graph(
        groups,
        curation__clear_groups=[{"facts": before, "versions": 2}],
        curation__restore_usage=after,
    )
    statements = [statement("a", 1, withdrawnAt=day(7)), statement("b", 5, "globex")]
    result = await rederive(tx(store), "brain", [JOB], statements, ["b"], {"a": "vector a", "x": "vector x"})
    (added,), (version,) = written(store, "added"), written(store, "versions")
    assert (added["set"]["recordedAt"], added["vector"], version["set"]["expiredAt"]) == (day(1), "vector a", day(7))
    assert store.parameters["curation/clear_groups"][0]["statements"] == ["b"]
    assert store.parameters["curation/restore_usage"][0]["facts"] == before, "marks of use are put back"
    assert result == Rederived({"a": (day(1), day(5)), "b": (day(5), None)}, {"a": (day(1), None)}, 2)


async def test_each_fact_gets_the_vector_of_its_own_statement() -> None:
    known: dict[str, Any] = {"at": day(1), "occurredAt": day(1)}
    groups = Groups(
        said_row("a", recordedAt=day(1), **known), said_row("b", relation="likes", recordedAt=day(2), **known)
    )
    store = graph(groups, curation__clear_groups=[{"facts": [], "versions": 0}])
    statements = [statement("a", 1), statement("b", 2, relation="likes")]
    await rederive(tx(store), "brain", [JOB], statements, [], {"a": "vector a", "b": "vector b"})
    found = {row["set"]["factId"]: row["vector"] for row in written(store, "added")}
    assert found == {"a": "vector a", "b": "vector b"}


# --------------------------------------------------------------------------- merged ends


async def test_where_ends_were_merged_only_the_touched_groups_are_settled_once_and_versions_are_redacted() -> None:
    store = graph(
        curation__drop_statements=[{"facts": [fact("a", 1)]}],
        truth__read_dependents=[{"subjectId": "dora", "relation": "likes", "objectId": "tea"}],
        curation__restore_usage=[fact("c", 2)],
        curation__redact_versions=[{"versions": 3}],
    )
    statements = [statement("a", 1), statement("b", 2, "globex")]
    denied = ("bob", "works_at", "initech")
    result = await settle_without(tx(store), "brain", [JOB], statements, ["a"], {}, day(9), [denied])
    assert asked_for(store) == [
        ("value", "likes", "dora", "tea"),
        ("value", "works_at", "ana", "acme"),
        ("value", "works_at", "bob", "initech"),
    ]
    (sought,) = store.parameters["truth/read_dependents"][:1]
    assert (sought["carrying"], [one["id"] for one in sought["watched"]]) == (["a"], ["ana", "acme"])
    (call,) = store.parameters["curation/redact_versions"]
    assert (call["statements"], call["texts"], call["facts"]) == (["a"], ["text of a"], ["a", "b", "c"])
    assert (result.versions, set(result.before), set(result.after)) == (3, {"a"}, {"c"})
