"""Every line of a write result and every warning, from what was stated and what settling made of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import Call, ClaimSource
from graphmem.ingest.stages.records import Skipped
from graphmem.ingest.transactions.records import CommitResult, effects_of
from graphmem.ingest.write_result import doubtful_ends, several, value_of, write_result
from graphmem.ontology import RelationRule
from graphmem_contract.records import TokensUsed, WriteResult
from tests.unit.ingest.building import MOMENT, changes, dated, distinct, entity, withdrawal
from tests.unit.ingest.settled_rows import RECORDED, committed, row, said

LATER = datetime(2024, 9, 1, tzinfo=UTC)
JOB = ("Ana", "works_at", "Acme")
NEW_JOB = ("Ana", "works_at", "Globex")
LIST_NAMES = ("added", "updated", "unchanged", "deleted", "closed", "skipped")


def outcome(result: CommitResult) -> WriteResult:
    """The result of a write that called no model."""
    return write_result(result, (), (), "e")


def lists(result: CommitResult) -> dict[str, list[str]]:
    """The lists that are not empty, by the texts in them."""
    told = outcome(result)
    by_name = {name: [fact.text for fact in getattr(told, f"facts_{name}")] for name in LIST_NAMES}
    return {name: texts for name, texts in by_name.items() if texts}


def of_one(fact: dict[str, Any], **props: Any) -> CommitResult:
    """One statement `s`, and one fact that carries it."""
    return committed(changes(said("s", *JOB, **props)), [{**fact, "statementIds": ["s"]}])


# --------------------------------------------------------------------------- facts_added, _updated, _unchanged


def test_a_new_fact_is_added_with_all_that_is_known_of_it() -> None:
    (fact,) = outcome(of_one(row("s", *JOB))).facts_added
    assert (fact.id, fact.subject, fact.relation, fact.object) == ("s", *JOB)
    assert (fact.text, fact.confidence, fact.origin) == ("Ana works_at Acme.", 0.8, "extracted")
    assert (fact.valid_from, fact.valid_until, fact.matched) == (MOMENT, None, None)


def test_a_fact_that_is_said_again_is_unchanged_and_names_the_one_it_confirms() -> None:
    told = outcome(of_one(row("old", *JOB, change="confirmed")))
    assert [(fact.id, fact.matched) for fact in told.facts_unchanged] == [("old", "old")]
    assert (told.facts_added, told.facts_updated) == ((), ())


@pytest.mark.parametrize(
    "fields",
    [{"beforeText": "Ana is at Acme."}, {"beforeStart": None}, {"before": LATER}],
    ids=["another text", "another start", "another end"],
)
def test_a_fact_whose_text_or_period_changed_is_updated(fields: dict[str, Any]) -> None:
    told = outcome(of_one(row("old", *JOB, change="changed", **fields)))
    assert [(fact.id, fact.matched) for fact in told.facts_updated] == [("old", "old")]


def test_a_fact_that_only_became_surer_is_unchanged() -> None:
    assert lists(of_one(row("old", *JOB, change="changed"))) == {"unchanged": ["Ana works_at Acme."]}


def test_a_known_fact_that_holds_again_is_not_new() -> None:
    assert lists(of_one(row("old", *JOB, change="returned"))) == {"unchanged": ["Ana works_at Acme."]}


def test_a_fact_that_holds_again_under_a_new_statement_of_its_own_is_added() -> None:
    assert lists(of_one(row("s", *JOB, change="returned"))) == {"added": ["Ana works_at Acme."]}


def test_two_statements_of_one_fact_are_one_line() -> None:
    facts = [row("s1", *JOB, statementIds=["s1", "s2"])]
    assert lists(committed(changes(said("s1", *JOB), said("s2", *JOB)), facts)) == {"added": ["Ana works_at Acme."]}


def test_a_fact_that_was_settled_twice_is_told_as_it_came_out() -> None:
    facts = [row("s", *JOB), row("s", *JOB, change="changed", tInvalid=LATER)]
    (fact,) = outcome(committed(changes(said("s", *JOB)), facts)).facts_added
    assert fact.valid_until == LATER


# --------------------------------------------------------------------------- facts_closed, contradictions, replaced


def moved(reason: str, **fields: Any) -> CommitResult:
    """She takes another job; the old fact ends for a reason."""
    old = row("old", *JOB, change="changed", tInvalid=LATER, reason=reason, because="s", **fields)
    return committed(changes(said("s", *NEW_JOB)), [old, row("s", *NEW_JOB)])


def test_a_fact_that_another_supersedes_is_closed_and_a_contradiction() -> None:
    told = outcome(moved("superseded"))
    assert [(fact.id, fact.valid_until, fact.reason) for fact in told.facts_closed] == [("old", LATER, "superseded")]
    assert [(one.closed, one.by, one.at) for one in told.contradictions] == [("old", "s", LATER)]
    assert [fact.replaced for fact in told.facts_added] == [("old",)]


def test_a_fact_that_a_judge_found_contradicted_is_a_contradiction() -> None:
    assert [one.closed for one in outcome(moved("contradicted")).contradictions] == ["old"]


@pytest.mark.parametrize("reason", ["retracted", "cascade"])
def test_a_fact_that_ended_otherwise_is_closed_and_no_contradiction(reason: str) -> None:
    told = outcome(moved(reason))
    assert ([fact.id for fact in told.facts_closed], told.contradictions) == (["old"], ())
    assert [fact.replaced for fact in told.facts_added] == [()]


def test_a_fact_that_replaces_several_names_them_all() -> None:
    old = [row(id_, *JOB, change="changed", tInvalid=LATER, reason="superseded", because="s") for id_ in ("a", "b")]
    (fact,) = outcome(committed(changes(said("s", *NEW_JOB)), [*old, row("s", *NEW_JOB)])).facts_added
    assert fact.replaced == ("a", "b")


def test_a_contradiction_that_no_fact_caused_replaces_nothing() -> None:
    old = row("old", *JOB, change="changed", tInvalid=LATER, reason="contradicted", because=None)
    told = outcome(committed(changes(said("s", *NEW_JOB)), [old, row("s", *NEW_JOB)]))
    assert ([one.by for one in told.contradictions], told.facts_added[0].replaced) == ([None], ())


def test_an_end_that_stood_before_is_not_closed_again() -> None:
    assert outcome(moved("superseded", before=LATER)).facts_closed == ()


def test_a_fact_that_is_added_with_its_end_is_not_closed() -> None:
    assert lists(of_one(row("s", *JOB, tInvalid=LATER, reason="superseded"))) == {"added": ["Ana works_at Acme."]}


def test_a_stated_end_of_a_state_closes_nothing() -> None:
    assert outcome(moved("stated")).facts_closed == ()


# --------------------------------------------------------------------------- facts_deleted


def test_a_fact_that_was_denied_is_deleted() -> None:
    denial = changes(withdrawals=(withdrawal(*JOB),))
    result = committed(denial, [row("old", *JOB, change="removed", reason="corrected")], withdrawn=[0])
    assert lists(result) == {"deleted": ["Ana works_at Acme."]}
    assert outcome(result).warnings == ()


def test_a_fact_that_fell_with_its_evidence_is_closed_and_not_deleted() -> None:
    result = committed(changes(), [row("old", *JOB, change="removed", reason="cascade")])
    assert lists(result) == {"closed": ["Ana works_at Acme."]}


def test_a_fact_that_became_part_of_another_is_neither() -> None:
    assert lists(committed(changes(), [row("old", *JOB, change="removed", reason="joined")])) == {}


# --------------------------------------------------------------------------- facts_skipped


def test_a_claim_that_became_no_statement_is_skipped_with_its_reason() -> None:
    claim = distinct(*JOB).claim
    skipped = Skipped(claim, ClaimSource(n=0, episode_id="e", occurred_at=MOMENT), "it relates an entity to itself")
    (fact,) = outcome(committed(changes(skipped=(skipped,)))).facts_skipped
    assert (fact.id, fact.text, fact.reason) == (None, claim.text, "it relates an entity to itself")
    assert (fact.confidence, fact.origin, fact.matched) == (0.8, "extracted", None)


def test_a_claim_that_repeats_another_of_the_message_names_its_fact() -> None:
    first = said("s", *JOB)
    twin = first.dated.candidate
    skipped = Skipped(twin.claim, twin.source, "said already in this message", twin)
    (fact,) = outcome(committed(changes(first, skipped=(skipped,)), [row("s", *JOB)])).facts_skipped
    assert fact.matched == "s"


def test_a_repeated_claim_whose_twin_holds_at_no_time_matches_nothing() -> None:
    first = said("s", *JOB)
    twin = first.dated.candidate
    result = committed(changes(first, skipped=(Skipped(twin.claim, twin.source, "again", twin),)))
    assert [fact.matched for fact in outcome(result).facts_skipped] == [None, None]


@pytest.mark.parametrize(
    ("ties", "effect", "says"),
    [
        ([{"statementId": "s", "why": "equal_start"}], "tied", "the same start"),
        ([{"statementId": "s", "why": "second_hand"}], "unheard", "the user said otherwise"),
        ([{"statementId": "s", "why": "yields"}], "yielded", "its start was only assumed"),
        ([], "none", "holds at no time"),
    ],
)
def test_a_statement_that_holds_at_no_time_is_skipped_with_its_reason(
    ties: list[dict[str, Any]], effect: str, says: str
) -> None:
    result = committed(changes(said("s", *JOB)), ties=ties)
    assert effects_of(result) == {"s": (effect, "")}
    (fact,) = outcome(result).facts_skipped
    assert says in (fact.reason or "")


# --------------------------------------------------------------------------- effects


def test_a_lost_tie_counts_more_than_a_row_that_carries_the_statement() -> None:
    result = committed(changes(said("s", *JOB)), [row("s", *JOB)], ties=[{"statementId": "s", "why": "equal_start"}])
    assert effects_of(result) == {"s": ("tied", "")}


def test_what_yielded_and_held_some_time_before_is_added() -> None:
    result = committed(changes(said("s", *JOB)), [row("s", *JOB)], ties=[{"statementId": "s", "why": "yields"}])
    assert effects_of(result) == {"s": ("added", "s")}


def test_a_removed_row_carries_nothing() -> None:
    result = committed(changes(said("s", *JOB)), [row("old", *JOB, change="removed", statementIds=["s"])])
    assert effects_of(result) == {"s": ("none", "")}


def test_the_first_row_of_a_statement_tells_its_effect() -> None:
    rows = [row("s", *JOB), row("s", *JOB, change="changed", tInvalid=LATER)]
    assert effects_of(committed(changes(said("s", *JOB)), rows)) == {"s": ("added", "s")}


def test_every_statement_has_an_effect_of_its_own() -> None:
    rows = [row("s1", *JOB), row("old", *NEW_JOB, change="confirmed", statementIds=["x", "s2"])]
    result = committed(changes(said("s1", *JOB), said("s2", *NEW_JOB), said("s3", "Ana", "likes", "Tea")), rows)
    assert effects_of(result) == {"s1": ("added", "s1"), "s2": ("unchanged", "old"), "s3": ("none", "")}


# --------------------------------------------------------------------------- warnings: ends


def end_of(*triple: str, **props: Any) -> Any:
    return said("end", *triple, action="ends", **props)


def test_an_end_whose_start_nobody_told_is_kept_with_a_warning() -> None:
    told = outcome(committed(changes(end_of(*JOB))))
    assert told.warnings == ("end_without_start: Ana works_at Acme.",)
    assert told.facts_skipped == (), "it is no fact that was left out"


def test_an_end_that_closed_its_fact_warns_of_nothing() -> None:
    old = row("old", *JOB, change="changed", tInvalid=LATER, reason="retracted")
    assert outcome(committed(changes(end_of(*JOB)), [old])).warnings == ()


def test_an_end_of_another_value_is_no_end_of_this_one() -> None:
    old = row("old", *NEW_JOB, change="changed", tInvalid=LATER, reason="retracted")
    assert outcome(committed(changes(end_of(*JOB)), [old])).warnings == ("end_without_start: Ana works_at Acme.",)


def test_a_fact_that_was_only_added_was_not_ended() -> None:
    told = outcome(committed(changes(said("s", *JOB), end_of(*JOB)), [row("s", *JOB)]))
    assert told.warnings == ("end_without_start: Ana works_at Acme.",)


def test_an_end_that_an_assistant_told_without_effect_is_second_hand() -> None:
    told = outcome(committed(changes(end_of(*JOB, secondHand=True))))
    assert told.warnings == ("second_hand: Ana works_at Acme.",)


@pytest.mark.parametrize(("symmetric", "warnings"), [(True, 0), (False, 1)])
def test_an_end_said_the_other_way_round_meets_its_fact_only_without_direction(symmetric: bool, warnings: int) -> None:
    rule = RelationRule("plays_with", symmetric=symmetric)
    old = row("old", "Bob", "plays_with", "Ana", change="changed", tInvalid=LATER, reason="retracted")
    result = committed(changes(end_of("Ana", "plays_with", "Bob")), [old], rules=[rule])
    assert len(outcome(result).warnings) == warnings


# --------------------------------------------------------------------------- warnings: denials, names


def test_a_denial_of_what_nobody_said_withdraws_nothing() -> None:
    result = committed(changes(withdrawals=(withdrawal(*JOB),)))
    assert outcome(result).warnings == ("nothing_to_withdraw: Ana works_at Acme.",)


def test_only_the_denials_that_met_no_statement_are_told() -> None:
    denials = (withdrawal(*JOB), withdrawal(*NEW_JOB))
    told = outcome(committed(changes(withdrawals=denials), withdrawn=[0]))
    assert told.warnings == ("nothing_to_withdraw: Ana works_at Globex.",)


def test_a_name_of_several_entities_is_told_with_their_ids() -> None:
    doubtful = entity("Ana Souza", rivals=("ana-2", "ana-3"), said="Ana")
    (warning,) = outcome(committed(changes(entities=(doubtful, entity("Bob"))))).warnings
    assert warning.startswith("ambiguous_name: Several entities are called 'Ana'")
    assert "ana-2, ana-3. The first was taken." in warning


def test_warnings_come_in_the_order_of_the_stages() -> None:
    made = changes(end_of(*JOB), withdrawals=(withdrawal(*NEW_JOB),), entities=(entity("Ana", rivals=("x",)),))
    kinds = [warning.split(":")[0] for warning in outcome(committed(made, warnings=("undated: x",))).warnings]
    assert kinds == ["undated", "ambiguous_name", "end_without_start", "nothing_to_withdraw"]


def test_the_doubtful_ends_of_a_claim_are_told_by_their_field() -> None:
    claim = distinct(*JOB)
    assert list(doubtful_ends(dated(claim))) == []
    other = distinct("Ana", "knows", "Bob")
    doubtful = dated(replace(other, object=entity("Bob", rivals=("bob-2",), said="Bob")))
    ((field, end),) = doubtful_ends(doubtful)
    assert (field, several(end)) == ("object", "Several entities are called 'Bob'; give one of their ids: Bob, bob-2.")
    swapped = replace(doubtful.candidate, told=replace(other.claim, subject="Bob", relation="met_by", object="Ana"))
    assert [field for field, _ in doubtful_ends(dated(swapped))] == ["subject"]


# --------------------------------------------------------------------------- values


def test_a_seeded_relation_without_direction_is_one_value_both_ways() -> None:
    result = committed(changes())
    assert value_of(result, "ana", "married_to", "bob") == value_of(result, "bob", "married_to", "ana")
    assert value_of(result, "ana", "parent_of", "bob") != value_of(result, "bob", "parent_of", "ana")


def test_the_rule_of_the_graph_goes_before_the_seed() -> None:
    result = committed(changes(), rules=[RelationRule("married_to", symmetric=False)])
    assert value_of(result, "ana", "married_to", "bob") != value_of(result, "bob", "married_to", "ana")


# --------------------------------------------------------------------------- the whole result


def test_the_result_has_every_list_in_its_place() -> None:
    closed = row("old", *JOB, change="changed", tInvalid=LATER, reason="superseded", because="s")
    made = changes(
        said("s", *NEW_JOB), said("u", "Ana", "likes", "Tea"), said("c", "Ana", "likes", "Rum"), said("n", "Ana", "owns", "Boat"),
        entities=(entity("Ana", is_new=False), entity("Globex", rename="Globex Inc")),
    )  # fmt: skip
    rows = [
        closed,
        row("s", *NEW_JOB),
        row("t", "Ana", "likes", "Tea", change="changed", beforeStart=None, statementIds=["t", "u"]),
        row("r", "Ana", "likes", "Rum", change="confirmed", statementIds=["r", "c"]),
        row("d", "Ana", "fears", "Dogs", change="removed", reason="corrected"),
    ]
    calls = [Call("facts", "m", "p", "a", 1.0, TokensUsed(input=n, output=1, total=n + 1)) for n in (2, 3)]
    result = write_result(committed(made, rows), calls, ("model_failed: x",), "e1")
    assert [one.id for one in result.facts_added] == ["s"]
    assert [one.id for one in result.facts_updated] == ["t"]
    assert [one.id for one in result.facts_unchanged] == ["r"]
    assert [one.id for one in result.facts_closed] == ["old"]
    assert [one.id for one in result.facts_deleted] == ["d"]
    assert [one.object for one in result.facts_skipped] == ["Boat"]
    assert [(one.name, one.is_new) for one in result.entities_resolved] == [("Ana", False), ("Globex Inc", True)]
    assert [one.closed for one in result.contradictions] == ["old"]
    assert result.warnings == ("model_failed: x",)
    assert (result.episode_id, result.status, result.revision, result.recorded_at) == ("e1", "extracted", 2, RECORDED)
    assert result.tokens_used == TokensUsed(input=5, output=2, total=7)


def test_a_message_without_facts_has_an_empty_result() -> None:
    result = write_result(committed(changes()), (), (), "e1")
    expected = WriteResult(episode_id="e1", status="extracted", revision=2, recorded_at=RECORDED)
    assert result == expected
