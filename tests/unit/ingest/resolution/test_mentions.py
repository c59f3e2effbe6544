"""Which names have to become entities, and what their message says about each."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.claims import Claim, ClaimSource, Extracted, ExtractedMentions, Mention
from graphmem.ingest.resolution.mentions import MOST_TIES, EntityMention, mentions_of
from graphmem.names.normalize import value_key
from tests.unit.ingest.claim_building import source


def wanted(*mentions: Mention, claims: tuple[Claim, ...] = (), **where: Any) -> tuple[EntityMention, ...]:
    given = source(**where)
    found = ExtractedMentions(given, Extracted(mentions, (), "offline"))
    return mentions_of([found], [(claim, given) for claim in claims])


def names(*mentions: Mention, claims: tuple[Claim, ...] = (), **where: Any) -> list[tuple[str, str]]:
    return [(w.mention.name, w.type) for w in wanted(*mentions, claims=claims, **where)]


def claim(subject: str, object_: str, relation: str = "likes", **more: Any) -> Claim:
    return Claim(subject, relation, object_, f"{subject} {relation} {object_}", **more)


def test_each_name_and_type_is_wanted_once() -> None:
    found = names(Mention("Ana", "person"), Mention("ANA", "person"), Mention("Ana", "place"), Mention(" "))
    assert found == [("Ana", "person"), ("Ana", "place")]


def test_what_stands_for_redacted_data_is_the_name_of_nobody() -> None:
    claims = (claim("[email]", "Acme", object_is_entity=True), claim("Ana", "[phone]", object_is_entity=True))
    found = wanted(Mention("[email]", "person"), Mention("Ana", "person", ("[phone]", "Aninha")), claims=claims)
    assert [(w.mention.name, w.mention.aliases) for w in found] == [("Ana", ("Aninha",)), ("Acme", ())]
    assert names(Mention("Ana [email]", "person")) == [("Ana [email]", "person")]


def test_ids_of_others_keep_equal_names_apart() -> None:
    found = wanted(Mention("Ana", "person", external_id="1"), Mention("Ana", "person", external_id="2"))
    assert [w.mention.external_id for w in found] == ["1", "2"]


def test_subjects_and_objects_that_nobody_listed_are_wanted() -> None:
    claims = (claim("Ana", "Bruno", object_is_entity=True), claim("Ana", "tea", object_is_entity=False))
    assert names(claims=claims) == [("Ana", "person"), ("Bruno", "other")]
    assert names(Mention("Ana", "pet", ("Bruno",)), claims=claims) == [("Ana", "pet")], "an alias is listed, too"


def test_the_subject_of_a_relation_of_people_is_a_person_unless_names_are_keys() -> None:
    assert names(claims=(claim("Acme", "x", "located_in"),))[0] == ("Acme", "other")
    assert names(claims=(claim("Vera", "x", "works for"),))[0] == ("Vera", "person")
    assert names(claims=(claim("Vera", "x", "works_at"),), resolve="exact")[0] == ("Vera", "other")


def test_the_relation_gives_an_object_its_type_where_nobody_listed_it() -> None:
    _, acme = wanted(claims=(claim("Vera", "Acme", "works for"),))
    assert (acme.type, acme.optional, acme.guessable) == ("organization", False, True)
    assert names(Mention("Acme", "ship"), claims=(claim("Vera", "Acme", "works for"),))[0] == ("Acme", "ship")


def types(*mentions: Mention, claims: tuple[Claim, ...] = ()) -> list[tuple[str, bool]]:
    return [(w.type, w.mention.guessed) for w in wanted(*mentions, claims=claims)][: len(mentions)]


def test_a_relation_gives_a_listed_name_its_type_where_that_was_only_guessed() -> None:
    mila, jonas = Mention("Mila", "organization", guessed=True), Mention("Jonas", "person", guessed=True)
    together = claim("Jonas", "Mila", "works_with", object_is_entity=True)
    assert types(mila, jonas, claims=(together,)) == [("person", False), ("person", False)]
    assert types(mila, claims=(claim("Ana", "Mila", "visited", object_is_entity=True),)) == [("organization", True)]
    assert types(Mention("Mila", "organization"), claims=(together,)) == [("organization", False)], "stated"
    pub, works = Mention("Kiosk", "restaurant", guessed=True), claim("Ana", "Kiosk", "works_at", object_is_entity=True)
    assert types(pub, claims=(works,)) == [("restaurant", False)], "the closer type of the same kind stays"
    pet = Mention("Miro", "pet", guessed=True)
    assert types(pet, claims=(claim("Miro", "Porto", "lives_in", object_is_entity=True),)) == [("pet", False)]


def test_an_object_that_may_be_an_entity_is_optional() -> None:
    (ana, tea) = wanted(claims=(claim("Ana", "tea", object_is_entity=None),))
    assert (ana.optional, tea.optional) == (False, True)
    assert not tea.guessable


def test_the_speaker_is_found_behind_a_pronoun() -> None:
    (ana,) = wanted(Mention("I"), Mention("Ana", "person"), speaker="Ana")
    assert (ana.mention.name, ana.type, ana.is_speaker) == ("Ana", "person", True)


def test_a_relative_is_looked_for_by_the_relationship_too() -> None:
    (leo,) = wanted(Mention("my brother Leo", "person", ("Lele",)), speaker="Ana")
    assert (leo.mention.name, leo.norm) == ("Leo", "leo")
    assert set(leo.other_norms) == {("alias", "lele"), ("kin", "ana_s_brother")}


def test_only_a_relationship_without_a_name_is_a_nameless_relative() -> None:
    found = wanted(Mention("my brother", "person"), Mention("my sister Eva", "person"), Mention("Vera"), speaker="Ana")
    assert [w.is_nameless_relative for w in found] == [True, False, False]
    assert not EntityMention(Mention("Vera"), source()).is_nameless_relative


def test_the_speaker_and_names_that_are_keys_have_no_other_names_to_look_for() -> None:
    (speaker,) = wanted(Mention("Ana", "person", ("Aninha",)), speaker="Ana")
    (key,) = wanted(Mention("Ana", "person", ("Aninha",)), resolve="exact")
    assert (speaker.other_norms, key.other_norms) == ((), ())


def test_an_id_of_others_leaves_nothing_to_guess() -> None:
    assert EntityMention(Mention("Ana"), source()).guessable
    assert not EntityMention(Mention("Ana", external_id="1"), source()).guessable
    assert not EntityMention(Mention("Ana"), source(resolve="exact")).guessable


def test_only_the_end_of_a_supplied_fact_may_be_an_id() -> None:
    def handle(where: ClaimSource, **more: Any) -> str:
        return EntityMention(Mention(" person:ana "), where, **more).handle

    supplied = source(supplied=True)
    assert handle(supplied, of_claim=True) == "person:ana"
    assert handle(source(), of_claim=True) == handle(supplied) == ""


# --------------------------------------------------------------------------- ties


def test_a_name_is_tied_to_the_other_ends_of_its_claims_and_to_the_names_beside_it() -> None:
    claims = (claim("Ana", "Bruno", object_is_entity=True),)
    ana, bruno, vera = wanted(Mention("Ana"), Mention("Bruno"), Mention("Vera"), claims=claims)
    assert {(tie.relation, tie.norm, tie.key) for tie in ana.ties} == {
        ("likes", "bruno", value_key("Bruno")),
        (None, "bruno", None),
        (None, "vera", None),
    }
    assert ("likes", "ana") in {(tie.relation, tie.norm) for tie in bruno.ties}
    assert {tie.relation for tie in vera.ties} == {None}


def test_what_a_claim_ends_or_denies_ties_nothing() -> None:
    for action in ("ends", "never"):
        ana, _ = wanted(Mention("Ana"), claims=(claim("Ana", "tea", action=action),))
        assert ana.ties == ()


def test_names_of_another_record_are_not_beside_it() -> None:
    def record(n: int, name: str) -> ExtractedMentions:
        return ExtractedMentions(source(n=n), Extracted((Mention(name),), (), "offline"))

    assert [w.ties for w in mentions_of([record(0, "Ana"), record(1, "Bruno")], [])] == [(), ()]


def test_names_that_are_keys_have_no_ties() -> None:
    assert [w.ties for w in wanted(Mention("Ana"), Mention("Bruno"), resolve="exact")] == [(), ()]


def test_ties_are_limited() -> None:
    many = wanted(*(Mention(f"Name {n}") for n in range(50)))
    assert {len(w.ties) for w in many} <= {MOST_TIES - 1, MOST_TIES}


@pytest.mark.parametrize(
    "sentence",
    ["Another Ana Silva called.", "It was a different Ana Silva.", "Falei com outra Ana Silva.", "Hay otra Ana Silva.",
     "C'est une autre Ana Silva.", "Das ist eine andere Ana Silva."],
)  # fmt: skip
def test_a_message_may_say_that_somebody_else_of_the_name_is_meant(sentence: str) -> None:
    assert EntityMention(Mention("Ana Silva"), source(sentence=sentence)).is_another


@pytest.mark.parametrize("sentence", ["Ana Silva called.", "Ana Silva has another job.", "The other Ana Silva called."])
def test_a_name_alone_means_nobody_else(sentence: str) -> None:
    assert not EntityMention(Mention("Ana Silva"), source(sentence=sentence)).is_another
