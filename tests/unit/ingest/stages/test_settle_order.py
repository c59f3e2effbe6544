"""A commit settles each group once for every record that touched it, in the order of the records."""

from __future__ import annotations

from graphmem.ingest.stages.commit_parts import CommitPart, LeaseFence, NumberedParts
from graphmem.ingest.stages.settle_order import pairs_to_settle, settle_order
from graphmem.ontology import RelationRule
from tests.unit.ingest.building import changes, statement

ONE = RelationRule("works_at", "one")
ONE_BY_OBJECT = RelationRule("capital_of", "one", per="object")
SYMMETRIC = RelationRule("knows", "many", symmetric=True)
SYMMETRIC_ONE = RelationRule("married_to", "one", symmetric=True)


def numbered(*statements, records: int = 1) -> NumberedParts:  # type: ignore[no-untyped-def]
    return NumberedParts.of([CommitPart(changes(*statements), {}, LeaseFence(), records)])


def test_nothing_touched_is_no_wave() -> None:
    assert settle_order(numbered()) == []


def test_values_of_a_relation_of_many_are_settled_in_one_wave() -> None:
    parts = numbered(statement("a", "Ana", "likes", "tea"), statement("b", "Ana", "likes", "rye", n=1), records=2)
    assert settle_order(parts) == [[("Ana", "likes", "tea", 0), ("Ana", "likes", "rye", 1)]]


def test_two_records_about_the_employer_of_one_person_are_settled_one_after_the_other() -> None:
    parts = numbered(
        statement("a", "Ana", "works_at", "Acme", rule=ONE),
        statement("b", "Ana", "works_at", "Globex", n=1, rule=ONE),
        statement("c", "Bruno", "works_at", "Acme", n=1, rule=ONE),
        records=2,
    )
    assert settle_order(parts) == [
        [("Ana", "works_at", "Acme", 0), ("Bruno", "works_at", "Acme", 1)],
        [("Ana", "works_at", "Globex", 1)],
    ]


def test_one_record_about_one_group_stays_in_one_wave() -> None:
    parts = numbered(
        statement("a", "Ana", "works_at", "Acme", rule=ONE), statement("b", "Ana", "works_at", "Globex", rule=ONE)
    )
    assert len(settle_order(parts)) == 1


def test_a_relation_that_is_one_by_its_object_groups_by_the_object() -> None:
    parts = numbered(
        statement("a", "Lisbon", "capital_of", "Portugal", rule=ONE_BY_OBJECT),
        statement("b", "Porto", "capital_of", "Portugal", n=1, rule=ONE_BY_OBJECT),
        records=2,
    )
    assert len(settle_order(parts)) == 2


def test_both_directions_of_a_symmetric_relation_are_one_group() -> None:
    parts = numbered(
        statement("a", "Ana", "knows", "Bruno", rule=SYMMETRIC),
        statement("b", "Bruno", "knows", "Ana", n=1, rule=SYMMETRIC),
        statement("c", "Ana", "knows", "Clara", n=1, rule=SYMMETRIC),
        records=2,
    )
    assert [len(wave) for wave in settle_order(parts)] == [2, 1]


def test_a_symmetric_relation_of_one_is_a_single_group() -> None:
    parts = numbered(
        statement("a", "Ana", "married_to", "Bruno", rule=SYMMETRIC_ONE),
        statement("b", "Clara", "married_to", "Diego", n=1, rule=SYMMETRIC_ONE),
        records=2,
    )
    assert len(settle_order(parts)) == 2


def test_a_cardinality_that_only_the_claim_states_counts() -> None:
    first = statement("a", "Ana", "mentors", "Bruno")
    object.__setattr__(first.dated.candidate.claim, "cardinality", "one")
    parts = numbered(first, statement("b", "Ana", "mentors", "Clara", n=1), records=2)
    assert len(settle_order(parts)) == 2


def test_a_pair_to_settle_names_the_statements_of_its_value() -> None:
    parts = numbered(statement("a", "Ana", "likes", "tea"), statement("b", "Ana", "likes", "tea"))
    (row,) = pairs_to_settle(parts, [("Ana", "likes", "tea", 0)])
    assert row == {"subjectId": "Ana", "relation": "likes", "objectId": "tea", "n": 0, "said": ["a", "b"]}
    assert pairs_to_settle(parts, []) == []
