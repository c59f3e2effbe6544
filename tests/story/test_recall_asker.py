"""Who asks: a question in the first person is answered with what is known about the asker."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.models.bge_embedder import BgeEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem_offline.extractor import OfflineExtractor
from tests.conftest import altered
from tests.story.telling import first

HOMES = {"Ana": "Porto", "Bruno": "Faro"}
JOBS = {"Ana": "Globex", "Bruno": "Initech"}
SUPERIORS = {"Ana": "Tallis Berg", "Bruno": "Mira Holt"}
QUESTIONS = [
    ("Where do I live?", HOMES),
    ("Where is my home?", HOMES),
    ("Where am I living now?", HOMES),
    ("Where do I work?", JOBS),
    ("Who do I report to?", SUPERIORS),
    ("Who is my manager?", SUPERIORS),
    ("Onde moro?", HOMES),
    ("Onde é que eu trabalho?", JOBS),
    ("¿Dónde vivo?", HOMES),
    ("¿Dónde trabajo yo?", JOBS),
    ("Où est-ce que j'habite ?", HOMES),
    ("Où est-ce que je travaille ?", JOBS),
    ("Wo wohne ich?", HOMES),
    ("Für wen arbeite ich?", JOBS),
]


@pytest.fixture
async def two(memory: Memory, brain: Brain) -> Brain:
    """A brain that knows the same of two people."""
    told = altered(memory, models=Models(NoneExtractor(), None, BgeEmbedder())).brain(brain.name)
    facts = [
        {"subject": name, "relation": relation, "object": of[name], "object_is_entity": True}
        for relation, of in (("lives_in", HOMES), ("works_at", JOBS), ("reports_to", SUPERIORS))
        for name in ("Ana", "Bruno")
    ]
    assert not (await told.transfer.import_facts(facts)).rejected
    return told


async def test_the_asker_is_answered_with_their_own(two: Brain) -> None:
    said = {
        (question, name): first(await two.recall(question, asker=name)) for question, _ in QUESTIONS for name in HOMES
    }
    assert said == {(question, name): (name, answers[name]) for question, answers in QUESTIONS for name in HOMES}


async def test_somebody_else_is_not_answered_with_it(two: Brain) -> None:
    for question, answers in QUESTIONS:
        found = await two.recall(question, asker="Zsofia Quist")
        assert not any(answer in found.context for answer in answers.values()), question
        assert not {hit.fact.object for hit in found.facts if hit.fact} & set(answers.values()), question


async def test_the_asker_may_be_an_id_and_then_no_namesake_is_meant(two: Brain) -> None:
    one = await two.entities.add(name="Kim Sol", type="person", external_id="k1")
    other = await two.entities.add(name="Kim Sol", type="person", external_id="k2")
    await two.add_fact(subject=one.id, relation="lives_in", object="Gent")
    await two.add_fact(subject=other.id, relation="lives_in", object="Brno")
    for asker, home in ((one.id, "Gent"), (other.id, "Brno"), (other.key, "Brno")):
        assert first(await two.recall("Where do I live?", asker=asker)) == ("Kim Sol", home)
        assert first(await two.recall("Where do I live?", asker=asker, known_at="2090-01-01"))[1] == home


async def test_without_the_first_person_the_asker_changes_nothing(two: Brain) -> None:
    for question in ("Where does Bruno live?", "Who works at Globex?"):
        plain, asked = await two.recall(question), await two.recall(question, asker="Ana")
        assert asked.context == plain.context
        # What other tests write beside it changes how rare a word is, and so every score a little.
        assert [hit.score for hit in asked.facts] == pytest.approx([hit.score for hit in plain.facts], abs=0.01)


@pytest.mark.needs_spacy
@pytest.mark.parametrize("question", ["Where do I live?", "Where is my home?", "Wo wohne ich?", "Onde moro?"])
async def test_a_fresh_brain_answers_who_told_it_one_thing(memory: Memory, brain: Brain, question: str) -> None:
    fresh = altered(memory, models=Models(OfflineExtractor(), None, BgeEmbedder())).brain(brain.name)
    assert (await fresh.remember("I moved to Porto.", speaker="Ana")).success
    assert "Porto" in (await fresh.recall(question, asker="Ana")).context
