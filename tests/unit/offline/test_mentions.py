"""Mentions: names with votes for their types."""

from __future__ import annotations

from graphmem_offline.coreference import MentionRef
from graphmem_offline.kin_relations import Nickname
from graphmem_offline.mentions import MentionVotes


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
