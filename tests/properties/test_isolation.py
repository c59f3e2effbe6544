"""Brains with equal names under random traffic: an answer of one brain never shows or depends on another brain."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.graph.statements import statement
from graphmem.ingest.episodes.queue import depth
from graphmem.memory import Memory
from graphmem_contract.errors import AlreadyMerged, ConflictError, Gone, InvalidInput, NotFound

EXAMPLES = max(2, int(os.environ.get("GRAPHMEM_MACHINE_EXAMPLES", "30")) // 15)
"""Each step asks some fifty questions of each brain, so there are fewer examples than in the other machines."""
STEPS = int(os.environ.get("GRAPHMEM_MACHINE_STEPS", "8"))
TOKENS = ("zqalpha", "zqbravo", "zqcharlie")
"""A word that occurs in every text of one brain and in no other brain."""
PEOPLE = ("Ana", "Bruno", "Clara")
PLACES = ("Acme", "Globex")
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

picks = st.integers(0, 40)
years = st.integers(2010, 2024)
operations = st.one_of(
    st.tuples(st.just("say"), picks, years, st.booleans()),
    st.tuples(st.just("say"), picks, years, st.booleans()),
    st.tuples(st.just("queue"), picks, years),
    st.tuples(st.just("state"), picks, years),
    st.tuples(st.just("end"), picks, years),
    st.tuples(st.just("take_back"), picks),
    st.tuples(st.just("restore"), picks),
    st.tuples(st.just("correct"), picks),
    st.tuples(st.just("merge"), picks),
    st.tuples(st.just("unmerge"), picks),
    st.tuples(st.just("rename"), picks),
    st.tuples(st.just("set_relation"), st.sampled_from(["one", "many"])),
    st.tuples(st.just("forget_episode"), picks),
    st.tuples(st.just("forget_fact"), picks),
    st.tuples(st.just("forget_entity"), picks),
    st.tuples(st.just("recall_and_reinforce"), picks),
    st.tuples(st.just("trespass"), picks),
)


def chosen(items: Any, pick: int) -> Any:
    return items[pick % len(items)] if items else None


@dataclass
class Side:
    """A brain, the word of its texts, all ids that it ever had, and its last export."""

    brain: Brain
    token: str
    ids: set[str] = field(default_factory=set)
    export: tuple[str, ...] = ()
    merges: list[tuple[str, str]] = field(default_factory=list)
    told: int = 0

    async def exported(self) -> tuple[str, ...]:
        try:
            return tuple([line async for line in self.brain.transfer.export(embeddings=True)])
        except NotFound:
            return ()

    async def facts(self, *, closed: bool = False) -> list[str]:
        return sorted(fact.id for fact in (await self.brain.facts(include_closed=closed, limit=1000)).items)

    async def episodes(self) -> list[str]:
        return sorted(one.id for one in (await self.brain.episodes.list(limit=1000)).items)

    async def entities(self) -> list[str]:
        return sorted(one.id for one in (await self.brain.entities.list(limit=1000)).items if one.merged_into is None)

    def message(self, pick: int, year: int, *, holds: bool = True) -> dict[str, Any]:
        """The same names and keys in every brain; every text has the brain's word."""
        self.told += 1
        who, what, at = PEOPLE[pick % 3], PLACES[pick % 2], f"{year}-03-01"
        other = PEOPLE[(pick + 1) % 3]
        job = {"subject": who, "relation": "works_at", "object": what, "text": f"{who} of {self.token} works at {what}"}
        facts = [
            {**job, "valid_from": at} if holds else {**job, "action": "ends", "valid_until": at},
            {"subject": who, "relation": "likes", "object": "tea", "text": f"{who} likes tea, {self.token}"},
            {"subject": who, "relation": "likes", "object": f"{self.token} songs", "object_is_entity": False},
            {"subject": who, "relation": "knows", "object": other, "text": f"{who} knows {other} by {self.token}"},
        ]
        people = [{"name": name, "type": "person"} for name in (who, other)]
        return {
            "content": f"Number {self.told}: {who} told {self.token} about {what} and {other}", "speaker": who,
            "session_id": f"s{self.told % 2}", "occurred_at": at, "metadata": {"word": self.token}, "tags": [self.token],
            "external_id": f"x{self.told}", "idempotency_key": f"k{self.told}", "verbose": True,
            "extraction": {"entities": [*people, {"name": what, "type": "organization"}], "facts": facts},
        }  # fmt: skip


# --------------------------------------------------------------------------- writes


async def say(side: Side, pick: int, year: int, holds: bool) -> Any:
    return await side.brain.remember(**side.message(pick, year, holds=holds))


async def queue(side: Side, pick: int, year: int) -> Any:
    accepted = await side.brain.remember(**side.message(pick, year), wait=False)
    while await waits(side.brain):  # noqa: ASYNC110 (another task of the memory works it off)
        await asyncio.sleep(0.01)
    return accepted


async def waits(brain: Brain) -> int:
    left = await depth(brain.engine.store, brain.name)
    return left.pending + left.extracting


async def state(side: Side, pick: int, year: int) -> Any:
    text = f"{PEOPLE[pick % 3]} lives in Lisbon, says {side.token}"
    fact = {"subject": PEOPLE[pick % 3], "relation": "lives_in", "object": "Lisbon", "text": text}
    evidence = {"evidence_ids": (await side.facts())[:1]} if pick % 2 else {}
    return await side.brain.add_fact(**fact, valid_from=f"{year}-01-01", **evidence)


async def end(side: Side, pick: int, year: int) -> Any:
    fact = chosen(await side.facts(), pick)
    return await side.brain.invalidate(fact, at=f"{year}-09-01", reason=side.token) if fact else None


async def take_back(side: Side, pick: int) -> Any:
    fact = chosen(await side.facts(), pick)
    return await side.brain.invalidate(fact, kind="corrected") if fact else None


async def restore(side: Side, pick: int) -> Any:
    fact = chosen(await side.facts(closed=True), pick)
    return await side.brain.restore(fact) if fact else None


async def correct(side: Side, pick: int) -> Any:
    fact = chosen(await side.facts(), pick)
    return await side.brain.correct(fact, text=f"rightly {side.token} {pick}") if fact else None


async def merge(side: Side, pick: int) -> Any:
    ids = await side.entities()
    if len(ids) < 2:
        return None
    into, merged = ids[pick % len(ids)], ids[(pick + 1) % len(ids)]
    done = await side.brain.entities.merge(into, merged)
    side.merges += [(one.entity_id, one.merge_id) for one in done.merges]
    return done


async def unmerge(side: Side, pick: int) -> Any:
    return await side.brain.entities.unmerge(*chosen(side.merges, pick)) if side.merges else None


async def rename(side: Side, pick: int) -> Any:
    entity = chosen(await side.entities(), pick)
    changes = {"summary": f"known to {side.token}", "aliases_add": ["Annie"], "properties": {"word": side.token}}
    return await side.brain.entities.change(entity, **changes) if entity else None


async def set_relation(side: Side, cardinality: str) -> Any:
    return await side.brain.ontology.set_relation("likes", cardinality=cardinality)


async def forget_episode(side: Side, pick: int) -> Any:
    episode = chosen(await side.episodes(), pick)
    return await side.brain.episodes.forget(episode) if episode else None


async def forget_fact(side: Side, pick: int) -> Any:
    fact = chosen(await side.facts(closed=True), pick)
    return await side.brain.forget(fact) if fact else None


async def forget_entity(side: Side, pick: int) -> Any:
    entity = chosen(await side.entities(), pick)
    return await side.brain.entities.forget(entity) if entity else None


async def recall_and_reinforce(side: Side, pick: int) -> Any:
    return await side.brain.recall(f"What does {PEOPLE[pick % 3]} like?", reinforce=True)


DOINGS = {
    work.__name__: work
    for work in (
        say, queue, state, end, take_back, restore, correct, merge, unmerge, rename, set_relation, forget_episode,
        forget_fact, forget_entity, recall_and_reinforce,
    )
}  # fmt: skip
REFUSALS = (ConflictError, InvalidInput, NotFound, AlreadyMerged, Gone)


async def trespass(side: Side, other: Side, pick: int) -> None:
    """Ids of another brain mean nothing here."""
    brain = side.brain
    fact, episode = chosen(await other.facts(closed=True), pick), chosen(await other.episodes(), pick)
    entity, own = chosen(await other.entities(), pick), chosen(await side.entities(), pick)
    tries: list[Any] = []
    if fact:
        mine = {"subject": "Ana", "relation": "is", "object": "x", "evidence_ids": [fact]}
        tries += [partial(way, fact) for way in (brain.fact, brain.history, brain.invalidate, brain.restore)]
        tries += [
            partial(brain.forget, fact),
            partial(brain.correct, fact, text="x"),
            partial(brain.add_fact, **mine),
        ]
    if episode:
        tries += [partial(way, episode) for way in (brain.episodes.get, brain.episodes.replay, brain.episodes.forget)]
    if entity:
        tries += [partial(way, entity) for way in (brain.entities.get, brain.entities.facts, brain.graph.neighbours)]
        tries += [partial(way, entity) for way in (brain.entities.history, brain.entities.forget)]
        tries += [partial(brain.entities.change, entity, summary="mine")]
    if own and entity:
        tries += [
            partial(way, *ends)
            for way in (brain.entities.merge, brain.graph.path)
            for ends in ((own, entity), (entity, own))
        ]
    for one in tries:
        with pytest.raises((NotFound, InvalidInput)):
            await one()
    if entity:
        assert not await brain.facts(subject=entity, include_closed=True)


# --------------------------------------------------------------------------- reads


async def answers(side: Side, moment: Any) -> dict[str, str]:
    """Everything that a brain answers, by question. The questions have the words of all brains."""
    brain, everybody = side.brain, " ".join((*TOKENS, *PEOPLE, "works at Acme likes tea"))
    asked: dict[str, Any] = {
        "recall": partial(brain.recall, everybody, k=50, include_closed=True, include_provenance=True),
        "recall then": partial(brain.recall, everybody, k=50, valid_at="2018-01-01", known_at=moment),
        "recall all": partial(brain.recall, None, k=50),
        "facts": partial(brain.facts, include_closed=True, limit=1000),
        "facts then": partial(brain.facts, known_at=moment, include_closed=True, limit=1000),
        "facts by name": partial(brain.facts, subject="Ana", include_closed=True, limit=1000),
        "entities": partial(brain.entities.list, limit=1000),
        "entities found": partial(brain.entities.list, query="an", limit=1000),
        "episodes": partial(brain.episodes.list, limit=1000),
        "sessions": partial(brain.sessions.list),
        "stats": partial(brain.overview.stats),
        "ontology": partial(brain.ontology.get),
    }
    for name in ("Ana", "tea"):
        asked[f"entity {name}"] = partial(brain.entities.get, name)
        asked[f"facts of {name}"] = partial(brain.entities.facts, name, include_closed=True)
        asked[f"history of {name}"] = partial(brain.entities.history, name)
        asked[f"around {name}"] = partial(brain.graph.neighbours, name, hops=3)
    asked["path"] = partial(brain.graph.path, "Ana", "Clara")
    asked["as of"] = partial(brain.graph.as_of, "Ana", known_at=moment)
    for fact in (await side.facts(closed=True))[-2:]:
        asked[f"history {fact}"] = partial(brain.history, fact)
    for episode in (await side.episodes())[-2:]:
        asked[f"trace {episode}"] = partial(brain.episodes.trace, episode)
    told = {what: await said(question) for what, question in asked.items()}
    return {**told, "candidates": str(await candidates(brain))}


async def candidates(brain: Brain) -> list[dict[str, Any]]:
    vector = [[1.0 / 16] * brain.engine.models.embedder.dimensions] * 3
    text, given = statement("procedures/candidates"), {"names": ["ana", "an", "bruna"], "embeddings": vector, "k": 20}
    rows, _, _ = await brain.engine.store.driver.execute_query(text, {"brain": brain.name, **given})  # type: ignore[arg-type]
    return [row.data() for row in rows]


async def said(question: Any) -> str:
    try:
        return repr(await question())
    except NotFound:
        return ""


def assert_own(side: Side, others: list[Side], told: str, what: str) -> None:
    for other in others:
        assert other.token not in told.casefold(), what
        assert other.brain.name not in told, what
        assert not set(UUID.findall(told)) & other.ids, what


async def assert_counts(side: Side, export: tuple[str, ...]) -> None:
    """Counts equal the content of the brain's own export."""
    lines = [json.loads(line) for line in export[1:-1]]
    kinds = Counter(line["kind"] for line in lines)
    tombs = sum(line["kind"] == "Entity" and "mergedInto" in line["properties"] for line in lines)
    stats = await side.brain.overview.stats()
    assert stats.entities == kinds["Entity"] - tombs
    assert sum(stats.episodes.values()) == kinds["Episode"]
    assert stats.statements == kinds["Statement"]
    assert stats.values == kinds["Value"]


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(done=st.lists(st.tuples(st.integers(0, 2), operations), min_size=STEPS, max_size=STEPS))
async def test_what_happens_in_one_brain_shows_in_no_other(
    memory: Memory, done: list[tuple[int, tuple[Any, ...]]]
) -> None:
    sides = [Side(memory.brain(f"apart-{uuid4()}"), token) for token in TOKENS]
    begun = [(n, ("say", n, 2020, True)) for n in range(3)]
    for which, (name, *arguments) in [*begun, *done]:
        side = sides[which]
        others = [one for one in sides if one is not side]
        if name == "trespass":
            await trespass(side, others[0], *arguments)
            result: Any = None
        else:
            try:
                result = await DOINGS[name](side, *arguments)
            except REFUSALS as error:
                result = error
        for other in others:
            assert await other.exported() == other.export, (name, arguments)
        export = await side.exported()
        side.export = export
        side.ids |= set(UUID.findall("\n".join(export))) - {side.brain.name}
        moment = (await memory_moment(side)) or "2020-01-01"
        for what, told in {**await answers(side, moment), name: repr(result), "export": "\n".join(export)}.items():
            assert_own(side, others, told, f"{name} {arguments}: {what}")
        await assert_counts(side, export)
    await sides[0].brain.delete()
    assert await sides[0].exported() == ()
    for other in sides[1:]:
        assert await other.exported() == other.export


async def memory_moment(side: Side) -> Any:
    rows, _, _ = await side.brain.engine.store.driver.execute_query(
        "MATCH (b:Brain {id: $brain}) RETURN b.lastRecordedAt AS at", brain=side.brain.name
    )
    return rows[0]["at"].to_native() if rows else None


@settings(
    max_examples=max(1, EXAMPLES // 2),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    before=st.lists(operations.filter(lambda one: one[0] != "trespass"), min_size=2, max_size=STEPS // 2),
    after=st.lists(operations.filter(lambda one: one[0] != "trespass"), min_size=2, max_size=STEPS // 2),
)
async def test_a_copy_with_the_same_ids_lives_its_own_life(
    memory: Memory, before: list[tuple[Any, ...]], after: list[tuple[Any, ...]]
) -> None:
    one, copy = (Side(memory.brain(f"copy-{uuid4()}"), TOKENS[0]) for _ in range(2))
    for name, *arguments in [("say", 0, 2020, True), *before]:
        await tried(one, name, *arguments)
    one.export = await one.exported()
    await copy.brain.transfer.load(lines(one.export))
    copy.merges, copy.told = list(one.merges), one.told
    for turn, (name, *arguments) in enumerate(after):
        here, there = (copy, one) if turn % 2 == 0 else (one, copy)
        there.export = await there.exported()
        await tried(here, name, *arguments)
        assert await there.exported() == there.export, (name, arguments)


async def tried(side: Side, name: str, *arguments: Any) -> None:
    with suppress(*REFUSALS):
        await DOINGS[name](side, *arguments)


async def lines(export: tuple[str, ...]) -> Any:
    for line in export:
        yield line
