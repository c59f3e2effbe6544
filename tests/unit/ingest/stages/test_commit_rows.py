"""The rows of a commit: every parameter of its statements is there, and each row says what its part states."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from graphmem.claims import ClaimSource
from graphmem.ingest.stages.commit_parts import CommitPart, LeaseFence, NumberedParts
from graphmem.ingest.stages.commit_rows import CommitRows
from graphmem.ingest.stages.records import ValueEnd
from graphmem.ontology import RelationRule
from tests.unit.ingest.building import MOMENT, changes, distinct, entity, statement, withdrawal

ROOT = Path(__file__).resolve().parents[4]


def commit_rows(*parts: CommitPart, state: str | None = "then") -> CommitRows:
    return CommitRows.of("ana", parts, NumberedParts.of(parts), state)


def rows(*parts: CommitPart) -> dict[str, Any]:
    """The rows by their names."""
    given = commit_rows(*parts)
    return {field.name: getattr(given, field.name) for field in fields(given)}


def part(*statements: Any, fence: LeaseFence = LeaseFence("episode", "lease"), **more: Any) -> CommitPart:  # noqa: B008
    return CommitPart(changes(*statements, **more), {"Ana": [1.0, 0.0]}, fence)


def test_the_rows_are_the_parameters_that_the_statement_names() -> None:
    header = (ROOT / "cypher" / "ingest" / "commit.cypher").read_text("utf8").split("CYPHER 25")[0]
    assert set(commit_rows(part()).parameters()) == set(re.findall(r"\$([a-z]\w*)", header))


def test_a_commit_without_changes_has_lists_and_nothing_in_them() -> None:
    given = commit_rows(part(fence=LeaseFence()), state=None)
    assert (given.commits, given.records, given.state, given.made) == (1, 1, None, [])
    assert all(value == [] for value in given.parameters().values() if isinstance(value, list))


def test_it_begins_with_what_its_reads_knew() -> None:
    renamed = entity("Bo", rename="Bodil")
    known = entity("Bruno", is_new=False)
    given = commit_rows(part(entities=(renamed, known), values=(ValueEnd("v", "key", "tea"),)))
    assert [row["create"]["key"] for row in given.entities] == ["person:bo"]
    assert [row["id"] for row in given.seen] == ["Bo", "Bruno"]
    assert [(row["create"]["key"], row["create"]["id"]) for row in given.values] == [("key", "v")]
    assert given.made == ["Bo"]


def test_each_member_of_evidence_has_a_row_with_the_number_of_its_set() -> None:
    given = rows(part(statement("a", "Ana", "likes", "tea", evidence=["f&g", "h"])))
    assert [(row["id"], row["set"], row["member"]) for row in given["evidence"]] == [
        ("a", 0, "f"),
        ("a", 0, "g"),
        ("a", 1, "h"),
    ]
    assert {(row["subjectId"], row["relation"], row["objectId"]) for row in given["evidence"]} == {
        ("Ana", "likes", "tea")
    }


def test_a_new_entity_is_created_with_its_vector_and_a_known_one_is_seen() -> None:
    given = rows(part(entities=(entity("Ana"), entity("Bruno", is_new=False, occurred_at=MOMENT))))
    (created,) = given["entities"]
    assert (created["create"]["key"], created["create"]["name"]) == ("person:ana", "Ana")
    assert created["vector"] is not None
    assert [(row["id"], row["occurredAt"]) for row in given["seen"]] == [("Bruno", "2024-05-01T00:00:00+00:00")]


def test_an_alias_has_one_row_with_the_first_record_that_states_it() -> None:
    later = replace(entity("Ana"), n=3)
    given = rows(part(entities=(later,), aliases=(("ana", "Ana", "Ana"), ("aninha", "Aninha", "Ana", "likeness"))))
    assert [(row["norm"], row["n"], row["guess"]) for row in given["aliases"]] == [
        ("ana", 0, None),
        ("aninha", 0, "likeness"),
    ]


def test_a_long_alias_is_cut() -> None:
    given = rows(part(aliases=(("x", "x" * 400, "Ana"),)))
    assert len(given["aliases"][0]["name"]) == 300


def test_only_an_episode_has_a_fence() -> None:
    given = rows(part(), part(fence=LeaseFence()))
    assert given["episodes"] == [{"id": "episode", "lease": "lease"}]
    assert given["commits"] == 2


def test_times_are_texts_and_what_is_unknown_is_left_out_of_the_properties() -> None:
    (row,) = rows(part(statement("a", "Ana", "likes", "tea", importance=None)))["statements"]
    assert (row["at"], row["until"]) == ("2024-05-01T00:00:00+00:00", None)
    assert "importance" not in row["props"]
    assert "at" not in row["props"]


def test_a_denial_of_a_symmetric_relation_withdraws_both_directions() -> None:
    rule = RelationRule("knows", "many", symmetric=True)
    given = rows(part(withdrawals=(withdrawal("Ana", "knows", "Bruno", rule=rule),)))
    assert [(row["subjectId"], row["objectId"], row["i"]) for row in given["withdrawals"]] == [
        ("Ana", "Bruno", 0),
        ("Bruno", "Ana", 0),
    ]


def test_a_seeded_relation_keeps_its_rules_whatever_a_model_says() -> None:
    claim = distinct("Ana", "works_at", "Acme", cardinality="many")
    (row,) = rows(part(rules={"works_at": claim}))["relations"]
    assert (row["cardinality"], row["create"]["source"], row["create"]["cardinality"]) == (None, "seed", "one")


def test_the_cardinality_of_a_caller_comes_before_that_of_a_model() -> None:
    model = distinct("Ana", "mentors", "Bruno", cardinality="one")
    source = ClaimSource(n=0, episode_id=None, occurred_at=MOMENT, supplied=True)
    caller = distinct("Ana", "mentors", "Bruno", cardinality="many", source=source)
    (row,) = rows(part(rules={"mentors": model}), part(rules={"mentors": caller}))["relations"]
    assert (row["cardinality"], row["cardinalitySource"]) == ("many", "caller")


def test_a_claim_that_states_a_cardinality_comes_before_one_that_does_not() -> None:
    silent, stated = distinct("Ana", "mentors", "Bruno"), distinct("Ana", "mentors", "Clara", cardinality="one")
    (row,) = rows(part(rules={"mentors": silent}), part(rules={"mentors": stated}))["relations"]
    assert row["cardinality"] == "one"


def test_types_and_relations_are_counted() -> None:
    given = rows(
        part(
            statement("a", "Ana", "likes", "tea"),
            statement("b", "Ana", "likes", "rye"),
            entities=(entity("Ana"), entity("Bo")),
        )
    )
    assert [(row["name"], row["count"]) for row in given["types"]] == [("person", 2)]
    assert [(row["name"], row["count"]) for row in given["relations"]] == [("likes", 2)]


def test_an_episode_mentions_its_entities_and_a_record_the_ends_of_its_statements() -> None:
    told = changes(statement("a", "Ana", "likes", "tea"), entities=(entity("Ana"), entity("Bruno")))
    with_episode = rows(CommitPart(told, {}, LeaseFence("one")))["mentioned"]
    assert with_episode == [{"episodeId": "one", "entityId": "Ana"}, {"episodeId": "one", "entityId": "Bruno"}]
    assert rows(CommitPart(told, {}, LeaseFence()))["mentioned"] == [{"episodeId": "episode", "entityId": "Ana"}]


def test_a_value_and_a_boost_have_their_rows() -> None:
    given = rows(part(values=(ValueEnd("v", "key", "tea"),), boosted=("f",), boost=0.05))
    assert given["values"][0]["create"]["text"] == "tea"
    assert given["boosted"] == [{"id": "f", "by": 0.05}]
