"""The relation that a question asks for decides which fact of an entity comes first."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.models.bge_embedder import BgeEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from tests.conftest import altered
from tests.story.telling import fact, tell

HOME = {
    "subject": "Nora",
    "relation": "lives_in",
    "object": "Gent",
    "text": "Every morning Nora walks along the Leie in Gent.",
}
MANAGER = {"subject": "Nora", "relation": "reports_to", "object": "Tallis", "object_is_entity": True,
           "text": "On Mondays Nora shows her numbers to Tallis."}  # fmt: skip
FAR = {
    "subject": "Tallis",
    "relation": "lives_in",
    "object": "Porto",
    "text": "The ferry brings Tallis back to Porto at night.",
}
BOAT = {
    "subject": "Nora",
    "relation": "moors",
    "object": "the Albatross",
    "text": "Rope and tar: the Albatross waits for Nora.",
}
DISTRACTIONS = [
    {"subject": "Nora", "relation": relation, "object": f"{thing} {n}", "object_is_entity": False,
     "text": f"Nora hums about {thing} {n}, live and at home."}
    for n, (relation, thing) in enumerate(
        (relation, thing)
        for relation in ("likes", "owns", "dislikes", "has_hobby", "uses_technology")
        for thing in ("a home studio", "a manager game", "a house", "an album", "a mooring song", "a town map")
    )
]  # fmt: skip


@pytest.fixture
async def nora(memory: Memory, brain: Brain) -> Brain:
    """Nora with thirty facts that share the words of questions, and a few that answer them."""
    models = Models(NoneExtractor(), None, BgeEmbedder())
    told = altered(memory, models=models).brain(brain.name)
    report = await told.transfer.import_facts([*DISTRACTIONS, HOME, MANAGER, FAR, BOAT])
    assert not report.rejected
    return told


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where does Nora live?", ("Nora", "Gent")),
        ("Wo wohnt Nora?", ("Nora", "Gent")),
        ("Onde mora a Nora?", ("Nora", "Gent")),
        ("¿Quién es la jefa de Nora?", ("Nora", "Tallis")),
        ("What does Nora moor?", ("Nora", "the Albatross")),
        ("Where does Nora's manager live?", ("Tallis", "Porto")),
        ("Wo wohnt Noras Chef?", ("Tallis", "Porto")),
    ],
)
async def test_the_fact_of_the_asked_relation_comes_first(nora: Brain, question: str, answer: tuple[str, str]) -> None:
    found = await nora.recall(question)
    (first, *_) = (item.fact for item in found.facts if item.fact)
    assert (first.subject, first.object) == answer
    assert found.facts[0].why["relation"] > 0


async def test_as_of_an_earlier_state_the_relation_counts_too(nora: Brain) -> None:
    now = await nora.recall("Where does Nora live?")
    then = await nora.recall("Wo wohnt Nora?", known_at=now.as_of.known_at)
    assert then.facts[0].fact is not None
    assert then.facts[0].fact.object == "Gent"


async def test_words_alone_embed_no_relation(nora: Brain) -> None:
    found = await nora.recall("Where does Nora live?", recipe="lexical")
    assert all("relation" not in item.why for item in found.facts)


@pytest.mark.parametrize(
    "question", ["zzzz", "Which vaccine did Ottokar give to the giraffe in Perth?", "Wann fliegt Quim?"]
)
async def test_a_question_that_nothing_fits_gets_nothing(nora: Brain, question: str) -> None:
    found = await nora.recall(question)
    assert (found.facts, found.episodes, found.context, found.no_longer_true) == ((), (), "", 0)
    assert found.relevance is not None
    assert found.relevance < (await nora.recall("Where does Nora live?")).relevance  # type: ignore[operator]
    assert (await nora.recall(question, min_relevance=0)).facts


async def test_the_context_says_of_an_episode_that_its_fact_has_ended(brain: Brain) -> None:
    await tell(brain, "2024-01-10", fact("Ana", "works_at", "Acme"), text="I work at Acme", speaker="Ana")
    await tell(brain, "2024-02-10", fact("Ana", "saw", "Vesuvius", kind="event"), text="I saw Vesuvius", speaker="Ana")
    then = await brain.recall("Where does Ana work?")
    assert "no longer true" not in then.context
    await tell(brain, "2025-03-01", fact("Ana", "works_at", "Globex"), text="I work at Globex now", speaker="Ana")
    lines = (await brain.recall("Where does Ana work?")).context.splitlines()
    marked = [line for line in lines if "no longer true" in line and line.startswith("- [")]
    assert marked == ["- [2024-01-10] Ana: I work at Acme (no longer true: Ana works at Acme, until 2025-03-01)"]
    assert "no longer true" not in (await brain.recall("Where does Ana work?", valid_at="2024-06-01")).context
    before = await brain.recall("Where does Ana work?", known_at=then.as_of.known_at)
    assert "no longer true" not in before.context


async def test_the_context_says_so_of_every_turn_that_tells_what_is_over(brain: Brain) -> None:
    await tell(brain, "2024-01-10", fact("Ana", "works_at", "Acme"), text="I work at Acme", speaker="Ana")
    await tell(brain, "2024-02-10", text="Work at Acme is fun", speaker="Ana")
    await tell(brain, "2025-03-01", fact("Ana", "works_at", "Globex"), text="I work at Globex now", speaker="Ana")
    await tell(brain, "2025-04-01", text="Work at Acme was fun", speaker="Ana")
    context = (await brain.recall("Where does Ana work?")).context
    marked = [line for line in context.splitlines() if "no longer true" in line and line.startswith("- [")]
    over = "(no longer true: Ana works at Acme, until 2025-03-01)"
    assert sorted(marked) == [
        f"- [2024-01-10] Ana: I work at Acme {over}",
        f"- [2024-02-10] Ana: Work at Acme is fun {over}",
    ]
    assert "Work at Acme was fun" in context
    assert "no longer true" not in (await brain.recall("Where does Ana work?", valid_at="2024-06-01")).context


async def test_a_turn_whose_value_was_replaced_in_its_own_moment_says_so(brain: Brain) -> None:
    for city in ("Seattle", "Portland"):
        home = fact("Ana", "lives_in", city, object_is_entity=True)
        await tell(brain, "2024-01-10", home, text=f"I live in {city}", speaker="Ana", session_id="chat")
    for hobby in ("rowing", "chess"):
        await tell(brain, "2024-01-10", fact("Ana", "likes", hobby), text=f"I like {hobby}", speaker="Ana")
    lines = (await brain.recall("Where does Ana live, and what does she like?", cut=0)).context.splitlines()
    marked = [line for line in lines if "no longer true" in line]
    assert marked == ["- [2024-01-10] Ana: I live in Seattle (no longer true: Ana lives in Seattle, until 2024-01-10)"]
