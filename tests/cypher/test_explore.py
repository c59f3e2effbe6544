"""Reads of a brain on a real Neo4j: lists, pages, moments, walks and counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.explore.explorer import Explorer
from graphmem.explore.walker import Walker
from graphmem.memory import Memory
from graphmem_contract.errors import InvalidInput, NotFound
from graphmem_contract.records import Fact

TICK = timedelta(microseconds=1)


def person(name: str, type_: str = "person", **more: Any) -> dict[str, Any]:
    return {"name": name, "type": type_, **more}


def holds(subject: str, relation: str, object_: str, **more: Any) -> dict[str, Any]:
    return {"subject": subject, "relation": relation, "object": object_, **more}


async def tell(
    brain: Brain, text: str, at: str, facts: list[dict[str, Any]], entities: list[dict[str, Any]], **more: Any
) -> str:
    result = await brain.remember(text, occurred_at=at, extraction={"entities": entities, "facts": facts}, **more)
    assert result.episode_id
    return result.episode_id


@pytest.fixture
async def life(brain: Brain) -> Brain:
    """Ana worked at Acme, then at Globex in Berlin with Bob, and will go to Rome."""
    ana, globex = person("Ana", aliases=["Aninha"]), person("Globex", "organization")
    await tell(brain, "I work at Acme", "2024-01-10", [holds("Ana", "works_at", "Acme")], [ana, person("Acme", "organization")],
               session_id="one", speaker="Ana")  # fmt: skip
    await tell(brain, "Now at Globex", "2025-03-05", [holds("Ana", "works_at", "Globex", valid_from="2025-03-01")], [ana, globex],
               session_id="one")  # fmt: skip
    facts = [holds("Bob", "works_at", "Globex"), holds("Globex", "located_in", "Berlin"), holds("Bob", "likes", "Green tea"),
             holds("Carl", "lives_in", "Berlin", confidence=0.4)]  # fmt: skip
    await tell(
        brain, "Bob too", "2025-04-05", facts, [person("Bob"), person("Carl"), globex, person("Berlin", "location")]
    )
    await tell(brain, "To Rome", "2025-04-06", [holds("Ana", "visits", "Rome", valid_from="2091-01-01")],
               [ana, person("Rome", "location")])  # fmt: skip
    return brain


def told(facts: Any) -> list[tuple[str, str, str]]:
    return [(f.subject, f.relation, f.object) for f in facts]


async def test_a_list_shows_what_holds_now_newest_recorded_first(life: Brain) -> None:
    page = await life.facts()
    assert {("Ana", "works_at", "Globex"), ("Bob", "likes", "Green tea")} <= set(told(page))
    assert ("Ana", "works_at", "Acme") not in told(page)
    assert ("Ana", "visits", "Rome") not in told(page)
    assert [f.recorded_at for f in page] == sorted((f.recorded_at for f in page), reverse=True)
    assert all(f.holds_now and f.status == "live" for f in page)
    assert page.next_cursor is None


async def test_closed_facts_and_plans_come_when_asked_for(life: Brain) -> None:
    by_object = {f.object: f for f in await life.facts(subject="Ana", include_closed=True)}
    assert set(by_object) == {"Acme", "Globex", "Rome"}
    acme, rome = by_object["Acme"], by_object["Rome"]
    assert (acme.status, acme.closed_reason, acme.closed_by, acme.holds_now) == (
        "closed",
        "superseded",
        by_object["Globex"].id,
        False,
    )
    assert by_object["Globex"].supersedes == acme.id
    assert (rome.status, rome.upcoming, rome.holds_now) == ("live", True, False)
    past = await life.facts(subject="Ana", include_closed=True, valid_at="2025-03-01")
    assert {f.object for f in past} == {"Acme", "Globex"}


async def test_intervals_are_half_open(life: Brain) -> None:
    before = await life.facts("Ana", "works_at", valid_at=datetime(2025, 3, 1, tzinfo=UTC) - TICK)
    at = await life.facts("Ana", "works_at", valid_at="2025-03-01")
    assert (told(before)[0][2], told(at)[0][2]) == ("Acme", "Globex")
    assert await life.facts("Ana", valid_at="2024-01-09T23:59:59Z") == await life.facts("nobody")


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"subject": "ana"}, {"Globex"}),
        ({"subject": "Aninha"}, {"Globex"}),
        ({"subject": "person:ana"}, {"Globex"}),
        ({"subject": "Ana", "relation": "works for"}, {"Globex"}),
        ({"subject": "Ana", "relation": "works"}, set()),
        ({"subject": "Bob", "object": "globex"}, {"Globex"}),
        ({"subject": "Bob", "object": "nobody"}, set()),
        ({"object": "green  TEA"}, {"Green tea"}),
        ({"object": "Berlin", "relation": "located_in"}, {"Berlin"}),
        ({"subject": "nobody"}, set()),
        ({"object": "nobody"}, set()),
        ({"subject": "Carl", "min_confidence": 0.5}, set()),
        ({"subject": "Carl", "min_confidence": 0.4}, {"Berlin"}),
        ({"subject": "Ana", "category": "core"}, set()),
        ({"relation": "likes"}, {"Green tea"}),
    ],
)
async def test_filters(life: Brain, asked: dict[str, Any], expected: set[str]) -> None:
    assert {f.object for f in await life.facts(**asked)} == expected


async def test_ids_are_references_too(life: Brain) -> None:
    ana = await life.entities.get("Ana")
    tea = (await life.facts(subject="Bob", relation="likes"))[0]
    assert told(await life.facts(subject=ana.id)) == [("Ana", "works_at", "Globex")]
    assert told(await life.facts(object=tea.object_id)) == [("Bob", "likes", "Green tea")]
    assert tea.object_kind == "value"


async def test_pages_cover_everything_once_also_within_one_moment(life: Brain) -> None:
    for asked in ({}, {"subject": "Ana"}, {"object": "Berlin"}):
        whole = [f.id for f in await life.facts(**asked, include_closed=True)]
        paged: list[str] = []
        cursor = None
        while True:
            page = await life.facts(**asked, include_closed=True, limit=1, cursor=cursor)
            paged += [f.id for f in page]
            cursor = page.next_cursor
            if cursor is None:
                break
        assert paged == whole


@pytest.mark.parametrize("bad", [{"limit": 0}, {"limit": 1001}, {"cursor": "nonsense"}, {"cursor": "W10"}])
async def test_bad_pages_are_refused(life: Brain, bad: dict[str, Any]) -> None:
    for listed in (life.facts, life.entities.list, life.episodes.list):
        with pytest.raises(InvalidInput):
            await listed(**bad)


async def test_what_was_believed_then(life: Brain) -> None:
    globex = (await life.facts("Ana", "works_at"))[0]
    undone = await life.invalidate(globex.id, kind="corrected")
    assert undone.recorded_at
    known = undone.recorded_at - TICK
    assert told(await life.facts("Ana", "works_at")) == [("Ana", "works_at", "Acme")]
    assert told(await life.facts("Ana", "works_at", known_at=undone.recorded_at)) == [("Ana", "works_at", "Acme")]
    before = await life.facts("Ana", "works_at", known_at=known)
    assert told(before) == [("Ana", "works_at", "Globex")]
    assert before[0].holds_now
    assert told(await life.facts(object="Globex", relation="works_at", known_at=known, valid_at="2025-03-02")) == [
        ("Ana", "works_at", "Globex")
    ]
    gone = await life.fact(globex.id)
    assert (gone.status, gone.closed_reason, gone.holds_now) == ("corrected", "corrected", False)
    assert gone.expired_at == undone.recorded_at
    assert len(await life.facts(known_at="2000-01-01")) == 0


async def test_known_at_is_exact_to_the_microsecond(life: Brain) -> None:
    fact = (await life.facts("Ana", "works_at"))[0]
    assert fact.id in {f.id for f in await life.facts("Ana", known_at=fact.recorded_at)}
    assert fact.id not in {f.id for f in await life.facts("Ana", known_at=fact.recorded_at - TICK)}


async def test_the_history_of_a_fact(life: Brain) -> None:
    acme = (await life.facts("Ana", "works_at", valid_at="2024-06-01"))[0]
    history = await life.history(acme.id)
    assert history.fact == acme
    assert [(v.valid_until is None, v.expired_at is None) for v in history.versions] == [(True, False), (False, True)]
    assert history.versions[0].expired_at == history.versions[1].recorded_at
    assert [s["action"] for s in history.statements] == ["holds"]
    assert history.statements[0]["episode_ids"] == list(acme.episode_ids)
    ended = await life.invalidate((await life.facts("Bob", "likes"))[0].id, at="2025-05-01", reason="bored")
    assert {s["action"] for s in (await life.history(ended.changed[0].id)).statements} == {"holds", "ends"}


async def test_entities_by_name_alias_beginning_and_word(life: Brain) -> None:
    assert {e.name for e in await life.entities.list()} == {"Ana", "Acme", "Globex", "Bob", "Carl", "Berlin", "Rome"}
    assert [e.name for e in await life.entities.list(type="organization")] == ["Globex", "Acme"]
    for query, expected in (("glob", ["Globex"]), ("aninha", ["Ana"]), ("AND OR (", []), ("ANA", ["Ana"])):
        assert [e.name for e in await life.entities.list(query=query)] == expected, query
    ana = await life.entities.get("aninha")
    assert (ana.name, ana.aliases, ana.key, ana.fact_count) == ("Ana", ("Aninha",), "person:ana", 3)
    page = await life.entities.list(limit=3)
    assert page.next_cursor
    assert len({e.id for e in (*page, *await life.entities.list(limit=10, cursor=page.next_cursor))}) == 7


async def test_facts_of_an_entity_stand_at_either_end(life: Brain) -> None:
    assert set(told(await life.entities.facts("Globex"))) == {
        ("Ana", "works_at", "Globex"), ("Bob", "works_at", "Globex"), ("Globex", "located_in", "Berlin")
    }  # fmt: skip
    assert len(await life.entities.facts("Globex", limit=2)) == 2


async def test_neighbours_go_through_entities_nearest_first(life: Brain) -> None:
    met = await life.graph.neighbours("Ana", hops=3)
    ends = [(n.hops, n.entity.name if n.entity else n.fact.object) for n in met]
    assert ends[0] == (1, "Globex")
    assert sorted(ends[1:]) == [(2, "Berlin"), (2, "Bob"), (3, "Carl"), (3, "Green tea")]
    assert [hops for hops, _ in ends] == [1, 2, 2, 3, 3]
    tea = next(n for n in met if n.fact.relation == "likes")
    assert tea.entity is None
    assert tea.path == ("Ana", "works_at", "Globex", "works_at", "Bob", "likes", "Green tea")
    out = await life.graph.neighbours("Ana", hops=2, direction="out")
    assert told(n.fact for n in out) == [("Ana", "works_at", "Globex"), ("Globex", "located_in", "Berlin")]
    back = await life.graph.neighbours("Globex", direction="in")
    assert {n.fact.subject for n in back} == {"Ana", "Bob"}
    then = await life.graph.neighbours("Ana", hops=4, valid_at="2024-06-01")
    assert told(n.fact for n in then) == [("Ana", "works_at", "Acme")]


async def test_as_of_and_paths(life: Brain, memory: Memory) -> None:
    explorer, walker = Explorer(memory.store, life.name), Walker(memory.store, life.name)
    assert told(await explorer.as_of("Ana")) == [("Ana", "works_at", "Globex")]
    assert told(await explorer.as_of("Ana", datetime(2024, 6, 1, tzinfo=UTC))) == [("Ana", "works_at", "Acme")]
    (route,) = await walker.path("Ana", "Carl")
    assert route.names == ("Ana", "Globex", "Berlin", "Carl")
    assert told(route.facts) == [
        ("Ana", "works_at", "Globex"), ("Globex", "located_in", "Berlin"), ("Carl", "lives_in", "Berlin")
    ]  # fmt: skip
    assert await walker.path("Ana", "Carl", hops=2) == ()
    assert await walker.path("Ana", "Carl", valid_at=datetime(2024, 6, 1, tzinfo=UTC)) == ()
    assert await walker.path("Ana", "Ana") == ()


async def test_an_over_full_entity_is_capped_best_first(brain: Brain) -> None:
    hub = [
        holds("Hub", "member_of", f"Group {n}", text=f"a{n} b{n} c{n}", importance=n / 100, object_is_entity=False)
        for n in range(70)
    ]
    await tell(brain, "hub", "2025-01-01", [holds("Ana", "knows", "Hub"), *hub], [person("Ana"), person("Hub")])
    beyond = [n for n in await brain.graph.neighbours("Ana", hops=2, limit=200) if n.hops == 2]
    assert len(beyond) == 50
    assert {n.fact.object for n in beyond} == {f"Group {n}" for n in range(20, 70)}
    assert len(await brain.graph.neighbours("Hub", limit=200)) == 71
    assert [n.fact.object for n in await brain.graph.neighbours("Hub", limit=3)][-1] == "Group 67"


async def test_episodes_newest_recorded_first(life: Brain) -> None:
    episodes = await life.episodes.list()
    assert [e.content for e in episodes] == ["To Rome", "Bob too", "Now at Globex", "I work at Acme"]
    assert [e.content for e in await life.episodes.list(session_id="one")] == ["Now at Globex", "I work at Acme"]
    assert len(await life.episodes.list(status="failed")) == 0
    first = await life.episodes.list(session_id="one", limit=1)
    assert [e.content for e in await life.episodes.list(session_id="one", cursor=first.next_cursor)] == [
        "I work at Acme"
    ]
    one = await life.episodes.get(episodes[-1].id)
    assert (one.speaker, one.session_id, one.status) == ("Ana", "one", "extracted")
    assert "ms" in await life.episodes.trace(one.id)


async def test_counts_and_ontology(life: Brain) -> None:
    stats = await life.overview.stats()
    assert (stats.entities, stats.facts, stats.facts_closed, stats.values, stats.statements) == (7, 7, 1, 1, 7)
    assert (stats.facts_holding, stats.events) == (5, 0)
    assert stats.episodes == {"extracted": 4}
    assert stats.relations["works_at"] == 3
    assert stats.entity_types == {"person": 3, "location": 2, "organization": 2}
    relations = {one["name"]: one for one in (await life.ontology.get())["relations"]}
    assert (relations["works_at"]["cardinality"], relations["works_at"]["usage_count"]) == ("one", 3)


async def test_an_unknown_brain_is_empty_and_has_no_items(brain: Brain, memory: Memory) -> None:
    assert [
        len(p)
        for p in (await brain.facts(), await brain.facts("x"), await brain.entities.list(), await brain.episodes.list())
    ] == [0] * 4
    assert (await brain.overview.stats()).facts == 0
    assert await brain.ontology.get() == {"entity_types": [], "relations": []}
    explorer = Explorer(memory.store, brain.name)
    for missing in (brain.fact("x"), brain.history("x"), brain.entities.get("x"), brain.episodes.get("x"),
                    brain.episodes.trace("x"), brain.graph.neighbours("x"), brain.entities.facts("x"), explorer.as_of("x"),
                    Walker(memory.store, brain.name).path("x", "y")):  # fmt: skip
        with pytest.raises(NotFound):
            await missing


async def test_brains_do_not_see_each_other(life: Brain, memory: Memory) -> None:
    other = memory.brain(f"{life.name}-2")
    await tell(
        other,
        "Ana here",
        "2025-01-01",
        [holds("Ana", "works_at", "Initech")],
        [person("Ana"), person("Initech", "organization")],
    )
    assert told(await other.facts("Ana")) == [("Ana", "works_at", "Initech")]
    fact: Fact = (await life.facts("Ana"))[0]
    with pytest.raises(NotFound):
        await other.fact(fact.id)
    assert len(await other.facts(subject=fact.subject_id)) == 0


@pytest.mark.parametrize("bad", [{"hops": 0}, {"hops": 5}, {"limit": 0}, {"direction": "up"}])
async def test_walks_out_of_range_are_refused(life: Brain, bad: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        await life.graph.neighbours("Ana", **bad)
