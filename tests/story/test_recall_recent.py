"""The turns before a question say whom it is about."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.models.bge_embedder import BgeEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from tests.conftest import altered
from tests.story.telling import first

PEOPLE = {
    "Mira Kovač": {"lives_in": "Porto", "works_at": "Globex", "reports_to": "Tallis Berg"},
    "Bruno Dias": {"lives_in": "Faro", "works_at": "Initech", "reports_to": "Mira Holt"},
}
MIRA, BRUNO = ("Where does Mira Kovač live?", "In Porto."), ("Where does Bruno Dias live?", "In Faro.")


@pytest.fixture
async def two(memory: Memory, brain: Brain) -> Brain:
    """A brain that knows the same of two people."""
    told = altered(memory, models=Models(NoneExtractor(), None, BgeEmbedder())).brain(brain.name)
    facts = [
        {"subject": name, "relation": relation, "object": value, "object_is_entity": True}
        for name, known in PEOPLE.items()
        for relation, value in known.items()
    ]
    assert not (await told.transfer.import_facts(facts)).rejected
    return told


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("And where does she work?", "works_at"),
        ("Who is her manager?", "reports_to"),
        ("And where does he work?", "works_at"),
        ("And who is the manager?", "reports_to"),
        ("E onde ela trabalha?", "works_at"),
        ("¿Y dónde trabaja ella?", "works_at"),
        ("Et où travaille-t-elle ?", "works_at"),
        ("Und wo arbeitet sie?", "works_at"),
    ],
)
async def test_a_pronoun_means_who_was_named_last(two: Brain, question: str, relation: str) -> None:
    for turns, name in ((MIRA, "Mira Kovač"), (BRUNO, "Bruno Dias")):
        assert first(await two.recall(question, recent=turns)) == (name, PEOPLE[name][relation])


async def test_who_was_named_later_is_meant(two: Brain) -> None:
    assert first(await two.recall("And where does he work?", recent=(*MIRA, *BRUNO))) == ("Bruno Dias", "Initech")
    assert first(await two.recall("And where does she work?", recent=(*BRUNO, *MIRA))) == ("Mira Kovač", "Globex")


@pytest.mark.parametrize("question", ["And Bruno Dias?", "What about Bruno Dias?", "And Bruno?"])
async def test_a_name_alone_is_asked_for_in_the_last_question(two: Brain, question: str) -> None:
    for asked, relation in (("Where does Mira Kovač live?", "lives_in"), ("Who does Mira report to?", "reports_to")):
        assert first(await two.recall(question, recent=(asked, "…"))) == ("Bruno Dias", PEOPLE["Bruno Dias"][relation])


async def test_a_question_that_names_somebody_stays_as_it_is(two: Brain) -> None:
    for day in ("2024-01-01", "2026-01-01"):
        await two.remember(f"Bruno Dias goes to work on {day}.", occurred_at=day, skip_extraction=True)
    alone = await two.recall("Where does Bruno Dias work?")
    found = await two.recall("Where does Bruno Dias work?", recent=MIRA)
    assert [item.fact and item.fact.id for item in found.facts] == [item.fact and item.fact.id for item in alone.facts]
    assert [item.score for item in found.episodes] == [item.score for item in alone.episodes]
    assert found.context == alone.context


async def test_the_answer_says_whom_it_took_for_whom(two: Brain) -> None:
    found = await two.recall("And where does she work?", recent=MIRA, explain=True)
    assert found.explanation is not None
    (said,) = found.explanation.said
    assert (said.said, said.name, said.rule) == ("she", "Mira Kovač", "named_before")


async def test_what_no_name_answers_is_searched_for_with_the_turn_before(two: Brain) -> None:
    await two.remember("The second offer of the printer costs 900 euros.", skip_extraction=True)
    await two.remember("The lunch menu has soup on Mondays.", skip_extraction=True)
    found = await two.recall("And the second one?", recent=["What does the first offer of the printer cost?"])
    episode = found.episodes[0].episode
    assert episode is not None
    assert "900 euros" in episode.content
