"""While the embedder fails, everything is written without vectors; upkeep makes them when it answers again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.testing.scripted import ScriptedExtractor
from graphmem.testing.scripted_server import ScriptedServer
from graphmem.upkeep.schedule.due import EndedRun
from graphmem_contract.errors import ModelError, QuotaSpent
from graphmem_contract.requests import EpisodeRequest
from tests.bolt import counted
from tests.due_jobs import run_due
from tests.story.staging import answer, asking, with_models
from tests.story.telling import extraction, fact, held, tell

MISSING = """
MATCH ()-[f:FACT {brain: $brain}]->() WHERE f.embedding IS NULL RETURN 'fact' AS kind, f.factText AS text
UNION ALL MATCH (n:Entity {brain: $brain}) WHERE n.embedding IS NULL RETURN 'entity' AS kind, n.name AS text
UNION ALL MATCH (n:Episode {brain: $brain}) WHERE NOT EXISTS { (n)-[:HAS_CHUNK]->() }
  AND (n.embedding IS NULL OR n.contextEmbedding IS NULL AND n.covers IS NULL) RETURN 'episode' AS kind, n.turn AS text
UNION ALL MATCH (n:Chunk {brain: $brain}) WHERE n.embedding IS NULL RETURN 'chunk' AS kind, n.content AS text
"""


class Failing(HashEmbedder):
    """An embedder that fails while it is `away`, or for texts with a word. `calls`: the texts that it was asked for."""

    def __init__(self, *, away: bool = True, refuses: str = "", error: type[Exception] = ModelError) -> None:
        super().__init__()
        self.away, self.refuses, self.error = away, refuses, error
        self.calls: list[tuple[str, ...]] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls.append(tuple(texts))
        if self.away or (self.refuses and any(self.refuses in text for text in texts)):
            raise self.error("The embedder is away.")
        return await super().embed(texts)


@pytest.fixture
def embedder() -> Failing:
    return Failing()


@pytest.fixture
def down(brain: Brain, embedder: Failing) -> Brain:
    """The same brain while the embedder is away."""
    return with_models(brain, embedder=embedder)


async def rows(brain: Brain, text: str) -> list[dict[str, Any]]:
    found, _, _ = await brain.engine.store.driver.execute_query(text, brain=brain.name)  # type: ignore[arg-type]
    return [row.data() for row in found]


async def missing(brain: Brain) -> dict[str, list[str]]:
    """The texts without a vector, by kind."""
    texts: dict[str, list[str]] = {}
    for row in await rows(brain, MISSING):
        texts.setdefault(row["kind"], []).append(row["text"])
    return {kind: sorted(some) for kind, some in texts.items()}


async def vectors_of(brain: Brain) -> list[str]:
    """Every vector of a brain with its text, without what differs between two brains."""
    found = await rows(
        brain,
        "MATCH ()-[f:FACT {brain: $brain}]->() RETURN f.factText AS text, f.embedding AS one, null AS two "
        "UNION ALL MATCH (n:Entity|Episode|Chunk {brain: $brain}) "
        "RETURN coalesce(n.name, n.turn, n.searchText) AS text, n.embedding AS one, n.contextEmbedding AS two",
    )
    return sorted(str(row) for row in found)


async def pass_time(brain: Brain) -> None:
    """Let an hour pass for the jobs of a brain."""
    past = ", ".join(f"j.{name} = j.{name} - duration('PT1H')" for name in ("nextAt", "leftAt", "seenAt"))
    await rows(brain, f"MATCH (j:UpkeepJob {{brain: $brain}}) SET {past}")


async def upkeep(brain: Brain) -> list[EndedRun]:
    """Run what is due within an hour."""
    await pass_time(brain)
    return await run_due(brain.engine, [brain.name])


def is_told(warnings: Sequence[str]) -> bool:
    (told,) = warnings
    return "The embedder is away." in told and "Names were compared without vectors." in told


# --------------------------------------------------------------------------- writes


async def test_a_message_lands_with_its_facts_and_a_warning(down: Brain) -> None:
    result = await tell(down, "2024-05-01", fact("Ana", "works_at", "Acme"), text="Ana works at Acme.")
    assert (result.status, is_told(result.warnings)) == ("extracted", True)
    again = await tell(down, "2024-06-01", fact("Ana", "works_at", "Globex"), text="Ana works at Globex now.")
    assert [entity.is_new for entity in again.entities_resolved if entity.name == "Ana"] == [False]
    assert await held(down, "Ana", "works_at", "2024-07-01") == ["Globex"]
    assert await missing(down) == {
        "fact": ["Ana works at Acme", "Ana works at Globex"],
        "entity": ["Acme", "Ana", "Globex"],
        "episode": ["Ana works at Acme.", "Ana works at Globex now."],
    }
    assert (await down.overview.stats()).episodes == {"extracted": 2}


async def test_a_model_reads_a_message_with_one_call(down: Brain, embedder: Failing) -> None:
    told = answer({"subject": "Ana", "relation": "likes", "object": "tea"}, entities=[("Ana", "person")])
    with ScriptedServer(lambda _: told) as server:
        async with asking(down, server) as reader:
            result = await reader.remember("Ana likes tea.", verbose=True)
        assert server.calls == 1
    assert (result.status, is_told(result.warnings)) == ("extracted", True)
    assert await held(down, "Ana", "likes") == ["tea"]
    assert len(embedder.calls) == 1, "an embedder that is away is asked once a message"


async def test_waiting_messages_are_read_together(down: Brain) -> None:
    script = {
        "I prefer tea.": extraction(fact("Ana", "prefers", "tea")),
        "I always swim.": extraction(fact("Ana", "does", "swimming")),
    }
    extractor = ScriptedExtractor(script)
    reader = with_models(down, extractor=extractor)
    await reader.configure(extraction_threshold=2)
    waiting, released = [await reader.remember(text, speaker="Ana", session_id="s") for text in script]
    assert (waiting.status, released.status) == ("stored", "extracted")
    assert "Upkeep makes the missing vectors." in waiting.warnings[0]
    assert [len(one) for one in extractor.transcripts] == [2]
    assert len(await reader.facts(subject="Ana")) == 2


async def test_facts_by_hand_and_imports_are_stored(down: Brain) -> None:
    added = await down.add_fact(subject="Ana", relation="works_at", object="Acme")
    report = await down.transfer.import_facts([fact("Bruno", "likes", f"tea {n}") for n in range(3)])
    assert (report.added, report.rejected) == (3, 0)
    assert [is_told([line.note or ""]) for line in report.lines] == [True] * 3
    right = await down.correct(added.id, object="Globex")
    assert right.changed
    await down.entities.add(name="Clara", type="person")
    assert {fact.object for fact in await down.facts()} == {"Globex", "tea 0", "tea 1", "tea 2"}
    assert (await missing(down))["entity"] == ["Acme", "Ana", "Bruno", "Clara", "Globex"]


async def test_what_is_only_kept_is_stored(down: Brain, brain: Brain) -> None:
    await down.configure(mode="hybrid")
    kept = await down.remember("I keep bees.\nI keep hens.", skip_extraction=True, session_id="s")
    request = EpisodeRequest.checked(content="I sing.", skip_extraction=True)
    ((batched, _),) = await down.episodes.store_verbatim([(request, "key")])  # type: ignore[misc]
    for result in (kept, batched):
        assert (result.status, result.success) == ("stored", True)
        assert "The embedder is away." in result.warnings[0]
    assert await missing(down) == {"chunk": ["I keep bees.", "I keep hens."], "episode": ["I sing."]}


async def test_a_failure_of_the_model_still_fails_its_episode(down: Brain) -> None:
    class Broken:
        name = "broken"

        async def mentions(self, request: Any) -> Any:
            raise ModelError("The model is away.")

    result = await with_models(down, extractor=Broken()).remember("Ana likes tea.")  # type: ignore[arg-type]
    assert (result.status, result.success) == ("failed", False)
    assert "The model is away." in (result.error or "")
    await upkeep(with_models(down, embedder=Failing(away=False)))
    assert await missing(down) == {}


async def test_a_spent_quota_is_no_failure_of_the_embedder(brain: Brain) -> None:
    spent = with_models(brain, embedder=Failing(error=QuotaSpent))
    with pytest.raises(QuotaSpent):
        await spent.add_fact(subject="Ana", relation="likes", object="tea")
    assert await rows(brain, "MATCH (j:UpkeepJob {brain: $brain}) RETURN j.job") == []


async def test_a_write_with_vectors_sends_no_more_statements(brain: Brain, down: Brain) -> None:
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"))
    sent = []
    for one, at in ((brain, "2024-06-01"), (down, "2024-06-02")):
        with counted() as messages:
            await tell(one, at, fact("Ana", "likes", "tea"))
        sent.append(messages["RUN"])
    assert sent[1] == sent[0] + 1, "only what makes the job due"


# --------------------------------------------------------------------------- the vectors follow


async def fill(brain: Brain) -> None:
    """Messages, turns, a document, a summary, facts by hand."""
    await brain.configure(mode="hybrid")
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"), text="Ana works at Acme.", session_id="s")
    await tell(brain, "2024-05-02", fact("Ana", "keeps", "bees"), text="Ana keeps bees.", session_id="s")
    await tell(brain, "2024-05-03", text="It rains.\nAna stays at home.\nShe reads.", speaker="Ana", session_id="s")
    await tell(brain, "2024-05-04", text="A long story about a lighthouse. " * 200, session_id="s")
    await brain.sessions.summarise("s")
    await brain.add_fact(subject="Bruno", relation="plays", object="the cello", valid_from="2024-05-05")


async def test_upkeep_makes_every_vector(memory: Any, brain: Brain, down: Brain, embedder: Failing) -> None:
    await fill(down)
    assert set(await missing(down)) == {"fact", "entity", "episode", "chunk"}
    due = (await down.upkeep.schedule()).jobs["vectors"].next_run_at
    assert due is not None
    assert due - (await down.episodes.list()).items[0].recorded_at < timedelta(minutes=1)
    embedder.away = False
    (run,) = await upkeep(down)
    assert (run.job, run.error) == ("vectors", None)
    assert run.report is not None
    assert run.report.done > 10
    assert await missing(down) == {}
    whole = memory.brain(f"{brain.name}-whole")
    await fill(whole)
    assert await vectors_of(down) == await vectors_of(whole)
    found = await down.recall("the cello", recipe="semantic", min_relevance=0)
    assert found.facts[0].fact is not None
    assert found.facts[0].fact.object == "the cello"
    assert await upkeep(down) == []
    assert (await down.upkeep.tick(["vectors"])).jobs[0].statements <= 1


async def test_while_the_embedder_is_away_the_job_stays_due_and_nothing_is_lost(down: Brain, embedder: Failing) -> None:
    await fill(down)
    before = await missing(down)
    for _ in range(2):
        (run,) = await upkeep(down)
        assert run.report is not None
        assert "The embedder is away." in run.report.warnings[0]
        job = (await down.upkeep.schedule()).jobs["vectors"]
        assert job.next_run_at is not None
    assert await missing(down) == before
    await down.upkeep.set_schedule({})
    embedder.away = False
    assert len(await upkeep(down)) == 1
    assert await missing(down) == {}


async def test_a_tick_goes_on_with_the_other_jobs(down: Brain) -> None:
    await tell(down, "2024-05-01", fact("Ana", "works_at", "Acme"))
    report = await down.upkeep.tick(["vectors", "importance"])
    assert [bool(job.done) for job in report.jobs] == [False, True]


async def test_a_text_that_the_embedder_refuses_costs_no_other_its_vector(down: Brain, embedder: Failing) -> None:
    await tell(down, "2024-05-01", fact("Ana", "likes", "tea"), fact("Ana", "likes", "poison"))
    embedder.away, embedder.refuses = False, "poison"
    (run,) = await upkeep(down)
    assert run.report is not None
    assert run.report.warnings == (
        "The embedder refuses some texts (ModelError: The embedder is away.). They have no vectors.",
    )
    assert await missing(down) == {"fact": ["Ana likes poison"], "entity": ["poison"]}


async def test_a_limit_and_a_rehearsal_are_kept(down: Brain, embedder: Failing) -> None:
    await fill(down)
    everything = sum(map(len, (await missing(down)).values()))
    embedder.away = False
    assert (await down.upkeep.tick(["vectors"], dry_run=True)).jobs[0].done == everything
    assert (await down.upkeep.tick(["vectors"], limit=3)).jobs[0].done == 3
    assert (await down.upkeep.tick(["vectors"])).jobs[0].done == everything - 3


async def test_a_fact_that_is_told_in_other_words_keeps_no_vector_of_the_old_ones(
    down: Brain, brain: Brain, embedder: Failing
) -> None:
    await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme", text="Ana works at Acme"))
    await tell(down, "2024-05-02", fact("Ana", "works_at", "Acme", text="Ana works at Acme as a nurse in Porto"))
    (ana,) = [one for one in (await brain.entities.list()).items if one.name == "Ana"]
    await down.entities.change(ana.id, name="Ana Souza")
    embedder.away = False
    await upkeep(down)
    for row in await rows(
        brain,
        "MATCH (a)-[f:FACT {brain: $brain}]->() RETURN f.factText AS text, f.embedding AS vector "
        "UNION ALL MATCH (n:Entity {brain: $brain}) RETURN n.name AS text, n.embedding AS vector",
    ):
        (vector,) = await embedder.embed([row["text"]])
        assert row["vector"] == pytest.approx(vector, abs=1e-5), row["text"]


# --------------------------------------------------------------------------- forgetting


async def test_what_is_hidden_is_in_no_vector(down: Brain, embedder: Failing) -> None:
    await tell(
        down,
        "2024-05-01",
        fact("Ana", "likes", "gin"),
        text="Ana likes gin. Ana likes tea.",
        speaker="Ana",
        session_id="s",
    )
    await tell(down, "2024-05-02", text="It rains.", speaker="Ana", session_id="s")
    ask = fact("Ana", "likes", "gin", action="forget")
    asked = await tell(down, "2024-05-03", ask, text="Forget that I like gin.", speaker="Ana", session_id="s")
    assert asked.forget_requests[0].status == "hidden"
    embedder.away = False
    embedder.calls.clear()
    await upkeep(down)
    assert await missing(down) == {}
    assert [text for texts in embedder.calls for text in texts if "gin" in text] == []
    request = asked.forget_requests[0].request_id or ""
    embedder.away = True
    await down.forget_requests.undo(request)
    assert await held(down, "Ana", "likes") == ["gin"]
    assert (await missing(down))["fact"] == ["Ana likes gin"]
    embedder.away = False
    await upkeep(down)
    assert await missing(down) == {}


async def test_an_episode_is_forgotten_without_the_embedder(brain: Brain, down: Brain, embedder: Failing) -> None:
    first = await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"), text="Ana works at Acme.", session_id="s")
    await tell(brain, "2024-05-02", fact("Ana", "works_at", "Globex"), text="Ana works at Globex.", session_id="s")
    await down.episodes.forget(first.episode_id or "")
    assert await missing(down) == {"fact": ["Ana works at Globex"], "episode": ["Ana works at Globex."]}
    embedder.away = False
    await upkeep(down)
    assert await missing(down) == {}


# --------------------------------------------------------------------------- questions


async def test_a_question_is_answered_by_its_words(brain: Brain, down: Brain) -> None:
    await tell(brain, "2024-05-01", fact("Ana", "plays", "the cello"), text="Ana plays the cello.")
    for recipe in ("hybrid", "semantic", "rerank" if brain.engine.models.reranker else "graph"):
        found = await down.recall("Who plays the cello?", recipe=recipe, explain=True)
        assert [item.fact.object for item in found.facts if item.fact] == ["the cello"]
        assert found.warnings == (
            "The embedder failed (ModelError: The embedder is away.). Only the words of the question were searched.",
        )
    assert (await brain.recall("Who plays the cello?")).warnings == ()
