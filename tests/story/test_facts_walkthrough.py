"""One message from its text to the graph: four names, three facts, three relations."""

from __future__ import annotations

from graphmem.brain import Brain
from graphmem.claims import Claim, Mention
from tests.story.staging import Reading, properties, with_models
from tests.story.telling import entity, fact, held, only, tell

MESSAGE = "A Clara Rezende deixou a Vertix: agora chefia a engenharia da Orion Tech. Quem a levou para lá foi o Thiago Nogueira."
MENTIONS = (
    Mention("Clara Rezende", "person"),
    Mention("Vertix", "organization"),
    Mention("Orion Tech", "organization"),
    Mention("Thiago Nogueira", "person"),
)
LEFT = Claim(
    "Clara Rezende", "works_at", "Vertix", "Clara Rezende deixou a Vertix", True, action="ends", confidence=0.95,
    importance_category="relationship_change",
)  # fmt: skip
LEADS = Claim(
    "Clara Rezende", "works_at", "Orion Tech", "Clara Rezende chefia a engenharia da Orion Tech", True, confidence=0.95,
    importance_category="biographical_milestone",
)  # fmt: skip
HIRED = Claim(
    "Thiago Nogueira", "hired", "Clara Rezende", "Thiago Nogueira levou Clara Rezende para a Orion Tech", True,
    confidence=0.95, importance_category="specific_event",
)  # fmt: skip
FORMER = Claim("Clara Rezende", "alumna_of", "Vertix", "", True)
BOSS = Claim("Thiago Nogueira", "works_at", "Orion Tech", "", True)


async def test_a_change_of_firms_becomes_entities_facts_links_and_evidence(brain: Brain) -> None:
    known = [entity("Clara Rezende").model_copy(update={"type": "person"}), entity("Vertix")]
    before = {"entities": known, "facts": [fact("Clara Rezende", "works_at", "Vertix", valid_from="2023-01-01")]}
    await brain.remember("o que já se sabia", occurred_at="2023-02-01", extraction=before)
    vertix = await only(brain, "Clara Rezende", "works_at")

    reader = with_models(brain, extractor=Reading(MENTIONS, (LEFT, LEADS, HIRED, FORMER, BOSS)))
    result = await reader.remember(MESSAGE, occurred_at="2025-06-15")

    assert {(e.name, e.is_new) for e in result.entities_resolved} == {
        ("Clara Rezende", False), ("Vertix", False), ("Orion Tech", True), ("Thiago Nogueira", True),
    }  # fmt: skip
    told = {f.text: f for f in result.facts_added}
    assert set(told) == {
        LEADS.text, HIRED.text, "Clara Rezende alumna of Vertix", "Thiago Nogueira works at Orion Tech",
    }  # fmt: skip
    assert [(f.id, f"{f.valid_until:%F}") for f in result.facts_closed] == [(vertix.id, "2025-06-15")]

    leads = await only(brain, "Clara Rezende", "works_at")
    assert (leads.object, leads.strength, leads.importance, leads.confidence) == ("Orion Tech", 0.8, 0.9, 0.95)
    assert await held(brain, "Clara Rezende", "works_at", at="2024-01-01") == ["Vertix"]

    hired = await only(brain, "Thiago Nogueira", "hired")
    boss = await only(brain, "Thiago Nogueira", "works_at")
    assert (boss.origin, boss.confidence, boss.evidence) == ("inferred_from_relation", 0.6, ((hired.id,),))
    former = await only(brain, "Clara Rezende", "alumna_of")
    assert (former.origin, former.evidence) == ("inferred_from_relation", ())

    assert {f.id for f in await brain.entities.facts("Orion Tech")} == {leads.id, boss.id, hired.id}
    assert {f.id for f in await brain.entities.facts("Orion Tech", named=False)} == {leads.id, boss.id}
    assert (await properties(brain, hired.id))["episodeIds"] == [result.episode_id]


async def test_the_message_a_second_time_makes_nothing_and_strengthens_what_it_made(brain: Brain) -> None:
    reader = with_models(brain, extractor=Reading(MENTIONS, (LEADS, HIRED)))
    first = await reader.remember(MESSAGE, occurred_at="2025-06-15")
    again = await reader.remember(MESSAGE, occurred_at="2025-06-16")
    assert (again.facts_added, again.facts_updated) == ((), ())
    assert {f.matched for f in again.facts_unchanged} == {f.id for f in first.facts_added}
    leads = await only(brain, "Clara Rezende", "works_at")
    assert (leads.strength, leads.times_stated, f"{leads.last_confirmed_at:%F}") == (0.9, 2, "2025-06-16")


async def test_from_the_far_end_a_relation_is_seen_but_not_walked_against_its_direction_unless_asked(
    brain: Brain,
) -> None:
    """A relation has one direction; its object finds it too."""
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    assert [f.subject for f in await brain.entities.facts("Acme")] == ["Ana"]
    assert [n.fact.subject for n in await brain.graph.neighbours("Acme")] == ["Ana"]
    assert await brain.graph.neighbours("Acme", direction="out") == ()
    assert await held(brain, "Acme", "works_at") == []
