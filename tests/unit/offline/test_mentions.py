"""Mentions: names with votes for their types."""

from __future__ import annotations

import pytest

from graphmem_offline.coreference import MentionRef
from graphmem_offline.date_attachment import Dating
from graphmem_offline.kin_relations import Nickname
from graphmem_offline.mentions import MentionVotes
from tests.unit.offline.reading import NOW, parsed


def test_the_vote_of_a_claim_outweighs_the_tagger() -> None:
    names = MentionVotes()
    for _ in range(3):
        names.add("Globex", "person")
    names.add_ref(MentionRef("Globex", True, "organization"))
    assert names.type_of("Globex") == "organization"


def test_a_name_without_a_vote_is_of_another_type() -> None:
    names = MentionVotes()
    names.add("Globex", "other")
    assert [(mention.name, mention.type) for mention in names.mentions()] == [("Globex", "other")]
    assert names.type_of("Acme") == "other"


def test_values_are_no_mentions() -> None:
    names = MentionVotes()
    names.add_ref(MentionRef("nurse", False))
    assert names.mentions() == ()


@pytest.mark.needs_spacy
def test_a_name_of_a_claim_is_no_person_for_that() -> None:
    doc = parsed("I write Zig at work.")
    names = MentionVotes()
    names.add_ref(MentionRef("Zig", True))
    names.add_doc(doc, (), Dating(doc, NOW, None))
    assert names.type_of("Zig") == "other"


@pytest.mark.needs_spacy
def test_a_list_of_known_names_is_no_name() -> None:
    doc = parsed("I've got two dogs called Rex and Fido.")
    names = MentionVotes()
    names.add("Rex", "pet")
    names.add("Fido", "pet")
    names.add_doc(doc, (), Dating(doc, NOW, None))
    assert set(names.votes) == {"Rex", "Fido"}


def test_an_alias_stands_with_its_name() -> None:
    names = MentionVotes()
    names.add("Bea", "person")
    names.add_nicknames([Nickname("Beatriz", "Bea")])
    names.hints["Beatriz"] = "Ana's sister"
    (mention,) = names.mentions()
    assert (mention.name, mention.type, mention.aliases, mention.hint) == (
        "Beatriz",
        "person",
        ("Bea",),
        "Ana's sister",
    )
