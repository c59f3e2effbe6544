"""Correct: a fact was never true, but something else was (docs/time.md, R6)."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import ConflictError, InvalidInput, NotFound, SupersededBy
from graphmem_contract.records import Fact
from tests.story.telling import fact, held, only, spans, tell


async def test_a_corrected_object_was_so_all_along_and_what_was_believed_stays_readable(brain: Brain) -> None:
    told = await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    known = await only(brain, "Ana", "works_at")
    changes = await brain.correct(known.id, object="Acme Labs", reason="misheard")
    assert await spans(brain, "Ana", "works_at") == {("Acme Labs", "2023-01-01", None)}
    assert await held(brain, "Ana", "works_at", "2023-06-01", told.recorded_at) == ["Acme"]
    right = await only(brain, "Ana", "works_at")
    assert (right.object_kind, right.confidence, right.origin) == ("entity", 1.0, "manual")
    assert {(c.id, c.status) for c in changes.changed} == {(known.id, "corrected"), (right.id, "live")}
    assert (await brain.entities.get("Acme Labs")).type == "organization"


async def test_corrected_dates_keep_the_words(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme", text="Ana works at Acme as a cook."))
    known = await only(brain, "Ana", "works_at")
    await brain.correct(known.id, valid_from="2021-05-01", valid_until="2022-05-01")
    closed = (await brain.facts(subject="Ana", relation="works_at", include_closed=True))[0]
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2021-05-01", "2022-05-01")}
    assert closed.text == "Ana works at Acme as a cook."


@pytest.mark.parametrize("first", [{}, {"valid_until": "2025-01-01"}], ids=["open", "ended"])
@pytest.mark.parametrize(
    "second", [{"valid_from": "2020-01-01", "valid_until": "2021-01-01"}, {}], ids=["inside", "assumed"]
)
async def test_a_correction_keeps_the_dates_that_it_does_not_give(
    brain: Brain, first: dict[str, str], second: dict[str, str]
) -> None:
    await tell(brain, "2019-02-01", fact("Ana", "likes", "Berlin", valid_from="2019-01-01", **first))
    await tell(brain, "2020-02-01", fact("Ana", "likes", "Berlin", **second))
    known = await only(brain, "Ana", "likes", include_closed=True)
    await brain.correct(known.id, text="Ana likes Berlin, not Berne.")
    assert await spans(brain, "Ana", "likes") == {("Berlin", "2019-01-01", first.get("valid_until"))}


@pytest.mark.parametrize("by", [None, "somebody else's word"], ids=["retracted", "contradicted"])
@pytest.mark.parametrize("right", [{"object": "Bremen"}, {"relation": "hates"}], ids=["object", "relation"])
async def test_what_had_ended_does_not_hold_again_as_another_value(
    brain: Brain, right: dict[str, str], by: str | None
) -> None:
    known = await likes_berlin_until_2021(brain, by)
    await brain.correct(known.id, **right)
    relation = right.get("relation", "likes")
    assert await spans(brain, "Ana", relation) == {(right.get("object", "Berlin"), "2019-01-01", "2021-01-01")}
    await brain.restore(known.id)
    assert await spans(brain, "Ana", "likes") == {("Berlin", "2019-01-01", "2021-01-01")}


async def likes_berlin_until_2021(brain: Brain, by: str | None = None) -> Fact:
    known = await brain.add_fact(
        subject="Ana", relation="likes", object="Berlin", object_is_entity=True, valid_from="2019-01-01"
    )
    other = await brain.add_fact(subject="Ana", relation="visits", object=by) if by else None
    await brain.invalidate(known.id, at="2021-01-01", superseded_by=other.id if other else None)
    return known


async def test_an_end_that_a_correction_leaves_alone_can_still_be_taken_back(brain: Brain) -> None:
    known = await likes_berlin_until_2021(brain)
    with pytest.raises(InvalidInput, match="before it starts"):
        await brain.correct(known.id, valid_from="2022-01-01")
    await brain.correct(known.id, valid_from="2018-01-01")
    right = await only(brain, "Ana", "likes", include_closed=True)
    assert await spans(brain, "Ana", "likes") == {("Berlin", "2018-01-01", "2021-01-01")}
    await brain.restore(right.id)
    assert await spans(brain, "Ana", "likes") == {("Berlin", "2018-01-01", None)}


@pytest.mark.parametrize("by", [None, "somebody else's word"], ids=["retracted", "contradicted"])
@pytest.mark.parametrize("until", ["2023-01-01", None], ids=["later", "open"])
async def test_a_later_end_takes_the_place_of_the_one_that_somebody_had_stated(
    brain: Brain, by: str | None, until: str | None
) -> None:
    known = await likes_berlin_until_2021(brain, by)
    await brain.correct(known.id, valid_until=until)
    assert await spans(brain, "Ana", "likes") == {("Berlin", "2019-01-01", until)}
    before = (await brain.history(known.id)).versions[-1].expired_at
    await brain.restore(known.id)
    assert await spans(brain, "Ana", "likes") == {("Berlin", "2019-01-01", "2021-01-01")}
    assert await held(brain, "Ana", "likes", "2022-01-01", before) == ["Berlin"]
    await brain.restore(known.id)
    assert await spans(brain, "Ana", "likes") == {("Berlin", "2019-01-01", None)}


async def test_an_end_that_others_forbid_is_refused_and_changes_nothing(brain: Brain) -> None:
    await tell(brain, "2022-01-01", fact("Ana", "works_at", "Acme"))
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Globex"))
    acme = (await brain.facts(subject="Ana", object="Acme", include_closed=True))[0]
    globex = await only(brain, "Ana", "works_at")
    for until in ("2025-01-01", None):
        with pytest.raises(SupersededBy, match=globex.id):
            await brain.correct(acme.id, valid_until=until)
    await brain.correct(acme.id, valid_until="2023-01-01")
    likes = await likes_berlin_until_2021(brain)
    await tell(brain, "2023-01-01", fact("Ana", "likes", "Berlin", action="ends", valid_until="2022-01-01"))
    with pytest.raises(ConflictError, match="2022"):
        await brain.correct(likes.id, valid_until="2025-01-01")
    assert await spans(brain, "Ana", "likes") == {("Berlin", "2019-01-01", "2021-01-01")}


async def test_what_fell_with_its_evidence_does_not_hold_again_in_other_words(brain: Brain) -> None:
    ground = await brain.add_fact(subject="Ana", relation="works_at", object="Acme", valid_from="2019-01-01")
    rests = await brain.add_fact(
        subject="Ana", relation="commutes", object="daily", valid_from="2019-01-01", evidence_ids=[ground.id]
    )
    await brain.invalidate(ground.id, at="2021-01-01")
    await brain.correct(rests.id, text="Ana takes the train every day.")
    assert await spans(brain, "Ana", "commutes") == {("daily", "2019-01-01", "2021-01-01")}


async def test_a_value_that_another_closed_stays_closed_by_it_or_as_it_was(brain: Brain) -> None:
    await tell(brain, "2022-01-01", fact("Ana", "works_at", "Acme"))
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Globex"))
    acme = (await brain.facts(subject="Ana", object="Acme", include_closed=True))[0]
    await brain.correct(acme.id, relation="studied_at")
    assert await spans(brain, "Ana", "studied_at") == {("Acme", "2022-01-01", "2024-01-01")}
    await brain.restore(acme.id)
    await brain.correct(acme.id, text="Ana worked at Acme.")
    await brain.invalidate((await only(brain, "Ana", "works_at")).id, kind="corrected")
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2022-01-01", None)}


async def test_a_correction_relates_nobody_to_themselves(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "knows", "Bruno"))
    known = await only(brain, "Ana", "knows")
    for said in ("Ana", "ana", known.subject_id):
        with pytest.raises(InvalidInput, match="itself") as refused:
            await brain.correct(known.id, object=said)
        assert refused.value.field == "object"
    assert await held(brain, "Ana", "knows") == ["Bruno"]


async def test_the_other_way_of_saying_it_leaves_the_subject_of_a_corrected_fact_alone(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "knows", "Bruno", confidence=0.9))
    await tell(brain, "2023-02-01", fact("Bruno", "knows", "Ana", confidence=0.6))
    known = await only(brain, "Ana", "knows")
    assert (known.subject, known.object) == ("Ana", "Bruno")
    await brain.correct(known.id, object="Clara")
    assert [(f.subject, f.object) for f in await brain.facts(relation="knows")] == [("Ana", "Clara")]
    said = (await brain.history((await only(brain, "Ana", "knows")).id)).statements
    assert [(s["subject_said"], s["object_said"]) for s in said] == [("Ana", "Clara")]


async def test_what_a_corrected_value_had_closed_comes_back_or_is_closed_otherwise(brain: Brain) -> None:
    await tell(brain, "2022-01-01", fact("Ana", "works_at", "Acme"))
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Globex"))
    globex = await only(brain, "Ana", "works_at")
    await brain.correct(globex.id, valid_from="2025-01-01")
    assert await spans(brain, "Ana", "works_at") == {
        ("Acme", "2022-01-01", "2025-01-01"),
        ("Globex", "2025-01-01", None),
    }


async def test_restoring_a_corrected_fact_takes_the_correction_back(brain: Brain) -> None:
    told = await tell(brain, "2023-01-01", fact("Ana", "likes", "Berlin"))
    known = await only(brain, "Ana", "likes")
    await brain.correct(known.id, object="Bremen")
    assert await held(brain, "Ana", "likes") == ["Bremen"]
    await brain.restore(known.id)
    assert await held(brain, "Ana", "likes") == ["Berlin"]
    assert await held(brain, "Ana", "likes", "2023-06-01", told.recorded_at) == ["Berlin"]


async def test_what_rests_on_a_corrected_fact_falls(brain: Brain) -> None:
    ground = await brain.add_fact(subject="Ana", relation="born_in", object="Lisbon", valid_from="2000-01-01")
    rests = await brain.add_fact(subject="Ana", relation="speaks", object="Portuguese", evidence_ids=[ground.id])
    shown = await brain.correct(ground.id, object="Lima", dry_run=True)
    assert (await brain.fact(ground.id)).status == "live"
    changes = await brain.correct(ground.id, object="Lima")
    assert {c.depth for c in changes.changed if c.id == rests.id} == {1}
    assert len(shown.changed) == len(changes.changed)
    assert await held(brain, "Ana", "speaks") == []


async def test_wrong_corrections_say_what_is_wrong_and_change_nothing(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    known = await only(brain, "Ana", "works_at")
    before = await brain.facts(include_closed=True)
    with pytest.raises(InvalidInput, match="at least one correct field"):
        await brain.correct(known.id, reason="just so")
    with pytest.raises(InvalidInput, match="before it starts"):
        await brain.correct(known.id, valid_until="2020-01-01")
    with pytest.raises(InvalidInput):
        await brain.correct(known.id, nonsense="x")
    with pytest.raises(NotFound):
        await brain.correct("nobody", object="Globex")
    assert await brain.facts(include_closed=True) == before


@pytest.mark.parametrize("change", [{"event": "changes"}, {"event": "begins"}, {"event": "changes", "object": "Braga"}])
@pytest.mark.parametrize("before", [[], [fact("Ana", "lives_in", "Lisbon")]], ids=["nothing before", "another before"])
async def test_a_corrected_value_is_no_change_for_what_waits(
    brain: Brain, before: list[dict[str, str]], change: dict[str, str]
) -> None:
    """Corrected twice: the second correction takes the place of the first, also when both are later than what waits."""
    for one in before:
        await tell(brain, "2023-01-01", one)
    await tell(brain, "2024-01-01", fact("Ana", "lives_in", "Porto"))
    waits = {"subject": "Ana", "relation": "lives_in", **change}
    await tell(brain, "2024-02-01", fact("Ana", "has_bus", "Line 5", object_is_entity=False, starts_when=waits))
    for wrong, right in (("Porto", "Bragança"), ("Bragança", "Braga")):
        (known,) = [one for one in await brain.facts("Ana", "lives_in") if one.object == wrong]
        await brain.correct(known.id, object=right)
        assert await held(brain, "Ana", "lives_in") == [right]
        assert (await brain.graph.waiting())[0].object == "Line 5"
    await tell(brain, "2024-03-01", fact("Ana", "lives_in", "Faro"))
    assert await spans(brain, "Ana", "has_bus") == {("Line 5", "2024-03-01", None)}


async def test_a_corrected_value_takes_nothing_from_what_was_said_after_the_wrong_one(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "lives_in", "Porto", valid_from="2023-12-01"))
    porto = await only(brain, "Ana", "lives_in")
    await tell(brain, "2024-02-01", fact("Ana", "lives_in", "Faro"))
    await brain.correct(porto.id, object="Braga")
    assert await spans(brain, "Ana", "lives_in") == {
        ("Braga", "2023-12-01", "2024-02-01"),
        ("Faro", "2024-02-01", None),
    }
