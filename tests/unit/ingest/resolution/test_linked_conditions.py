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
