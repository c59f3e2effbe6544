"""Relations without a sentence of their own: the sentence that they get, and their evidence."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claim, FactQuestion, FactVerdict, Mention
from graphmem.testing.scripted import ScriptedJudge
from graphmem_contract.records import WriteResult
from tests.story.staging import Reading, with_models
from tests.story.telling import held, only

VERA, HELENA = Mention("Vera", "person"), Mention("Helena", "person", ("Lena",))
PORTO, ACME = Mention("Porto", "place"), Mention("Acme", "organization")
VISITS = Claim("Vera", "visits", "Helena", "Vera visits her mother Helena in Porto every month", True, confidence=0.95)
LIVES = Claim("Helena", "lives_in", "Porto", "", True)
CONFIDENT = Claim("Helena", "lives_in", "Porto", "", True, confidence=0.9)


async def read(brain: Brain, *claims: Claim, at: str = "2024-05-01", role: str | None = None) -> WriteResult:
    reader = with_models(brain, extractor=Reading((VERA, HELENA, PORTO, ACME), claims))
    result = await reader.remember(f"what was said on {at}", occurred_at=at, role=role)
    assert result.success
    return result


async def test_a_relation_without_a_sentence_gets_one_and_is_marked_as_inferred(brain: Brain) -> None:
    result = await read(brain, VISITS, LIVES)
    told = {f.text: (f.origin, f.confidence) for f in result.facts_added}
    assert told == {
        VISITS.text: ("extracted", 0.95),
        "Helena lives in Porto": ("inferred_from_relation", 0.6),
    }
    mirror = await only(brain, "Helena", "lives_in")
    assert (mirror.origin, mirror.text, mirror.confidence) == ("inferred_from_relation", "Helena lives in Porto", 0.6)


async def test_a_confidence_that_is_given_is_kept(brain: Brain) -> None:
    await read(brain, CONFIDENT)
    assert (await only(brain, "Helena", "lives_in")).confidence == 0.9


async def test_a_sentence_that_names_both_ends_is_the_evidence_and_takes_the_mirror_with_it(brain: Brain) -> None:
    await read(brain, LIVES, VISITS)
    visits, mirror = await only(brain, "Vera", "visits"), await only(brain, "Helena", "lives_in")
    assert mirror.evidence == ((visits.id,),)
    changes = await brain.invalidate(visits.id, kind="corrected")
    assert {c.id for c in changes.changed} == {visits.id, mirror.id}
    assert await held(brain, "Helena", "lives_in") == []
    await brain.restore(visits.id)
    assert await held(brain, "Helena", "lives_in") == ["Porto"]


async def test_the_surest_of_several_sentences_is_the_evidence(brain: Brain) -> None:
    unsure = Claim("Vera", "writes_to", "Helena", "Vera may write to Helena in Porto", True, confidence=0.4)
    await read(brain, unsure, VISITS, LIVES)
    visits = await only(brain, "Vera", "visits")
    assert (await only(brain, "Helena", "lives_in")).evidence == ((visits.id,),)


async def test_a_fact_of_one_end_that_names_the_other_is_second_choice(brain: Brain) -> None:
    near = Claim("Helena", "likes", "the river", "Her favourite place is the river in Porto", False)
    await read(brain, near, LIVES)
    likes = await only(brain, "Helena", "likes")
    assert (await only(brain, "Helena", "lives_in")).evidence == ((likes.id,),)


async def test_a_sentence_that_only_confirms_gives_the_known_fact_as_evidence(brain: Brain) -> None:
    await read(brain, VISITS, at="2024-04-01")
    known = await only(brain, "Vera", "visits")
    result = await read(brain, VISITS, LIVES, at="2024-05-01")
    assert [f.matched for f in result.facts_unchanged] == [known.id]
    assert (await only(brain, "Helena", "lives_in")).evidence == ((known.id,),)


async def test_another_name_in_the_sentence_will_do_and_no_sentence_leaves_it_standing_alone(brain: Brain) -> None:
    by_alias = Claim("Vera", "visits", "Helena", "vera visits LENA in pôrto", True)
    await read(brain, by_alias, LIVES)
    assert (await only(brain, "Helena", "lives_in")).evidence != ()
    elsewhere = Claim("Vera", "works_at", "Acme", "", True)
    await read(brain, elsewhere)
    assert (await only(brain, "Vera", "works_at")).evidence == ()


async def test_what_is_over_does_not_end_what_was_inferred_from_it(brain: Brain) -> None:
    trip = Claim(
        "Vera", "travelled_to", "Porto", "Vera went to Porto to see Helena", True, kind="event", until="2024-04-02"
    )
    await read(brain, trip, LIVES)
    assert (await only(brain, "Helena", "lives_in")).valid_until is None


async def test_what_a_sentence_says_already_gets_no_mirror(brain: Brain) -> None:
    said = Claim(
        "Helena", "lives_in", "Porto", "Helena has lived in Porto since 1990", True, starts="1990", confidence=0.95
    )
    result = await read(brain, LIVES, said)
    assert [f.text for f in result.facts_added] == [said.text]
    (skipped,) = result.facts_skipped
    assert (skipped.matched, skipped.origin) == (result.facts_added[0].id, "inferred_from_relation")
    assert (await only(brain, "Helena", "lives_in")).valid_from_precision == "year"


async def test_an_inferred_fact_confirms_a_known_one_and_takes_nothing_from_it(brain: Brain) -> None:
    said = Claim("Helena", "lives_in", "Porto", "Helena lives in Porto, by the river", True, confidence=0.95)
    await read(brain, said, at="2024-04-01")
    result = await read(brain, LIVES, at="2024-05-01")
    fact = await only(brain, "Helena", "lives_in")
    assert [f.id for f in result.facts_unchanged] == [fact.id]
    assert (fact.origin, fact.confidence, fact.text, fact.evidence) == ("extracted", 0.95, said.text, ())


async def test_an_inferred_fact_goes_to_the_judge_like_any_other(brain: Brain) -> None:
    """A near duplicate of a known fact is stored under that fact."""
    said = Claim("Vera", "has_godmother", "Helena", "Vera is the daughter of Helena", True, confidence=0.95)
    await read(brain, said)
    judge = ScriptedJudge(facts=lambda question: FactVerdict("same", 0, "one tie, two names"))
    reader = with_models(
        brain,
        extractor=Reading((VERA, HELENA), (Claim("Vera", "daughter_to", "Helena", "", True),)),
        judge=judge,
        settings=brain.engine.settings.with_overrides(reconcile_threshold=0.0),
    )
    result = await reader.remember("once more", occurred_at="2024-06-01")
    assert [f.matched for f in result.facts_unchanged] == [(await only(brain, "Vera", "has_godmother")).id]
    question: FactQuestion = judge.asked_facts[0][0]
    assert question.text == "Vera daughter to Helena"


@pytest.mark.parametrize("action", ["ends", "never"])
async def test_an_end_or_a_denial_without_a_sentence_is_no_inference(brain: Brain, action: str) -> None:
    await read(brain, CONFIDENT, at="2024-04-01")
    await read(brain, Claim("Helena", "lives_in", "Porto", "", True, action=action), at="2024-05-01")  # type: ignore[arg-type]
    assert await held(brain, "Helena", "lives_in") == []
