"""The policy of a brain about personal data: applied before anything is stored, embedded or shown to a model."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.ingest.episodes.screening import LONG, learn_policy
from graphmem.ingest.worker import Workers
from graphmem.memory import Memory
from graphmem.testing.scripted_server import ScriptedServer
from graphmem_contract.audit import AuditLine
from graphmem_contract.errors import InvalidInput
from graphmem_contract.requests import EpisodeRequest
from graphmem_contract.settings import PiiPolicy
from tests.bolt import counted
from tests.story.staging import CountingEmbedder, answer, asking, with_models
from tests.story.telling import fact, tell

MAIL, PHONE = "ana.souza@example.com", "+351 912 345 678"
TEXT = f"Ana's address is {MAIL}, her number {PHONE}."
REDACTED = "Ana's address is [email], her number [phone]."
ANSWER = answer({"subject": "Ana", "relation": "has_address", "object": "[email]"}, entities=[("Ana", "person")])


@pytest.fixture(autouse=True)
async def lines_removed(memory: Memory) -> AsyncIterator[None]:
    """The lines of the audit log of a test are removed."""
    yield
    await memory.store.driver.execute_query("MATCH (l:AuditLine) DELETE l")


async def everything(brain: Brain) -> str:
    """All properties of all nodes and edges of a brain, and the whole audit log, as one text."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (n) WHERE n.brain = $brain OR n.id = $brain OR n:AuditLine "
        "OPTIONAL MATCH (n)-[r]->() RETURN properties(n) AS n, properties(r) AS r",
        brain=brain.name,
    )
    return str([row.data() for row in rows])


async def audit_of(memory: Memory, brain: Brain) -> list[AuditLine]:
    return list(await memory.audit_log(brain=brain.name))


async def test_redacted_text_reaches_no_model_no_embedder_and_no_node(memory: Memory, brain: Brain) -> None:
    await brain.configure(pii="redact")
    with ScriptedServer(lambda _: ANSWER) as server:
        async with asking(brain, server) as reader:
            embedder = CountingEmbedder(reader.engine.models.embedder)
            teller = with_models(reader, extractor=reader.engine.models.extractor, embedder=embedder)
            told = await teller.remember(
                TEXT, metadata={"from": MAIL, MAIL: 1}, recent_messages=[f"Call {PHONE}."], session_id="s", verbose=True
            )
            assert told.status == "extracted"
            assert any("replaced" in warning and "email, phone" in warning for warning in told.warnings)
            sent = str([request.body for request in server.requests]) + str(embedder.asked) + told.model_dump_json()
    stored = await brain.episodes.get(told.episode_id or "")
    assert (stored.content, stored.pii_kinds) == (REDACTED, ("email", "phone"))
    assert stored.metadata == {"from": "[email]", "[email]": 1}
    for hidden in (MAIL, "912 345 678"):
        assert hidden not in sent
        assert hidden not in await everything(brain)
    (line,) = await audit_of(memory, brain)
    assert (line.operation, line.ids, line.kinds) == ("pii:redact", (told.episode_id,), ("email", "phone"))
    assert (line.key_id, line.key_name, line.status) == (None, "library", None)


async def test_what_stands_for_redacted_data_is_the_name_of_no_entity(brain: Brain) -> None:
    await brain.configure(pii="redact")
    read = {
        "Ana": answer(
            {"subject": "Ana", "relation": "also_known_as", "object": "[email]"},
            {"subject": "[email]", "relation": "works_at", "object": "Acme"},
            {"subject": "Ana", "relation": "reachable_at", "object": "[email]"},
            entities=[("Ana", "person"), ("[email]", "person"), ("Acme", "organization")],
        ),
        "Leo": answer(
            {"subject": "[email]", "relation": "works_at", "object": "Globex"},
            {"subject": "Leo", "relation": "likes", "object": "tea"},
            entities=[("Leo", "person"), ("Globex", "organization")],
        ),
    }
    with ScriptedServer(lambda request: read["Leo" if "Leo writes" in request.prompt else "Ana"]) as server:
        async with asking(brain, server) as reader:
            for name in read:
                mail = f"{name.lower()}@example.com"
                told = await reader.remember(
                    f"{name} writes from {mail}. {mail} works at Acme and Globex. Leo likes tea."
                )
                assert "has no name" in str(told.facts_skipped)
    names = {one.name: one.aliases for one in await brain.entities.list(limit=100)}
    assert {"Ana", "Leo"} <= set(names)
    assert not any("[email]" in name for name in names)
    assert not any("[email]" in aliases for aliases in names.values())
    assert len(await brain.facts(relation="works_at")) == 0


async def test_marked_text_stays_and_its_kinds_are_stored_with_it(memory: Memory, brain: Brain) -> None:
    await brain.configure(pii="mark")
    told = await brain.remember(TEXT, extraction={"facts": []})
    plain = await brain.remember("Ana likes tea.", extraction={"facts": []})
    stored = await brain.episodes.get(told.episode_id or "")
    assert (stored.content, stored.pii_kinds) == (TEXT, ("email", "phone"))
    assert (await brain.episodes.get(plain.episode_id or "")).pii_kinds == ()
    assert await audit_of(memory, brain) == []


async def test_refused_text_is_not_stored_and_the_log_says_so_without_it(memory: Memory, brain: Brain) -> None:
    await brain.configure(pii="refuse")
    for wait in (True, False):
        with pytest.raises(InvalidInput) as refused:
            await brain.remember(TEXT, wait=wait, extraction={"facts": []})
        assert refused.value.field == "content"
        assert MAIL not in str(refused.value)
    assert (await brain.overview.stats()).episodes == {}
    assert {(one.operation, one.ids, one.kinds) for one in await audit_of(memory, brain)} == {
        ("pii:refuse", (), ("email", "phone"))
    }
    assert MAIL not in await everything(brain)
    assert (await brain.remember("Ana likes tea.", extraction={"facts": []})).status == "extracted"


async def test_a_speaker_that_is_personal_data_is_refused_where_texts_are_redacted(brain: Brain) -> None:
    await brain.configure(pii="redact")
    with pytest.raises(InvalidInput) as refused:
        await brain.remember("Hello.", speaker=MAIL)
    assert refused.value.field == "speaker"
    with pytest.raises(InvalidInput) as refused:
        await brain.remember(messages=[{"role": "user", "name": MAIL, "content": "Hello."}])
    assert refused.value.field == "messages"
    told = await brain.remember("Hello.", speaker=f"Ana Souza <{MAIL}>", skip_extraction=True)
    assert (await brain.episodes.get(told.episode_id or "")).speaker == "Ana Souza <[email]>"


async def test_a_chat_a_supplied_extraction_and_a_dry_run_are_screened(brain: Brain) -> None:
    await brain.configure(pii="redact")
    given = {
        "entities": [{"name": "Ana", "type": "person", "aliases": [MAIL]}],
        "facts": [{"subject": "Ana", "relation": "reachable_at", "object": PHONE, "text": f"Ana is at {PHONE}."}],
    }
    calls = [{"arguments": f'{{"to": "{MAIL}"}}'}]
    chat = [{"role": "user", "content": TEXT}, {"role": "assistant", "content": "Done.", "tool_calls": calls}]
    tried = await brain.remember(messages=chat, extraction=given, dry_run=True)
    assert [one.object for one in tried.facts_added] == ["[phone]"]
    told = await brain.remember(messages=chat, extraction=given)
    assert [one.object for one in told.facts_added] == ["[phone]"]
    assert "[email]" not in (await brain.entities.get("Ana")).aliases
    stored = await everything(brain)
    assert MAIL not in stored
    assert "912 345 678" not in stored


@pytest.mark.parametrize("wait", [True, False])
async def test_a_message_that_only_waits_or_is_only_kept_is_screened(brain: Brain, wait: bool) -> None:
    await brain.configure(pii="redact")
    sender = Brain(replace(brain.engine, workers=Workers(0)), brain.name)
    told = await sender.remember(TEXT, wait=wait, skip_extraction=wait)
    assert (await brain.episodes.get(told.episode_id or "")).content == REDACTED
    assert MAIL not in await everything(brain)


async def test_episodes_that_are_stored_together_are_screened_each(memory: Memory, brain: Brain) -> None:
    await brain.configure(pii="redact")
    texts = ["Ana likes tea.", TEXT, "Leo likes jam."]
    requests = [(EpisodeRequest(content=text, skip_extraction=True), f"key-{n}") for n, text in enumerate(texts)]
    requests.insert(1, (EpisodeRequest(content="Hello.", speaker=MAIL, skip_extraction=True), "speaker"))
    first, refused, second, third = await brain.episodes.store_verbatim(requests)
    assert isinstance(refused, InvalidInput)
    kept = [(await brain.episodes.get(one[0].episode_id or "")).content for one in (first, second, third)]  # type: ignore[index]
    assert kept == ["Ana likes tea.", REDACTED, "Leo likes jam."]
    again = await brain.episodes.store_verbatim(requests)
    assert [one[1] for one in again if not isinstance(one, Exception)] == [True, True, True]
    assert len([one for one in await audit_of(memory, brain) if one.operation == "pii:redact"]) == 1


async def test_facts_by_hand_and_imports_are_screened(memory: Memory, brain: Brain) -> None:
    await brain.configure(pii="redact")
    one = await brain.add_fact(subject="Ana", relation="reachable_at", object=MAIL)
    assert one.object == "[email]"
    report = await brain.transfer.import_facts([{"subject": "Leo", "relation": "reachable_at", "object": PHONE}])
    assert report.lines[0].id
    assert {(line.operation, line.ids, line.kinds) for line in await audit_of(memory, brain)} == {
        ("pii:redact", (one.id,), ("email",)), ("pii:redact", (report.lines[0].id,), ("phone",)),
    }  # fmt: skip
    await brain.configure(pii="refuse")
    with pytest.raises(InvalidInput) as refused:
        await brain.add_fact(subject="Ana", relation="reachable_at", object=MAIL)
    assert refused.value.field == "object"
    report = await brain.transfer.import_facts(
        [
            {"subject": MAIL, "relation": "likes", "object": "tea"},
            {"subject": "Leo", "relation": "likes", "object": "jam"},
        ]
    )
    assert report.rejected == 1
    assert (report.lines[0].error or "").startswith("subject: ")
    assert MAIL not in str(report)
    assert len([line for line in await audit_of(memory, brain) if line.operation == "pii:refuse"]) == 2
    assert MAIL not in await everything(brain)


@pytest.mark.parametrize("pii", ["off", "mark", "redact"])
async def test_a_policy_adds_no_round_trip_to_a_message(brain: Brain, pii: PiiPolicy) -> None:
    await brain.configure(pii=pii)
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    with counted() as sent:
        await tell(brain, "2024-02-01", fact("Ana", "works_at", "Globex"))
    assert (sent["BEGIN"], sent["RUN"]) == (2, 8)


@pytest.mark.parametrize("known", ["off", "mark", "redact", "refuse"])
@pytest.mark.parametrize("now", ["off", "mark", "redact", "refuse"])
async def test_what_a_process_knew_before_does_not_matter(brain: Brain, known: PiiPolicy, now: PiiPolicy) -> None:
    await brain.configure(pii=now)
    learn_policy(brain.engine.store, brain.name, known)
    request = EpisodeRequest(content=TEXT, skip_extraction=True)
    expected = {"off": (TEXT, ()), "mark": (TEXT, ("email", "phone")), "redact": (REDACTED, ("email", "phone"))}
    if now == "refuse":
        with pytest.raises(InvalidInput):
            await brain.remember(TEXT, skip_extraction=True)
        (refused,) = await brain.episodes.store_verbatim([(request, None)])
        assert isinstance(refused, InvalidInput)
        return
    told = await brain.remember(TEXT, skip_extraction=True)
    learn_policy(brain.engine.store, brain.name, known)
    (together,) = await brain.episodes.store_verbatim([(request, None)])
    assert not isinstance(together, Exception)
    for id_ in (told.episode_id, together[0].episode_id):
        stored = await brain.episodes.get(id_ or "")
        assert (stored.content, stored.pii_kinds) == expected[now]


async def test_the_service_sets_the_policy_of_brains_without_their_own(brain: Brain) -> None:
    settings = brain.engine.settings.with_overrides(pii="redact")
    careful = Brain(replace(brain.engine, settings=settings), brain.name)
    told = await careful.remember(TEXT, skip_extraction=True)
    assert (await brain.episodes.get(told.episode_id or "")).content == REDACTED
    assert (await careful.add_fact(subject="Ana", relation="reachable_at", object=MAIL)).object == "[email]"
    await brain.configure(pii="off")
    told = await careful.remember(TEXT, skip_extraction=True)
    assert (await brain.episodes.get(told.episode_id or "")).content == TEXT


async def test_a_call_cannot_lift_the_policy(brain: Brain) -> None:
    await brain.configure(pii="redact")
    told = await brain.remember(TEXT, config_overrides={"pii": "off"}, skip_extraction=True)
    assert (await brain.episodes.get(told.episode_id or "")).content == REDACTED
    assert any("'pii'" in warning for warning in told.warnings)


async def test_corrections_and_entities_by_hand_are_screened(memory: Memory, brain: Brain) -> None:
    lives = await brain.add_fact(subject="Ana", relation="reachable_at", object="work")
    await brain.configure(pii="redact")
    changed = await brain.correct(lives.id, object=MAIL, reason=f"{MAIL} is right")
    assert changed.changed
    ana = await brain.entities.change("Ana", summary=f"Ana, {MAIL}.", aliases_add=[PHONE, "Aninha"])
    assert ana.summary == "Ana, [email]."
    assert PHONE not in ana.aliases
    leo = await brain.entities.add(name="Leo", type="person", properties={"phone": PHONE})
    assert leo.properties == {"phone": "[phone]"}
    assert [(one.operation, one.ids, one.kinds) for one in reversed(await audit_of(memory, brain))] == [
        ("pii:redact", (lives.id,), ("email",)),
        ("pii:redact", (ana.id,), ("email", "phone")),
        ("pii:redact", (leo.id,), ("phone",)),
    ]
    await brain.configure(pii="refuse")
    for refused in (
        brain.correct(lives.id, text=f"Ana is at {MAIL}."),
        brain.entities.change("Ana", name=MAIL),
        brain.entities.add(name="Eva", type="person", aliases=[MAIL]),
    ):
        with pytest.raises(InvalidInput):
            await refused
    assert len([one for one in await audit_of(memory, brain) if one.operation == "pii:refuse"]) == 3
    stored = await everything(brain)
    assert MAIL not in stored
    assert "912 345 678" not in stored


async def test_a_rehearsal_leaves_no_line_in_the_audit_log(memory: Memory, brain: Brain) -> None:
    await brain.configure(pii="redact")
    await brain.remember(TEXT, extraction={"facts": []}, dry_run=True)
    kept = await brain.add_fact(subject="Ana", relation="reachable_at", object="work")
    await brain.correct(kept.id, object=MAIL, dry_run=True)
    assert await audit_of(memory, brain) == []


async def test_a_fact_that_is_not_stored_leaves_no_line_in_the_audit_log(memory: Memory, brain: Brain) -> None:
    await brain.configure(pii="redact")
    with pytest.raises(InvalidInput):
        await brain.add_fact(subject="Ana", relation="reachable_at", object=MAIL, action="ends")
    assert await audit_of(memory, brain) == []
    records = [{"subject": "Ana", "relation": "reachable_at", "object": MAIL}]
    await brain.transfer.import_facts(records)
    again = await brain.transfer.import_facts(records)
    assert again.lines[0].replayed
    assert len(await audit_of(memory, brain)) == 1


async def test_a_long_text_is_refused_too(brain: Brain) -> None:
    await brain.configure(pii="refuse")
    with pytest.raises(InvalidInput) as refused:
        await brain.remember("Ana walks by the river. " * (LONG // 20) + TEXT, skip_extraction=True)
    assert "email, phone" in refused.value.detail


async def test_a_long_text_is_screened_too(brain: Brain) -> None:
    await brain.configure(pii="redact")
    text = "Ana walks by the river. " * (LONG // 20) + TEXT
    told = await brain.remember(text, skip_extraction=True)
    stored: Any = await brain.episodes.get(told.episode_id or "")
    assert stored.content == text.replace(TEXT, REDACTED)
