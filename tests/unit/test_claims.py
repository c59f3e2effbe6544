"""What a claim is worth by how and by whom it was said."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import ABSENT, Claim, ConditionClaim, Request, as_said, claim_of, second_hand, sentenced, supplied
from graphmem_contract.records import Message, SuppliedExtraction, SuppliedFact


def test_a_relation_without_a_sentence_gets_one() -> None:
    mirror = sentenced(Claim("Vera", "lives_in", "Porto", " ", True))
    assert (mirror.text, mirror.origin, mirror.confidence) == ("Vera lives in Porto", "inferred_from_relation", 0.6)
    value = sentenced(Claim("Vera", "likes", "tea", "", False))
    assert (value.text, value.origin, value.confidence) == ("Vera likes tea", "extracted", 0.8)


@pytest.mark.parametrize("role", ["assistant", "System", "tool"])
def test_what_an_assistant_says_is_a_strong_inference_at_most(role: str) -> None:
    sure, unsure = (Claim("Ana", "likes", "tea", "Ana likes tea", confidence=c) for c in (0.95, 0.6))
    assert (as_said(sure, role).confidence, as_said(unsure, role).confidence) == (0.8, 0.6)
    assert as_said(sure, "user") == as_said(sure, None) == sure


@pytest.mark.parametrize("confidence", [0.3, 0.95])
def test_a_mirror_keeps_a_confidence_that_was_given(confidence: float) -> None:
    assert sentenced(Claim("Vera", "lives_in", "Porto", "", True, confidence=confidence)).confidence == confidence


@pytest.mark.parametrize("action", ["ends", "never"])
def test_an_end_or_a_denial_without_a_sentence_is_no_mirror(action: Any) -> None:
    claim = sentenced(Claim("Vera", "lives_in", "Porto", "", True, action=action))
    assert (claim.text, claim.origin) == ("Vera lives in Porto", "extracted")


def test_a_claim_with_a_sentence_stays_as_it_is() -> None:
    claim = Claim("Vera", "lives_in", "Porto", "Vera has moved to Porto.", True)
    assert sentenced(claim) is claim


@pytest.mark.parametrize(("role", "expected"), [(" Assistant ", True), ("TOOL", True), ("user", False), (None, False)])
def test_an_assistant_or_a_tool_speaks_about_the_user(role: str | None, expected: bool) -> None:
    assert second_hand(role) is expected


# --------------------------------------------------------------------------- supplied facts


def fact(**fields: Any) -> SuppliedFact:
    return SuppliedFact(**{"subject": "Ana", "relation": "works_at", "object": "Acme", **fields})


def test_a_start_that_is_left_out_is_absent_and_null_means_since_always() -> None:
    moment = datetime(2024, 5, 1, tzinfo=UTC)
    starts = [
        claim_of(fact(**given), is_entity=None).starts for given in ({}, {"valid_from": None}, {"valid_from": moment})
    ]
    assert starts == [ABSENT, None, moment]


def test_what_the_caller_gave_goes_before_the_defaults() -> None:
    claim = claim_of(
        fact(confidence=0.3, object_is_entity=False, text="Ana is at Acme."), is_entity=True, confidence=1.0
    )
    assert (claim.confidence, claim.object_is_entity, claim.text) == (0.3, False, "Ana is at Acme.")
    default = claim_of(fact(), is_entity=True, confidence=1.0, origin="manual")
    assert (default.confidence, default.object_is_entity, default.origin) == (1.0, True, "manual")
    assert default.text == "Ana works at Acme"


def test_a_confidence_of_zero_is_a_confidence() -> None:
    assert claim_of(fact(confidence=0.0), is_entity=None).confidence == 0.0


def test_an_object_is_an_entity_where_the_call_lists_it_under_any_name() -> None:
    entities = [{"name": "Acme Inc", "type": "organization", "aliases": ["ACME", " "]}]
    extraction = SuppliedExtraction.model_validate(
        {
            "entities": entities,
            "facts": [
                fact().model_dump(exclude_unset=True),
                {**fact().model_dump(exclude_unset=True), "object": "tea"},
            ],
        }
    )
    made = supplied(extraction)
    assert [claim.object_is_entity for claim in made.claims or ()] == [True, None]
    assert [(mention.name, mention.aliases) for mention in made.mentions] == [("Acme Inc", ("ACME", " "))]
    assert made.method == "supplied"


# --------------------------------------------------------------------------- requests


def test_the_days_of_a_request_are_local_and_include_those_of_its_turns() -> None:
    late = datetime(2024, 5, 1, 22, 30, tzinfo=UTC)
    turns = (Message(content="Hi", time=datetime(2024, 5, 4, 12, tzinfo=UTC)), Message(content="No time"))
    request = Request("x", late, messages=turns, time_zone="Asia/Tokyo")
    assert request.days == {"2024-05-02", "2024-05-04"}
    assert Request("x", late).days == {"2024-05-01"}


def test_a_supplied_fact_brings_its_conditions_in_its_words() -> None:
    lead = {"subject": "Team", "relation": "team_lead"}
    given = {"subject": "Reports", "relation": "go_to", "object": "James"}
    fact = SuppliedFact(**given, holds_while=lead, starts_when={**lead, "object": "Ana", "event": "begins"})
    claim = claim_of(fact, is_entity=None)
    assert claim.holds_while == (ConditionClaim("Team", "team_lead"),)
    assert claim.starts_when == ConditionClaim("Team", "team_lead", "Ana", "begins")
    assert claim.conditions == (*claim.holds_while, claim.starts_when)
