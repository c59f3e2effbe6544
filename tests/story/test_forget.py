"""Forget removes a thing from both timelines and opens what it had closed (docs/time.md, R10)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.curation.rederive import rederive, statements_of
from graphmem.memory import Memory
from graphmem_contract.errors import AlreadyMerged, Gone, NotFound
from graphmem_contract.records import Fact, WriteResult
from tests.bolt import counted
from tests.story.telling import fact, held, left_of, only, spans, tell

MOMENTS = ("2022-06-01", "2023-06-01", "2024-06-01", "2025-06-01", None)


def seen(facts: Sequence[Fact]) -> list[tuple[Any, ...]]:
    """Facts without their ids, which differ between brains."""
    return sorted(
        (f.subject, f.relation, f.object, str(f.valid_from), str(f.valid_until), f.text, f.closed_reason or "")
        for f in facts
    )


async def readout(brain: Brain, known: Sequence[datetime | None]) -> list[Any]:
    """Everything visible at several moments on both clocks."""
    out = []
    for known_at in known:
        for valid_at in MOMENTS:
            out.append(seen((await brain.facts(valid_at=valid_at, known_at=known_at)).items))
        out.append(seen((await brain.facts(include_closed=True, known_at=known_at)).items))
    return out


async def test_forgetting_an_episode_opens_what_it_had_closed(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    later = await tell(brain, "2024-01-01", fact("Ana", "works_at", "Globex"))
    gone = await brain.episodes.forget(later.episode_id or "")
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2023-01-01", None)}
    assert [r.valid_until for r in gone.reopened] == [None]
    assert len(gone.removed.facts) == 1
    assert gone.removed.statements == 1
    assert [e.name for e in (await brain.entities.list(query="Globex")).items] == []


async def test_a_brain_that_forgot_is_like_one_that_never_knew(memory: Memory) -> None:
    told = [
        ("2022-01-01", [fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "Berlin")]),
        ("2024-01-01", [fact("Ana", "works_at", "Globex"), fact("Ana", "works_at", "Acme", action="ends")]),
        ("2023-01-01", [fact("Ana", "works_at", "Initech")]),
        ("2025-01-01", [fact("Ana", "works_at", "Acme")]),
    ]
    for left_out in range(4):
        one, other = memory.brain(f"forgets-{uuid4()}"), memory.brain(f"never-{uuid4()}")
        results: list[WriteResult] = [await tell(one, at, *facts) for at, facts in told]
        without = [await tell(other, at, *facts) for n, (at, facts) in enumerate(told) if n != left_out]
        await one.episodes.forget(results[left_out].episode_id or "")
        known = [r.recorded_at for n, r in enumerate(results) if n != left_out]
        assert await readout(one, [*known, None]) == await readout(other, [*(r.recorded_at for r in without), None])


async def test_what_rested_on_a_forgotten_fact_falls_with_it(brain: Brain) -> None:
    ground = await brain.add_fact(subject="Ana", relation="born_in", object="Lisbon", valid_from="2020-01-01")
    other = await brain.add_fact(subject="Ana", relation="speaks", object="Portuguese", valid_from="2020-01-01")
    rests = await brain.add_fact(
        subject="Ana", relation="votes_in", object="Lisbon", valid_from="2020-01-01", evidence_ids=[ground.id]
    )
    shown = await brain.forget(ground.id, dry_run=True)
    assert (await brain.fact(rests.id)).status == "live"
    gone = await brain.forget(ground.id)
    assert gone.removed.facts == shown.removed.facts
    assert rests.id in gone.removed.facts
    assert await held(brain, "Ana", "votes_in") == []
    assert (await brain.fact(other.id)).status == "live"
    with pytest.raises(NotFound):
        await brain.fact(ground.id)


async def test_history_is_the_same_when_nothing_is_forgotten(brain: Brain) -> None:
    first = await tell(brain, "2022-01-01", fact("Ana", "works_at", "Acme"))
    second = await tell(brain, "2024-01-01", fact("Ana", "works_at", "Globex"))
    acme = (await brain.facts(subject="Ana", object="Acme", include_closed=True))[0]
    globex = await only(brain, "Ana", "works_at")
    basis = await brain.add_fact(
        subject="Ana", relation="commutes", object="daily", evidence_ids=[globex.id], valid_from="2024-01-01"
    )
    corrected = await brain.invalidate(globex.id, kind="corrected")
    restored = await brain.restore(globex.id)
    retracted = await brain.invalidate(globex.id, at="2025-01-01")
    known = [first.recorded_at, second.recorded_at, corrected.recorded_at, restored.recorded_at, retracted.recorded_at]
    before = await readout(brain, [*known, None])
    histories = [await brain.history(i) for i in (acme.id, globex.id, basis.id)]

    async def again(tx: Any) -> None:
        groups = [(acme.subject_id, "works_at", None), (acme.subject_id, "commutes", None)]
        await rederive(tx, brain.name, groups, await statements_of(tx, brain.name, groups), [], {})

    await brain.engine.store.transaction(again)
    assert await readout(brain, [*known, None]) == before
    assert [await brain.history(i) for i in (acme.id, globex.id, basis.id)] == histories


async def test_forgetting_does_not_live_again_through_what_others_said_of_somebody(brain: Brain) -> None:
    """`knows` connects a whole brain, but each pair is settled alone."""
    runs = []
    for people in (3, 12):
        for n in range(people):
            await tell(
                brain, "2024-01-01", fact("Ana", "knows", f"Friend {people} {n}"), fact("Ana", "likes", f"tea {n}")
            )
        last = await tell(
            brain, "2024-02-01", fact("Ana", "knows", f"Guest {people}"), fact("Ana", "likes", f"rain {people}")
        )
        with counted() as sent:
            gone = (await brain.episodes.forget(last.episode_id or "")).removed
        assert (len(gone.facts), gone.statements) == (2, 2)
        runs.append(sent["RUN"])
    assert runs[0] == runs[1]
    assert len(await brain.facts(subject="Ana", relation="knows")) == 3 + 12


async def test_both_ways_of_saying_what_has_no_direction_are_one(brain: Brain) -> None:
    first = await tell(brain, "2024-01-01", fact("Ana", "knows", "Bob"))
    await tell(brain, "2024-02-01", fact("Bob", "knows", "Ana"))
    gone = await brain.episodes.forget(first.episode_id or "")
    assert gone.removed.statements == 1
    assert [(f.subject, f.object) for f in await brain.facts(relation="knows")] == [("Bob", "Ana")]


async def test_nothing_of_a_forgotten_episode_is_left_in_any_text(brain: Brain) -> None:
    said = {"session_id": "s", "speaker": "Ana"}
    await tell(brain, "2024-01-01", fact("Ana", "likes", "Berlin"), text="I like Berlin.", **said)
    secret = "The doctor told me about my condition Xyzzyosis yesterday."
    told = await tell(
        brain,
        "2024-01-02",
        fact("Ana", "has_condition", "Xyzzyosis", object_is_entity=False, text="Ana has Xyzzyosis."),
        text=secret,
        idempotency_key="k-secret",
        **said,
    )
    await tell(brain, "2024-01-03", fact("Ana", "likes", "Lisbon"), text="And Lisbon.", **said)
    await tell(brain, "2024-01-04", fact("Ana", "likes", "Porto"), text="And Porto.", **said)
    await brain.episodes.forget(told.episode_id or "")
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (n {brain: $brain}) OPTIONAL MATCH (n)-[r]->() RETURN properties(n) AS n, properties(r) AS r",
        brain=brain.name,
    )
    assert len(rows) > 10
    assert not [row for row in rows if "xyzzyosis" in f"{row['n']} {row['r']}".casefold()]
    found = await brain.recall("Which condition did the doctor speak of?")
    assert "Xyzzyosis" not in found.context
    with pytest.raises(Gone):
        await brain.episodes.forget(told.episode_id or "")
    turns = await brain.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain})-[:NEXT]->(n) RETURN e.content AS a, n.searchText AS b ORDER BY e.occurredAt",
        brain=brain.name,
    )
    assert [(row["a"], "I like Berlin." in row["b"]) for row in turns.records] == [
        ("I like Berlin.", True),
        ("And Lisbon.", False),
    ]


CONDITION = fact("Ana", "has_condition", "Xyzzyosis", object_is_entity=False, text="Ana has got Xyzzyosis.")


@pytest.mark.parametrize("what", ["episode", "fact"])
async def test_the_end_of_a_forgotten_fact_is_forgotten_with_it(brain: Brain, what: str) -> None:
    told = await tell(brain, "2024-01-01", CONDITION)
    known = await only(brain, "Ana", "has_condition")
    await brain.invalidate(known.id, at="2024-06-01")
    await brain.restore(known.id)
    await brain.invalidate(known.id, at="2025-01-01", reason="Xyzzyosis can be cured.")
    forgotten = brain.episodes.forget(told.episode_id or "") if what == "episode" else brain.forget(known.id)
    removed = (await forgotten).removed
    assert (removed.statements, removed.facts, len(removed.values)) == (3, (known.id,), 1)
    assert await left_of(brain, "xyzzyosis") == []
    await tell(brain, "2023-01-01", CONDITION)
    assert await spans(brain, "Ana", "has_condition") == {("Xyzzyosis", "2023-01-01", None)}


async def test_an_end_that_another_episode_told_goes_with_the_fact_but_not_with_another_episode(brain: Brain) -> None:
    first = await tell(brain, "2024-01-01", CONDITION)
    await tell(brain, "2025-01-01", {**CONDITION, "action": "ends", "text": "Ana is well again."})
    assert (await brain.episodes.forget(first.episode_id or "")).removed.statements == 1
    await tell(brain, "2024-01-01", CONDITION)
    assert await spans(brain, "Ana", "has_condition") == {("Xyzzyosis", "2024-01-01", "2025-01-01")}
    known = await only(brain, "Ana", "has_condition", include_closed=True)
    assert (await brain.forget(known.id)).removed.statements == 2
    assert await left_of(brain, "xyzzyosis") == []
    assert await left_of(brain, "well again") == []


async def test_an_end_that_others_need_stays_and_has_no_word_of_what_is_forgotten(brain: Brain) -> None:
    await tell(brain, "2024-01-01", {**CONDITION, "text": "Ana is ill."})
    secret = await tell(brain, "2024-02-01", {**CONDITION, "text": "The doctor says that Ana suffers from it."})
    known = await only(brain, "Ana", "has_condition")
    await brain.invalidate(known.id, at="2025-01-01")
    assert await left_of(brain, "the doctor says")
    await brain.episodes.forget(secret.episode_id or "")
    assert await spans(brain, "Ana", "has_condition") == {("Xyzzyosis", "2024-01-01", "2025-01-01")}
    assert await left_of(brain, "the doctor says") == []
    assert await left_of(brain, "Ana is ill.")


async def test_forgetting_somebody_takes_every_fact_about_them_and_their_names(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"), fact("Bruno", "friend_of", "Ana"))
    ana = await brain.entities.get("Ana")
    gone = await brain.entities.forget(ana.id)
    assert ana.id in gone.removed.entities
    assert len(gone.removed.facts) == 2
    assert [f.text for f in (await brain.facts(include_closed=True)).items] == []
    with pytest.raises(NotFound):
        await brain.entities.get("Ana")
    with pytest.raises(NotFound):
        await brain.entities.forget(ana.id)
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Globex"))
    assert await held(brain, "Ana", "works_at") == ["Globex"]


async def test_forgetting_stays_inside_a_brain(memory: Memory) -> None:
    one, other = memory.brain(f"one-{uuid4()}"), memory.brain(f"other-{uuid4()}")
    told = await tell(one, "2023-01-01", fact("Ana", "works_at", "Acme"))
    await tell(other, "2023-01-01", fact("Ana", "works_at", "Acme"))
    with pytest.raises(NotFound):
        await other.episodes.forget(told.episode_id or "")
    await one.episodes.forget(told.episode_id or "")
    assert await held(other, "Ana", "works_at") == ["Acme"]


async def test_forgetting_somebody_forgets_whom_they_were_merged_from(brain: Brain) -> None:
    await tell(brain, "2022-01-01", fact("Ana", "works_at", "Acme"))
    await tell(brain, "2022-02-01", fact("Aninha", "likes", "Berlin"))
    ana, aninha = await brain.entities.get("Ana"), await brain.entities.get("Aninha")
    await brain.entities.merge(into=ana.id, from_=[aninha.id])
    with pytest.raises(AlreadyMerged):
        await brain.entities.forget(aninha.id)
    gone = await brain.entities.forget(ana.id)
    assert set(gone.removed.entities) >= {ana.id, aninha.id}
    for name in ("Ana", "Aninha", aninha.id):
        with pytest.raises(NotFound):
            await brain.entities.get(name)


async def test_a_forgotten_brain_leaves_nothing_and_others_alone(memory: Memory) -> None:
    one, other = memory.brain(f"one-{uuid4()}"), memory.brain(f"other-{uuid4()}")
    for brain in (one, other):
        await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea"))
        ground = await only(brain, "Ana", "works_at")
        await brain.add_fact(subject="Ana", relation="commutes", object="daily", evidence_ids=[ground.id])
    await one.delete()
    count = "MATCH (n) WHERE n.brain = $brain OR n.id = $brain RETURN count(n) AS n"
    rows = await memory.store.driver.execute_query(count, brain=one.name)
    assert rows.records[0]["n"] == 0
    assert await held(other, "Ana", "commutes") == ["daily"]
    with pytest.raises(NotFound):
        await one.delete()


async def test_what_rests_on_a_forgotten_fact_falls_also_after_a_merge(brain: Brain) -> None:
    said = await tell(brain, "2024-01-01", fact("Aninha", "works_at", "Acme"))
    job = await only(brain, "Aninha", "works_at")
    await tell(brain, "2024-02-01", fact("Bruno", "likes", "Vera", evidence=[[job.id]]))
    likes = await only(brain, "Bruno", "likes")
    await tell(brain, "2024-02-02", fact("Vera", "knows", "Bruno", evidence=[[likes.id]]))
    await tell(brain, "2024-03-01", fact("Ana", "likes", "Berlin"))
    ana, aninha = await brain.entities.get("Ana"), await brain.entities.get("Aninha")
    await brain.entities.merge(into=ana.id, from_=[aninha.id])
    assert (await held(brain, "Bruno", "likes"), await held(brain, "Vera", "knows")) == (["Vera"], ["Bruno"])
    await brain.episodes.forget(said.episode_id or "")
    assert (await held(brain, "Bruno", "likes"), await held(brain, "Vera", "knows")) == ([], [])


async def test_what_had_ended_with_a_forgotten_fact_holds_again_also_after_a_merge(brain: Brain) -> None:
    rests = [{"subject": "Aninha", "relation": "works_at"}]
    await tell(brain, "2024-01-01", fact("Bruno", "works_at", "Globex", holds_while=rests))
    said = await tell(brain, "2024-02-01", fact("Aninha", "works_at", "Acme", valid_until="2024-03-01"))
    await tell(brain, "2024-02-02", fact("Ana", "likes", "Berlin"))
    ana, aninha = await brain.entities.get("Ana"), await brain.entities.get("Aninha")
    await brain.entities.merge(into=ana.id, from_=[aninha.id])
    assert await held(brain, "Bruno", "works_at") == []
    await brain.episodes.forget(said.episode_id or "")
    assert await held(brain, "Bruno", "works_at") == ["Globex"]


async def test_forgetting_after_a_merge_leaves_what_others_said_and_no_word_of_what_went(brain: Brain) -> None:
    first = await tell(brain, "2022-01-01", fact("Ana", "works_at", "Acme"))
    await tell(brain, "2022-02-01", fact("Aninha", "likes", "Berlin"))
    secret = await tell(brain, "2023-01-01", fact("Aninha", "works_at", "Globex", text="Aninha works for Globex now."))
    ana, aninha = await brain.entities.get("Ana"), await brain.entities.get("Aninha")
    await brain.entities.merge(into=ana.id, from_=[aninha.id])
    assert await spans(brain, "Ana", "works_at") == {
        ("Acme", "2022-01-01", "2023-01-01"),
        ("Globex", "2023-01-01", None),
    }
    await brain.episodes.forget(secret.episode_id or "")
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2022-01-01", None)}
    assert await held(brain, "Ana", "likes") == ["Berlin"]
    assert await held(brain, "Ana", "works_at", "2022-06-01", first.recorded_at) == ["Acme"]
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (n {brain: $brain}) OPTIONAL MATCH (n)-[r]->() RETURN properties(n) AS n, properties(r) AS r",
        brain=brain.name,
    )
    assert not [row for row in rows if "Aninha works for Globex" in f"{row['n']} {row['r']}"]


def vance(*aliases: str) -> dict[str, Any]:
    return {"entities": [{"name": "Robert Vance", "type": "person", "aliases": list(aliases)}], "facts": []}


async def test_a_name_that_only_a_forgotten_episode_gave_leads_to_nobody(brain: Brain) -> None:
    await brain.remember("Robert Vance rang", extraction=vance(), occurred_at="2023-01-01")
    told = await brain.remember(
        "Bobby, or Rob Vance, rang", extraction=vance("Bobby", "Rob Vance"), occurred_at="2024-01-01"
    )
    await brain.remember("Rob Vance wrote", extraction=vance("Rob Vance"), occurred_at="2024-02-01")
    assert {"Bobby", "Rob Vance"} <= set((await brain.entities.get("Robert Vance")).aliases)
    gone = await brain.episodes.forget(told.episode_id or "")
    assert gone.removed.aliases
    assert set((await brain.entities.get("Robert Vance")).aliases) == {"Rob Vance"}
    assert (await brain.entities.list(query="Bobby")).items == ()
    with pytest.raises(NotFound):
        await brain.entities.get("Bobby")


async def test_a_name_that_a_person_gave_stays_when_an_episode_with_it_is_forgotten(brain: Brain) -> None:
    await brain.remember("Robert Vance rang", extraction=vance(), occurred_at="2023-01-01")
    told = await brain.remember("Bobby Vance rang", extraction=vance("Bobby"), occurred_at="2024-01-01")
    await brain.entities.change("Robert Vance", aliases_add=["Bobby"])
    await brain.episodes.forget(told.episode_id or "")
    assert "Bobby" in (await brain.entities.get("Robert Vance")).aliases


async def test_what_a_person_adds_to_an_entity_that_is_there_is_theirs(brain: Brain) -> None:
    ana = {"entities": [{"name": "Ana", "type": "person"}], "facts": []}
    told = await brain.remember("Annie rang", extraction=ana, occurred_at="2024-01-01")
    made = await brain.entities.add(name="Ana", type="person", aliases=["Annie"], external_id="crm-17")
    assert made.id == told.entities_resolved[0].id
    gone = await brain.episodes.forget(told.episode_id or "")
    assert (gone.removed.aliases, gone.removed.entities) == ((), ())
    left = await brain.entities.get("Annie")
    assert (left.id, left.name, left.aliases) == (made.id, "Ana", ("Annie",))
