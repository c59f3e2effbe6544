"""The reads of a whole group take two statements, and each episode gets its own."""

from __future__ import annotations

from graphmem.claims import ClaimSource, Extracted, ExtractedMentions, Mention
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.case import Case, JudgeVerdicts
from graphmem.ingest.stages.known_facts import Alike
from graphmem.ingest.transactions.commit_batch import prefetch
from graphmem.settings import Settings
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.building import MOMENT, distinct

SETTINGS = Settings(_env_file=None)  # type: ignore[call-arg]
NAMES = {"revision": 4, "state": "then", "external": [], "handled": []}
FACTS = {
    "revision": 4,
    "taken": ["person:ana"],
    "values": [],
    "relations": [],
    "learnt": [],
    "claims": [],
    "touched": [],
}


def case(graph: FakeGraph, name: str, episode: str) -> Case:
    source = ClaimSource(n=0, episode_id=episode, occurred_at=MOMENT)
    claim = distinct(name, "owns", "tea").claim
    mentions = (Mention(name, "person"), Mention("tea", "thing"))
    found = ExtractedMentions(source, Extracted(mentions, (claim,), "supplied"))
    batch = Batch((found,), ((claim, source),), {})
    return Case("b", batch, SETTINGS, JudgeVerdicts(None), Alike(graph.read, "b", batch, SETTINGS), graph.read)


def row(i: int, name: str) -> dict[str, object]:
    known = {"id": f"id-{name}", "key": f"person:{name.casefold()}", "name": name, "type": "person", "how": "alias"}
    return {"i": i, "candidates": [{**known, "aliases": [], "cosine": None, "rank": 0}], "about": []}


async def test_two_statements_read_for_all_episodes() -> None:
    graph = FakeGraph(
        {"ingest/read_names": [{**NAMES, "mentions": [row(0, "Ana"), row(2, "Bruno")]}], "ingest/read_facts": [FACTS]}
    )
    first, second = await prefetch(graph.read, [case(graph, "Ana", "1"), case(graph, "Bruno", "2")])
    assert sum(graph.calls.values()) == 2
    assert [e.id for e in first.resolved.entities if not e.is_new] == ["id-Ana"]
    assert [e.id for e in second.resolved.entities if not e.is_new] == ["id-Bruno"]
    assert [claim.subject.id for claim in second.linked.placed] == ["id-Bruno"]
    assert first.names.revision == first.facts.revision == 4


async def test_no_judge_is_asked_so_similar_facts_are_not_searched() -> None:
    graph = FakeGraph({"ingest/read_names": [{**NAMES, "mentions": [row(0, "Ana")]}], "ingest/read_facts": [FACTS]})
    await prefetch(graph.read, [case(graph, "Ana", "1")])
    (asked,) = graph.parameters["ingest/read_facts"]
    assert [claim["like"] for claim in asked["claims"]] == [False]
