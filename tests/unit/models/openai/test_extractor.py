"""Extraction by a model over HTTP: one call or two, hostile answers, and the ways back."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import ABSENT, Mention
from graphmem.models.calls import calls_of
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.testing.scripted_server import RecordedRequest, Reply, ScriptedServer
from graphmem_contract.errors import ModelAnswerInvalid
from graphmem_contract.records import TokensUsed
from tests.unit.openai_case import ACME, ANA, GOOD, JOY, KEY, WORKS, extract, request, settings_for, with_fact

# ------------------------------------------------------------------ the informed call


async def test_one_informed_call_gives_mentions_claims_and_emotion() -> None:
    with ScriptedServer(GOOD) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        found = await extractor.mentions(request())
        await extractor.aclose()
    assert server.calls == 1
    assert found.method == "informed"
    assert found.mentions == (Mention("Ana", "person", ("Ana Souza",)), Mention("Acme", "organization"))
    assert found.claims is not None
    (claim,) = found.claims
    assert (claim.subject, claim.relation, claim.object) == ("Ana", "works_at", "Acme")
    assert (claim.starts, claim.until, claim.action) == ("last March", None, "holds")
    assert (claim.confidence, claim.importance, claim.importance_category) == (0.95, 0.90, "biographical_milestone")
    assert (claim.category, claim.kind, claim.cardinality, claim.object_is_entity) == ("core", "state", "one", True)
    assert (found.emotion.emotion, found.emotion.intensity, found.emotion.energy) == ("joy", 0.7, "high")


async def test_a_call_is_recorded_with_prompt_answer_time_and_tokens() -> None:
    found = await extract(Reply(json.dumps(GOOD), tokens=(321, 45)))
    (call,) = found.calls
    assert call.tokens == TokensUsed(input=321, output=45, total=366)
    assert call.model == "scripted"
    assert "I work at Acme." in call.prompt
    assert json.loads(call.answer) == GOOD
    assert call.ms > 0
    assert call.error is None


async def test_tokens_are_zero_where_the_provider_reports_none() -> None:
    found = await extract(Reply(json.dumps(GOOD), tokens=None))
    assert found.calls[0].tokens == TokensUsed()


async def test_the_request_asks_for_a_strict_schema_and_temperature_zero() -> None:
    with ScriptedServer(GOOD) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        await extractor.mentions(request())
        await extractor.aclose()
    body = server.requests[0].body
    assert body["temperature"] == 0
    assert body["response_format"]["type"] == "json_schema"
    assert body["response_format"]["json_schema"]["strict"] is True
    _assert_strict(body["response_format"]["json_schema"]["schema"])
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


def _assert_strict(schema: Any) -> None:
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            assert schema["additionalProperties"] is False
            assert schema["required"] == list(schema["properties"])
        for part in schema.values():
            _assert_strict(part)
    if isinstance(schema, list):
        for part in schema:
            _assert_strict(part)


@pytest.mark.parametrize(("words", "limit"), [(1, 8), (8, 8), (9, 16), (33, 64), (900, 64)])
async def test_an_answer_may_be_no_longer_than_the_message_calls_for(words: int, limit: int) -> None:
    with ScriptedServer(GOOD) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        await extractor.mentions(request("tea " * words))
        await extractor.aclose()
    schema = server.requests[0].body["response_format"]["json_schema"]["schema"]["properties"]
    assert (schema["entities"]["maxItems"], schema["facts"]["maxItems"]) == (limit, limit)


# ------------------------------------------------------------------ hostile answers


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("fences", f"```json\n{json.dumps(GOOD)}\n```"),
        ("fences without a language", f"```\n{json.dumps(GOOD)}\n```"),
        ("prose round it", f"Sure! Here {{is}} the JSON you [asked] for:\n{json.dumps(GOOD)}\nHope that helps {{:-)}}"),
        ("a chain of thought", f'<think>Maybe {{"facts": []}}?</think>{json.dumps(GOOD)}'),
        ("the schema first", json.dumps({"type": "object", "properties": {"facts": {}}}) + json.dumps(GOOD)),
        ("a wrapper", json.dumps({"answer": GOOD})),
        ("indentation and a BOM", "\ufeff" + json.dumps(GOOD, indent=4)),
        ("an extra field", json.dumps({**GOOD, "notes": "none"})),
        ("a draft before the answer", json.dumps({"entities": [], "facts": []}) + "\nBetter:\n" + json.dumps(GOOD)),
    ],
)
async def test_the_answer_is_found_whatever_stands_round_it(name: str, text: str) -> None:
    found = await extract(text)
    assert found.method == "informed", name
    assert len(found.calls) == 1
    assert found.claims is not None
    assert [claim.object for claim in found.claims] == ["Acme"]


@pytest.mark.parametrize(
    "bad",
    [
        "not json at all",
        "",
        "{",
        '{"entities": [}',
        "[" * 100_000,
        json.dumps({"type": "object", "properties": {"entities": {"type": "array"}, "facts": {"type": "array"}}}),
        json.dumps({"entities": "Ana", "facts": "Ana works at Acme"}),
        json.dumps({"facts": [{"fact": "Ana works at Acme"}], "entities": []}),
        json.dumps("Ana works at Acme"),
        "null",
        "42",
    ],
)
async def test_an_unusable_answer_is_sent_back_once_for_repair(bad: str) -> None:
    with ScriptedServer([bad, GOOD]) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        found = await extractor.mentions(request())
        await extractor.aclose()
    assert found.method == "informed"
    assert len(found.claims or ()) == 1
    assert [call.purpose for call in found.calls] == ["informed", "informed.repair"]
    assert found.calls[0].error
    turns = server.requests[1].body["messages"]
    assert [turn["role"] for turn in turns] == ["system", "user", "assistant", "user"]
    assert "cannot be used" in turns[3]["content"]
    assert server.largest_prompt <= 8_000


async def test_a_missing_content_counts_as_an_empty_answer() -> None:
    found = await extract([Reply(None), Reply(json.dumps(GOOD))])
    assert len(found.claims or ()) == 1


async def test_one_bad_fact_among_good_ones_is_dropped_with_a_warning() -> None:
    bad = [{**WORKS, "object": None}, {"subject": "Ana"}, "Ana works", 7, {**WORKS, "relation": "!!"}]
    found = await extract({**GOOD, "facts": [*bad, WORKS]})
    assert [claim.object for claim in found.claims or ()] == ["Acme"]
    assert len(found.warnings) == 5
    assert "fact 1" in found.warnings[0]
    assert "object" in found.warnings[0]
    assert len(found.calls) == 1


async def test_a_single_bad_fact_costs_neither_a_repair_nor_the_entities() -> None:
    found = await extract(with_fact(object="null"))
    assert found.claims == ()
    assert len(found.mentions) == 2
    assert len(found.warnings) == 1
    assert len(found.calls) == 1


@pytest.mark.parametrize("word", ["null", "None", "N/A", "", "  ", None])
async def test_null_in_words_is_null(word: str | None) -> None:
    found = await extract(with_fact(starts=word, until=word))
    assert found.claims is not None
    assert (found.claims[0].starts, found.claims[0].until) == (ABSENT, None)


@pytest.mark.parametrize(
    "word",
    ["string", "...", "<name>", "null", " ", None, True, ["Ana"], {"name": "Ana"}, "x" * 1001, "unknown sister name"],
)
async def test_a_placeholder_or_no_text_is_no_name(word: Any) -> None:
    found = await extract({**GOOD, "entities": [{"name": word, "type": "person", "aliases": []}, ACME]})
    assert [mention.name for mention in found.mentions] == ["Acme"]
    assert "entity 1" in found.warnings[0]


@pytest.mark.parametrize(
    ("relation", "kept"),
    [
        ("works_at_acme", "works_at"),
        ("works_at", "works_at"),
        ("has_acme", "has_acme"),
        ("ana_works_at", "ana_works_at"),
    ],
)
async def test_a_relation_does_not_say_the_name_of_its_object(relation: str, kept: str) -> None:
    found = await extract(with_fact(relation=relation, object="Acme"))
    assert found.claims is not None
    assert found.claims[0].relation == kept


async def test_what_is_called_unknown_keeps_its_name() -> None:
    band = {"name": "Unknown Mortal Orchestra", "type": "organization", "aliases": []}
    found = await extract({**GOOD, "entities": [band]}, "I saw Unknown Mortal Orchestra.")
    assert "Unknown Mortal Orchestra" in [mention.name for mention in found.mentions]


async def test_numbers_are_taken_as_text_and_control_characters_are_removed() -> None:
    changed = with_fact(object=42, subject="A\u0000na\n \u200bSouza", text="\ud800 odd")
    found = await extract(changed, "Ana Souza is 42.")
    assert found.claims is not None
    assert (found.claims[0].subject, found.claims[0].object) == ("A na Souza", "42")
    found.claims[0].text.encode()


@pytest.mark.parametrize(
    ("sent", "read"),
    [(0.4, 0.4), ("0.6", 0.6), ("95%", 0.95), (7, 1.0), (-1, 0), ("high", 0.8), (None, 0.8), (True, 0.8), ("NaN", 0.8)],
)
async def test_confidence_is_a_number_from_0_to_1_and_080_by_default(sent: Any, read: float) -> None:
    found = await extract(with_fact(confidence=sent))
    assert found.claims is not None
    assert found.claims[0].confidence == pytest.approx(read)


async def test_not_a_number_in_the_json_is_no_confidence() -> None:
    found = await extract(json.dumps(with_fact(confidence=float("nan"))))
    assert found.claims is not None
    assert found.claims[0].confidence == 0.8


async def test_unknown_words_of_a_category_are_taken_as_none() -> None:
    changes = {"importance": "huge", "category": "misc", "kind": "thing", "cardinality": "few", "action": "explode"}
    found = await extract(with_fact(**changes))
    assert found.claims is not None
    claim = found.claims[0]
    assert (claim.importance, claim.importance_category, claim.category) == (None, None, None)
    assert (claim.kind, claim.cardinality, claim.action) == (None, None, "holds")


@pytest.mark.parametrize(
    ("sent", "read"), [("ends", "ends"), ("ENDED", "ends"), ("never", "never"), ("Holds", "holds"), (None, "holds")]
)
async def test_actions_in_other_words_are_understood(sent: Any, read: str) -> None:
    found = await extract(with_fact(action=sent))
    assert found.claims is not None
    assert found.claims[0].action == read


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("2019", "2019"),
        ("2024-03-05", "2024-03-05"),
        ("2024-03-05T00:00:00Z", "2024-03-05"),
        ("2024-03-05T10:30:00+02:00", datetime(2024, 3, 5, 8, 30, tzinfo=UTC)),
        ("2024-13-45T10:30:00", "2024-13-45T10:30:00"),
        ("always", None),
        ("unknown", ABSENT),
        ("now", ABSENT),
    ],
)
async def test_dates_keep_the_precision_they_were_said_with(sent: str, read: Any) -> None:
    found = await extract(with_fact(starts=sent))
    assert found.claims is not None
    assert found.claims[0].starts == read


@pytest.mark.parametrize("copied", ["2026-06-01", "2026-06-01T00:00:00Z", "2026-06-01 09:00", "2026-06-01T09:00:00Z"])
async def test_the_day_of_writing_is_a_start_only_where_the_message_has_it(copied: str) -> None:
    assert ((await extract(with_fact(starts=copied))).claims or ())[0].starts == ABSENT
    stated = (await extract(with_fact(starts=copied), "I work at Acme since 2026-06-01.")).claims or ()
    assert stated[0].starts != ABSENT


async def test_an_alias_that_only_repeats_the_name_is_none() -> None:
    clara = {"name": "Clara", "type": "person", "aliases": ["Clara Clara", "clara", "Clara Souza", "C"]}
    found = await extract({**GOOD, "entities": [clara]}, "Clara works at Acme.")
    assert found.mentions[0].aliases == ("Clara Souza", "C")


@pytest.mark.parametrize(("action", "until"), [("holds", None), ("ends", "2026-06-01")])
async def test_an_end_that_is_the_start_is_no_end(action: str, until: str | None) -> None:
    found = await extract(with_fact(starts="2026-06-01", until="2026-06-01", action=action))
    assert found.claims is not None
    assert found.claims[0].until == until


@pytest.mark.parametrize("field", [{"importance": 0.7}, {"importance": "0.7"}])
async def test_importance_may_be_a_number(field: dict[str, Any]) -> None:
    found = await extract(with_fact(**field))
    assert found.claims is not None
    assert (found.claims[0].importance, found.claims[0].importance_category) == (0.7, None)


async def test_missing_parts_have_defaults() -> None:
    bare = {"subject": "Ana", "relation": "worksAt", "object": "ACME"}
    found = await extract({"entities": ["Ana", {"name": "Acme"}], "facts": [bare], "emotion": "happy"})
    assert found.claims is not None
    claim = found.claims[0]
    assert (claim.relation, claim.object_is_entity) == ("works_at", True)
    assert claim.text == "", "a relation without a sentence: the pipeline makes one"
    assert [(one.name, one.type) for one in found.mentions] == [("Ana", "other"), ("Acme", "other")]
    assert (found.emotion.emotion, found.emotion.intensity) == ("neutral", 0.0)


async def test_one_name_listed_twice_is_one_mention() -> None:
    twice = [{"name": "ana", "type": "", "aliases": "Aninha"}, {"name": "Ana", "type": "person", "aliases": None}]
    found = await extract({**GOOD, "entities": twice})
    assert found.mentions == (Mention("ana", "person", ("Aninha",)),)


@pytest.mark.parametrize("kind", ["verb", "Date", "time", "pronoun", "relation"])
async def test_what_is_no_name_is_no_entity(kind: str) -> None:
    found = await extract({**GOOD, "entities": [ANA, {"name": "left", "type": kind, "aliases": []}]})
    assert [mention.name for mention in found.mentions] == ["Ana"]


async def test_a_relationship_in_brackets_is_a_hint_and_makes_a_person() -> None:
    carol = {"name": "Carol (Rafael's girlfriend)", "type": "concept", "aliases": []}
    apple = {"name": "Apple (company)", "type": "organization", "aliases": []}
    facts = [{**WORKS, "subject": "Carol (Rafael's girlfriend)"}]
    found = await extract(
        {**GOOD, "entities": [carol, apple], "facts": facts}, "Carol left Apple, a company, for Acme."
    )
    assert found.mentions[0] == Mention("Carol", "person", hint="Rafael's girlfriend")
    assert found.mentions[1].name == "Apple (company)"
    assert found.claims is not None
    assert found.claims[0].subject == "Carol"


async def test_null_lists_are_empty_lists() -> None:
    found = await extract({"entities": None, "facts": None, "emotion": None})
    assert (found.mentions, found.claims, found.method) == ((), (), "informed")


async def test_an_answer_cut_off_by_its_length_keeps_what_is_complete() -> None:
    whole = json.dumps({"entities": [ANA, ACME], "facts": [WORKS, {**WORKS, "object": "Globex"}]})
    found = await extract(Reply(whole[: whole.index("Globex")], finish_reason="length"))
    assert [claim.object for claim in found.claims or ()] == ["Acme"]
    assert len(found.calls) == 1
    assert found.calls[0].error


async def test_an_answer_cut_off_before_its_facts_is_not_taken_for_no_facts() -> None:
    cut = Reply(json.dumps({"entities": [ANA], "facts": []})[:20], finish_reason="length")
    found = await extract([cut, Reply(json.dumps(GOOD))])
    assert len(found.claims or ()) == 1
    assert len(found.calls) == 2


# ------------------------------------------------------------------ falling back


async def test_an_informed_call_that_fails_falls_back_to_staged_calls() -> None:
    def script(asked: RecordedRequest) -> Any:
        return "nonsense" if _names(asked) == "extraction" else _staged(asked)

    with ScriptedServer(script) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        found = await extractor.mentions(request())
        claimed = await extractor.claims(request(), found.mentions)
        await extractor.aclose()
    assert (found.method, found.claims) == ("staged", None)
    assert [call.purpose for call in found.calls] == ["informed", "informed.repair", "mentions"]
    assert "informed call failed" in found.warnings[0]
    assert len(claimed.claims) == 1


def _staged(asked: RecordedRequest) -> Any:
    return {"facts": [WORKS]} if _names(asked) == "facts" else {"entities": [ANA, ACME], "emotion": JOY}


def _names(asked: RecordedRequest) -> str:
    """The name of the schema that is asked for."""
    return str(asked.body["response_format"]["json_schema"]["name"])


async def test_staged_mode_makes_two_small_calls() -> None:
    with ScriptedServer(_staged) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server, extraction="staged"))
        found = await extractor.mentions(request())
        claimed = await extractor.claims(request(), found.mentions)
        await extractor.aclose()
    assert (found.method, found.claims, found.emotion.emotion) == ("staged", None, "joy")
    assert server.calls == 2
    assert "Ana (person); Acme (organization)" in server.requests[1].prompt
    assert claimed.claims[0].object_is_entity
    assert not claimed.warnings


async def test_no_facts_between_two_entities_are_asked_for_once_more() -> None:
    with ScriptedServer([{"facts": []}, {"facts": [WORKS]}]) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        claimed = await extractor.claims(request(), [Mention("Ana"), Mention("Acme")])
        await extractor.aclose()
    assert server.calls == 2
    assert "how they stand to each other" in server.requests[1].prompt
    assert len(claimed.claims) == 1
    assert [call.purpose for call in claimed.calls] == ["claims", "claims.retry"]


async def test_no_facts_twice_are_accepted_and_one_entity_is_not_asked_again() -> None:
    with ScriptedServer({"facts": []}) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        two = await extractor.claims(request(), [Mention("Ana"), Mention("Acme")])
        one = await extractor.claims(request(), [Mention("Ana")])
        await extractor.aclose()
    assert (two.claims, len(two.calls), one.claims, len(one.calls)) == ((), 2, (), 1)


async def test_a_second_try_that_fails_costs_only_a_warning() -> None:
    with ScriptedServer([Reply('{"facts": []}'), Reply(status=404)]) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        claimed = await extractor.claims(request(), [Mention("Ana"), Mention("Acme")])
        await extractor.aclose()
    assert claimed.claims == ()
    assert "second try failed" in claimed.warnings[-1]
    assert claimed.calls[-1].error


async def test_when_both_paths_fail_the_error_carries_every_call() -> None:
    with pytest.raises(ModelAnswerInvalid) as caught:
        await extract("nonsense")
    purposes = [call.purpose for call in calls_of(caught.value)]
    assert purposes == ["informed", "informed.repair", "mentions", "mentions.repair"]
    assert all(call.answer == "nonsense" and call.error for call in calls_of(caught.value))


# ------------------------------------------------------------------ several messages at once


async def test_a_transcript_is_one_strict_call_and_each_message_gets_its_facts() -> None:
    facts = [
        {**WORKS, "message": 1},
        {**WORKS, "message": 2, "relation": "likes", "object": "tea", "text": "Ana likes tea."},
    ]
    with ScriptedServer({"entities": [ANA, ACME], "facts": facts, "emotions": [{"message": 2, **JOY}]}) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        first, second = await extractor.transcript([request(), request("I like tea.")])
        await extractor.aclose()
    assert server.calls == 1
    assert [[claim.object for claim in part.claims or ()] for part in (first, second)] == [["Acme"], ["tea"]]
    assert [len(part.calls) for part in (first, second)] == [1, 0]
    assert [part.emotion.emotion for part in (first, second)] == ["neutral", "joy"]
    _assert_strict(server.requests[0].body["response_format"]["json_schema"]["schema"])


async def test_an_unusable_answer_about_a_transcript_raises_with_its_calls() -> None:
    with ScriptedServer("no") as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server))
        with pytest.raises(ModelAnswerInvalid) as failed:
            await extractor.transcript([request(), request("I like tea.")])
        await extractor.aclose()
    assert [call.purpose for call in calls_of(failed.value)] == ["informed", "informed.repair"]
