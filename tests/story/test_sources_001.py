"""The cascade of document 001 in graphmem's terms; numbers S1-… in tests/coverage.md."""

from __future__ import annotations

import re
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claim, FactQuestion, FactVerdict, Mention
from graphmem.ingest.worker import drain
from graphmem.testing.scripted import ScriptedExtractor, ScriptedJudge
from graphmem.testing.scripted_server import RecordedRequest, Reply, ScriptedServer
from graphmem_contract.errors import AlreadyClosed, InvalidInput, NotFound
from graphmem_contract.records import SuppliedExtraction
from tests.story.staging import Reading, answer, asking, with_models
from tests.story.telling import extraction, fact, held, only, tell

FERRY = extraction(fact("Bruno", "works_at", "Ferry Line"))


# --------------------------------------------------------------------------- the reason for the cascade


async def test_neither_spellings_of_a_name_nor_a_second_employer_pile_up(brain: Brain) -> None:
    """Three messages, three spellings, two firms that have no pair of names in common."""
    for at, who, firm in (
        ("2022-02-01", "Zoë Brandt", "Ferry Line"),
        ("2023-03-01", "ZOE BRANDT", "Ferry Line"),
        ("2024-04-01", "zoë brandt", "Lighthouse"),
    ):
        people = [{"name": who, "type": "person"}, {"name": firm, "type": "organization"}]
        said = {"entities": people, "facts": [fact(who, "works_at", firm)]}
        await brain.remember(f"{who} at {firm}", occurred_at=at, extraction=said)
    assert [e.name for e in await brain.entities.list(type="person")] == ["Zoë Brandt"]
    assert await held(brain, "Zoë Brandt", "works_at") == ["Lighthouse"]
    assert await held(brain, "Zoe Brandt", "works_at", at="2023-06-01") == ["Ferry Line"]


async def test_staged_calls_are_small_and_each_gets_what_the_one_before_found(brain: Brain) -> None:
    found = answer(entities=[("Bruno", "person"), ("Ferry Line", "organization")])
    said = answer({"subject": "Bruno", "relation": "works_at", "object": "Ferry Line"})

    def script(asked: RecordedRequest) -> dict[str, Any]:
        return said if "Entities:" in asked.prompt else found

    with ScriptedServer(script) as server:
        async with asking(brain, server, extraction="staged") as reader:
            result = await reader.remember("Bruno joined the Ferry Line", occurred_at="2024-01-01", verbose=True)
        whole = await _informed_prompt_size(brain)
    assert result.trace is not None
    assert [call["purpose"] for call in result.trace["calls"]] == ["mentions", "claims"]
    first, second = server.requests
    assert "Bruno (person); Ferry Line (organization)" in second.prompt
    assert '"facts"' not in first.prompt
    assert len(first.prompt) < whole
    assert [f.text for f in result.facts_added] == ["Bruno works at Ferry Line."]


async def _informed_prompt_size(brain: Brain) -> int:
    with ScriptedServer(answer()) as server:
        async with asking(brain, server) as reader:
            await reader.remember("Bruno joined the Ferry Line", occurred_at="2024-01-01", dry_run=True)
        return server.largest_prompt


async def test_the_worst_message_takes_four_calls_and_one_with_nothing_unclear_two(brain: Brain) -> None:
    """Mentions, names, claims, facts; the other three stages ask no model."""
    for name in ("Bruno Feld", "Bruno Kern"):
        likes = fact(name, "likes", "rowing on the lake", object_is_entity=False)
        said = {"entities": [{"name": name, "type": "person"}], "facts": [likes]}
        await brain.remember(f"about {name}", occurred_at="2024-01-01", extraction=said)

    def script(asked: RecordedRequest) -> dict[str, Any]:
        if "settle which known entity" in asked.prompt:
            feld = re.search(r'"choice": (\d), "name": "Bruno Feld"', asked.prompt)
            return {"answers": [{"question": 1, "choice": int(feld[1]) if feld else 0, "reason": "he of the lake"}]}
        if "compare new statements" in asked.prompt:
            return {"answers": [{"question": 1, "relation": "new", "known": 0, "reason": "something else"}]}
        who = "Bruno Feld" if "Bruno Feld rows" in asked.prompt else "Bruno"
        if "Entities:" in asked.prompt:
            return answer({"subject": who, "relation": "enjoys", "object": "rowing on the sea"})
        return answer(entities=[(who, "person")])

    with ScriptedServer(script) as server:
        async with asking(brain, server, extraction="staged") as reader:
            unclear = await reader.remember("Bruno rows on the sea", occurred_at="2024-02-01", verbose=True)
            assert unclear.trace is not None
            purposes = [call["purpose"] for call in unclear.trace["calls"]]
            assert sorted(purposes) == ["claims", "judge.facts", "judge.names", "mentions"]
            before = server.calls
            again = await reader.remember("Bruno Feld rows on the sea", occurred_at="2024-03-01")
    assert (server.calls - before, again.facts_added, len(again.facts_unchanged)) == (2, (), 1)
    assert sorted(e.name for e in await brain.entities.list()) == ["Bruno Feld", "Bruno Kern"]


# --------------------------------------------------------------------------- stages 4 to 6


@pytest.mark.parametrize(
    ("verdict", "holds", "closed"),
    [
        ("same", ["open-water swimming"], []),
        ("refines", ["open-water swimming"], []),
        ("contradicts", ["never swims"], ["open-water swimming"]),
        ("new", ["never swims", "open-water swimming"], []),
    ],
)
async def test_a_known_fact_is_confirmed_refined_contradicted_or_left_alone(
    brain: Brain, verdict: Any, holds: list[str], closed: list[str]
) -> None:
    await tell(brain, "2023-01-01", fact("Bruno", "likes", "open-water swimming", object_is_entity=False))

    def say(question: FactQuestion) -> FactVerdict:
        return FactVerdict(verdict, None if verdict == "new" else 0, "as told")

    told = with_models(brain, judge=ScriptedJudge(facts=say))
    result = await tell(told, "2024-01-01", fact("Bruno", "likes", "never swims", object_is_entity=False), judge=True)
    assert await held(brain, "Bruno", "likes") == holds
    assert [f.object for f in result.facts_closed] == closed
    if closed:
        ended = next(f for f in await brain.facts(subject="Bruno", include_closed=True) if f.valid_until)
        assert (f"{ended.valid_until:%F}", ended.closed_reason) == ("2024-01-01", "contradicted")
        assert await held(brain, "Bruno", "likes", at="2023-06-01") == closed


async def test_the_trace_says_how_each_date_was_decided_and_what_was_superseded_by_what(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Bruno", "works_at", "Ferry Line"))
    moved = fact("Bruno", "works_at", "Lighthouse", valid_from="2024-03-01")
    plain = fact("Bruno", "likes", "fog", object_is_entity=False)
    result = await tell(brain, "2024-04-01", moved, plain, verbose=True)
    assert result.trace is not None
    stages = {one["stage"]: one for one in result.trace["stages"]}
    assert [d["start_how"] for d in stages["temporal"]["dates"]] == ["stated", "assumed: the time of the message"]
    periods = {p["text"]: p for p in stages["contradiction"]["periods"]}
    old, new = periods["Bruno works at Ferry Line"], periods["Bruno works at Lighthouse"]
    assert (old["reason"], old["because"], old["valid_until"]) == ("superseded", new["fact_id"], "2024-03-01T00:00:00Z")
    assert {"entity_extract", "fact_extract", "embed"} <= set(result.trace["ms"])
    assert [d["method"] for d in stages["entity_resolve"]["decisions"]].count("new") == 1


@pytest.mark.parametrize(
    ("kind", "words", "day"),
    [
        ("plan", "1 October", "2025-10-01"),
        ("plan", "Friday", "2025-09-26"),
        ("plan", "March", "2026-03-01"),
        ("plan", "2027", "2027-01-01"),
        ("state", "1 October", "2024-10-01"),
        ("state", "last Friday", "2025-09-19"),
        ("state", "March", "2025-03-01"),
    ],
)
async def test_a_day_without_a_year_lies_behind_and_that_of_a_plan_ahead(
    brain: Brain, kind: Any, words: str, day: str
) -> None:
    said = [Claim("Bruno", "moors_at", "the pier", "Bruno moors at the pier", starts=words, kind=kind)]
    reader = with_models(brain, extractor=Reading([Mention("Bruno", "person")], said))
    result = await reader.remember("about the pier", occurred_at="2025-09-22T09:00:00Z")
    assert [f"{f.valid_from:%F}" for f in result.facts_added] == [day]


# --------------------------------------------------------------------------- remember now, extract later


async def test_what_is_not_waited_for_is_there_at_once_and_extracted_a_moment_later(brain: Brain) -> None:
    reader = with_models(brain, extractor=ScriptedExtractor({"Bruno joined the Ferry Line": FERRY}))
    accepted = await reader.remember("Bruno joined the Ferry Line", occurred_at="2024-01-01", wait=False)
    assert (accepted.status, accepted.facts_added) == ("pending", ())
    assert (await reader.episodes.get(accepted.episode_id or "")).content == "Bruno joined the Ferry Line"
    await drain()
    assert (await reader.episodes.get(accepted.episode_id or "")).status == "extracted"
    assert (await only(reader, "Bruno", "works_at")).episode_ids == (accepted.episode_id,)


async def test_what_is_waited_for_comes_with_its_entities_and_facts(brain: Brain) -> None:
    result = await tell(brain, "2024-01-01", fact("Bruno", "works_at", "Ferry Line"))
    assert {e.name for e in result.entities_resolved} == {"Bruno", "Ferry Line"}
    assert all(e.id for e in result.entities_resolved)
    assert [(await brain.fact(f.id or "")).text for f in result.facts_added] == ["Bruno works at Ferry Line"]


async def test_a_failure_that_was_waited_for_is_shown_and_not_tried_again_by_itself(brain: Brain) -> None:
    with ScriptedServer(Reply("broken", status=400)) as server:
        async with asking(brain, server) as reader:
            result = await reader.remember("Bruno joined the Ferry Line", occurred_at="2024-01-01")
            asked = server.calls
            await drain()
            assert server.calls == asked
    assert (result.success, result.status) == (False, "failed")
    trace = await brain.episodes.trace(result.episode_id or "")
    assert all("400" in call["error"] for call in trace["calls"])
    mended = with_models(brain, extractor=ScriptedExtractor({"Bruno joined the Ferry Line": FERRY}))
    again = await mended.episodes.replay(result.episode_id or "")
    assert (again.status, [f.text for f in again.facts_added]) == ("extracted", ["Bruno works at Ferry Line"])


# --------------------------------------------------------------------------- the other calls


async def test_history_by_entity_and_related_facts(brain: Brain) -> None:
    first = (await tell(brain, "2022-01-01", fact("Bruno", "works_at", "Ferry Line"))).recorded_at
    await tell(brain, "2023-01-01", fact("Bruno", "works_at", "Lighthouse"), fact("Clara", "works_at", "Lighthouse"))
    page = await brain.entities.facts("Bruno", include_closed=True, limit=10)
    assert [f.object for f in page] == ["Lighthouse", "Ferry Line"]
    assert [f.object for f in await brain.entities.facts("Bruno", known_at=first)] == ["Ferry Line"]
    near = await brain.graph.neighbours("Bruno", hops=2)
    assert [(n.fact.subject, n.hops) for n in near] == [("Bruno", 1), ("Clara", 2)]


async def test_what_goes_wrong_has_a_kind_of_its_own(brain: Brain) -> None:
    one = await brain.add_fact(subject="Bruno", relation="owns", object="a boat", valid_from="2020-01-01")
    await brain.invalidate(one.id, at="2021-01-01")
    with pytest.raises(AlreadyClosed) as twice:
        await brain.invalidate(one.id, at="2021-01-01")
    with pytest.raises(NotFound) as missing:
        await brain.fact("no-such-fact")
    with pytest.raises(InvalidInput) as wrong:
        await brain.recall("x", k=0)
    kinds = [(e.value.status, e.value.code) for e in (twice, missing, wrong)]
    assert kinds == [(409, "already_closed"), (404, "not_found"), (422, "invalid_input")]


async def test_a_way_of_working_is_found_within_its_scope(brain: Brain) -> None:
    """In place of playbooks: procedural facts, filtered by session and metadata of their episodes, all of them."""
    for branch, file, rule in (("main", "a.py", "tabs"), ("main", "b.py", "spaces"), ("dev", "a.py", "hyphens")):
        said = fact("Bruno", "indents_with", rule, object_is_entity=False, category="procedural")
        plain = fact("Bruno", "likes", rule, object_is_entity=False)
        where = {"branch": branch, "file": file}
        await brain.remember(f"use {rule}", metadata=where, session_id="s1", extraction=_with_bruno(said, plain))
    asked: dict[str, Any] = {"categories": ["procedural"], "metadata": {"branch": "main", "file": "a.py"}}
    found = await brain.recall("how does Bruno indent?", session_id="s1", **asked)
    assert [i.fact.object for i in found.facts if i.fact] == ["tabs"]
    assert (await brain.recall("how does Bruno indent?", session_id="s2", **asked)).facts == ()


def _with_bruno(*facts: dict[str, Any]) -> SuppliedExtraction:
    return SuppliedExtraction.model_validate({"entities": [{"name": "Bruno", "type": "person"}], "facts": list(facts)})
