"""Questions with the candidates that a search finds for them, and those that are wanted: what ranking weights are fitted on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from benchmarks.eval import beam, fact_consolidation, locomo, longmemeval, precision_mem_bench, real_mem, relations
from benchmarks.eval.longmemeval import all_episodes, all_facts
from benchmarks.eval.recalled import rows_of
from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import Question, ms
from graphmem.recall.ranking import EpisodeCandidate, FactCandidate, nearest_facts
from graphmem.recall.search import search
from graphmem.recall.understanding import understand

CHATS = 20
"""Questions of LongMemEval, each of which has some five hundred turns of its own."""
EVERY = 3
"""Every so many questions of LoCoMo, RealMem and FactConsolidation."""
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class WeightCase:
    """A question of a set, its candidates as a search returns them, and the ids of the wanted facts or episodes.

    `at`: the valid time asked about, in milliseconds since 1970. `by_relation`: by fact id, how well its relation fits.
    """

    of: str
    question: Question
    facts: tuple[FactCandidate, ...]
    episodes: tuple[EpisodeCandidate, ...]
    by_fact: Mapping[str, float]
    linked: Mapping[str, float]
    by_relation: Mapping[str, float]
    at: int
    wanted: frozenset[str]


async def case_of(of: str, brain: Brain, question: str, wanted: Collection[str], **options: Any) -> WeightCase:
    """Search for a question, as a recall does before it ranks."""
    store, embedder = brain.engine.store, brain.engine.models.embedder
    understood = await understand(store, embedder, brain.name, RecallQuery.checked(query=question, **options))
    searched = await search(store, embedder, brain.name, understood)
    found = searched.found
    facts, nearest = tuple(found.facts.values()), nearest_facts(found.facts.values())
    return WeightCase(
        of, understood.question, facts, found.episodes, nearest, found.linked, searched.asked, ms(understood.at),
        frozenset(wanted),
    )  # fmt: skip


async def locomo_cases(memory: Memory, data: Path) -> AsyncIterator[WeightCase]:
    """Turns of conversations between two people, with their facts."""
    folder = data / "locomo"
    turns, questions, scripted = (
        rows_of(folder / f"{name}.jsonl") for name in ("turns", "questions", "scripted_extraction")
    )
    for sample in dict.fromkeys(turn["sample_id"] for turn in turns):
        brain = memory.brain(f"weights-{sample}")
        extractions = {row["episode_id"]: row for row in scripted if row["sample_id"] == sample}
        await locomo.ingest(brain, [turn for turn in turns if turn["sample_id"] == sample], extractions)
        ids = await _ids(brain)
        for one in [q for q in questions if q["sample_id"] == sample and q["evidence"]][::EVERY]:
            yield await case_of(
                "locomo", brain, one["question"], {ids[turn] for turn in one["evidence"] if turn in ids}
            )


async def longmemeval_cases(memory: Memory, data: Path) -> AsyncIterator[WeightCase]:
    """Turns of chats with an assistant."""
    rows = [row for row in rows_of(data / "longmemeval" / longmemeval.SETS["s"]) if row["evidence_turns"]]
    for one in longmemeval.spread_out(rows)[:CHATS]:
        brain = await longmemeval.filled(memory, "s", one, None, None)
        ids = await _ids(brain)
        wanted = {ids[turn] for turn in one["evidence_turns"]}
        yield await case_of("longmemeval", brain, one["question"], wanted, valid_at=one["question_time"])


async def beam_cases(memory: Memory, data: Path) -> AsyncIterator[WeightCase]:
    """Turns of very long chats with an assistant."""
    turns, questions = rows_of(data / "beam" / "turns.jsonl.gz"), rows_of(data / "beam" / "questions.jsonl")
    for sample in dict.fromkeys(turn["sample_id"] for turn in turns):
        brain = memory.brain(f"weights-{sample.lower()}")
        told = beam.dated([turn for turn in turns if turn["sample_id"] == sample])
        await beam.ingest(brain, told, unread=True)
        ids, end = await _ids(brain), told[-1][1] + timedelta(hours=1)
        for one in [q for q in questions if q["sample_id"] == sample and q["evidence"]]:
            wanted = {ids[str(turn)] for turn in one["evidence"]}
            yield await case_of("beam", brain, one["question"], wanted, valid_at=end)


async def real_mem_cases(memory: Memory, data: Path) -> AsyncIterator[WeightCase]:
    """Sentences that were drawn from sessions about long projects."""
    folder = data / "realmem"
    sessions = rows_of(folder / "sessions.jsonl.gz")
    placed = real_mem.in_place(rows_of(folder / "queries.jsonl.gz")[::EVERY])
    for number, persona in enumerate(dict.fromkeys(one["persona"] for one in sessions)):
        brain = memory.brain(f"weights-persona-{number}")
        for session in (one for one in sessions if one["persona"] == persona):
            here = placed[persona].get(session["n"], ())
            ids = await _ids(brain) if here else {}
            for one in here:
                wanted = {ids[memory_["mid"]] for memory_ in one["gold_memories"] if memory_["mid"] in ids}
                recent = [turn["content"] for turn in session["turns"][: one["turn"]]]
                yield await case_of("realmem", brain, one["question"], wanted, recipe="episodes", recent=recent)
            await real_mem.remember(brain, session)


async def relation_cases(memory: Memory, data: Path) -> AsyncIterator[WeightCase]:
    """Facts in five languages whose sentences do not repeat the words of the relation."""
    brain = memory.brain("weights-relations")
    await brain.transfer.import_facts(rows_of(data / "relations" / "facts.jsonl"))
    facts = [fact async for fact in all_facts(brain)]
    for one in rows_of(data / "relations" / "questions.jsonl"):
        wanted = {fact.id for fact in facts if relations.judged(one, [fact.model_dump()]).rank == 1}
        yield await case_of("relations", brain, one["question"], wanted)


async def consolidation_cases(memory: Memory, data: Path) -> AsyncIterator[WeightCase]:
    """Facts that later ones overwrite."""
    folder = data / "fact_consolidation"
    statements = rows_of(folder / "statements_1500.jsonl.gz")
    brain, slots = memory.brain("weights-consolidation"), fact_consolidation.slots_of(statements)
    await fact_consolidation.ingest(brain, statements)
    facts = [fact async for fact in all_facts(brain) if fact.holds_now]
    questions = [one for one in rows_of(folder / "questions_1500.jsonl") if one["kind"] == "single"]
    for one in questions[::EVERY]:
        judged = {fact.id: fact_consolidation.judged(one, [fact.model_dump()], "", slots) for fact in facts}
        wanted = {id_ for id_, row in judged.items() if row["single.first"]}
        yield await case_of("fact_consolidation", brain, one["question"], wanted)


async def belief_cases(memory: Memory, data: Path) -> AsyncIterator[WeightCase]:
    """Beliefs as facts, of which a question wants few."""
    folder = data / "precisionmembench"
    beliefs = rows_of(folder / "beliefs.jsonl")
    texts = {one["id"]: precision_mem_bench.fact_of(one)["text"] for one in beliefs}
    ids: dict[str, dict[str, str]] = {}
    for user in dict.fromkeys(one["user_id"] for one in beliefs):
        brain = memory.brain(f"weights-{user}")
        for one in beliefs:
            if one["user_id"] == user:
                await precision_mem_bench.remember(brain, one, as_fact=True)
        ids[user] = {fact.text: fact.id async for fact in all_facts(brain)}
    for case in rows_of(folder / "cases.jsonl"):
        user, wanted = case.get("userId", precision_mem_bench.USER), precision_mem_bench.wanted_of(case)
        if wanted and case["query"].strip():
            own = {ids[user][texts[id_]] for id_ in wanted if texts[id_] in ids[user]}
            yield await case_of("precision_mem_bench", memory.brain(f"weights-{user}"), case["query"], own)


async def _ids(brain: Brain) -> dict[str, str]:
    """Return the ids of all episodes by their external ids."""
    return {one.external_id or "": one.id async for one in all_episodes(brain)}


OF_EPISODES = (locomo_cases, longmemeval_cases, beam_cases, real_mem_cases)
OF_FACTS = (relation_cases, consolidation_cases, belief_cases)
