"""Merge and unmerge of two entities (docs/time.md, R9)."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import AlreadyMerged, InvalidInput, NotFound, NotMerged
from tests.story.merging import everything, id_of, last_change, told, two_of_one
from tests.story.telling import extraction, fact, held, only, spans, tell


async def test_what_was_known_of_both_is_known_of_one(brain: Brain) -> None:
    await two_of_one(brain)
    ana, lena = await id_of(brain, "Ana"), await id_of(brain, "Lena")
    done = await brain.entities.merge(ana, lena)
    assert (done.into, [m.entity_id for m in done.merges]) == (ana, [lena])
    moved = done.merges[0]
    assert (moved.statements, moved.facts, moved.facts_between) == (5, 4, 1)
    assert await spans(brain, "Ana", "works_at") == {
        ("Acme", "2019-01-01", "2020-01-01"),
        ("Globex", "2020-01-01", "2021-01-01"),
        ("Initech", "2021-01-01", None),
    }
    assert await spans(brain, "Ana", "lives_in") == {
        ("Recife", "2019-01-01", "2022-01-01"),
        ("Olinda", "2022-01-01", None),
    }
    assert await spans(brain, "Ana", "plays") == {("chess", "2020-01-01", None)}
    assert await spans(brain, "Bruno", "trusts") == {("Ana", "2021-01-01", None)}
    assert {f.subject_id for f in await brain.facts("Lena", include_closed=True)} == {ana}
    assert (await brain.overview.stats()).entities == len(
        {"Ana", "Bruno", "Acme", "Globex", "Initech", "Recife", "Olinda"}
    )


async def test_facts_between_the_two_are_not_believed_while_they_are_one(brain: Brain) -> None:
    await two_of_one(brain)
    between = await only(brain, "Ana", "trusts")
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    assert await held(brain, "Ana", "trusts") == []
    gone = await brain.fact(between.id)
    assert (gone.status, gone.closed_reason, gone.closed_by) == ("closed", "merged", merge.merge_id)
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert (await only(brain, "Ana", "trusts")).id == between.id


async def test_merge_and_unmerge_leave_the_graph_as_if_never_merged(brain: Brain) -> None:
    await two_of_one(brain)
    before, then = await everything(brain), await last_change(brain)
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    merged, between = await everything(brain), await last_change(brain)
    assert merged != before
    assert await everything(brain, then) == before, "known before the merge, all answer as before"
    back = await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert (back.statements, back.statements_learnt) == (5, 0)
    assert await everything(brain) == before
    assert await everything(brain, then) == before
    assert await everything(brain, between) == merged, "known in between, they are one"


async def test_each_state_has_one_version(brain: Brain) -> None:
    """A fact that only moved has one version at each entity, and no others."""
    await tell(brain, "2019-01-01", fact("Lena", "works_at", "Acme"), fact("Ana", "lives_in", "Recife"))
    known = await only(brain, "Lena", "works_at")
    untouched = await only(brain, "Ana", "lives_in")
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    versions = (await brain.history(known.id)).versions
    assert [(v.subject, v.closed_reason) for v in versions] == [
        ("Lena", "merged"),
        ("Ana", "unmerged"),
        ("Lena", None),
    ]
    assert [one.expired_at for one in versions[:2]] == [other.recorded_at for other in versions[1:]]
    assert len((await brain.history(untouched.id)).versions) == 1


async def test_a_message_about_either_reaches_the_one(brain: Brain) -> None:
    await two_of_one(brain)
    await brain.entities.merge("Ana", "Lena")
    result = await tell(brain, "2024-01-01", fact("Lena", "works_at", "Umbrella"))
    assert [(e.name, e.is_new) for e in result.entities_resolved if e.type == "person"] == [("Ana", False)]
    assert await held(brain, "Ana", "works_at") == ["Umbrella"]
    ana = await brain.entities.get("Lena")
    assert (ana.name, ana.aliases, ana.merged_into) == ("Ana", ("Lena",), None)


async def test_unmerging_gives_back_what_was_learnt_through_its_names(brain: Brain) -> None:
    await two_of_one(brain)
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    lena = merge.entity_id
    await tell(brain, "2024-01-01", fact("Lena", "works_at", "Umbrella"), fact("Bruno", "admires", "Lena"))
    await tell(brain, "2024-02-01", fact("Ana", "plays", "go", object_is_entity=False))
    back = await brain.entities.unmerge(lena, merge.merge_id)
    assert (back.statements, back.statements_learnt) == (7, 2)
    assert await held(brain, "Lena", "works_at") == ["Umbrella"]
    assert await held(brain, "Ana", "works_at") == ["Initech"]
    assert await held(brain, "Bruno", "admires") == ["Lena"]
    assert await held(brain, "Ana", "plays") == ["chess", "go"]
    assert await held(brain, "Lena", "plays") == ["chess"]
    assert (await brain.entities.get("Lena")).id == lena
    again = await tell(brain, "2024-03-01", fact("Lena", "likes", "tea", object_is_entity=False))
    assert [e.id for e in again.entities_resolved if e.name == "Lena"] == [lena]


async def test_the_speaker_counts_as_the_wording_of_a_pronoun(brain: Brain) -> None:
    await two_of_one(brain)
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    said = extraction(fact("I", "works_at", "Umbrella"))
    result = await brain.remember("I work at Umbrella.", speaker="Lena", occurred_at="2024-01-01", extraction=said)
    assert result.success
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert await held(brain, "Lena", "works_at") == ["Umbrella"]
    assert await held(brain, "Ana", "works_at") == ["Initech"]


async def test_what_was_said_of_the_one_is_taken_back_with_whom_it_was_said_of(brain: Brain) -> None:
    """A retraction made during the merge goes with the retracted fact."""
    await tell(
        brain,
        "2020-01-01",
        fact("Lena", "plays", "chess", object_is_entity=False),
        fact("Ana", "plays", "go", object_is_entity=False),
    )
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    chess = next(f for f in await brain.facts("Ana", "plays") if f.object == "chess")
    await brain.invalidate(chess.id, at="2023-01-01")
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert await spans(brain, "Lena", "plays") == {("chess", "2020-01-01", "2023-01-01")}
    assert await spans(brain, "Ana", "plays") == {("go", "2020-01-01", None)}


async def test_a_correction_before_the_merge_can_be_restored_after_it(brain: Brain) -> None:
    await tell(brain, "2020-01-01", fact("Lena", "works_at", "Acme"), fact("Ana", "lives_in", "Recife"))
    job = await only(brain, "Lena", "works_at")
    await brain.invalidate(job.id, kind="corrected")
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    await brain.restore(job.id)
    assert (await only(brain, "Ana", "works_at")).id == job.id
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert (await only(brain, "Lena", "works_at")).id == job.id


async def test_what_rests_on_a_fact_rests_on_it_through_a_merge(brain: Brain) -> None:
    await tell(brain, "2020-01-01", fact("Ana", "works_at", "Acme"))
    await tell(brain, "2021-01-01", fact("Lena", "works_at", "Acme"))
    hers = await only(brain, "Lena", "works_at")
    badge = await brain.add_fact(
        subject="Lena", relation="has", object="badge", valid_from="2021-01-01", evidence_ids=[hers.id]
    )
    key = await brain.add_fact(
        subject="door", relation="opens_for", object="badge", valid_from="2021-01-01", evidence_ids=[badge.id]
    )
    before = await everything(brain)
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    assert (await brain.fact(badge.id)).holds_now
    assert (await brain.fact(key.id)).holds_now
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert await everything(brain) == before

    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    one = await only(brain, "Ana", "works_at")
    fell = await brain.invalidate(one.id, at="2023-01-01")
    assert {c.id for c in fell.changed} == {one.id, badge.id, key.id}
    assert f"{(await brain.fact(key.id)).valid_until:%F}" == "2023-01-01"
    await brain.restore(one.id)
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert await everything(brain) == before
    await brain.invalidate(hers.id, kind="corrected")
    assert not (await brain.fact(key.id)).holds_now


async def test_what_rests_on_a_fact_between_the_two_falls_while_they_are_one(brain: Brain) -> None:
    await tell(brain, "2020-01-01", fact("Ana", "trusts", "Lena"))
    between = await only(brain, "Ana", "trusts")
    rests = await brain.add_fact(
        subject="house", relation="shared_by", object="both", valid_from="2020-01-01", evidence_ids=[between.id]
    )
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    assert (await brain.fact(rests.id)).closed_reason == "cascade"
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert (await brain.fact(rests.id)).holds_now


async def test_chains_come_apart_in_any_order(brain: Brain) -> None:
    for n, name in enumerate(("Ana", "Bruno", "Clara")):
        await tell(
            brain,
            f"202{n}-01-01",
            fact(name, "works_at", f"Firm{n}"),
            fact(name, "plays", f"game{n}", object_is_entity=False),
        )
    ana, bruno, clara = [await id_of(brain, name) for name in ("Ana", "Bruno", "Clara")]
    apart = told(await brain.facts(include_closed=True))
    first = (await brain.entities.merge(bruno, clara)).merges[0]
    pair = told(await brain.facts(include_closed=True))
    second = (await brain.entities.merge(ana, bruno)).merges[0]
    assert (await brain.entities.get(clara)).merged_into == ana
    assert await held(brain, "Clara", "plays") == ["game0", "game1", "game2"]

    await brain.entities.unmerge(bruno, second.merge_id)
    assert told(await brain.facts(include_closed=True)) == pair
    assert (await brain.entities.get(clara)).merged_into == bruno
    assert (await brain.entities.get("Clara")).id == bruno
    await brain.entities.unmerge(clara, first.merge_id)
    assert told(await brain.facts(include_closed=True)) == apart

    first = (await brain.entities.merge(bruno, clara)).merges[0]
    second = (await brain.entities.merge(ana, bruno)).merges[0]
    await tell(brain, "2024-01-01", fact("Clara", "plays", "go", object_is_entity=False))
    await brain.entities.unmerge(clara, first.merge_id)
    assert await held(brain, "Clara", "plays") == ["game2", "go"]
    assert (await brain.entities.get("Clara")).id == clara
    assert await held(brain, "Ana", "plays") == ["game0", "game1"]
    assert (await brain.entities.get(bruno)).merged_into == ana
    await brain.entities.unmerge(bruno, second.merge_id)
    assert await held(brain, "Bruno", "plays") == ["game1"]
    assert await held(brain, "Clara", "plays") == ["game2", "go"]


async def test_several_are_merged_at_once_and_taken_back_one_by_one(brain: Brain) -> None:
    await tell(brain, "2020-01-01", fact("Bruno", "trusts", "Clara"), fact("Ana", "works_at", "Acme"))
    await tell(brain, "2021-01-01", fact("Bruno", "works_at", "Globex"), fact("Clara", "works_at", "Initech"))
    before = told(await brain.facts(include_closed=True))
    done = await brain.entities.merge("Ana", ["Bruno", "Clara", "Bruno"])
    assert [m.name for m in done.merges] == ["Bruno", "Clara"]
    assert await held(brain, "Ana", "trusts") == []
    assert len(await brain.facts("Ana", include_closed=True)) == 2, "of two equal starts one has the period"
    for one in done.merges:
        await brain.entities.unmerge(one.entity_id, one.merge_id)
    assert told(await brain.facts(include_closed=True)) == before


async def test_the_same_two_can_be_merged_again_and_the_other_way_round(brain: Brain) -> None:
    await two_of_one(brain)
    before = await everything(brain)
    for into, from_ in (("Ana", "Lena"), ("Lena", "Ana"), ("Ana", "Lena")):
        merge = (await brain.entities.merge(into, from_)).merges[0]
        await brain.entities.unmerge(merge.entity_id, merge.merge_id)
        assert await everything(brain) == before


async def test_wrong_calls_say_what_to_do_and_change_nothing(brain: Brain) -> None:
    await two_of_one(brain)
    before = await everything(brain)
    for call, kind, hint in (
        (brain.entities.merge("Ana", "Ana"), InvalidInput, "into itself"),
        (brain.entities.merge("Ana", []), InvalidInput, "1 to 100"),
        (brain.entities.merge("Ana", "Nobody"), NotFound, "Nobody"),
        (brain.entities.merge("Nobody", "Ana"), NotFound, "Nobody"),
        (brain.entities.unmerge("Ana", "no-such-merge"), NotFound, "no-such-merge"),
        (brain.entities.unmerge("Nobody", "no-such-merge"), NotFound, "Nobody"),
    ):
        with pytest.raises(kind, match=hint):
            await call
    assert await everything(brain) == before
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    for call in (brain.entities.merge("Bruno", merge.entity_id), brain.entities.merge(merge.entity_id, "Bruno")):
        with pytest.raises(AlreadyMerged, match="unmerge it first"):
            await call
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    with pytest.raises(NotMerged):
        await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert await everything(brain) == before


async def test_a_name_that_several_bear_has_to_be_made_clear(brain: Brain) -> None:
    for type_ in ("person", "place"):
        one = {"entities": [{"name": "Jordan", "type": type_, "external_id": type_}], "facts": []}
        assert (await brain.remember(f"Jordan, the {type_}", extraction=one, resolve="exact")).success
    await tell(brain, "2020-01-01", fact("Ana", "likes", "tea", object_is_entity=False))
    with pytest.raises(InvalidInput, match="person:jordan"):
        await brain.entities.merge("Ana", "Jordan")
    await brain.entities.merge("Ana", "person:jordan")
    assert (await brain.entities.get("person:jordan")).merged_into == await id_of(brain, "Ana")


async def test_a_rehearsal_tells_and_changes_nothing(brain: Brain) -> None:
    await two_of_one(brain)
    before, revision = await everything(brain), (await brain.overview.stats()).revision
    would = await brain.entities.merge("Ana", "Lena", dry_run=True)
    assert would.changed
    assert await everything(brain) == before
    assert (await brain.overview.stats()).revision == revision
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    merged = await everything(brain)
    assert (await brain.entities.unmerge(merge.entity_id, merge.merge_id, dry_run=True)).statements == 5
    assert await everything(brain) == merged


async def test_a_tombstone_says_where_it_went_and_its_facts_are_those_of_its_heir(brain: Brain) -> None:
    await two_of_one(brain)
    ana, lena, then = await id_of(brain, "Ana"), await id_of(brain, "Lena"), await last_change(brain)
    await brain.entities.merge(ana, lena)
    stone = await brain.entities.get(lena)
    assert (stone.id, stone.name, stone.merged_into, stone.fact_count) == (lena, "Lena", ana, 0)
    assert (await brain.entities.get("person:lena")).id == lena
    assert (await brain.entities.get("Lena")).id == ana
    for of_b, of_a in (
        (await brain.facts(lena), await brain.facts(ana)),
        (await brain.entities.facts(lena), await brain.entities.facts(ana)),
        (await brain.graph.as_of(lena), await brain.graph.as_of(ana)),
        (await brain.facts(object=lena), await brain.facts(object=ana)),
    ):
        assert told(of_b) == told(of_a)
        assert told(of_b)
    assert {n.fact.id for n in await brain.graph.neighbours(lena)} == {
        n.fact.id for n in await brain.graph.neighbours(ana)
    }
    assert (await brain.graph.path(lena, "Bruno"))[0].names == ("Ana", "Bruno")
    assert (await brain.graph.path("Lena", "Bruno", known_at=then))[0].names == ("Lena", "Bruno")
    found = await brain.recall("Who plays chess?", entities=[lena])
    assert found.facts
    assert all(item.fact and ana in (item.fact.subject_id, item.fact.object_id) for item in found.facts)
    past = await brain.recall("Who plays chess?", entities=["Lena"], known_at=then)
    assert {item.fact.subject_id for item in past.facts if item.fact and item.fact.relation == "plays"} == {lena}
