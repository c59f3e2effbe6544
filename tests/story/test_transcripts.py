"""Waiting messages of a session are read together, with one model call; each keeps its facts, its dates and its state."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.testing.scripted import ScriptedExtractor
from graphmem.testing.scripted_server import RecordedRequest, Reply, ScriptedServer
from graphmem_contract.records import WriteResult
from tests.story.telling import extraction, fact, held

SAID = (
    ("Ana", "I prefer green tea.", fact("Ana", "prefers", "green tea", object_is_entity=False)),
    ("Bruno", "I work at Acme.", fact("Bruno", "works_at", "Acme")),
    ("Ana", "Remember that I live in Porto.", fact("Ana", "lives_in", "Porto")),
    ("Ana", "I always swim on Sundays.", fact("Ana", "does", "swimming on Sundays", object_is_entity=False)),
    ("Bruno", "I never eat fish.", fact("Bruno", "avoids", "fish", object_is_entity=False)),
)
SCRIPT = {text: extraction(told) for _, text, told in SAID}


def reading(brain: Brain, extractor: Any) -> Brain:
    """Return the same brain with another extractor and without a judge."""
    models = replace(brain.engine.models, extractor=extractor, judge=None)
    return Brain(replace(brain.engine, models=models), brain.name)


async def wait_with(brain: Brain, said: Sequence[tuple[str, str, Any]] = SAID, **options: Any) -> list[WriteResult]:
    """Remember messages of one session, a day apart."""
    return [
        await brain.remember(
            text, speaker=speaker, session_id="s", occurred_at=f"2024-01-0{n}T10:00:00Z", verbose=True, **options
        )
        for n, (speaker, text, _) in enumerate(said, 1)
    ]


async def test_five_waiting_messages_take_one_call_and_each_has_its_own_facts(brain: Brain) -> None:
    extractor = ScriptedExtractor(SCRIPT)
    reader = reading(brain, extractor)
    await reader.configure(extraction_threshold=5)
    results = await wait_with(reader)
    assert [result.status for result in results] == ["stored"] * 4 + ["extracted"]
    assert [len(transcript) for transcript in extractor.transcripts] == [5], "one call for five messages"
    assert results[-1].flushed == tuple(result.episode_id for result in results)
    for (_, text, told), result in zip(SAID, results, strict=True):
        facts = await reader.facts(subject=told["subject"], relation=told["relation"])
        assert [(f.episode_ids, f.valid_from) for f in facts] == [
            ((result.episode_id,), (await reader.episodes.get(result.episode_id)).occurred_at)
        ], text
    assert (await reader.overview.stats()).episodes == {"extracted": 5}


# ---------------------------------------------------------------------- through a model's server


def answer_to(asked: RecordedRequest, *, numbered: bool = True) -> dict[str, Any]:
    """What a good model answers to the messages in a prompt: their facts, with the numbers of the messages."""
    prompt, facts = asked.body["messages"][1]["content"], []
    messages = "\n".join(asked.transcript) or prompt.rsplit("Message:", 1)[1]
    within = [told for _, text, told in SAID if text in messages]
    for number, told in enumerate(within, 1):
        said = {**told, "text": f"{told['subject']} {told['relation']} {told['object']}", "confidence": 0.95}
        facts.append({"message": number, **said} if numbered else said)
    return {"entities": [{"name": name, "type": "person"} for name in ("Ana", "Bruno")], "facts": facts}


async def served(
    brain: Brain, script: Any, said: Sequence[tuple[str, str, Any]] = SAID, each: Any = None, **settings: Any
) -> tuple[list[WriteResult], ScriptedServer, Brain]:
    """Remember messages in a session whose model is a scripted server. Returns the results of the messages."""
    with ScriptedServer(script) as server:
        chosen = brain.engine.settings.with_overrides(
            openai_base_url=server.base_url, openai_api_key="none", model="scripted"
        )
        extractor = OpenAIExtractor.from_settings(chosen)
        engine = replace(
            brain.engine, settings=chosen, models=replace(brain.engine.models, extractor=extractor, judge=None)
        )
        reader = Brain(engine, brain.name)
        await reader.configure(extraction_threshold=99, **settings)
        for n, (speaker, text, _) in enumerate(said, 1):
            more = (each or {}).get(n, {})
            await reader.remember(text, speaker=speaker, session_id="s", occurred_at=f"2024-01-0{n}T10:00:00Z", **more)
        results = list(await reader.sessions.flush("s"))
        await extractor.aclose()
    return results, server, reader


def objects(results: Sequence[WriteResult]) -> list[list[str]]:
    return [[fact.object for fact in result.facts_added] for result in results]


OWN = [["green tea"], ["Acme"], ["Porto"], ["swimming on Sundays"], ["fish"]]


@pytest.mark.parametrize("numbered", [True, False], ids=["numbered", "without numbers"])
async def test_a_models_answer_about_five_messages_is_told_apart(brain: Brain, numbered: bool) -> None:
    results, server, _ = await served(brain, lambda asked: answer_to(asked, numbered=numbered))
    assert server.calls == 1
    assert objects(results) == OWN
    assert [one.valid_from.day for r in results for one in r.facts_added if one.valid_from] == [1, 2, 3, 4, 5]
    assert [result.warnings for result in results] == [()] * 5
    schema = server.requests[0].body["response_format"]["json_schema"]["schema"]
    assert "message" in schema["properties"]["facts"]["items"]["required"]


async def test_tokens_and_calls_count_once_and_each_message_has_its_own_trace(brain: Brain) -> None:
    results, _, _ = await served(brain, lambda asked: Reply(json.dumps(answer_to(asked)), tokens=(300, 40)))
    traces = [result.trace or {} for result in results]
    assert sum(result.tokens_used.total for result in results) == 340
    assert [len(trace["calls"]) for trace in traces] == [1, 0, 0, 0, 0]
    places = [trace["stages"][0]["transcript"] for trace in traces]
    ids = [result.episode_id for result in results]
    assert places[0] == {"message": 1, "messages": 5, "episodes": ids}
    assert places[2] == {"message": 3, "messages": 5, "call_in": ids[0]}
    assert [trace["stages"][0]["input"]["text"] for trace in traces] == [text for _, text, _ in SAID]
    assert all(len(trace["stages"]) == 7 for trace in traces)


async def test_the_answer_to_the_message_that_releases_the_others_counts_the_tokens_of_all(brain: Brain) -> None:
    with ScriptedServer(lambda asked: Reply(json.dumps(answer_to(asked)), tokens=(300, 40))) as server:
        chosen = brain.engine.settings.with_overrides(
            openai_base_url=server.base_url, openai_api_key="none", model="scripted"
        )
        extractor = OpenAIExtractor.from_settings(chosen)
        reader = reading(brain, extractor)
        await reader.configure(extraction_threshold=5)
        results = await wait_with(reader)
        kept = [await reader.episodes.replay(result.episode_id or "") for result in results]
        await extractor.aclose()
    assert [result.tokens_used.total for result in results] == [0, 0, 0, 0, 340]
    assert [result.tokens_used.total for result in kept] == [340, 0, 0, 0, 0]


async def test_an_answer_that_cannot_be_used_lets_each_message_be_read_alone(brain: Brain) -> None:
    def script(asked: RecordedRequest) -> Any:
        return "I would rather not." if asked.transcript else answer_to(asked, numbered=False)

    results, server, _ = await served(brain, script)
    assert objects(results) == OWN
    assert server.calls == 2 + 5, "the answer, its repair, and one call for each message"
    assert all("could not be read together" in result.warnings[0] for result in results)
    traces = [result.trace or {} for result in results]
    assert [len(trace["calls"]) for trace in traces] == [3, 1, 1, 1, 1]
    assert all("could not be read" in trace["stages"][0]["transcript"]["read_alone"] for trace in traces)


async def test_a_memorable_message_that_the_answer_passed_over_is_read_alone(brain: Brain) -> None:
    def script(asked: RecordedRequest) -> Any:
        told = answer_to(asked)
        if not asked.transcript:
            return told
        facts = [fact for fact in told["facts"] if fact["object"] != "Porto"]
        return {"entities": [*told["entities"], {"name": "Porto", "type": "place"}], "facts": facts}

    results, server, _ = await served(brain, script)
    assert objects(results) == OWN
    assert server.calls == 2
    assert "'Porto'" in results[2].warnings[0]


async def test_overrides_and_long_messages_split_the_transcript(brain: Brain) -> None:
    each = {3: {"config_overrides": {"instructions": "Read like a detective."}}}
    results, server, _ = await served(brain, answer_to, each=each)
    assert objects(results) == OWN
    assert server.calls == 3
    assert ["Read like a detective." in request.prompt for request in server.requests] == [False, True, False]
    said = [SAID[0], SAID[1], ("Ana", SAID[2][1] + " And so on." * 40, SAID[2][2]), SAID[3], SAID[4]]
    results, server, _ = await served(brain, answer_to, said, chunk_chars=400)
    assert [len(request.transcript) for request in server.requests] == [2, 0, 0, 2], "the long one in two chunks"


async def test_a_transcript_has_at_most_the_characters_of_a_chunk(brain: Brain) -> None:
    _, server, _ = await served(brain, answer_to, chunk_chars=350)
    assert [len(request.transcript) for request in server.requests] == [3, 2]


async def test_staged_extraction_takes_two_calls_for_all_messages(brain: Brain) -> None:
    results, server, _ = await served(brain, answer_to, extraction="staged")
    assert server.calls == 2
    assert objects(results) == OWN


async def test_what_each_message_came_with_stays_with_it(brain: Brain) -> None:
    said = [
        ("Ana", "I prefer trains since yesterday.", None),
        ("Helper", "You work at Acme, right.", None),
        ("Ana", "I never fly.", None),
    ]
    facts = [
        {
            "message": 1,
            "subject": "Ana",
            "relation": "prefers",
            "object": "trains",
            "text": "Ana prefers trains.",
            "starts": "yesterday",
        },
        {
            "message": 2,
            "subject": "Ana",
            "relation": "works_at",
            "object": "Acme",
            "text": "Ana works at Acme.",
            "confidence": 1.0,
        },
        {
            "message": 3,
            "subject": "Ana",
            "relation": "avoids",
            "object": "flying",
            "text": "Ana avoids flying.",
            "starts": "yesterday",
        },
    ]
    each = {2: {"role": "assistant"}, 3: {"valid_from_override": "2020-05-01T00:00:00Z"}}
    results, _, _ = await served(brain, {"entities": [], "facts": facts}, said, each)
    assert [f"{fact.valid_from:%F}" for result in results for fact in result.facts_added] == [
        "2023-12-31", "2024-01-02", "2020-05-01",
    ]  # fmt: skip
    assert [fact.confidence for fact in results[1].facts_added] == [0.8], "an assistant said it"


async def test_a_later_message_that_changes_a_fact_of_an_earlier_one_ends_it_in_time(brain: Brain) -> None:
    said = [("Ana", "I live in Porto.", None), ("Ana", "Hm.", None), ("Ana", "I moved to Braga.", None)]
    facts = [
        {
            "message": n,
            "subject": "Ana",
            "relation": "lives_in",
            "object": place,
            "text": f"Ana lives in {place}.",
            "cardinality": "one",
        }
        for n, place in ((1, "Porto"), (3, "Braga"))
    ]
    _, server, reader = await served(brain, {"entities": [], "facts": facts}, said)
    assert server.calls == 1
    assert await held(reader, "Ana", "lives_in", "2024-01-02T12:00:00Z") == ["Porto"]
    assert await held(reader, "Ana", "lives_in") == ["Braga"]


async def test_what_is_known_of_anybody_in_the_messages_stands_in_the_prompt_once(brain: Brain) -> None:
    await brain.add_fact(subject="Bruno", relation="works_at", object="Hooli")
    _, server, _ = await served(brain, answer_to)
    assert server.requests[0].prompt.count("| Bruno works at Hooli") == 1


async def test_a_forgotten_message_leaves_no_word_in_the_call_that_read_it(brain: Brain) -> None:
    results, _, reader = await served(brain, lambda asked: {"entities": [], "facts": []})
    first, fourth = results[0].episode_id or "", results[3].episode_id or ""
    assert "Sundays" in json.dumps(await reader.episodes.trace(first))
    await reader.episodes.forget(fourth)
    assert "Sundays" not in json.dumps(await reader.episodes.trace(first))
