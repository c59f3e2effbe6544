"""When a message is extracted, and what is stored if it is not: auto_extract, modes, extraction threshold."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claim, Claimed, Extracted, Mention, Request
from graphmem.ingest.episodes.salience import is_signal
from graphmem.ingest.worker import drain
from graphmem.models.model_set import Models
from graphmem_contract.errors import InvalidInput, ModelError, RevisionConflict
from graphmem_contract.records import Message
from tests.bolt import counted
from tests.story.telling import fact, held, tell

CHAT = [
    Message(role="user", name="Ana", content="My sister adopted a greyhound.", time="2024-05-01T10:00:00Z"),
    Message(role="assistant", content="What is it called?", time="2024-05-01T10:00:05Z"),
    Message(role="user", name="Ana", content="[laughs]", time="2024-05-01T10:00:07Z"),
    Message(role="user", name="Ana", content="Pumpernickel, of all names.", time="2024-05-02T08:00:00Z"),
]


class ProcessDied(BaseException):
    """Stands for a kill: no handler of errors sees it."""


class Ledger:
    """An extractor that reads "X likes Y."; it fails or crashes if the text says so, for a given number of times."""

    name = "ledger"

    def __init__(self) -> None:
        self.read: list[str] = []
        self.out_of_order = False

    async def mentions(self, request: Request) -> Extracted:
        self.read.append(request.content)
        await asyncio.sleep(0)
        if self.out_of_order and "FAIL" in request.content:
            raise ModelError("the model is out of order")
        if self.out_of_order and "BUSY" in request.content:
            raise RevisionConflict("other writers kept winning")
        if self.out_of_order and "CRASH" in request.content:
            raise ProcessDied
        said = request.content.replace("FAIL ", "").replace("CRASH ", "").split(" likes ")
        found = [(said[0], said[1].rstrip("."))] if len(said) == 2 else []
        claims = tuple(Claim(who, "likes", what, f"{who} likes {what}") for who, what in found)
        return Extracted(tuple(Mention(who, "person") for who, _ in found), claims, "offline")

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        raise AssertionError("the claims are there already")


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


@pytest.fixture
def reader(brain: Brain, ledger: Ledger) -> Brain:
    """Return the same brain with that extractor."""
    models = Models(ledger, None, brain.engine.models.embedder)
    return Brain(replace(brain.engine, models=models), brain.name)


async def chunks(brain: Brain) -> list[dict[str, Any]]:
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (:Episode {brain: $brain})-[:HAS_CHUNK]->(c) RETURN c{.*} AS c ORDER BY c.position", brain=brain.name
    )
    return [row["c"] for row in rows]


# ---------------------------------------------------------------------- auto_extract


@pytest.mark.parametrize("how", ["brain", "call"])
async def test_without_auto_extract_episodes_are_stored_and_a_replay_extracts_them(
    reader: Brain, ledger: Ledger, how: str
) -> None:
    overrides = {"auto_extract": False} if how == "call" else {}
    if how == "brain":
        await reader.configure(auto_extract=False)
    result = await reader.remember("Ana likes tea.", config_overrides=overrides)
    assert (result.status, result.success, ledger.read) == ("stored", True, [])
    assert (await reader.recall("tea", recipe="episodes")).episodes
    assert (await reader.episodes.replay(result.episode_id or "")).status == "extracted"
    assert await held(reader, "Ana", "likes") == ["tea"]


async def test_what_was_supplied_lands_without_auto_extract_and_in_raw_mode(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(auto_extract=False, mode="raw", extraction_threshold=5)
    result = await tell(reader, "2024-01-01", fact("Ana", "works_at", "Acme"), session_id="s")
    assert result.status == "extracted"
    assert await held(reader, "Ana", "works_at") == ["Acme"]
    assert ledger.read == []


async def test_in_the_background_the_settings_of_the_brain_count_too(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(auto_extract=False)
    result = await reader.remember("Ana likes tea.", wait=False)
    assert result.status == "pending"
    await drain()
    assert (await reader.episodes.get(result.episode_id or "")).status == "stored"
    assert ledger.read == []


async def test_a_dry_run_tells_that_a_message_would_only_be_stored(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(mode="raw")
    result = await reader.remember("Ana likes tea.", dry_run=True)
    assert (result.episode_id, result.facts_added, ledger.read) == (None, (), [])
    assert "only be stored" in result.warnings[0]
    assert (await reader.overview.stats()).episodes == {}


async def test_a_result_that_was_not_waited_for_is_found_with_its_counts(reader: Brain) -> None:
    result = await reader.remember("Ana likes tea.", wait=False)
    await drain()
    episode = await reader.episodes.get(result.episode_id or "")
    assert (episode.status, episode.error, episode.entity_count, episode.edge_count) == ("extracted", None, 1, 1)


# ---------------------------------------------------------------------- modes


async def test_raw_keeps_every_turn_verbatim_and_asks_no_model(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(mode="raw")
    result = await reader.remember(messages=CHAT)
    assert (result.status, ledger.read) == ("stored", [])
    kept = await chunks(reader)
    assert [(c["speaker"], c["content"]) for c in kept] == [
        ("Ana", "My sister adopted a greyhound."),
        ("assistant", "What is it called?"),
        ("Ana", "Pumpernickel, of all names."),
    ]
    assert {(c["importance"], c["stability"]) for c in kept} == {(0.5, 0.2)}
    assert "2 May 2024" in kept[2]["searchText"], "the turn's own day"
    assert "What is it called?" in kept[2]["searchText"], "the turn before"


async def test_raw_takes_the_lines_of_a_text_and_skips_blank_ones_and_remarks(reader: Brain) -> None:
    text = "First line\n\n   \n[door slams]\n  [aside] not only a remark\nLast line\n"
    result = await reader.remember(text, config_overrides={"mode": "raw"})
    assert (await reader.episodes.get(result.episode_id or "")).content == text, "the episode stays as it came"
    assert [c["content"] for c in await chunks(reader)] == ["First line", "[aside] not only a remark", "Last line"]


async def test_a_single_turn_is_searched_as_the_episode_it_is(reader: Brain) -> None:
    await reader.configure(mode="raw")
    await reader.remember("A single line", speaker="Ana")
    await reader.remember(messages=[Message(role="user", name="Ana", content="One turn.")])
    assert await chunks(reader) == []
    found = await reader.recall("single line", recipe="episodes")
    assert next((i.episode.content, i.passage) for i in found.episodes if i.episode) == ("A single line", None)


async def test_the_turn_that_was_found_is_what_is_shown(reader: Brain) -> None:
    await reader.configure(mode="raw")
    filler = [
        Message(role="user", name="Bruno", content=f"Number {n} is a number that says little.") for n in range(60)
    ]
    result = await reader.remember(messages=[*filler[:50], *CHAT, *filler[50:]])
    found = await reader.recall("Pumpernickel", recipe="episodes")
    item = found.episodes[0]
    assert item.episode is not None
    assert (item.episode.id, item.passage) == (result.episode_id, "Ana: Pumpernickel, of all names.")
    assert "Ana: Pumpernickel, of all names." in found.context
    assert "Number 7" not in found.context


async def test_of_a_long_turn_the_part_is_shown_that_was_asked_for(reader: Brain) -> None:
    text = "It went on and on. " * 100 + "Then the zeppelin came down in Lakehurst. " + "It went on and on. " * 100
    await reader.remember(text, config_overrides={"mode": "raw"})
    await reader.remember(f"Short.\n{text}", config_overrides={"mode": "raw"})
    found = await reader.recall("zeppelin Lakehurst", recipe="episodes", k=2)
    assert any(item.passage and "the zeppelin came down" in item.passage for item in found.episodes)
    assert all(len(item.passage or "") <= 600 for item in found.episodes)


async def test_hybrid_keeps_the_turns_and_extracts(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(mode="hybrid")
    result = await reader.remember("Ana likes tea.\nThe weather is mild", occurred_at="2024-01-01")
    assert (result.status, len(ledger.read)) == ("extracted", 1)
    assert [c["content"] for c in await chunks(reader)] == ["Ana likes tea.", "The weather is mild"]
    assert len((await reader.recall("weather mild", recipe="episodes")).episodes) == 1


async def test_a_raw_episode_is_extracted_by_a_replay(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(mode="raw")
    result = await reader.remember("Ana likes tea.")
    assert (await reader.episodes.replay(result.episode_id or "")).status == "extracted"
    assert await held(reader, "Ana", "likes") == ["tea"]


async def test_a_flood_of_lines_is_joined_into_as_many_pieces_as_can_be_kept(reader: Brain) -> None:
    await reader.remember("\n".join(f"{n} x" for n in range(2_500)), config_overrides={"mode": "raw"})
    kept = await chunks(reader)
    assert len(kept) <= 1_000
    assert kept[-1]["content"].endswith("2499 x")


async def test_an_unknown_mode_is_refused_at_once(reader: Brain) -> None:
    for refused in (reader.remember("x", config_overrides={"mode": "row"}), reader.configure(mode="row")):
        with pytest.raises(InvalidInput, match=r"semantic.*raw.*hybrid"):
            await refused
    assert (await reader.overview.stats()).episodes == {}


# ---------------------------------------------------------------------- messages of a chat


async def test_a_chat_happened_when_its_latest_turn_did(reader: Brain) -> None:
    result = await reader.remember(messages=CHAT)
    told = await reader.remember(messages=CHAT, occurred_at="2024-06-01")
    assert f"{(await reader.episodes.get(result.episode_id or '')).occurred_at:%F %T}" == "2024-05-02 08:00:00"
    assert f"{(await reader.episodes.get(told.episode_id or '')).occurred_at:%F}" == "2024-06-01"


async def test_a_replay_has_the_options_that_the_episode_came_with(reader: Brain) -> None:
    asked: list[Request] = []

    class Noting(Ledger):
        async def mentions(self, request: Request) -> Extracted:
            asked.append(request)
            return await super().mentions(request)

    models = replace(reader.engine.models, extractor=Noting())
    noting = Brain(replace(reader.engine, models=models), reader.name)
    overrides = {"time_zone": "Asia/Tokyo", "instructions": "Mind the dog.", "auto_extract": False}
    said = {"speaker": "Ana", "role": "user", "recent_messages": ["Hello"], "occurred_at": "2024-05-02T08:00:00Z"}
    result = await noting.remember(messages=CHAT, config_overrides=overrides, **said)  # type: ignore[arg-type]
    assert asked == []
    await noting.episodes.replay(result.episode_id or "")
    request = asked[0]
    assert (request.speaker, request.role, request.recent_messages) == ("Ana", "user", ("Hello",))
    assert (request.time_zone, request.instructions) == ("Asia/Tokyo", "Mind the dog.")
    assert request.messages == tuple(CHAT)


async def test_a_failed_message_is_found_by_its_meaning_and_its_words(reader: Brain, ledger: Ledger) -> None:
    ledger.out_of_order = True
    text = "FAIL " + "A zeppelin came down in Lakehurst. " + "It went on and on. " * 400
    result = await reader.remember(text)
    assert result.status == "failed"
    for recipe in ("lexical", "semantic"):
        found = await reader.recall("zeppelin Lakehurst", recipe=recipe)
        assert [i.episode.id for i in found.episodes if i.episode] == [result.episode_id], recipe


# ---------------------------------------------------------------------- signals


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I prefer tabs", True),
        ("i PREFER tabs", True),
        ("We decided to ship.", True),
        ("Let’s go with Postgres", True),
        ("That was whenever", False),
        ("An unimportant remark", False),
        ("Nice weather today", False),
        ("Eu moro em Recife", True),
        ("Me llamo Lucía", True),
        ("Je m'appelle Zoé", True),
        ("Ich heiße Jörg", True),
        ("Mi chiamo Enzo", True),
        ("これは重要です", True),
        ("", False),
        ("x" * 500, False),
        ("x" * 501, True),
    ],
)
def test_a_message_sounds_memorable_by_phrase_in_whole_words_or_by_length(text: str, expected: bool) -> None:
    assert is_signal(text) is expected


def test_a_tools_result_is_memorable_a_systems_prompt_is_not_and_any_turn_suffices() -> None:
    assert is_signal("42", role="tool")
    assert not is_signal("Remember: you are an assistant.", role="system")
    quiet = Message(role="user", content="Fine weather")
    assert not is_signal("", messages=[quiet])
    assert is_signal("", messages=[quiet, Message(role="tool", content="42")])
    assert is_signal("", messages=[Message(role="assistant", content="I use vim"), quiet])


async def wait_with(brain: Brain, *contents: str, session: str = "s", **options: Any) -> list[Any]:
    """Messages of a session, one minute apart."""
    return [
        await brain.remember(text, session_id=session, occurred_at=f"2024-01-01T10:{n:02}:00Z", **options)
        for n, text in enumerate(contents)
    ]


async def test_messages_wait_until_enough_of_them_sound_memorable_then_all_are_extracted_in_order(
    reader: Brain, ledger: Ledger
) -> None:
    await reader.configure(extraction_threshold=2)
    results = await wait_with(reader, "Ana always likes tea.", "Hm.", "Bruno likes rain.")
    assert [(r.status, r.signal, r.signals) for r in results] == [
        ("stored", True, 1), ("stored", False, None), ("stored", False, None),
    ]  # fmt: skip
    assert ledger.read == []
    [last] = await wait_with(reader, "Clara never likes snow.")
    ids = [r.episode_id for r in (*results, last)]
    assert (last.status, ledger.read[-1]) == ("extracted", "Bruno likes rain.")
    assert set(last.flushed) == set(ids)
    assert [f.text for f in last.facts_added] == ["Clara never likes snow"], (
        "its own facts; the others have their own results"
    )
    assert (await reader.overview.stats()).episodes == {"extracted": 4}
    assert await held(reader, "Bruno", "likes") == ["rain"]


async def test_waiting_episodes_are_extracted_in_the_order_of_the_session(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(extraction_threshold=3)
    said = ["I use one", "nothing", "I use two", "I use three"]
    results = await wait_with(reader, *said)
    assert ledger.read == said
    assert list(results[-1].flushed) == [r.episode_id for r in results]


async def test_sessions_wait_for_themselves_and_without_a_session_nothing_waits(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(extraction_threshold=2)
    await wait_with(reader, "I use one", session="a")
    await wait_with(reader, "I use two", session="b")
    assert ledger.read == []
    assert (await reader.remember("I use three")).status == "extracted"
    assert ledger.read == ["I use three"]


async def test_a_flush_extracts_what_waits_and_nothing_twice(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(extraction_threshold=9)
    results = await wait_with(reader, "Ana likes tea.", "Bruno likes rain.")
    await reader.episodes.replay(results[0].episode_id)
    done = await reader.sessions.flush("s")
    assert [(r.episode_id, r.status) for r in done] == [(results[1].episode_id, "extracted")]
    assert [f.text for f in done[0].facts_added] == ["Bruno likes rain"]
    assert await reader.sessions.flush("s") == ()
    assert await reader.sessions.flush("nobody knows this one") == ()
    assert ledger.read == ["Ana likes tea.", "Bruno likes rain."]


async def test_what_fails_while_a_session_is_extracted_is_kept_and_told_and_the_rest_goes_on(
    reader: Brain, ledger: Ledger
) -> None:
    await reader.configure(extraction_threshold=2)
    ledger.out_of_order = True
    results = await wait_with(reader, "FAIL Ana likes tea.", "I use it, Bruno likes rain.", "Clara always likes snow.")
    last = results[-1]
    assert [e.status for e in await reader.episodes.list()] == ["extracted", "extracted", "failed"]
    assert results[0].episode_id not in last.flushed
    assert any("out of order" in warning for warning in last.warnings)
    ledger.out_of_order = False
    again = await wait_with(reader, "I use one", "I use two")
    assert results[0].episode_id not in again[-1].flushed, "no failure is tried again by itself"
    done = await reader.sessions.flush("s")
    assert [(r.episode_id, r.status) for r in done] == [(results[0].episode_id, "extracted")]
    assert await held(reader, "Ana", "likes") == ["tea"]


async def test_a_process_that_dies_while_it_extracts_a_session_loses_nothing(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(extraction_threshold=2)
    ledger.out_of_order = True
    with pytest.raises(ProcessDied):
        await wait_with(reader, "CRASH Ana likes tea.", "I use it", "Bruno never likes rain.")
    assert await reader.sessions.flush("s") == (), "somebody may still be at it"
    await reader.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain, waiting: true}) SET e.leaseUntil = datetime('2024-01-01T00:00:00Z')",
        brain=reader.name,
    )
    ledger.out_of_order = False
    assert len(await reader.sessions.flush("s")) == 3
    assert (await reader.overview.stats()).episodes == {"extracted": 3}
    assert await held(reader, "Ana", "likes") == ["tea"]


async def test_what_other_writers_keep_from_being_extracted_goes_on_waiting(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(extraction_threshold=2)
    ledger.out_of_order = True
    first, last = await wait_with(reader, "BUSY I use one", "I use two")
    assert (last.status, last.flushed) == ("extracted", (last.episode_id,))
    assert "other writers" in last.warnings[0]
    assert (await reader.episodes.get(first.episode_id)).status == "stored"
    ledger.out_of_order = False
    [again] = await wait_with(reader, "I use three")
    assert again.flushed == (first.episode_id, again.episode_id)


async def test_a_message_that_waits_takes_two_statements_and_a_memorable_one_four(reader: Brain) -> None:
    await reader.configure(extraction_threshold=9)
    with counted() as sent:
        await reader.remember("Hm.", session_id="s")
    assert sent["RUN"] == 2, "it is stored, and made findable"
    with counted() as sent:
        await reader.remember("I prefer tea.", session_id="s")
    assert sent["RUN"] == 4, "and the session is asked whether it is time, and how many messages of it count"


async def test_many_at_once_extract_each_message_once(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(extraction_threshold=3)
    await asyncio.gather(*(reader.remember(f"I use tool {n}", session_id="s") for n in range(9)))
    await reader.sessions.flush("s")
    assert sorted(ledger.read) == [f"I use tool {n}" for n in range(9)]
    assert (await reader.overview.stats()).episodes == {"extracted": 9}


async def test_waiting_messages_keep_the_options_that_each_came_with(reader: Brain, ledger: Ledger) -> None:
    await reader.configure(extraction_threshold=2, auto_extract=True)
    first = await reader.remember("I use one\nI use two", session_id="s", config_overrides={"mode": "hybrid"})
    await reader.remember("I use three\nI use four", session_id="s")
    assert [c["content"] for c in await chunks(reader)] == ["I use one", "I use two"]
    assert (await reader.episodes.get(first.episode_id or "")).status == "extracted"


async def test_a_waiting_message_can_be_found_before_it_is_extracted(reader: Brain) -> None:
    await reader.configure(extraction_threshold=5)
    await wait_with(reader, "The zeppelin came down in Lakehurst.")
    assert len((await reader.recall("zeppelin Lakehurst", recipe="episodes")).episodes) == 1


async def test_the_same_request_again_while_a_message_waits_gives_the_same_answer(reader: Brain) -> None:
    await reader.configure(extraction_threshold=5)
    one, two = [await reader.remember("Hm.", session_id="s", idempotency_key="k") for _ in range(2)]
    assert (one.episode_id, one.status) == (two.episode_id, two.status)
    assert (await reader.overview.stats()).episodes == {"stored": 1}
