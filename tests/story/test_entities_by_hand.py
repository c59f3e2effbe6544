"""Entities that a person adds and changes, and their names over system time."""

from __future__ import annotations

import asyncio

import pytest

from graphmem.brain import Brain
from graphmem_contract.changes import NewEntity
from graphmem_contract.errors import AlreadyMerged, InvalidInput, NotFound
from tests.story.telling import fact, held, only, spans, tell


async def test_an_entity_is_made_and_met_again_by_messages(brain: Brain) -> None:
    made = await brain.entities.add(
        name="Ana Souza",
        type="Person",
        aliases=["Ana"],
        external_id="crm-17",
        summary="A chemist.",
        properties={"floor": 3},
    )
    assert (made.key, made.type, made.aliases, made.external_id) == ("person:ana_souza", "person", ("Ana",), "crm-17")
    assert (made.summary, made.properties, made.fact_count) == ("A chemist.", {"floor": 3}, 0)
    result = await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    assert made.id in {e.id for e in result.entities_resolved}
    assert (await brain.entities.get("Ana")).fact_count == 1


async def test_one_that_is_there_is_found_by_external_id_and_by_type_and_name(brain: Brain) -> None:
    made = await brain.entities.add(name="Ana Souza", type="person", external_id="crm-17", summary="A chemist.")
    for again in (
        {"name": "ANA  SOUZA", "type": "person"},
        {"name": "Dr. A. S.", "type": "person", "external_id": "crm-17", "summary": "Somebody else's word"},
    ):
        assert (await brain.entities.add(NewEntity.model_validate(again))).id == made.id
    known = await brain.entities.get(made.id)
    assert (known.name, known.summary) == ("Ana Souza", "A chemist.")
    assert (await brain.entities.get("Dr. A. S.")).id == made.id, "the name it had not was taken up"
    namesake = await brain.entities.add(name="Ana Souza", type="person", external_id="crm-18")
    assert (namesake.id != made.id, namesake.key) == (True, "person:ana_souza~2")
    assert (await brain.entities.add(name="Ana Souza", type="place")).key == "place:ana_souza"


async def test_the_same_entity_at_once_is_made_once(brain: Brain) -> None:
    made = await asyncio.gather(*(brain.entities.add(name="Ana", type="person") for _ in range(6)))
    assert len({one.id for one in made}) == 1


async def test_a_new_name_keeps_the_old_one_as_an_alias_and_changes_the_key(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Bruno", "works_at", "Acme"))
    before = await brain.entities.get("Bruno")
    fact_before = await only(brain, "Bruno", "works_at")
    changed = await brain.entities.change("Bruno", name="Bruno Lima")
    assert (changed.id, changed.name, changed.key) == (before.id, "Bruno Lima", "person:bruno_lima")
    assert changed.aliases == ("Bruno",)
    for name in ("Bruno", "Bruno Lima", "person:bruno_lima"):
        assert (await brain.entities.get(name)).id == before.id
    assert (await only(brain, "Bruno Lima", "works_at")).subject == "Bruno Lima"
    assert (await only(brain, "Bruno", "works_at", known_at=fact_before.recorded_at)).subject == "Bruno"
    then = await brain.entities.get("Bruno", known_at=fact_before.recorded_at)
    assert (then.name, then.aliases) == ("Bruno", ())
    again = await tell(brain, "2024-02-01", fact("Bruno", "likes", "tea", object_is_entity=False))
    assert before.id in {e.id for e in again.entities_resolved}


async def test_a_key_that_somebody_has_is_numbered(brain: Brain) -> None:
    await brain.entities.add(name="Ana", type="person")
    await brain.entities.add(name="Bruno", type="person")
    assert (await brain.entities.change("Bruno", name="Ana")).key == "person:ana~2"
    assert (await brain.entities.change("person:ana~2", name="ANA")).key == "person:ana~2", (
        "the same name keeps its key"
    )
    assert (await brain.entities.change("person:ana~2", type="Place")).key == "place:ana"


async def test_ties_follow_the_key(brain: Brain) -> None:
    """Of two values with equal starts and confidence, the greater key has the period; a rename can change which one."""
    for name in ("Acme", "Bolt"):
        fact = {"subject": "Ana", "relation": "works_at", "object": name, "valid_from": "2020-01-01"}
        names = [{"name": "Ana", "type": "person"}, {"name": name, "type": "company"}]
        told = {"entities": names, "facts": [fact]}
        result = await brain.remember("a job", occurred_at="2020-02-01", extraction=told, resolve="exact")
        assert result.success
    assert await held(brain, "Ana", "works_at") == ["Bolt"]
    await brain.entities.change("Acme", name="Zenith")
    assert await held(brain, "Ana", "works_at") == ["Zenith"]
    versions = (await brain.history((await only(brain, "Ana", "works_at")).id)).versions
    assert len(versions) == 2, "it was believed before the other was said"
    await brain.entities.change("Acme", name="Acme")
    assert await held(brain, "Ana", "works_at") == ["Bolt"]


async def test_aliases_come_and_go_and_stay_in_history(brain: Brain) -> None:
    made = await brain.entities.add(name="Ana", type="person", aliases=["Nana"])
    before = (await brain.entities.history("Ana")).names[0].recorded_at
    changed = await brain.entities.change(
        "Ana", aliases_add=["Annie", "Aninha"], aliases_remove=["Nana", "never was one"]
    )
    assert changed.aliases == ("Aninha", "Annie")
    with pytest.raises(NotFound):
        await brain.entities.get("Nana")
    assert (await brain.entities.get("Nana", known_at=before)).id == made.id
    assert (await brain.entities.get("Ana", known_at=before)).aliases == ("Nana",)
    spans_ = {(one.name, one.kind, one.expired_at is None) for one in (await brain.entities.history("Ana")).names}
    assert spans_ >= {("Ana", "name", True), ("Nana", "alias", False), ("Annie", "alias", True)}


async def test_summary_and_properties_are_set_and_taken_away(brain: Brain) -> None:
    await brain.entities.add(name="Ana", type="person", summary="A chemist.", properties={"floor": 3, "desk": "b"})
    changed = await brain.entities.change("Ana", properties={"desk": None, "shift": ["day"]})
    assert (changed.summary, changed.properties) == ("A chemist.", {"floor": 3, "shift": ["day"]})
    assert (await brain.entities.get("Ana", known_at="2091-01-01")).summary is None, "it tells of today"
    changed = await brain.entities.change("Ana", summary=None, properties=None)
    assert (changed.summary, changed.properties) == (None, {})


async def test_changes_that_cannot_be_say_why(brain: Brain) -> None:
    await brain.entities.add(name="Ana", type="person")
    await brain.entities.add(name="Lena", type="person")
    for wrong, hint in (
        ({"name": None}, "cannot be taken away"),
        ({"name": " "}, "cannot be taken away"),
        ({"type": None}, "cannot be taken away"),
        ({"aliases_remove": ["ANA"]}, "another one first"),
        ({"nickname": "A"}, "no such field"),
    ):
        with pytest.raises(InvalidInput, match=hint):
            await brain.entities.change("Ana", **wrong)
    with pytest.raises(NotFound):
        await brain.entities.change("Nobody", summary="?")
    with pytest.raises(InvalidInput, match="must not be blank"):
        await brain.entities.add(name="  ")
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    with pytest.raises(AlreadyMerged, match="unmerge"):
        await brain.entities.change(merge.entity_id, name="Lena Souza")
    await brain.entities.change("Ana", aliases_remove=["Lena"])
    with pytest.raises(NotFound):
        await brain.entities.get("Lena")


async def test_history_has_every_version_of_facts_the_newest_first(brain: Brain) -> None:
    await tell(brain, "2020-01-01", fact("Ana", "works_at", "Acme"), fact("Bruno", "trusts", "Ana"))
    await tell(brain, "2021-01-01", fact("Ana", "works_at", "Globex"))
    history = await brain.entities.history("Ana")
    seen = [(f.subject, f.object, f.valid_until is None, f.expired_at is None) for f in history.facts]
    assert set(seen) == {
        ("Ana", "Acme", False, True),
        ("Ana", "Globex", True, True),
        ("Ana", "Acme", True, False),
        ("Bruno", "Ana", True, True),
    }
    assert [f.recorded_at for f in history.facts] == sorted((f.recorded_at for f in history.facts), reverse=True)
    first = min(f.recorded_at for f in history.facts)
    then = await brain.entities.history("Ana", known_at=first)
    assert {(f.object, f.holds_now) for f in then.facts if f.subject == "Ana"} == {("Acme", True)}
    page = await brain.entities.history("Ana", limit=3)
    rest = await brain.entities.history("Ana", limit=3, cursor=page.next_cursor)
    assert (*page.facts, *rest.facts) == history.facts
    assert rest.next_cursor is None
    for limit in (0, 501):
        with pytest.raises(InvalidInput):
            await brain.entities.history("Ana", limit=limit)


async def test_history_tells_names_and_merges_of_both(brain: Brain) -> None:
    for name in ("Ana", "Lena"):
        await tell(brain, "2020-01-01", fact(name, "plays", f"{name}'s game", object_is_entity=False))
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    await brain.entities.change("Ana", name="Ana Lena")
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    for ref in ("Ana", merge.entity_id):
        (span,) = (await brain.entities.history(ref)).merges
        assert (span.merge_id, span.entity_id, span.into) == (merge.merge_id, merge.entity_id, "Ana Lena")
        assert span.expired_at is not None
        merged = await brain.entities.get(merge.entity_id, known_at=span.recorded_at)
        assert merged.merged_into == span.into_id
        survivor = await brain.entities.get("Lena", known_at=span.recorded_at)
        assert (survivor.id, survivor.name, survivor.aliases) == (span.into_id, "Ana", ("Lena",))
    names = (await brain.entities.history("Ana Lena")).names
    called = [(one.name, one.expired_at is None) for one in names if one.kind == "name"]
    assert called == [("Ana Lena", True), ("Ana", False)]
    assert await spans(brain, "Lena", "plays") == {("Lena's game", "2020-01-01", None)}
