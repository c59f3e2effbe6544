"""From roles to claims."""

from __future__ import annotations

from graphmem.languages.language import language as spoken
from graphmem_offline.attributes.attribute_claims import RolesRead, roles_in
from tests.unit.offline.attributes.hearing import NOW, SPEAKER, brain, heard


def test_a_claim_has_one_value_at_a_time_and_a_sentence_with_its_owner() -> None:
    (claim,) = heard("The stand-up time is Fridays at 9:15.", ("the team", "team_lead", "Bea Lund"))
    assert (claim.subject, claim.relation, claim.object) == ("the team", "stand_up_time", "Fridays at 9:15")
    assert claim.text == "The team's stand-up time is Fridays at 9:15."
    assert (claim.cardinality, claim.kind, claim.object_is_entity) == ("one", "state", None)


def test_a_name_is_an_entity() -> None:
    (claim,) = heard("The team's code reviewer is Bea Lund.")
    assert claim.object_is_entity is True


def test_a_role_without_an_owner_goes_over_to_the_owner_that_is_named_later() -> None:
    first, second = heard("The team's code reviewer is Bea Lund.", (SPEAKER, "code_reviewer", "Max Frey"))
    assert (first.subject, first.object, first.action) == (SPEAKER, "Max Frey", "ends")
    assert (second.subject, second.object, second.action) == ("the team", "Bea Lund", "holds")


def test_what_waits_ends_nothing() -> None:
    text = "If the team lead changes, the team's code reviewer will be Bea Lund."
    (claim,) = heard(text, (SPEAKER, "code_reviewer", "Max Frey"), ("the team", "team_lead", "Ida Bell"))
    assert claim.starts_when is not None


def test_the_rest_of_the_text_stands_where_it_stood() -> None:
    text = "Hello. The club's coach is Bea Lund. Bye."
    found = roles_in(text, spoken("en"), brain(), SPEAKER, (NOW, None))
    assert found.rest_of(text) == f"Hello. {' ' * len(chr(84) + 'he club' + chr(39) + 's coach is Bea Lund.')} Bye."
    assert [found.covers(text.index(word)) for word in ("Hello", "Lund", "Bye")] == [False, True, False]
    assert found.fill("Bea Lund")
    assert not RolesRead().covers(0)
