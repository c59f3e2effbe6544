"""The policy about personal data applied to changes by hand, without a graph."""

from __future__ import annotations

import pytest

from graphmem.curation.screening import correction, entity_change, entity_split, new_entity
from graphmem.pii.policy import Screening
from graphmem_contract.changes import Correction, EntityChange, EntitySplit, NewEntity
from graphmem_contract.errors import InvalidInput

MAIL = "ana@example.com"


def test_a_correction_keeps_what_was_not_given_as_it_was_not_given() -> None:
    found = Screening("redact")
    left = correction(found, Correction(object=MAIL, reason=f"{MAIL} wrote so"))
    assert (left.object, left.reason) == ("[email]", "[email] wrote so")
    assert left.model_fields_set == {"object", "reason"}
    assert found.kinds == ("email",)
    plain = Correction(text="Ana likes tea.", valid_until=None)
    assert correction(found, plain).model_fields_set == plain.model_fields_set


def test_an_entity_keeps_its_words_and_loses_aliases_that_are_only_personal_data() -> None:
    given = NewEntity(name="Ana", aliases=(MAIL, "Aninha"), summary=f"At {MAIL}.", properties={"mail": MAIL, "age": 40})
    left = new_entity(Screening("redact"), given)
    assert (left.aliases, left.summary) == (("Aninha",), "At [email].")
    assert left.properties == {"mail": "[email]", "age": 40}
    with pytest.raises(InvalidInput) as refused:
        new_entity(Screening("redact"), NewEntity(name=MAIL))
    assert refused.value.field == "name"


def test_a_name_that_is_personal_data_can_be_removed() -> None:
    given = EntityChange(aliases_add=(MAIL, "Aninha"), aliases_remove=(MAIL,), summary=None)
    left = entity_change(Screening("redact"), given)
    assert (left.aliases_add, left.aliases_remove) == (("Aninha",), (MAIL,))
    assert left.model_fields_set == given.model_fields_set
    assert entity_change(Screening("refuse"), EntityChange(aliases_remove=(MAIL,))).aliases_remove == (MAIL,)
    with pytest.raises(InvalidInput):
        entity_change(Screening("refuse"), EntityChange(properties={"mail": MAIL}))


def test_the_name_of_what_is_split_off_is_screened() -> None:
    given = EntitySplit(facts=("f1",), name=f"Ana {MAIL}")
    assert entity_split(Screening("redact"), given).name == "Ana [email]"
    with pytest.raises(InvalidInput):
        entity_split(Screening("refuse"), given)
    assert entity_split(Screening("refuse"), EntitySplit(facts=(MAIL,))).facts == (MAIL,)
