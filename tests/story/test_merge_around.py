"""What follows a merge: external ids, mentions, embeddings, recall, and the example of the documentation."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import NotFound
from tests.story.merging import everything, id_of, last_change, two_of_one
from tests.story.telling import fact, held, only, spans, tell


async def external(brain: Brain, name: str, id_: str | None, *facts: dict[str, Any]) -> None:
    names = [{"name": name, "type": "person", "external_id": id_}]
    assert (
        await brain.remember(f"{name} {id_}", extraction={"entities": names, "facts": facts}, resolve="exact")
    ).success


async def test_external_ids_lead_to_the_survivor_and_back(brain: Brain) -> None:
    await external(brain, "Ana", "crm-1")
    await external(brain, "Lena", "crm-2")
    await external(brain, "Clara", None)
    ana, lena, clara = [await id_of(brain, name) for name in ("Ana", "Lena", "Clara")]
    merge = (await brain.entities.merge(ana, lena)).merges[0]
    await external(brain, "A. Souza", "crm-2", fact("A. Souza", "plays", "chess"))
    assert await held(brain, ana, "plays") == ["chess"]
    assert (await brain.entities.get(ana)).external_id == "crm-1"
    await brain.entities.unmerge(lena, merge.merge_id)
    merge = (await brain.entities.merge(clara, lena)).merges[0]
    assert (await brain.entities.get(clara)).external_id == "crm-2", "lent, because Clara has none"
    await brain.entities.unmerge(lena, merge.merge_id)
    assert [(await brain.entities.get(one)).external_id for one in (lena, clara)] == ["crm-2", None]


async def test_when_they_were_seen_and_what_mentions_them_follows(brain: Brain) -> None:
    await two_of_one(brain)
    ana, lena, bruno = [await brain.entities.get(name) for name in ("Ana", "Lena", "Bruno")]

    async def episodes(of: str) -> int:
        rows, _, _ = await brain.engine.store.driver.execute_query(
            "MATCH (:Entity {brain: $brain, id: $id})<-[:MENTIONS]-(ep) RETURN count(ep) AS n, count(DISTINCT ep) AS d",
            brain=brain.name,
            id=of,
        )
        assert rows[0]["n"] == rows[0]["d"]
        return int(rows[0]["n"])

    before = [await episodes(one.id) for one in (ana, lena)]
    merge = (await brain.entities.merge(bruno.id, lena.id)).merges[0]
    survivor = await brain.entities.get("Bruno")
    assert (survivor.first_seen_at, survivor.last_seen_at) == (lena.first_seen_at, bruno.last_seen_at)
    await brain.entities.unmerge(lena.id, merge.merge_id)
    assert await brain.entities.get("Bruno") == bruno
    merge = (await brain.entities.merge(ana.id, lena.id)).merges[0]
    assert await episodes(ana.id) == 5
    await tell(brain, "2024-01-01", fact("Lena", "works_at", "Umbrella"))
    await brain.entities.unmerge(lena.id, merge.merge_id)
    assert [await episodes(one.id) for one in (ana, lena)] == [before[0], before[1] + 1]


async def test_what_was_closed_by_the_merge_tells_by_what(brain: Brain) -> None:
    await tell(brain, "2019-01-01", fact("Ana", "works_at", "Acme"))
    await tell(brain, "2020-01-01", fact("Lena", "works_at", "Globex"))
    acme, globex = await only(brain, "Ana", "works_at"), await only(brain, "Lena", "works_at")
    done = await brain.entities.merge("Ana", "Lena")
    assert [(c.id, c.status, c.because_of) for c in done.changed if c.id == acme.id] == [(acme.id, "closed", globex.id)]
    closed = await brain.fact(acme.id)
    assert (closed.closed_reason, closed.closed_by) == ("superseded", globex.id)


async def test_another_brain_is_not_touched(brain: Brain, memory: Any) -> None:
    other = memory.brain(f"{brain.name}-other")
    for one in (brain, other):
        await two_of_one(one)
    before, revision = await everything(other), (await other.overview.stats()).revision
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    assert await everything(other) == before
    with pytest.raises(NotFound):
        await other.entities.unmerge(merge.entity_id, merge.merge_id)
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert await everything(other) == before
    assert (await other.overview.stats()).revision == revision


async def test_meaning_is_searched_for_at_both_through_merge_and_unmerge(brain: Brain) -> None:
    """Every fact keeps its embedding; a version has one only where no fact of its id is left."""

    async def embeddings() -> tuple[int, int, int]:
        rows, _, _ = await brain.engine.store.driver.execute_query(
            "MATCH (:Entity {brain: $brain})-[f:FACT]->() WITH collect(f) AS fs "
            "MATCH (:Entity {brain: $brain})-[w:FACT_WAS]->() "
            "RETURN size([f IN fs WHERE f.embedding IS NULL]) AS blind, size(fs) AS facts, "
            "sum(CASE WHEN w.embedding IS NOT NULL AND any(f IN fs WHERE f.factId = w.factId) THEN 1 ELSE 0 END) AS double",
            brain=brain.name,
        )
        return rows[0]["blind"], rows[0]["facts"], rows[0]["double"]

    await two_of_one(brain)
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    assert await embeddings() == (0, 7, 0)
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert await embeddings() == (0, 10, 0)


async def test_a_relation_without_direction_is_merged_and_parted_like_any(brain: Brain) -> None:
    """A person married to one of the two is married to nobody else, in either direction."""
    await tell(brain, "2010-01-01", fact("Bruno", "married_to", "Lena"), fact("Ana", "sibling_of", "Clara"))
    await tell(brain, "2015-01-01", fact("Ana", "married_to", "Clara"), fact("Clara", "sibling_of", "Lena"))
    await tell(brain, "2018-01-01", fact("Lena", "sibling_of", "Ana"))
    for name, symmetric in (("married_to", "one"), ("sibling_of", "many")):
        await brain.ontology.set_relation(name, symmetric=True, cardinality=symmetric)  # type: ignore[arg-type]
    before = await everything(brain)
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    marriages = {
        (f.object, f.subject, str(f.valid_until)[:10])
        for f in await brain.entities.facts("Ana", include_closed=True)
        if f.relation == "married_to"
    }
    assert len(marriages) == 2
    assert sorted(until for *_, until in marriages) == ["2015-01-01", "None"]
    assert {frozenset((f.subject, f.object)) for f in await brain.facts(relation="sibling_of")} == {
        frozenset(("Ana", "Clara"))
    }
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert await everything(brain) == before


async def test_the_example_of_two_who_are_one_is_true(brain: Brain) -> None:
    """docs/time.md, "Two who are one"."""

    async def works(name: str, company: str, since: str) -> None:
        await tell(brain, "2026-05-01", fact(name, "works_at", company, valid_from=since))

    async def where(name: str, known: Any = None) -> list[tuple[str, str]]:
        page = await brain.facts(name, "works_at", valid_at="2023-06-01", known_at=known)
        return [(f.subject, f.object) for f in page]

    await works("Ana", "Acme", "2019-01-01")
    await works("Lena", "Globex", "2020-01-01")
    may = await last_change(brain)
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    await works("Lena", "Initech", "2022-01-01")
    july = await last_change(brain)
    assert await spans(brain, "Ana", "works_at") == {
        ("Acme", "2019-01-01", "2020-01-01"),
        ("Globex", "2020-01-01", "2022-01-01"),
        ("Initech", "2022-01-01", None),
    }
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    assert [await where(name, may) for name in ("Ana", "Lena")] == [[("Ana", "Acme")], [("Lena", "Globex")]]
    assert [await where(name, july) for name in ("Ana", "Lena")] == [[("Ana", "Initech")]] * 2
    assert [await where(name) for name in ("Ana", "Lena")] == [[("Ana", "Acme")], [("Lena", "Initech")]]
    assert await spans(brain, "Lena", "works_at") == {
        ("Globex", "2020-01-01", "2022-01-01"),
        ("Initech", "2022-01-01", None),
    }


async def test_recall_about_one_of_them_finds_the_episodes_that_were_about_it_then(brain: Brain) -> None:
    await tell(brain, "2020-01-01", fact("Ana", "plays", "chess", object_is_entity=False), text="Ana plays chess")
    await tell(brain, "2020-01-02", fact("Lena", "plays", "chess", object_is_entity=False), text="Lena plays chess")
    apart = await last_change(brain)
    merge = (await brain.entities.merge("Ana", "Lena")).merges[0]
    together = await last_change(brain)

    async def found(query: str | None, name: str, known: Any = None) -> set[str]:
        result = await brain.recall(query, entities=[name], known_at=known)
        return {item.episode.content for item in result.episodes if item.episode}

    both = {"Ana plays chess", "Lena plays chess"}
    for query in ("Who plays chess?", None):
        assert await found(query, "Ana") == await found(query, "Lena") == both
    await brain.entities.unmerge(merge.entity_id, merge.merge_id)
    for query in ("Who plays chess?", None):
        for name in ("Ana", "Lena"):
            assert await found(query, name) == await found(query, name, apart) == {f"{name} plays chess"}
            assert await found(query, name, together) == both
