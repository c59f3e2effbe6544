"""Two entities of one name: facts by hand name an entity by its id or key, and an ambiguous name is reported."""

from __future__ import annotations

import asyncio

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import Entity
from tests.story.telling import fact, only


async def namesakes(brain: Brain) -> tuple[Entity, Entity]:
    one = await brain.entities.add(name="Ana Silva", type="person", external_id="1")
    two = await brain.entities.add(name="Ana Silva", type="person", external_id="2")
    assert (one.key, two.key) == ("person:ana_silva", "person:ana_silva~2")
    return one, two


async def test_a_fact_by_hand_about_a_name_that_two_bear_is_refused_with_their_ids(brain: Brain) -> None:
    one, two = await namesakes(brain)
    with pytest.raises(InvalidInput, match="Several entities are called 'Ana Silva'") as refused:
        await brain.add_fact(subject="Ana Silva", relation="works_at", object="Acme")
    assert (refused.value.field, one.id in refused.value.detail, two.id in refused.value.detail) == (
        "subject",
        True,
        True,
    )
    with pytest.raises(InvalidInput) as refused:
        await brain.add_fact(subject="Acme", relation="praises", object="Ana Silva", object_is_entity=True)
    assert refused.value.field == "object"
    assert [e.name for e in await brain.entities.list()] == ["Ana Silva"] * 2, "nothing was written"


async def test_an_ambiguous_name_is_reported_under_the_field_that_the_caller_sent(brain: Brain) -> None:
    await namesakes(brain)
    await brain.entities.add(name="Acme", type="organization")
    for field, given in {
        "object": {"subject": "Acme", "relation": "employs", "object": "Ana Silva"},
        "subject": {"subject": "Ana Silva", "relation": "employed_by", "object": "Acme"},
    }.items():
        with pytest.raises(InvalidInput, match="Several entities are called 'Ana Silva'") as refused:
            await brain.add_fact(**given)
        assert refused.value.field == field, given


@pytest.mark.parametrize("by", ["id", "key"])
async def test_an_end_is_named_by_its_id_or_key(brain: Brain, by: str) -> None:
    one, two = await namesakes(brain)
    told = await brain.add_fact(subject=getattr(two, by), relation="works_at", object="Acme", object_is_entity=True)
    assert (told.subject_id, told.subject, told.text) == (two.id, "Ana Silva", "Ana Silva works at Acme")
    met = await brain.add_fact(subject="Bruno", relation="knows", object=getattr(one, by))
    assert (met.object_id, met.object_kind, met.text) == (one.id, "entity", "Bruno knows Ana Silva")
    assert (await brain.entities.get(two.id)).aliases == (), "an id is no name"
    said = (await brain.history(told.id)).statements
    assert [s["subject_said"] for s in said] == ["Ana Silva"]


async def test_a_correction_to_a_name_that_two_bear_is_refused_with_their_ids(brain: Brain) -> None:
    one, two = await namesakes(brain)
    known = await brain.add_fact(subject="Bruno", relation="knows", object="Lena", object_is_entity=True)
    with pytest.raises(InvalidInput, match="Several entities are called 'Ana Silva'") as refused:
        await brain.correct(known.id, object="Ana Silva")
    assert (refused.value.field, one.id in refused.value.detail, two.id in refused.value.detail) == (
        "object",
        True,
        True,
    )
    assert [f.object for f in await brain.facts(subject="Bruno")] == ["Lena"], "nothing was written"
    for meant, said in ((two, two.id), (one, one.key)):
        await brain.correct((await only(brain, "Bruno", "knows")).id, object=said)
        assert (await only(brain, "Bruno", "knows")).object_id == meant.id


async def test_whose_own_name_it_is_goes_before_those_who_are_also_called_so(brain: Brain) -> None:
    ana = await brain.entities.add(name="Ana", type="person")
    await brain.entities.add(name="Susana Reis", type="person", aliases=["Ana"])
    known = await brain.add_fact(subject="Bruno", relation="knows", object="Lena", object_is_entity=True)
    await brain.correct(known.id, object="Ana")
    assert (await only(brain, "Bruno", "knows")).object_id == ana.id


async def test_ids_in_one_import_keep_namesakes_apart(brain: Brain) -> None:
    one, two = await namesakes(brain)
    rows = [
        fact(e.id, "likes", what, object_is_entity=False) for e, what in ((one, "tea"), (two, "rum"), (one, "figs"))
    ]
    for resolve in ("full", "exact"):
        report = await brain.transfer.import_facts(rows, resolve=resolve)
        assert (report.rejected, [line.note for line in report.lines]) == (0, [None] * 3)
    assert {f.object for f in await brain.facts(subject=one.id)} == {"tea", "figs"}
    assert {f.object for f in await brain.facts(subject=two.id)} == {"rum"}
    assert len(await brain.entities.list()) == 2


async def test_an_import_and_a_message_say_what_stayed_open(brain: Brain) -> None:
    one, two = await namesakes(brain)
    for resolve in ("full", "exact"):
        report = await brain.transfer.import_facts([fact("Ana Silva", "likes", f"tea {resolve}")], resolve=resolve)
        note = report.lines[0].note or ""
        assert (one.id in note, two.id in note, "The first was taken" in note) == (True, True, True)
    result = await brain.remember("m", extraction={"entities": [], "facts": [fact("Ana Silva", "likes", "figs")]})
    assert [w.split(":")[0] for w in result.warnings] == ["ambiguous_name"]
    assert {f.subject_id for f in await brain.facts(subject="Ana Silva")} == {one.id}


async def test_a_message_with_supplied_facts_may_use_ids_too(brain: Brain) -> None:
    _, two = await namesakes(brain)
    result = await brain.remember("m", extraction={"entities": [], "facts": [fact(two.id, "likes", "figs")]})
    assert (result.warnings, [f.text for f in result.facts_added]) == ((), ["Ana Silva likes figs"])
    assert {f.object for f in await brain.facts(subject=two.id)} == {"figs"}


async def test_an_id_that_nobody_has_is_refused_and_a_key_that_nobody_has_is_a_name(brain: Brain) -> None:
    id_ = "0199c0de-0000-7000-8000-00000000abcd"
    with pytest.raises(InvalidInput, match="No entity has the id") as refused:
        await brain.add_fact(subject=id_, relation="runs_on", object="tea")
    assert refused.value.field == "subject"
    report = await brain.transfer.import_facts([fact(id_, "runs_on", "tea"), fact("Ana", "runs_on", "tea")])
    assert [bool(line.error) for line in report.lines] == [True, False]
    with pytest.raises(InvalidInput) as refused:
        await brain.remember("m", extraction={"facts": [fact("Ana", "knows", id_, object_is_entity=True)]})
    assert refused.value.field == "extraction.facts.0.object"
    assert (await brain.overview.stats()).episodes == {}
    told = await brain.add_fact(subject="Ana", relation="has", object="urn:isbn:0451450523", object_is_entity=True)
    assert told.object == "urn:isbn:0451450523"
    await brain.transfer.import_facts([fact(id_, "runs_on", "rum")], resolve="exact")
    assert {f.object for f in await brain.facts(subject=id_)} == {"rum"}


async def test_the_id_of_another_brain_is_refused_here(brain: Brain) -> None:
    theirs = await Brain(brain.engine, f"{brain.name}-other").entities.add(name="Ana Silva", type="person")
    with pytest.raises(InvalidInput, match="No entity has the id"):
        await brain.add_fact(subject=theirs.id, relation="likes", object="tea")


async def test_the_id_of_one_that_was_merged_means_what_it_became(brain: Brain) -> None:
    one, two = await namesakes(brain)
    await brain.entities.merge(one.id, two.id)
    kept = (await brain.entities.list())[0].id
    for id_ in (one.id, two.id):
        assert (await brain.add_fact(subject=id_, relation="likes", object=f"tea {id_}")).subject_id == kept


async def test_ids_hold_with_many_writers(brain: Brain) -> None:
    both = await namesakes(brain)
    told = await asyncio.gather(
        *(brain.add_fact(subject=both[n % 2].id, relation="likes", object=f"tea {n}") for n in range(12))
    )
    assert [f.subject_id for f in told] == [both[n % 2].id for n in range(12)]
