"""The write pipeline of document 000 in graphmem's terms; numbers S0-… in tests/coverage.md."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claim, ClaimSource, FactQuestion, FactVerdict, Mention, Request
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.fact_dedup import dedup_facts
from graphmem.ingest.stages.records import FactReads, LinkedClaim
from graphmem.models.openai.prompts import claims_prompt, informed_prompt, mentions_prompt
from graphmem.settings import Settings
from graphmem.testing.scripted import ScriptedJudge
from graphmem.testing.scripted_server import RecordedRequest, Reply, ScriptedServer
from graphmem_contract.reads import ToldEmotion
from tests.story.staging import Reading, answer, asking, properties, with_models
from tests.story.telling import fact, held, only, tell

ROOT = Path(__file__).resolve().parents[2]
MARTA, HARBOUR = Mention("Marta", "person", ("Martinha",)), Mention("Harbour Books", "organization")
NEWS = answer(
    {"subject": "Marta", "relation": "works_at", "object": "Harbour Books"},
    entities=[("Marta", "person"), ("Harbour Books", "organization")],
)


def claim(subject: str, relation: str, object_: str, **more: Any) -> Claim:
    return Claim(subject, relation, object_, f"{subject} {relation.replace('_', ' ')} {object_}", **more)


# --------------------------------------------------------------------------- the effect on facts


async def test_new_more_exact_known_and_ended_are_told_apart(brain: Brain) -> None:
    first = await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    same = await tell(brain, "2024-02-01", fact("Ana", "works_at", "Acme"))
    exact = await tell(brain, "2024-03-01", fact("Ana", "works_at", "Acme", valid_from="2023-06-01"))
    ended = await tell(brain, "2024-04-01", fact("Ana", "works_at", "Acme", action="ends"))
    told = [(len(r.facts_added), len(r.facts_unchanged), len(r.facts_updated), len(r.facts_closed))
            for r in (first, same, exact, ended)]  # fmt: skip
    assert told == [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
    assert exact.facts_updated[0].id == first.facts_added[0].id


@pytest.mark.parametrize("way", ["supplied", "informed", "staged"])
async def test_what_is_known_is_confirmed_whichever_way_it_was_extracted(brain: Brain, way: str) -> None:
    known = await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    if way == "supplied":
        again = await tell(brain, "2024-05-01", fact("Ana", "works_at", "Acme"))
    else:
        said = [claim("Ana", "works_at", "Acme", object_is_entity=True)]
        found = [Mention("Ana", "person"), Mention("Acme", "organization")]
        reader = with_models(brain, extractor=Reading(found, said, staged=way == "staged"))
        again = await reader.remember("Ana is still at Acme", occurred_at="2024-05-01")
    assert (again.facts_added, [f.id for f in again.facts_unchanged]) == ((), [known.facts_added[0].id])
    assert (await properties(brain, known.facts_added[0].id or ""))["lastConfirmedAt"].to_native() == datetime(
        2024, 5, 1, tzinfo=UTC
    )


async def test_the_judge_sees_a_few_facts_of_the_same_subject_only(brain: Brain) -> None:
    for number in range(9):
        await tell(
            brain, "2024-01-01", fact("Ana", "likes", f"walk number {number} by the river", object_is_entity=False)
        )
    await tell(brain, "2024-01-01", fact("Bruno", "likes", "walk by the river", object_is_entity=False))
    judge = ScriptedJudge()
    told = with_models(brain, judge=judge)
    await tell(told, "2024-02-01", fact("Ana", "enjoys_doing", "walk by the river", object_is_entity=False), judge=True)
    (question,) = judge.asked_facts[0]
    assert 1 <= len(question.known) <= 5
    assert all(known["factText"].startswith("Ana ") for known in question.known)
    assert len(judge.asked_facts) == 1


async def test_a_first_fact_and_an_unlike_one_need_no_judge(brain: Brain) -> None:
    judge = ScriptedJudge()
    told = with_models(brain, judge=judge)
    await tell(told, "2024-01-01", fact("Ana", "likes", "green tea", object_is_entity=False), judge=True)
    bicycle = fact("Ana", "owns", "bicycle", object_is_entity=False)
    await tell(told, "2024-02-01", bicycle, config_overrides={"reconcile_threshold": 0.7}, judge=True)
    assert judge.asked_facts == []


async def test_a_judge_that_is_out_of_order_leaves_a_fact_new_and_the_message_whole(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "long walks by the river", object_is_entity=False))
    told = answer(
        {"subject": "Ana", "relation": "enjoys", "object": "walks by the long river"}, entities=[("Ana", "person")]
    )

    def script(asked: RecordedRequest) -> Reply | dict[str, Any]:
        return Reply("no", status=400) if "compare new statements" in asked.prompt else told

    with ScriptedServer(script) as server:
        async with asking(brain, server) as reader:
            result = await reader.remember("Ana enjoys walks by the long river", occurred_at="2024-02-01", verbose=True)
    assert (result.success, len(result.facts_added)) == (True, 1)
    assert result.trace is not None
    assert "400" in result.trace["calls"][-1]["error"]


@pytest.mark.parametrize(
    ("verdict", "why"),
    [
        (Reply(status=401), "401"),
        (Reply(status=404), "404"),
        (Reply(status=503, headers={"retry-after": "0"}), "503"),
        (Reply(raw=b"junk"), "no completion"),
        ("I would rather not say.", "no JSON"),
        ({"answers": []}, "no answer"),
        ({"answers": [{"question": 1, "relation": "same", "known": 9, "choice": 9}]}, "9 of"),
    ],
)
@pytest.mark.parametrize(
    ("what", "asked_with", "said"),
    [
        (
            "facts",
            "compare new statements",
            {"subject": "Ana", "relation": "enjoys", "object": "walks by the long river"},
        ),
        ("names", "settle which known entity", {"subject": "Princeton Club", "relation": "likes", "object": "tea"}),
    ],
)
async def test_what_was_decided_without_the_judge_is_told_as_a_warning(
    brain: Brain, what: str, asked_with: str, said: dict[str, str], verdict: Any, why: str
) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "long walks by the river", object_is_entity=False))
    await tell(brain, "2024-01-01", fact("Princeton", "likes", "coffee", object_is_entity=False))
    told = answer(said, entities=[(said["subject"], "person" if what == "facts" else "thing")])

    with ScriptedServer(lambda asked: verdict if asked_with in asked.prompt else told) as server:
        async with asking(brain, server) as reader:
            result = await reader.remember(f"{said['subject']} was seen.", occurred_at="2024-02-01")
            kept = await reader.episodes.replay(result.episode_id or "")
    assert any(asked_with in one.prompt for one in server.requests), "there was something to judge"
    (warning,) = [one for one in result.warnings if one.startswith("judge_failed: ")]
    assert f"1 of 1 questions about {what} were decided without the judge" in warning
    assert why in warning
    assert result.success
    assert warning in kept.warnings, "the answer that is kept with the episode tells it too"


async def test_a_judge_that_decides_is_no_warning(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "long walks by the river", object_is_entity=False))
    told = answer(
        {"subject": "Ana", "relation": "enjoys", "object": "walks by the long river"}, entities=[("Ana", "person")]
    )
    verdict = {"answers": [{"question": 1, "relation": "new", "known": None}]}
    with ScriptedServer(lambda asked: verdict if "compare new statements" in asked.prompt else told) as server:
        async with asking(brain, server) as reader:
            result = await reader.remember("Ana enjoys walks by the long river", occurred_at="2024-02-01")
    assert any("compare new statements" in one.prompt for one in server.requests)
    assert result.warnings == ()


async def test_the_judge_reads_the_known_facts_with_their_dates(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "long walks by the river", object_is_entity=False))
    told = answer(
        {"subject": "Ana", "relation": "enjoys", "object": "walks by the long river"}, entities=[("Ana", "person")]
    )

    def script(asked: RecordedRequest) -> dict[str, Any]:
        return {"answers": []} if "compare new statements" in asked.prompt else told

    with ScriptedServer(script) as server:
        async with asking(brain, server) as reader:
            await reader.remember("Ana enjoys walks by the long river", occurred_at="2024-02-01")
    (asked,) = [one.prompt for one in server.requests if "compare new statements" in one.prompt]
    assert '"known": 1, "text": "Ana likes long walks by the river", "relation": "likes"' in asked
    assert '"valid_from": "2024-01-01"' in asked


async def test_the_chain_of_values_is_one_line_whatever_the_order_of_arrival(brain: Brain) -> None:
    jobs = [("Acme", "2020-01-01"), ("Globex", "2021-01-01"), ("Initech", "2022-01-01")]
    for number, order in enumerate(permutations(jobs)):
        other = Brain(brain.engine, f"{brain.name}-{number}")
        for firm, start in order:
            await tell(other, "2024-01-01", fact("Ana", "works_at", firm, valid_from=start))
        chain = {f.object: f for f in await other.facts(subject="Ana", include_closed=True)}
        before = {name: one.supersedes for name, one in chain.items()}
        assert before == {"Acme": None, "Globex": chain["Acme"].id, "Initech": chain["Globex"].id}


async def test_several_values_of_one_relation_may_stand_beside_each_other_as_a_rule_of_the_relation(
    brain: Brain,
) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea", object_is_entity=False))
    await tell(brain, "2024-02-01", fact("Ana", "likes", "coffee", object_is_entity=False))
    assert await held(brain, "Ana", "likes") == ["coffee", "tea"]


def test_facts_come_into_being_where_periods_are_settled_only() -> None:
    making = re.compile(r"(?:CREATE|MERGE)\s*\([^)]*\)-\[\w*:FACT\b")
    files = [path for path in (ROOT / "cypher").rglob("*.cypher") if making.search(path.read_text("utf8"))]
    only_move = {"move_facts.cypher", "link_values.cypher"}
    made = {path.name for path in files} - only_move
    assert made == {
        "write_facts.cypher",
    }  # the second fact is the first one, for statements made once


ONE_WAY = (20.0, 0.0, 0.0, 0.0, 0.0)
AT_THE_LIMIT = (17.0, 10.0, 3.0, 1.0, 1.0)
"""Two vectors of length 20, whose cosine is exactly 0.85."""
BEYOND = (17.1, 9.9, 3.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("vectors", "kept"),
    [
        ((ONE_WAY, BEYOND), ["walks at dawn"]),
        ((ONE_WAY, AT_THE_LIMIT), ["walks at dawn", "long walks at dawn"]),
        ((ONE_WAY, None), ["walks at dawn", "long walks at dawn"]),
        ((ONE_WAY, BEYOND, AT_THE_LIMIT), ["walks at dawn", "long walks at dawn or so"]),
    ],
    ids=["above", "exactly at it", "without a vector", "what was left out leaves nothing else out"],
)
def test_of_claims_alike_above_the_limit_the_first_is_kept(
    vectors: tuple[tuple[float, ...] | None, ...], kept: list[str]
) -> None:
    ana = EntityRef("ana", "person:ana", "Ana", "person", "exact")
    source = ClaimSource(n=0, episode_id="e", occurred_at=datetime(2024, 1, 1, tzinfo=UTC))
    values = ("walks at dawn", "long walks at dawn", "long walks at dawn or so")
    claims = [claim("Ana", "likes", value) for value in values]
    placed = [LinkedClaim(c, source, ana, "likes", None, v) for c, v in zip(claims, vectors, strict=False)]
    settings = Settings(_env_file=None, semantic_dedup_threshold=0.85)
    found, skipped, _ = dedup_facts(placed, FactReads(1, frozenset(), {}, {}, (), ()), settings, {})
    assert [one.claim.object for one in found] == kept
    assert all("said already in this message: Ana likes walks at dawn" in one.reason for one in skipped)


# --------------------------------------------------------------------------- properties of a fact


async def test_a_fact_carries_where_it_comes_from_and_how_sure_it_is(brain: Brain) -> None:
    said = fact(
        "Ana", "works_at", "Acme", text="Ana has a desk at Acme.", confidence=0.6, importance=0.9, category="core"
    )
    result = await tell(brain, "2024-01-01", said, speaker="Bruno")
    one = await only(brain, "Ana", "works_at")
    assert (one.text, one.confidence, one.importance, one.category) == ("Ana has a desk at Acme.", 0.6, 0.9, "core")
    assert (one.episode_ids, one.origin) == ((result.episode_id,), "extracted")
    kept = await properties(brain, one.id)
    assert (kept["speaker"], kept["timesRetrieved"], kept["strength"]) == ("Bruno", 0, 0.8)
    assert len(kept["embedding"]) == brain.engine.models.embedder.dimensions


@pytest.mark.parametrize(
    ("category", "weight"),
    [
        ("biographical_milestone", 0.9), ("relationship_change", 0.85), ("stable_preference", 0.8),
        ("specific_event", 0.6), ("routine_activity", 0.3), ("conversational", 0.1), ("nobody knows this one", 0.5),
    ],
)  # fmt: skip
async def test_a_milestone_keeps_its_weight_where_an_alias_is_rewritten(
    brain: Brain, category: str, weight: float
) -> None:
    said = [claim("Martinha", "works_at", "Harbour Books", object_is_entity=True, importance_category=category)]
    reader = with_models(brain, extractor=Reading([MARTA, HARBOUR], said))
    await reader.remember("Martinha got the job", occurred_at="2024-01-01")
    one = await only(brain, "Marta", "works_at")
    assert one.importance == weight
    assert (await properties(brain, one.id))["importanceCategory"] == category


async def test_spellings_of_a_relation_are_one_relation_with_one_value_at_a_time(brain: Brain) -> None:
    for number, spelling in enumerate(("lives in", "lives_in", "livesIn", "Lives-In")):
        place = fact("Ana", spelling, f"Town {number}", valid_from=f"202{number}-01-01")
        await tell(brain, f"202{number}-01-01", place)
    assert set((await brain.overview.stats()).relations) == {"lives_in"}
    assert await held(brain, "Ana", "lives_in") == ["Town 3"]


async def test_a_relation_has_a_direction_that_a_walk_can_keep_to(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    assert await held(brain, "Acme", "works_at") == []
    assert await brain.graph.neighbours("Acme", direction="out") == ()
    (found,) = await brain.graph.neighbours("Acme", direction="in")
    assert (found.fact.subject, found.fact.object) == ("Ana", "Acme")


@pytest.mark.parametrize("word", ["my brother", "brother", "meu irmão"])
async def test_a_bare_relationship_word_is_somebody_of_the_speakers_or_by_setting_the_speaker(
    brain: Brain, word: str
) -> None:
    for way, of_ana in (("entity", False), ("speaker", True)):
        here = Brain(brain.engine, f"{brain.name}-{way}")
        said = [claim(word, "lives_in", "Oslo", object_is_entity=True)]
        reader = with_models(here, extractor=Reading([Mention(word, "person"), Mention("Oslo", "place")], said))
        told: dict[str, Any] = {"speaker": "Ana", "config_overrides": {"relationship_terms": way}}
        await reader.remember(f"{word} lives in Oslo", occurred_at="2024-01-01", **told)
        (one,) = await here.facts(relation="lives_in")
        assert (one.subject == "Ana") is of_ana
        again = await reader.remember(f"{word} still lives in Oslo", occurred_at="2024-02-01", **told)
        assert (again.facts_added, [f.id for f in again.facts_unchanged]) == ((), [one.id])


# --------------------------------------------------------------------------- calls


async def test_a_message_of_news_takes_one_call_and_so_does_a_message_that_repeats_it(brain: Brain) -> None:
    with ScriptedServer(NEWS) as server:
        async with asking(brain, server) as reader:
            first = await reader.remember("Marta started at Harbour Books", occurred_at="2024-01-01")
            assert (server.calls, len(first.facts_added)) == (1, 1)
            again = await reader.remember("Marta is at Harbour Books", occurred_at="2024-02-01")
            assert (server.calls, len(again.facts_unchanged)) == (2, 1)


async def test_the_mood_of_a_message_costs_no_call_and_nonsense_about_it_no_fact(brain: Brain) -> None:
    told = {**NEWS, "emotion": {"emotion": "purple", "intensity": "very", "energy": None}}
    with ScriptedServer(told) as server:
        async with asking(brain, server) as reader:
            result = await reader.remember("Marta started at Harbour Books", occurred_at="2024-01-01")
        assert server.calls == 1
    assert (len(result.facts_added), result.tokens_used.total) == (1, 120)
    heard = (await brain.episodes.get(result.episode_id or "")).emotion
    assert heard == ToldEmotion(emotion="neutral", intensity=0.0, energy="medium")


def test_the_fallback_knows_the_date_the_turns_before_and_what_is_known() -> None:
    request = Request(
        "She left yesterday", datetime(2023, 6, 15, 9, tzinfo=UTC), "Bruno",
        recent_messages=("We spoke of Marta",), known=("Marta works at Harbour Books",),
    )  # fmt: skip
    for prompt in (mentions_prompt(request), claims_prompt(request, [MARTA])):
        assert "Thursday 2023-06-15" in prompt.user
        assert "We spoke of Marta" in prompt.user
    assert "Marta works at Harbour Books" in claims_prompt(request, [MARTA]).user


def test_the_model_is_asked_for_all_facts_once_each_and_for_those_that_are_only_implied() -> None:
    asked = informed_prompt(Request("x", datetime(2024, 1, 1, tzinfo=UTC))).system
    for wish in ("ALL that the message says or clearly implies", "Tell each fact once, from one side", "Keep names"):
        assert wish in asked


# --------------------------------------------------------------------------- settings


def test_no_setting_is_without_effect() -> None:
    """Each setting is read as an attribute somewhere; a list of names does not count."""
    code = [path for folder in ("graphmem", "api") for path in (ROOT / folder).rglob("*.py")]
    text = "\n".join(p.read_text("utf8") for p in code if p.name not in ("settings.py", "brain_settings.py"))
    read = set(re.findall(r"\b(?:[sS]ettings|chosen)(?:\(\))?\.(\w+)", text))
    own = (ROOT / "graphmem" / "settings.py").read_text("utf8")
    for name, body in re.findall(r"def (\w+)\(self\).*?:\n((?:        .*\n|\n)+)", own):
        read |= set(re.findall(r"\bself\.(\w+)", body)) if name in read else set()
    assert set(Settings.model_fields) - read == set()


# --------------------------------------------------------------------------- one whole message


async def test_one_message_of_four_names_becomes_a_small_graph(brain: Brain) -> None:
    """Two people, a firm and a project: four entities; each fact is an edge of strength 0.8 with its episode as source."""
    names = [("Leila", "person"), ("Tom", "person"), ("Blue Kiln", "organization"), ("Pegasus", "project")]
    told = answer(
        {"subject": "Leila", "relation": "works_at", "object": "Blue Kiln"},
        {"subject": "Leila", "relation": "works_on", "object": "Pegasus"},
        {"subject": "Tom", "relation": "reports_to", "object": "Leila"},
        entities=names,
    )
    with ScriptedServer(told) as server:
        async with asking(brain, server) as reader:
            text = "Leila now fires pots at Blue Kiln, on Pegasus, side by side with Tom"
            result = await reader.remember(text, occurred_at="2024-01-01")
    assert {(e.name, e.type, e.is_new) for e in result.entities_resolved} == {(*one, True) for one in names}
    ways = {(f.subject, f.relation, f.object) for f in result.facts_added}
    assert ways == {
        ("Leila", "works_at", "Blue Kiln"), ("Leila", "works_on", "Pegasus"), ("Tom", "reports_to", "Leila")
    }  # fmt: skip
    for written in result.facts_added:
        kept = await properties(brain, written.id or "")
        assert (kept["strength"], kept["episodeIds"]) == (0.8, [result.episode_id])
    (route,) = await brain.graph.path("Tom", "Pegasus")
    assert route.names == ("Tom", "Leila", "Pegasus")


async def test_a_refinement_by_the_judge_replaces_the_wording_and_keeps_the_fact(brain: Brain) -> None:
    first = await tell(brain, "2024-01-01", fact("Ana", "plays", "chess", object_is_entity=False))

    def verdict(question: FactQuestion) -> FactVerdict:
        return FactVerdict("refines", 0, "the same game, with the evening")

    told = with_models(brain, judge=ScriptedJudge(facts=verdict))
    again = await tell(
        told, "2024-02-01",
        fact("Ana", "plays", "chess on Tuesdays", object_is_entity=False, text="Ana plays chess on Tuesdays"), judge=True,
    )  # fmt: skip
    assert (again.facts_added, [f.id for f in again.facts_updated]) == ((), [first.facts_added[0].id])
    page = await brain.facts(subject="Ana")
    assert [f.text for f in page] == ["Ana plays chess on Tuesdays"]
