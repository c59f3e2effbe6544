"""One story, unchanged, on the library, on the client and on the synchronous client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graphmem_client.protocol import BrainLike

PEOPLE = [{"name": "Ana", "type": "person"}]


def supplied(*facts: dict[str, Any]) -> dict[str, Any]:
    """What a message says, with its objects as organizations."""
    names = [{"name": fact["object"], "type": "organization"} for fact in facts]
    return {"entities": [*PEOPLE, *names], "facts": list(facts)}


def job(employer: str, since: str) -> dict[str, Any]:
    return {"subject": "Ana", "relation": "works_at", "object": employer, "valid_from": since, "cardinality": "one"}


async def employers(brain: BrainLike, **moments: Any) -> list[str]:
    return [fact.object for fact in await brain.facts("Ana", "works_at", **moments)]


async def refusal(call: Any) -> tuple[str, str | None]:
    """The code and the field of the error that a call raises; both packages have an error of that name."""
    with pytest.raises(Exception) as raised:
        await call
    error: Any = raised.value
    return error.code, error.field


async def test_a_message_is_remembered_and_recalled(fresh: Callable[[], BrainLike]) -> None:
    brain = fresh()
    assert await brain.create()
    assert not await brain.create()
    told = await brain.remember(
        "Ana started at Acme.", speaker="Ana", occurred_at="2024-05-01", session_id="monday", tags=["work"],
        metadata={"channel": "mail"}, extraction=supplied(job("Acme", "2024-05-01")), idempotency_key="first",
    )  # fmt: skip
    again = await brain.remember(
        "Ana started at Acme.", speaker="Ana", occurred_at="2024-05-01", session_id="monday", tags=["work"],
        metadata={"channel": "mail"}, extraction=supplied(job("Acme", "2024-05-01")), idempotency_key="first",
    )  # fmt: skip
    assert again.episode_id == told.episode_id
    assert (await refusal(brain.remember("Other.", idempotency_key="first")))[0] == "idempotency_mismatch"
    await brain.remember(
        "Ana went to Globex.", occurred_at="2025-03-01", extraction=supplied(job("Globex", "2025-03-01"))
    )
    assert [fact.object for fact in told.facts_added] == ["Acme"]
    assert "Globex" in (await brain.recall("Where does Ana work?")).context
    assert await employers(brain) == ["Globex"]
    assert await employers(brain, valid_at="2024-12-01") == ["Acme"]
    assert await employers(brain, known_at=told.recorded_at) == ["Acme"]
    (episode,) = await brain.episodes.list(
        tags=["work"], metadata={"channel": "mail"}, since="2024-01-01", until="2025-01-01"
    )
    assert (episode.id, episode.content) == (told.episode_id, "Ana started at Acme.")
    assert (await brain.episodes.get(episode.id)).metadata == {"channel": "mail"}
    assert await brain.episodes.trace(episode.id)
    assert [(one.id, one.episodes) for one in await brain.sessions.list()] == [("monday", 1)]
    blank = await brain.remember("  ")
    assert (blank.episode_id, len(blank.warnings)) == (None, 1)
    silent = await brain.remember("Ana likes Initech.", extraction={})
    assert silent.facts_added == ()


async def test_facts_end_and_come_back(fresh: Callable[[], BrainLike]) -> None:
    brain = fresh()
    fact = await brain.add_fact(**job("Acme", "2024-05-01"))
    assert (await brain.fact(fact.id)).text == fact.text
    rehearsed = await brain.invalidate(fact.id, at="2025-01-01", reason="She left.", dry_run=True)
    assert await employers(brain) == ["Acme"]
    done = await brain.invalidate(fact.id, at="2025-01-01", reason="She left.")
    assert [(one.id, one.at, one.status) for one in rehearsed.changed] == [(fact.id, done.changed[0].at, "closed")]
    assert await employers(brain) == []
    assert {one.status for one in (await brain.history(fact.id)).versions} >= {"closed"}
    await brain.restore(fact.id)
    assert await employers(brain) == ["Acme"]
    assert (await brain.correct(fact.id, object="Acme Labs", dry_run=True)).changed
    await brain.correct(fact.id, object="Acme Labs", valid_from=None)
    (right,) = await brain.facts("Ana", "works_at")
    assert (right.object, right.valid_from) == ("Acme Labs", None)
    assert right.id in {one.id for one in (await brain.history(right.id)).versions}
    await brain.ontology.set_relation("works_at", cardinality="many", synonyms=["employed_by"])
    assert "works_at" in {one["name"] for one in (await brain.ontology.get())["relations"]}
    assert await refusal(brain.fact("no-such-fact")) == ("not_found", None)
    assert (await refusal(brain.invalidate(right.id, kind="wrong")))[0] == "invalid_input"  # type: ignore[arg-type]
    assert (await refusal(brain.correct(right.id, colour="red"))) == ("invalid_input", "colour")
    assert (await refusal(brain.facts(limit=0))) == ("invalid_input", "limit")
    assert (await refusal(brain.facts(valid_at="yesterday"))) == ("invalid_input", "valid_at")


async def test_entities_are_merged_and_parted(fresh: Callable[[], BrainLike]) -> None:
    brain = fresh()
    ana = await brain.entities.add(name="Ana Souza", type="person", properties={"floor": 3})
    other = await brain.entities.add(name="Nana R.", type="person", external_id="crm-17")
    await brain.add_fact(subject="Nana R.", relation="likes", object="tea", valid_from=None)
    await brain.add_fact(subject="Ana Souza", relation="knows", object="Rui", object_is_entity=True)
    await brain.add_fact(subject="Rui", relation="knows", object="Zoé/Bar", object_is_entity=True)
    assert (await brain.entities.change(ana.id, properties={"floor": None}, aliases_add=["Ana"])).properties == {}
    rehearsed = await brain.entities.merge("Ana Souza", ["Nana R."], dry_run=True)
    assert (await brain.entities.get(other.id)).merged_into is None
    merges = await brain.entities.merge("Ana Souza", "Nana R.")
    assert [one.entity_id for one in rehearsed.merges] == [one.entity_id for one in merges.merges] == [other.id]
    assert (await brain.entities.get(other.id)).merged_into == ana.id
    assert {fact.object for fact in await brain.graph.as_of("Ana Souza")} == {"tea", "Rui"}
    assert {fact.object for fact in await brain.entities.facts("Ana", limit=1)} < {"tea", "Rui"}
    near = await brain.graph.neighbours("Ana Souza", hops=2, direction="out")
    assert ("Zoé/Bar", 2) in {(one.fact.object, one.hops) for one in near}
    page = await brain.graph.neighbours_page("Ana Souza", hops=2, limit=1)
    assert page.next_cursor
    assert [route.names for route in await brain.graph.path("Ana Souza", "Zoé/Bar")] == [
        ("Ana Souza", "Rui", "Zoé/Bar")
    ]
    assert (await brain.entities.get("Zoé/Bar")).name == "Zoé/Bar"
    await brain.entities.unmerge(other.id, merges.merges[0].merge_id)
    assert {fact.object for fact in await brain.graph.as_of("Ana Souza")} == {"Rui"}
    assert len((await brain.entities.history(other.id)).merges) == 1
    assert {one.name for one in await brain.entities.list(query="Nana")} == {"Nana R."}
    assert (await refusal(brain.entities.unmerge(other.id, merges.merges[0].merge_id)))[0] == "not_merged"
    tea = next(fact for fact in await brain.facts() if fact.object == "tea")
    parted = await brain.entities.split(other.id, facts=[tea.id], name="Nadia", dry_run=True)
    assert (parted.facts, parted.parted_from, parted.name) == ((tea.id,), other.id, "Nadia")
    assert (await refusal(brain.entities.split(other.id)))[0] == "invalid_input"
    rows = (
        await brain.graph.call("CALL graphmem.bfs($brain, ['Rui'], 1) YIELD entity RETURN entity.name AS name")
    ).rows
    assert {row["name"] for row in rows} >= {"Ana Souza", "Zoé/Bar"}
    assert (await refusal(brain.graph.call("MATCH (n) RETURN count(n) AS n")))[0] == "invalid_input"
    assert (await brain.graph.call("MATCH (n) RETURN count(n) AS n", any_cypher=True)).columns == ("n",)


async def test_things_are_forgotten(fresh: Callable[[], BrainLike]) -> None:
    brain = fresh()
    told = await brain.remember("Ana started at Acme.", extraction=supplied(job("Acme", "2024-05-01")))
    fact = await brain.add_fact(subject="Ana", relation="likes", object="tea")
    assert told.episode_id
    assert (await brain.forget(fact.id, dry_run=True)).removed.facts == (fact.id,)
    assert (await brain.forget(fact.id)).removed.facts == (fact.id,)
    assert (await refusal(brain.forget(fact.id)))[0] == "not_found"
    assert (await brain.episodes.forget(told.episode_id)).removed.episodes == (told.episode_id,)
    assert (await refusal(brain.episodes.get(told.episode_id)))[0] in ("forgotten", "not_found")
    await brain.entities.add(name="Ana", type="person")
    assert (await brain.entities.forget((await brain.entities.get("Ana")).id)).removed.what == "entity"
    assert (await brain.overview.stats()).facts == 0
    assert (await brain.delete()).removed.what == "brain"
    assert (await refusal(brain.delete()))[0] == "not_found"


async def test_facts_are_imported_and_a_brain_is_carried_elsewhere(fresh: Callable[[], BrainLike]) -> None:
    brain, copy = fresh(), fresh()
    records: list[dict[str, Any]] = [
        {"subject": "Ana", "relation": "visited", "object": "Lima", "valid_from": "2021-01-01"},
        {"subject": "Ana", "relation": "visited", "object": "", "valid_from": "2022-01-01"},
        {"subject": "Ana", "relation": "visited", "object": "Oslo", "valid_from": "2023-01-01"},
    ]
    report = await brain.transfer.import_facts(iter(records), resolve="exact")
    assert (report.records, report.added, report.rejected) == (3, 2, 1)
    assert [line.line for line in report.lines if line.error] == [2]
    again = await brain.transfer.import_facts(records, resolve="exact")
    assert [line.replayed for line in again.lines] == [True, None, True]
    assert (await refusal(brain.transfer.import_facts([], resolve="other"))) == ("invalid_input", "resolve")  # type: ignore[arg-type]
    lines = [line async for line in brain.transfer.export()]
    loaded = await copy.transfer.load(lines)
    assert (loaded.brain, loaded.counts["FACT"]) == (copy.name, 2)
    assert {(fact.id, fact.object) for fact in await copy.facts()} == {
        (fact.id, fact.object) for fact in await brain.facts()
    }
    assert (await refusal(copy.transfer.load(lines)))[0] == "brain_not_empty"
    assert (await refusal(anext(fresh().transfer.export())))[0] == "not_found"


async def test_a_brain_has_settings_and_a_queue(fresh: Callable[[], BrainLike]) -> None:
    brain = fresh()
    assert (await brain.settings()).mode is None
    assert (await brain.configure(time_zone="Europe/Lisbon", extraction_threshold=3)).time_zone == "Europe/Lisbon"
    assert (await brain.settings()).extraction_threshold == 3
    assert (await refusal(brain.configure(extraction_threshold="3"))) == ("invalid_input", "extraction_threshold")
    await brain.episodes.check_queue()
    waiting = await brain.remember("Ana likes tea.", session_id="s", wait=False, idempotency_key="k")
    assert waiting.episode_id
    assert (waiting.status in ("pending", "extracting", "extracted", "stored"), waiting.facts_added) == (True, ())
    repeated = await brain.remember("Ana likes tea.", session_id="s", wait=False, idempotency_key="k")
    assert repeated.episode_id == waiting.episode_id
    stored = await brain.remember("Ana likes coffee.", session_id="t", skip_extraction=True)
    assert stored.episode_id
    assert (await brain.episodes.replay(stored.episode_id)).episode_id == stored.episode_id
    assert await brain.sessions.flush("t") == ()


async def test_a_brain_tells_its_state(fresh: Callable[[], BrainLike]) -> None:
    brain = fresh()
    assert (await refusal(brain.overview.summary()))[0] == "not_found"
    told = await brain.remember("Ana started at Acme.", speaker="Ana", extraction=supplied(job("Acme", "2024-05-01")))
    await brain.remember("Ana went to Globex.", extraction=supplied(job("Globex", "2025-03-01")))
    assert ((await brain.overview.summary()).name, (await brain.overview.summary()).revision) == (brain.name, 2)
    assert told.episode_id
    assert [one.effect for one in (await brain.episodes.changes(told.episode_id)).effects] == ["added"]
    (ended,) = await brain.contradictions.list()
    assert (ended.fact.object, ended.by and ended.by.object, ended.reason) == ("Acme", "Globex", "superseded")
    assert [fact.id for fact in await brain.facts("Ana", ended=True, text="acme", origin="extracted")] == [
        ended.fact.id
    ]
    assert [one.id for one in await brain.episodes.list(speaker="Ana", text="started")] == [told.episode_id]
    assert set(await brain.graph.facts_by_ids([ended.fact.id, "no-such-fact", ""])) == {ended.fact.id}
    assert set(await brain.episodes.by_ids([told.episode_id, "no-such-episode", ""])) == {told.episode_id}
    assert (await brain.graph.support(ended.fact.id)).dependents == ()
    overview = await brain.overview.get(days=2)
    assert (overview.stats.facts, len(overview.days)) == (2, 2)
    assert [day.episodes for day in await brain.overview.activity(days=2)] == [day.episodes for day in overview.days]
    moments = await brain.timeline.moments(limit=10)
    assert [one.at.year for one in moments.valid] == [2024, 2025]
    assert [one.changes for one in (await brain.timeline.moments(known_at=moments.system[0].at)).valid] == [1]
    (began, ended_job) = await brain.timeline.differences(
        from_valid_at="2024-06-01", to_valid_at="2025-06-01", limit=10
    )
    assert {began.contrast, ended_job.contrast} == {"began", "ended"}
    assert (
        await brain.timeline.differences(from_known_at=moments.system[0].at, to_valid_at="2025-06-01", limit=1)
    ).next_cursor
    assert (await brain.episodes.queue()).pending == 0
    await brain.entities.add(name="Ana Souza", type="person")
    assert "Ana Souza" in {one.entity.name for one in await brain.entities.similar("Ana")}
