"""The conditions of a claim get the entities and relations that their words mean."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.claims import Claim, ClaimSource, ConditionClaim
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.resolution.linked_conditions import link_conditions
from graphmem.ingest.resolution.mentions import mentions_of
from graphmem.ingest.resolution.resolved import Resolved

SOURCE = ClaimSource(0, "e1", datetime(2025, 5, 1, tzinfo=UTC))
KITCHEN, PIET = (EntityRef(name.lower(), name.lower(), name, "other", "exact") for name in ("Kitchen", "Piet"))
KNOWN = Resolved({"kitchen": (KITCHEN,), "piet": (PIET,)}, (), {})


def claim(*rests: ConditionClaim, waits: ConditionClaim | None = None, action: str = "holds") -> Claim:
    return Claim("Orders", "go_to", "Sofia", "Orders go to Sofia.", action=action, holds_while=rests, starts_when=waits)  # type: ignore[arg-type]


def test_subject_and_object_become_entities_and_the_trigger_comes_last() -> None:
    chef = ConditionClaim("Kitchen", "chef", "Piet")
    linked = link_conditions(claim(chef, waits=ConditionClaim("kitchen", "Menu Of", None, "ends")), SOURCE, KNOWN)
    assert linked is not None
    assert [(one.subject, one.relation, one.object, one.waits) for one in linked] == [
        (KITCHEN, "chef", PIET, False),
        (KITCHEN, "menu_of", None, True),
    ]
    assert [one.value for one in linked] == [None, None]


def test_an_object_that_is_no_entity_is_a_value() -> None:
    (linked,) = link_conditions(claim(ConditionClaim("Kitchen", "seats", "forty")), SOURCE, KNOWN) or ()
    assert (linked.object, linked.value) == (None, "forty")


@pytest.mark.parametrize("wrong", [ConditionClaim("Nowhere", "chef"), ConditionClaim("Kitchen", "chef", "")])
def test_a_claim_is_not_kept_without_one_of_its_conditions(wrong: ConditionClaim) -> None:
    assert link_conditions(claim(ConditionClaim("Kitchen", "chef"), wrong), SOURCE, KNOWN) is None


ANA, BO = (EntityRef(name.lower(), name.lower(), name, "person", "exact") for name in ("Ana", "Bo"))
ORION = EntityRef("orion", "orion", "Orion", "organization", "exact")
OSLO = EntityRef("oslo", "oslo", "Oslo", "place", "exact")
PEOPLE = Resolved({"ana": (ANA,), "bo": (BO,), "orion": (ORION,), "oslo": (OSLO,), "orders": (KITCHEN,)}, (), {})
WORDED = [
    (ConditionClaim("Ana", "works for", "Orion"), (ANA, "works_at", ORION, "changes")),
    (ConditionClaim("Orion", "employer of", "Ana"), (ANA, "works_at", ORION, "changes")),
    (ConditionClaim("Ana", "joins", "Orion"), (ANA, "works_at", ORION, "begins")),
    (ConditionClaim("Ana", "leaves", "Orion"), (ANA, "works_at", ORION, "ends")),
    (ConditionClaim("Ana", "starts working at", "Orion", "ends"), (ANA, "works_at", ORION, "ends")),
    (ConditionClaim("Ana", "moves to", None), (ANA, "lives_in", None, "begins")),
    (ConditionClaim("Ana", "moves to", "Oslo", "begins"), (ANA, "lives_in", OSLO, "begins")),
    (ConditionClaim("Ana", "marries", "Bo"), (ANA, "married_to", BO, "begins")),
    (ConditionClaim("Orion", "lead", "Ana"), (ORION, "lead", ANA, "changes")),
    (ConditionClaim("Orion", "employer of", None), (ORION, "employer_of", None, "changes")),
    (ConditionClaim("Ana", "visits", "Oslo"), (ANA, "visits", OSLO, "changes")),
]


@pytest.mark.parametrize(("condition", "expected"), WORDED)
def test_a_worded_condition_is_read_as_the_state_that_its_facts_are_stored_as(
    condition: ConditionClaim, expected: tuple[EntityRef, str, EntityRef | None, str]
) -> None:
    (linked,) = link_conditions(claim(waits=condition), SOURCE, PEOPLE) or ()
    assert (linked.subject, linked.relation, linked.object, linked.claim.event) == expected


def test_what_a_fact_rests_on_is_a_state_and_no_end_of_one() -> None:
    joined, left = (ConditionClaim("Ana", verb, "Orion") for verb in ("joined", "left"))
    linked = link_conditions(claim(joined, left), SOURCE, PEOPLE) or ()
    assert [one.relation for one in linked] == ["works_at", "left"]


def test_an_exact_import_keeps_the_names_of_its_conditions() -> None:
    exact = ClaimSource(0, "e1", datetime(2025, 5, 1, tzinfo=UTC), resolve="exact")
    linked = link_conditions(claim(waits=ConditionClaim("Ana", "joins", "Orion")), exact, PEOPLE) or ()
    assert [(one.relation, one.claim.event) for one in linked] == [("joins", "changes")]


def test_what_ends_has_no_conditions() -> None:
    assert link_conditions(claim(ConditionClaim("Kitchen", "chef"), action="ends"), SOURCE, KNOWN) == ()


def test_the_ends_of_conditions_are_mentions() -> None:
    found = mentions_of((), [(claim(ConditionClaim("Kitchen", "chef", "Piet")), SOURCE)])
    assert [(mention.norm, mention.optional) for mention in found] == [
        ("orders", False),
        ("kitchen", False),
        ("sofia", True),
        ("piet", True),
    ]
