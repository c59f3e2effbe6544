"""What the earlier episodes of a transaction write conflicts with what a later one has read, where it may have read it."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.claims import ClaimSource, Mention
from graphmem.ingest.resolution.entity_ref import EntityRef, NameReads
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.case import ReadSet
from graphmem.ingest.stages.records import ChangeSet, FactReads, LinkedClaim, LinkedClaims, ValueEnd
from graphmem.ingest.transactions.write_set import (
    WriteSet,
    is_similar_to_any,
    may_resolve_to,
    must_commit_alone,
    new_entities,
    renamed,
)
from graphmem.names.normalize import slug, value_key
from graphmem.ontology import RelationRule
from graphmem.settings import Settings
from graphmem.settling.settle_result import Settled
from tests.unit.ingest.building import MOMENT, changes, distinct, entity, statement

SETTINGS = Settings(_env_file=None)  # type: ignore[call-arg]
SOURCE = ClaimSource(n=0, episode_id="later", occurred_at=MOMENT)
LIKES = RelationRule("likes", "many")
NO_FACTS = FactReads(1, frozenset(), {}, {"likes": LIKES}, (), ())


def resolved(*entities: EntityRef) -> Resolved:
    named = {e.name.casefold(): (e,) for e in entities}
    return Resolved(named, tuple((norm, e.name, e.id) for norm, (e,) in named.items()), {})


def reads(name: str, *, near: tuple[dict[str, Any], ...] = (), new: bool = True, value: str = "tea") -> ReadSet:
    """What an episode has read that says of one entity that it likes a value."""
    subject = entity(name, is_new=new)
    claim = distinct(name, "likes", value).claim
    linked = LinkedClaim(claim, SOURCE, subject, "likes", None, None, "likes")
    names = NameReads(1, (near,), {}, ((),))
    mention = EntityMention(Mention(name, "person"), SOURCE)
    return ReadSet((mention,), names, resolved(subject), LinkedClaims((linked,), (), ()), NO_FACTS)


def written(*added: ChangeSet, who: Resolved | None = None) -> WriteSet:
    write_set = WriteSet()
    for one in added:
        write_set.add(one, who or resolved(), NO_FACTS)
    return write_set


def test_nothing_written_conflicts_with_nothing() -> None:
    assert not WriteSet().conflicts_with(reads("Zoe"), SETTINGS)


def test_an_episode_about_others_does_not_conflict() -> None:
    earlier = written(changes(statement("a", "Ana", "likes", "tea"), entities=(entity("Ana", is_new=False),)))
    assert not earlier.conflicts_with(reads("Quentin"), SETTINGS)


def test_an_entity_that_an_earlier_episode_names_conflicts() -> None:
    earlier = written(changes(statement("a", "Ana", "likes", "rye"), entities=(entity("Ana", is_new=False),)))
    known = ({"id": "Ana", "how": "alias", "key": "person:ana"},)
    assert earlier.conflicts_with(reads("Ana", near=known, new=False), SETTINGS)


def test_a_new_name_conflicts_with_the_same_name() -> None:
    earlier = written(changes(entities=(entity("Ana"),)), who=resolved(entity("Ana")))
    assert earlier.conflicts_with(reads("Ana"), SETTINGS)


def test_a_new_name_conflicts_with_one_that_might_resolve_to_it() -> None:
    earlier = written(changes(), who=resolved(entity("Catarina Oliveira")))
    assert earlier.conflicts_with(reads("Catarina Olivera"), SETTINGS)
    assert not earlier.conflicts_with(reads("Quentin Hale"), SETTINGS)


def test_an_alias_that_was_written_conflicts_with_the_same_name() -> None:
    assert WriteSet(norms={slug("Quentin")}).conflicts_with(reads("Quentin"), SETTINGS)
    assert not WriteSet(norms={slug("Boss")}).conflicts_with(reads("Quentin"), SETTINGS)


def test_a_new_value_conflicts_with_the_same_value() -> None:
    earlier = written(changes(values=(ValueEnd("v", value_key("tea"), "tea"),)))
    assert earlier.conflicts_with(reads("Quentin", value="tea"), SETTINGS)
    assert not earlier.conflicts_with(reads("Quentin", value="rye"), SETTINGS)


def test_a_relation_whose_cardinality_is_stated_anew_conflicts() -> None:
    earlier = WriteSet()
    earlier.add(changes(rules={"likes": distinct("Ana", "likes", "tea", cardinality="one")}), resolved(), NO_FACTS)
    assert earlier.conflicts_with(reads("Quentin"), SETTINGS)


def test_a_fact_that_settling_changed_conflicts_where_its_subject_is_read() -> None:
    earlier, told = WriteSet(), changes(statement("a", "Quentin", "likes", "rye"))
    earlier.settled(told, Settled(({"subjectId": "Quentin", "objectId": "rye", "relation": "likes"},), {}, ()))
    assert earlier.conflicts_with(reads("Quentin", new=False), SETTINGS)
    assert not earlier.conflicts_with(reads("rye", new=False), SETTINGS)


def test_a_symmetric_fact_that_changed_conflicts_at_both_ends() -> None:
    rule = RelationRule("knows", "many", symmetric=True)
    earlier, told = WriteSet(), changes(statement("a", "Ana", "knows", "Quentin", rule=rule))
    earlier.settled(told, Settled(({"subjectId": "Ana", "objectId": "Quentin", "relation": "knows"},), {}, ()))
    assert earlier.conflicts_with(reads("Quentin", new=False), SETTINGS)


@pytest.mark.parametrize(
    ("change", "alone"),
    [
        (changes(statement("a", "Ana", "likes", "tea", rule=LIKES)), False),
        (changes(statement("a", "Ana", "likes", "tea", rule=LIKES, evidence=[["f"]])), True),
        (changes(statement("a", "Ana", "married_to", "Bo", rule=RelationRule("married_to", "one", symmetric=True))), True),
        (changes(rules={"likes": distinct("Ana", "likes", "tea", cardinality="one")}), True),
        (changes(rules={"likes": distinct("Ana", "likes", "tea", cardinality="many")}), False),
        (changes(rules={"new_relation": distinct("Ana", "new_relation", "tea")}), True),
    ],
    ids=["plain", "evidence", "symmetric_one", "cardinality_changes", "cardinality_known", "new_relation"],
)  # fmt: skip
def test_an_episode_that_may_change_facts_of_others_commits_alone(change: ChangeSet, alone: bool) -> None:
    known = FactReads(1, frozenset(), {}, {"likes": LIKES, "married_to": RelationRule("married_to", "one")}, (), ())
    assert must_commit_alone(change, known) is alone


def test_the_new_entities_of_a_batch_come_with_their_names() -> None:
    ana = entity("Ana")
    batch = Resolved({"ana": (ana,), "bo": (entity("Bo", is_new=False),)}, (("aninha", "Aninha", "Ana"),), {})
    assert [(c.name, "Aninha" in c.names) for c in new_entities(batch)] == [("Ana", True)]


def test_an_entity_that_gets_another_name_is_renamed() -> None:
    batch = resolved(entity("Ana Lima", is_new=False))
    assert renamed(batch, [(slug("Ana Lima"), "Ana Lima", "Ana Lima")]) == []
    assert [c.id for c in renamed(batch, [("aninha", "Aninha", "Ana Lima")])] == ["Ana Lima"]


def test_only_an_unsure_name_may_resolve_to_an_entity_that_the_transaction_created() -> None:
    created = new_entities(resolved(entity("Catarina Oliveira")))
    assert may_resolve_to(resolved(entity("Catarina Olivera")), created, SETTINGS)
    assert not may_resolve_to(resolved(entity("Catarina Olivera", is_new=False)), created, SETTINGS)
    assert not may_resolve_to(resolved(entity("Catarina Olivera")), [], SETTINGS)
    assert is_similar_to_any(resolved(entity("Catarina Olivera", is_new=False)), created, SETTINGS)
