"""Whole messages from text to answer, with a scripted extractor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claim, Claimed, Emotion, Extracted, Mention, Request
from graphmem.models.model_set import Models
from graphmem_contract.errors import IdempotencyMismatch, InvalidInput, ModelError, TooLarge
from graphmem_contract.reads import ToldEmotion
from graphmem_contract.records import Message
from tests.story.telling import fact, held, tell


class Sentences:
    """An extractor that reads "X works at Y." in every sentence and fails if the text says so."""

    name = "sentences"

    def __init__(self) -> None:
        self.asked: list[Request] = []

    async def mentions(self, request: Request) -> Extracted:
        self.asked.append(request)
        if "BROKEN" in request.content:
            raise ModelError("the model is broken")
        found = [s.strip().split(" works at ") for s in request.content.split(".") if " works at " in s]
        mentions = [m for who, where in found for m in (Mention(who, "person"), Mention(where, "organization"))]
        claims = [
            Claim(who, "works_at", where, f"{who} works at {where}", object_is_entity=True) for who, where in found
        ]
        return Extracted(tuple(mentions), tuple(claims), "offline", Emotion("joy", 0.7, "high"))

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        raise AssertionError("the claims are there already")


@pytest.fixture
def reader(brain: Brain) -> Brain:
    """Return the same brain with that extractor."""
    models = Models(Sentences(), None, brain.engine.models.embedder)
    return Brain(replace(brain.engine, models=models), brain.name)


async def test_blank_content_writes_nothing(brain: Brain) -> None:
    for blank in ("", "   ", "\n\t"):
        result = await brain.remember(blank)
        assert (result.episode_id, result.success, result.tokens_used.total) == (None, True, 0)
        assert result.warnings == ("The content is blank: nothing was stored.",)
    assert (await brain.overview.stats()).episodes == {}


async def test_a_message_becomes_facts_that_answer_a_question(reader: Brain) -> None:
    result = await reader.remember("Ana works at Acme. Bruno works at Globex.", occurred_at="2024-01-01")
    assert {f.text for f in result.facts_added} == {"Ana works at Acme", "Bruno works at Globex"}
    found = await reader.recall("Where does Bruno work?")
    assert found.facts[0].fact is not None
    assert found.facts[0].fact.object == "Globex"
    assert "Bruno works at Globex" in found.context


async def test_long_content_is_read_in_chunks_and_each_fact_lands_once(reader: Brain) -> None:
    filler = "Nothing of note was said about the weather on that day. " * 20
    text = " ".join(f"Person{n} works at Firm{n}. {filler}" for n in range(12))
    result = await reader.remember(text, occurred_at="2024-01-01")
    extractor = reader.engine.models.extractor
    assert isinstance(extractor, Sentences)
    assert len(extractor.asked) > 1
    assert len(result.facts_added) == 12
    found = await reader.recall("Person7 Firm7", recipe="episodes")
    assert found.episodes


async def test_content_over_the_limit_is_refused_and_nothing_stored(brain: Brain) -> None:
    with pytest.raises(TooLarge, match="200000 is the limit"):
        await brain.remember("x" * 200_001)
    assert (await brain.overview.stats()).episodes == {}


async def test_a_failed_extraction_keeps_the_episode_which_can_be_found_and_replayed(reader: Brain) -> None:
    result = await reader.remember("BROKEN Ana works at Acme.", occurred_at="2024-01-01")
    assert (result.success, result.status) == (False, "failed")
    assert "the model is broken" in (result.error or "")
    episode = await reader.episodes.get(result.episode_id or "")
    assert (episode.status, episode.content) == ("failed", "BROKEN Ana works at Acme.")
    mended = replace(reader.engine.models, extractor=_Mended())
    again = await Brain(replace(reader.engine, models=mended), reader.name).episodes.replay(episode.id)
    assert again.status == "extracted"
    assert await held(reader, "BROKEN Ana", "works_at") == ["Acme"]


class _Mended(Sentences):
    async def mentions(self, request: Request) -> Extracted:
        return await super().mentions(replace(request, content=request.content.replace("BROKEN ", "BROKEN ".title())))


async def test_replaying_an_extracted_episode_changes_nothing(reader: Brain) -> None:
    result = await reader.remember("Ana works at Acme.", occurred_at="2024-01-01")
    before = await reader.overview.stats()
    assert (await reader.episodes.replay(result.episode_id or "")).status == "extracted"
    assert await reader.overview.stats() == before


async def test_a_dry_run_shows_the_changes_and_writes_nothing_not_even_an_episode(reader: Brain) -> None:
    await reader.remember("Ana works at Acme.", occurred_at="2023-01-01")
    before = await reader.overview.stats()
    shown = await reader.remember("Ana works at Globex.", occurred_at="2024-01-01", dry_run=True)
    assert [f.text for f in shown.facts_added] == ["Ana works at Globex"]
    assert [f.text for f in shown.facts_closed] == ["Ana works at Acme"]
    assert shown.episode_id is None
    assert await reader.overview.stats() == before
    assert len(await reader.episodes.list()) == 1


async def test_skipped_extraction_keeps_the_episode_only(reader: Brain) -> None:
    result = await reader.remember("Ana works at Acme.", skip_extraction=True)
    assert result.status == "stored"
    assert (await reader.overview.stats()).facts == 0
    found = await reader.recall("Ana Acme", recipe="episodes")
    assert [i.episode.id for i in found.episodes if i.episode] == [result.episode_id]


async def test_the_trace_follows_the_seven_stages(reader: Brain) -> None:
    result = await reader.remember("Ana works at Acme.", occurred_at="2024-01-01", verbose=True)
    assert result.trace is not None
    stages = [stage["stage"] for stage in result.trace["stages"]]
    assert stages == [
        "entity_extract",
        "entity_resolve",
        "fact_extract",
        "fact_dedup",
        "temporal",
        "contradiction",
        "commit",
    ]
    kept = await reader.episodes.trace(result.episode_id or "")
    assert [stage["stage"] for stage in kept["stages"]] == stages
    assert kept["stages"][4]["dates"][0]["start_how"] == "assumed: the time of the message"


async def test_the_same_key_and_body_give_the_stored_answer_another_body_is_refused(reader: Brain) -> None:
    first = await reader.remember("Ana works at Acme.", occurred_at="2024-01-01", idempotency_key="k")
    second = await reader.remember("Ana works at Acme.", occurred_at="2024-01-01", idempotency_key="k")
    assert (second.episode_id, second.facts_added) == (first.episode_id, first.facts_added)
    with pytest.raises(IdempotencyMismatch):
        await reader.remember("Ana works at Globex.", occurred_at="2024-01-01", idempotency_key="k")
    assert (await reader.overview.stats()).episodes == {"extracted": 1}


@pytest.mark.parametrize("blank", ["", "  "])
async def test_a_blank_key_is_refused_and_hides_no_message(brain: Brain, blank: str) -> None:
    for text in ("A", "B"):
        with pytest.raises(InvalidInput, match="must not be blank") as refused:
            await brain.remember(text, idempotency_key=blank)
        assert refused.value.field == "idempotency_key"
    assert (await brain.overview.stats()).episodes == {}


async def test_two_equal_messages_are_two_episodes(brain: Brain) -> None:
    one = await tell(brain, "2024-01-01", text="Yes.")
    two = await tell(brain, "2024-01-01", text="Yes.")
    assert one.episode_id != two.episode_id


async def test_a_chat_is_one_episode_of_all_its_turns(reader: Brain) -> None:
    turns = [Message(role="user", name="Ana", content="Hi."), Message(role="assistant", content="Ana works at Acme.")]
    result = await reader.remember(messages=turns)
    assert (await reader.episodes.get(result.episode_id or "")).content == "Ana: Hi.\nassistant: Ana works at Acme."


async def test_unknown_overrides_warn_and_wrong_types_are_refused(brain: Brain) -> None:
    result = await brain.remember(
        "hello", config_overrides={"no_such_setting": 1}, extraction={"entities": [], "facts": []}
    )
    assert any("no_such_setting" in w for w in result.warnings)
    with pytest.raises(InvalidInput) as refused:
        await brain.remember("hello", config_overrides={"fuzzy_threshold": "high"})
    assert refused.value.field == "fuzzy_threshold"


async def test_a_blank_speaker_is_refused(brain: Brain) -> None:
    with pytest.raises(InvalidInput, match="speaker"):
        await brain.remember("hello", speaker="  ")


async def test_i_is_the_speaker(brain: Brain) -> None:
    extraction = {"entities": [], "facts": [fact("I", "likes", "tea", object_is_entity=False)]}
    await brain.remember("I like tea", speaker="Ana", extraction=extraction)
    assert await held(brain, "Ana", "likes") == ["tea"]


async def test_hostile_text_is_stored_as_it_is(brain: Brain) -> None:
    for text in (
        "'; MATCH (n) DETACH DELETE n; //",
        'AND OR NOT +brainToken:* \\" (',
        "\u202eright to left",
        "{{7*7}}",
        "\x00nul",
    ):
        try:
            result = await brain.remember(text, extraction={"entities": [], "facts": [fact(text, "likes", text)]})
        except InvalidInput:
            continue
        assert (await brain.episodes.get(result.episode_id or "")).content == text
        await brain.recall(text)
    assert (await brain.overview.stats()).episodes["extracted"] >= 4


async def test_how_a_message_sounds_is_kept_with_its_episode(reader: Brain) -> None:
    result = await reader.remember("Ana works at Acme.", occurred_at="2024-01-01")
    heard = (await reader.episodes.get(result.episode_id or "")).emotion
    assert heard == ToldEmotion(emotion="joy", intensity=0.7, energy="high")


@pytest.mark.parametrize("said", ["nothing", "something", "only kept"])
async def test_what_came_with_its_extraction_is_found_by_its_words(brain: Brain, said: str) -> None:
    facts = [fact("Ana", "likes", "tea", object_is_entity=False)] if said == "something" else []
    given = {"extraction": {"entities": [], "facts": facts}, "skip_extraction": said == "only kept"}
    result = await brain.remember("The kettle whistles", occurred_at="2024-01-01", **given)
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh() "
        "CALL db.index.fulltext.queryNodes('episode_text', 'searchText:kettle') YIELD node "
        "WITH node WHERE node.brain = $brain RETURN node.id AS id, node.searchText AS text",
        brain=brain.name,
    )
    assert [row["id"] for row in rows] == [result.episode_id]
    assert rows[0]["text"].startswith("1 January 2024\nThe kettle whistles")
    assert ("tea" in rows[0]["text"]) == (said == "something")
