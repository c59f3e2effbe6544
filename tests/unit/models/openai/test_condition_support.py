"""Which conditions of a model's answer stand: states with a relation of their own."""

from __future__ import annotations

import pytest

from graphmem.claims import Claim, ConditionClaim, Mention
from graphmem.models.openai.condition_support import supported
from tests.unit.openai_case import request

KEYS = Claim("the ward", "key_holder", "Ida", "Ida holds the keys of the ward.")


def tied(*conditions: ConditionClaim) -> Claim:
    return Claim("the ward", "key_holder", "Ida", "Ida holds the keys.", holds_while=conditions)


def waiting(condition: ConditionClaim) -> Claim:
    return Claim("the ward", "key_holder", "Ida", "Ida will hold the keys.", starts_when=condition)


def test_a_role_that_the_message_names_stands() -> None:
    claim = waiting(ConditionClaim("the ward", "head_nurse"))
    assert supported([claim], request("If the head nurse changes, the keys go to Ida.")) == ((claim,), ())


def test_a_relation_that_the_memory_uses_stands() -> None:
    claim = waiting(ConditionClaim("Ida", "lives_in", "Graz", "begins"))
    asked = request("Once Ida is in Graz, she gets the keys.", ontology={"relations": ("lives_in",)})
    assert supported([claim], asked, [Mention("Ida", "person")]) == ((claim,), ())
    assert supported([claim], asked)[0] == (), "nothing is known of the thing"


def test_a_relation_that_the_same_answer_tells_stands() -> None:
    told = Claim("the ward", "head_nurse", "Olga", "Olga is head nurse.")
    claim = tied(ConditionClaim("the ward", "head_nurse"))
    assert supported([told, claim], request("As long as Olga is in charge, Ida has the keys.")) == (
        (told, claim),
        (),
    )


@pytest.mark.parametrize(
    ("message", "condition"),
    [
        ("Ida stayed because it rained.", ConditionClaim("it", "rains")),
        ("Ida stayed because it rained.", ConditionClaim("the ward", "weather", "rain")),
        ("Depends on my mood, Ida has the keys.", ConditionClaim("user", "mood")),
        ("Ida has the keys because the parents gave her a ball.", ConditionClaim("parents", "gave", "ball")),
        ("If you have time, call Ida.", ConditionClaim("you", "has_time")),
        ("Ida has the keys, as long as all is well.", ConditionClaim("the ward", "is", "well")),
        ("Ida has the keys until Monday.", ConditionClaim("the ward", "key_holder", "Ida")),
    ],
)
def test_a_mere_reason_is_dropped_and_its_fact_stays(message: str, condition: ConditionClaim) -> None:
    claims, warnings = supported([tied(condition)], request(message))
    assert [claim.holds_while for claim in claims] == [()]
    assert len(warnings) == 1


def test_a_fact_that_waits_for_no_state_is_not_told_as_true() -> None:
    claims, warnings = supported(
        [KEYS, waiting(ConditionClaim("you", "has_time"))], request("If you have time, call Ida.")
    )
    assert claims == (KEYS,)
    assert len(warnings) == 1


def test_of_several_conditions_the_supported_ones_stay() -> None:
    good = ConditionClaim("the ward", "head_nurse")
    claims, _ = supported(
        [tied(ConditionClaim("it", "rains"), good)], request("As long as the head nurse stays, and if it rains.")
    )
    assert claims[0].holds_while == (good,)


def test_a_message_without_a_word_of_condition_states_none() -> None:
    claims, _ = supported([tied(ConditionClaim("the ward", "head_nurse"))], request("Ida told the head nurse."))
    assert claims[0].holds_while == ()
