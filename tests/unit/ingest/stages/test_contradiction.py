"""The change set of dated claims: statements to add and to withdraw, their properties, and what they touch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from graphmem.claims import MIRROR
from graphmem.ingest.stages.contradiction import IMPORTANCE, plan_changes
from graphmem.ingest.stages.records import ChangeSet, DatedClaim, DatedClaims, DistinctClaim, ValueEnd
from graphmem.ontology import RelationRule
from tests.unit.ingest.building import dated, distinct, entity
from tests.unit.ingest.claim_building import known_fact, resolved_names, source

ACME = known_fact("f1", "Acme", relation="works_at", objectKey="organization:acme", importance=0.3)


def planned(*claims: DistinctClaim | DatedClaim, taken: Any = (), boost: float = 0.0, **more: Any) -> ChangeSet:
    """The change set of claims without dates; the entities of Ana and Bruno are new."""
    resolved = resolved_names(entity("Ana"), entity("Bruno"), **more)
    rows = tuple(claim if isinstance(claim, DatedClaim) else dated(claim) for claim in claims)
    return plan_changes(DatedClaims(rows, (), ()), resolved, taken, (), boost)


def props(claim: DistinctClaim | DatedClaim, **more: Any) -> Any:
    return planned(claim, **more).statements[0].props


def test_a_new_entity_gets_a_free_key_and_its_statements_have_it() -> None:
    changes = planned(distinct("Ana", "knows", "Bruno"), taken=["person:ana", "person:ana~2"])
    assert [end.key for end in changes.entities] == ["person:ana~3", "person:bruno"]
    (statement,) = changes.statements
    assert (statement.props["subjectKey"], statement.props["objectKey"]) == ("person:ana~3", "person:bruno")


def test_two_new_entities_of_one_key_get_two_keys() -> None:
    twin = replace(entity("Ana"), id="ana-2")
    resolved = replace(resolved_names(), ends={"ana": (entity("Ana"), twin)})
    changes = plan_changes(DatedClaims((), (), ()), resolved, [], ())
    assert [end.key for end in changes.entities] == ["person:ana", "person:ana~2"]


def test_a_known_entity_keeps_its_key_however_many_are_taken() -> None:
    resolved = resolved_names(entity("Ana", is_new=False))
    assert plan_changes(DatedClaims((), (), ()), resolved, ["person:ana"], ()).entities[0].key == "person:ana"


def test_a_denial_withdraws_and_states_nothing() -> None:
    changes = planned(distinct("Ana", "knows", "Bruno", action="never"))
    (withdrawal,) = changes.withdrawals
    assert changes.statements == ()
    assert (withdrawal.subject_id, withdrawal.relation, withdrawal.object_id) == ("Ana", "knows", "Bruno")
    assert withdrawal.by == "episode"


def test_a_denial_without_an_episode_is_by_hand() -> None:
    by_hand = distinct("Ana", "knows", "Bruno", action="never", source=source(episode_id=None))
    assert planned(by_hand).withdrawals[0].by == "manual"


def test_an_end_is_retracted_by_its_episode() -> None:
    ends = props(distinct("Ana", "knows", "Bruno", action="ends"))
    assert (ends["action"], ends["reason"], ends["closedBy"]) == ("ends", "retracted", "episode")
    holds = props(distinct("Ana", "knows", "Bruno"))
    assert (holds["action"], holds["reason"], holds["closedBy"]) == ("holds", None, None)


def test_a_contradicted_fact_ends_because_of_the_statement_that_contradicts_it() -> None:
    claim = replace(distinct("Ana", "works_at", "Globex"), contradicts=(ACME,))
    new, end = planned(claim).statements
    assert (end.because, end.props["closedBy"], end.props["reason"]) == (new.id, new.id, "contradicted")
    assert (end.props["action"], end.props["objectId"], end.props["objectKey"]) == ("ends", "Acme", "organization:acme")
    assert (end.props["text"], end.props["evidence"]) == (new.props["text"], None)
    assert end.id != new.id
    assert end.vector is None


def test_a_contradiction_that_confirms_a_known_fact_is_closed_by_that_fact() -> None:
    claim = replace(
        distinct("Ana", "works_at", "Globex"), contradicts=(ACME,), stored=(known_fact("f2", "Globex", importance=0),)
    )
    assert planned(claim).statements[1].props["closedBy"] == "f2"


@pytest.mark.parametrize(("category", "expected"), [*IMPORTANCE.items(), (None, 0.5), ("unheard_of", 0.5)])
def test_importance_follows_the_category(category: str | None, expected: float) -> None:
    assert props(distinct("Ana", "knows", "Bruno", importance_category=category))["importance"] == expected


def test_a_stated_importance_goes_before_the_category() -> None:
    claim = distinct("Ana", "knows", "Bruno", importance=0.2, importance_category="biographical_milestone")
    assert props(claim)["importance"] == 0.2


@pytest.mark.parametrize(("before", "expected"), [(0.7, 0.7), (0.4, 0.5), (None, 0.5)])
def test_what_contradicts_a_fact_is_no_less_important_than_it(before: float | None, expected: float) -> None:
    claim = replace(distinct("Ana", "works_at", "Globex"), contradicts=({**ACME, "importance": before},))
    assert props(claim)["importance"] == expected


def test_what_contradicts_a_core_fact_is_core() -> None:
    claim = distinct("Ana", "works_at", "Globex", category="semantic")
    assert props(replace(claim, contradicts=({**ACME, "category": "core"},)))["category"] == "core"
    assert props(replace(claim, contradicts=(ACME,)))["category"] == "semantic"


def test_an_event_is_episodic_and_a_state_semantic_unless_the_claim_says_otherwise() -> None:
    claim = distinct("Ana", "visited", "Bruno")
    assert props(replace(dated(claim), kind="event"))["category"] == "episodic"
    assert props(claim)["category"] == "semantic"
    assert (
        props(replace(dated(distinct("Ana", "visited", "Bruno", category="core")), kind="event"))["category"] == "core"
    )


def test_the_rule_of_a_relation_is_the_first_claim_that_states_a_cardinality() -> None:
    plain, first, second = (distinct("Ana", "backs", "Bruno", cardinality=c) for c in (None, "one", "many"))
    assert planned(plain, first, second).rules["backs"] is first
    assert planned(plain, plain).rules["backs"] is plain


def test_known_facts_are_boosted_once_each_and_only_if_there_is_a_boost() -> None:
    claim = replace(distinct("Ana", "likes", "Bruno"), stored=(known_fact("f1", "x"),), alike=("f2", "f1"))
    assert planned(claim, claim, boost=0.1).boosted == ("f1", "f2")
    assert planned(claim, boost=0.0).boosted == ()


@pytest.mark.parametrize(
    "claim",
    [
        distinct("Ana", "likes", "Bruno", origin="imported"),
        distinct("Ana", "likes", "Bruno", action="ends"),
        distinct("Ana", "likes", "Bruno", source=source(resolve="exact")),
    ],
    ids=["imported", "an end", "names are keys"],
)
def test_what_repeats_nothing_to_anybody_boosts_nothing(claim: DistinctClaim) -> None:
    assert planned(replace(claim, alike=("f1",)), boost=0.1).boosted == ()


def test_a_new_value_is_written_once_and_a_known_one_not_at_all() -> None:
    tea, rye = ValueEnd("v1", "tea", "tea"), ValueEnd("v2", "rye", "rye", is_new=False)
    claims = [replace(distinct("Ana", "likes", "x"), object=value) for value in (tea, tea, rye)]
    assert planned(*claims).values == (tea,)


def test_an_end_that_was_given_by_its_id_is_said_by_its_name() -> None:
    by_id = replace(distinct("person:ana", "knows", "Bruno"), subject=entity("Ana", is_new=False))
    assert props(by_id)["subjectSaid"] == "person:ana"
    assert props(replace(by_id, subject=replace(by_id.subject, method="id")))["subjectSaid"] == "Ana"


def test_a_statement_rests_on_its_episode_and_the_others_it_came_with() -> None:
    claim = distinct("Ana", "knows", "Bruno", source=source(episode_ids=("e1", "episode", "e2")))
    assert props(claim)["episodeIds"] == ["episode", "e1", "e2"]


def test_sets_of_evidence_are_written_with_an_ampersand() -> None:
    assert props(distinct("Ana", "knows", "Bruno", evidence=(("a", "b"), ("c",))))["evidence"] == ["a&b", "c"]


def test_a_relation_without_a_sentence_rests_on_the_sentence_that_names_both_ends() -> None:
    sentence = distinct("Ana", "met", "Bruno")
    mirror = distinct("Ana", "knows", "Bruno", origin=MIRROR, rule=RelationRule("knows"))
    first, second = planned(sentence, mirror).statements
    assert (first.props["evidence"], second.props["evidence"]) == (None, [first.id])
