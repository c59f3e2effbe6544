"""An entity in which two people were joined is split (docs/time.md, R9)."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import AlreadyMerged, InvalidInput, NotFound
from graphmem_contract.records import SuppliedEntity, SuppliedExtraction, SuppliedFact, WriteResult
from tests.story.merging import id_of, last_change, told
from tests.story.telling import fact, held, only, spans, tell


async def say(brain: Brain, at: str, *facts: dict[str, Any], people: tuple[str, ...], text: str = "") -> WriteResult:
    """Remember a message that lists some people, and firms at the other ends of its facts."""
    made = [SuppliedFact.model_validate(one) for one in facts]
    firms = {one.object for one in made if one.object_is_entity is not False} - set(people)
    entities = [SuppliedEntity(name=name, type="person") for name in people]
    entities += [SuppliedEntity(name=name, type="organization") for name in sorted(firms)]
    result = await brain.remember(
        text or f"message of {at}", occurred_at=at, extraction=SuppliedExtraction(entities=entities, facts=made)
    )
    assert result.success
    return result


async def believed(brain: Brain, known: Any = None) -> Any:
    """Read all facts as they were believed at a moment of system time, in any period."""
    return told(await brain.facts(include_closed=True, known_at=known, limit=1000))


async def joined(brain: Brain) -> tuple[str, str]:
    """Store messages of Jonathan Hale and of Jonathan Halle, whom the likeness of their names joins.

    Return the id of the joined entity, and the id of the message about the other one.
    """
    await say(brain, "2019-01-01", fact("Jonathan Hale", "works_at", "Acme"), people=("Jonathan Hale",))
    wrong = await say(
        brain,
        "2020-01-01",
        fact("Jonathan Halle", "works_at", "Globex"),
        fact("Jonathan Halle", "plays", "chess", object_is_entity=False),
        fact("Bruno", "trusts", "Jonathan Halle"),
        people=("Jonathan Halle", "Bruno"),
    )
    (one,) = [e for e in wrong.entities_resolved if e.name == "Jonathan Hale"]
    assert (one.is_new, one.method) == (False, "fuzzy")
    return one.id, wrong.episode_id


async def test_two_people_joined_by_likeness_are_parted(brain: Brain) -> None:
    hale, episode = await joined(brain)
    assert await held(brain, hale, "works_at") == ["Globex"], "the second job has ended the first"
    done = await brain.entities.split(hale, episodes=[episode])
    assert (done.name, done.key, done.type, done.parted_from) == (
        "Jonathan Halle", "person:jonathan_halle", "person", hale,
    )  # fmt: skip
    assert (done.statements, len(done.facts)) == (3, 3)
    assert (done.names, done.names_moved) == (("Jonathan Halle",), ("Jonathan Halle",))
    assert await spans(brain, hale, "works_at") == {("Acme", "2019-01-01", None)}
    assert await spans(brain, done.entity_id, "works_at") == {("Globex", "2020-01-01", None)}
    assert await held(brain, done.entity_id, "plays") == ["chess"]
    assert await held(brain, hale, "plays") == []
    assert (await only(brain, "Bruno", "trusts")).object_id == done.entity_id
    assert (await brain.entities.get(hale)).aliases == ()
    assert (await brain.entities.get("Jonathan Halle")).id == done.entity_id


async def test_what_was_believed_before_keeps_the_old_subject(brain: Brain) -> None:
    hale, episode = await joined(brain)
    then, before = await last_change(brain), await believed(brain)
    done = await brain.entities.split(hale, episodes=[episode])
    assert await believed(brain, then) == before
    assert await held(brain, hale, "works_at", known=then) == ["Globex"]
    assert await held(brain, done.entity_id, "works_at", known=then) == []
    chess = await only(brain, done.entity_id, "plays")
    versions = (await brain.history(chess.id)).versions
    assert [(v.subject, v.closed_reason, v.closed_by) for v in versions] == [
        ("Jonathan Hale", "split", done.entity_id), ("Jonathan Halle", None, None),
    ]  # fmt: skip
    assert versions[0].expired_at == versions[1].recorded_at == done.recorded_at
    assert (await brain.entities.get(hale, known_at=then)).aliases == ("Jonathan Halle",)
    names = (await brain.entities.history(hale)).names
    assert [(n.name, n.expired_at) for n in names if n.name == "Jonathan Halle"] == [
        ("Jonathan Halle", done.recorded_at)
    ]


async def test_a_rehearsal_tells_the_same_and_writes_nothing(brain: Brain) -> None:
    hale, episode = await joined(brain)
    before, then = await believed(brain), await last_change(brain)
    would = await brain.entities.split(hale, episodes=[episode], dry_run=True)
    assert (await believed(brain), await last_change(brain)) == (before, then)
    with pytest.raises(NotFound):
        await brain.entities.get(would.entity_id)
    done = await brain.entities.split(hale, episodes=[episode])
    same = {"name", "key", "type", "parted_from", "statements", "facts", "names", "names_moved"}
    assert would.model_dump(include=same) == done.model_dump(include=same)
    assert {one.id for one in would.changed} == {one.id for one in done.changed}


async def test_a_merge_undoes_a_split(brain: Brain) -> None:
    hale, episode = await joined(brain)
    before = await believed(brain)
    for name in (None, "John"):
        done = await brain.entities.split(hale, episodes=[episode], name=name)
        assert await believed(brain) != before
        await brain.entities.merge(hale, done.entity_id)
        assert await believed(brain) == before
        assert (await brain.entities.get("Jonathan Halle")).id == hale


async def test_a_later_message_means_the_one_whose_name_it_says(brain: Brain) -> None:
    hale, episode = await joined(brain)
    done = await brain.entities.split(hale, episodes=[episode])
    for name, id_ in (("Jonathan Halle", done.entity_id), ("Jonathan Hale", hale)):
        later = await say(brain, "2024-01-01", fact(name, "likes", "tea", object_is_entity=False), people=(name,))
        assert [e.id for e in later.entities_resolved if e.type == "person"] == [id_]


async def test_a_first_name_that_was_taken_for_the_wrong_person_is_its_own(brain: Brain) -> None:
    await say(brain, "2019-01-01", fact("Carolina Prado", "works_at", "Acme"), people=("Carolina Prado",))
    wrong = await say(brain, "2020-01-01", fact("Carolina", "works_at", "Globex"), people=("Carolina",))
    assert [(e.name, e.method) for e in wrong.entities_resolved if e.type == "person"] == [
        ("Carolina Prado", "nickname")
    ]
    done = await brain.entities.split("Carolina Prado", episodes=[wrong.episode_id])
    assert (done.name, done.names_moved) == ("Carolina", ("Carolina",))
    later = await say(brain, "2021-01-01", fact("Carolina", "works_at", "Initech"), people=("Carolina",))
    assert [e.id for e in later.entities_resolved if e.type == "person"] == [done.entity_id]
    assert await held(brain, "Carolina Prado", "works_at") == ["Acme"]


async def test_of_two_homonyms_a_later_message_means_the_one_that_fits(brain: Brain) -> None:
    await tell(brain, "2019-01-01", fact("Ana", "works_at", "Acme"))
    other = await tell(brain, "2020-01-01", fact("Ana", "member_of", "Rowing Club"))
    done = await brain.entities.split("Ana", episodes=[other.episode_id])
    ana = done.parted_from
    assert (done.name, done.key, done.names_moved) == ("Ana", "person:ana~2", ())
    rows = await tell(brain, "2021-01-01", fact("Ana", "trains_with", "Rowing Club"))
    assert [e.id for e in rows.entities_resolved if e.name == "Ana"] == [done.entity_id]
    works = await tell(brain, "2021-02-01", fact("Ana", "left", "Acme"))
    assert [e.id for e in works.entities_resolved if e.name == "Ana"] == [ana]


async def test_given_facts_move_with_all_that_was_said_of_them(brain: Brain) -> None:
    await tell(
        brain,
        "2019-01-01",
        fact("Ana", "works_at", "Acme"),
        fact("Ana", "plays", "chess", object_is_entity=False),
        fact("Ana", "plays", "go", object_is_entity=False),
    )
    await tell(brain, "2020-01-01", fact("Ana", "plays", "chess", object_is_entity=False))
    chess = next(f for f in await brain.facts("Ana", "plays") if f.object == "chess")
    await tell(brain, "2021-01-01", fact("Ana", "plays", "chess", object_is_entity=False, action="ends"))
    ana = await id_of(brain, "Ana")
    done = await brain.entities.split(ana, facts=[chess.id], name="Anna Lind", type="person")
    assert (done.facts, done.statements, done.names) == ((chess.id,), 3, ("Anna Lind", "Ana"))
    assert await spans(brain, done.entity_id, "plays") == {("chess", "2019-01-01", "2021-01-01")}
    assert await spans(brain, ana, "plays") == {("go", "2019-01-01", None)}
    assert (await brain.entities.get("Anna Lind")).id == done.entity_id
    assert (await brain.entities.get(ana)).name == "Ana"


async def test_a_fact_that_both_have_is_a_fact_of_each(brain: Brain) -> None:
    await tell(brain, "2019-01-01", fact("Ana", "plays", "chess", object_is_entity=False))
    again = await tell(brain, "2020-01-01", fact("Ana", "plays", "chess", object_is_entity=False))
    done = await brain.entities.split("Ana", episodes=[again.episode_id])
    assert await spans(brain, done.parted_from, "plays") == {("chess", "2019-01-01", None)}
    assert await spans(brain, done.entity_id, "plays") == {("chess", "2020-01-01", None)}


async def test_the_episodes_mention_the_one_they_are_about(brain: Brain) -> None:
    hale, episode = await joined(brain)
    done = await brain.entities.split(hale, episodes=[episode])
    mentioned, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (ep:Episode {brain: $brain})-[:MENTIONS]->(e:Entity {type: 'person'}) RETURN ep.id AS episode, e.id AS entity",
        brain=brain.name,
    )
    of_both = [
        (row["episode"] == episode, row["entity"]) for row in mentioned if row["entity"] in (hale, done.entity_id)
    ]
    assert sorted(of_both) == [(False, hale), (True, done.entity_id)]


async def test_the_feed_tells_of_a_split(brain: Brain) -> None:
    hale, episode = await joined(brain)
    cursor = (await brain.feed.changes(since="latest")).cursor
    done = await brain.entities.split(hale, episodes=[episode])
    events = {e.kind: e.ids for e in (await brain.feed.changes(since=cursor)).changes}
    assert (events["entity.added"], events["entity.split"]) == ((done.entity_id,), (hale, done.entity_id))


async def test_forgetting_its_messages_removes_it(brain: Brain) -> None:
    hale, episode = await joined(brain)
    done = await brain.entities.split(hale, episodes=[episode])
    await brain.episodes.forget(episode)
    with pytest.raises(NotFound):
        await brain.entities.get(done.entity_id)
    assert await held(brain, hale, "works_at") == ["Acme"]


async def test_an_entity_with_merged_ones_is_split(brain: Brain) -> None:
    hale, episode = await joined(brain)
    await tell(brain, "2021-01-01", fact("Ana", "plays", "go", object_is_entity=False))
    merge = (await brain.entities.merge(hale, "Ana")).merges[0]
    done = await brain.entities.split(hale, episodes=[episode])
    assert await held(brain, hale, "plays") == ["go"]
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert await held(brain, done.entity_id, "plays") == ["chess"]
    assert await held(brain, "Ana", "plays") == ["go"]
    assert await held(brain, hale, "plays") == []


async def test_wrong_calls_say_what_to_do_and_change_nothing(brain: Brain) -> None:
    hale, episode = await joined(brain)
    tea = await tell(brain, "2021-01-01", fact("Clara", "likes", "tea", object_is_entity=False))
    other = await only(brain, "Clara", "likes")
    first = next(one.id for one in (await brain.episodes.list()).items if one.id not in (episode, tea.episode_id))
    stone = (await brain.entities.merge("Bruno", "Clara")).merges[0].entity_id
    before = await believed(brain)
    split = brain.entities.split
    for call, kind, field in (
        (split("Nobody", episodes=[episode]), NotFound, "id"),
        (split(hale), InvalidInput, None),
        (split(hale, episodes=[episode, "none"]), NotFound, "episodes.1"),
        (split(hale, facts=["none"]), NotFound, "facts.0"),
        (split(hale, episodes=[tea.episode_id]), InvalidInput, "episodes.0"),
        (split(hale, episodes=[episode], facts=[other.id]), InvalidInput, "facts.0"),
        (split(hale, episodes=[first, episode]), InvalidInput, "episodes"),
        (split(hale, episodes=[episode], name="  "), InvalidInput, "name"),
        (split(stone, episodes=[tea.episode_id]), AlreadyMerged, None),
    ):
        with pytest.raises(kind) as refused:
            await call
        if field:
            assert refused.value.field == field, refused.value
    assert await believed(brain) == before


async def test_an_end_that_was_said_of_the_other_one_is_taken_back(brain: Brain) -> None:
    await tell(brain, "2019-01-01", fact("Ana", "works_at", "Acme"))
    other = await tell(brain, "2020-01-01", fact("Ana", "works_at", "Acme", action="ends"))
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2019-01-01", "2020-01-01")}
    done = await brain.entities.split("Ana", episodes=[other.episode_id], name="Anna Lind")
    assert await spans(brain, done.parted_from, "works_at") == {("Acme", "2019-01-01", None)}
    assert [(one.effect, one.at) for one in done.changed] == [("goes_on", None)]
    assert await spans(brain, done.entity_id, "works_at") == set()
    await brain.entities.merge(done.parted_from, done.entity_id)
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2019-01-01", "2020-01-01")}


async def test_what_rests_on_the_other_one_rests_on_the_new_entity(brain: Brain) -> None:
    await tell(brain, "2019-01-01", fact("Ana", "works_at", "Acme"))
    while_there = [{"subject": "Ana", "relation": "works_at", "object": "Globex"}]
    other = await tell(
        brain,
        "2020-01-01",
        fact("Ana", "works_at", "Globex"),
        fact("Bruno", "lives_in", "Recife", holds_while=while_there),
    )
    done = await brain.entities.split("Ana", episodes=[other.episode_id])
    job = await only(brain, done.entity_id, "works_at")
    assert (await brain.fact((await only(brain, "Bruno", "lives_in")).id)).holds_now
    await brain.invalidate(job.id, at="2023-01-01")
    assert await spans(brain, "Bruno", "lives_in") == {("Recife", "2020-01-01", "2023-01-01")}
    assert await held(brain, done.parted_from, "works_at") == ["Acme"]
