"""One source, two callers: `CALL graphmem.…` in the server does what Python does with the same file."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from tests.cypher.calling import call, settled, with_procedures
from tests.story.telling import fact, only, spans, tell


@pytest.fixture
async def plugin(brain: Brain) -> Brain:
    """A brain on a server that has the procedures."""
    return await with_procedures(brain)


async def chain(brain: Brain) -> tuple[str, str]:
    """A fact, and a fact that rests on it."""
    base = await brain.add_fact(subject="base", relation="stands", object="firm", valid_from="2020-01-01")
    top = await brain.add_fact(
        subject="top", relation="stands", object="on base", valid_from="2020-01-01", evidence_ids=[base.id]
    )
    return base.id, top.id


async def test_invalidate_by_call_fells_what_rests_on_it_and_restore_brings_it_back(plugin: Brain) -> None:
    base, top = await chain(plugin)
    fell = await call(
        plugin,
        "CALL graphmem.invalidate($brain, $id, null, 'corrected') YIELD factId, depth, becauseOf RETURN *",
        id=base,
    )
    assert [(r["factId"], r["depth"], r["becauseOf"]) for r in fell] == [(base, 0, None), (top, 1, base)]
    assert (await plugin.fact(top)).status != "live"
    back = await call(
        plugin, "CALL graphmem.restore($brain, $id) YIELD factId, settled RETURN factId, settled", id=base
    )
    assert back == [{"factId": base, "settled": False}]
    assert await settled(plugin) >= 1
    assert (await plugin.fact(base)).status == (await plugin.fact(top)).status == "live"
    assert await settled(plugin) == 0


async def test_what_a_call_leaves_is_settled_by_the_next_write_too(plugin: Brain) -> None:
    await tell(plugin, "2023-01-01", fact("Ana", "works_at", "Acme"))
    second = await plugin.add_fact(subject="Ana", relation="works_at", object="Globex", object_is_entity=True)
    await call(
        plugin, "CALL graphmem.invalidate($brain, $id, null, 'corrected') YIELD factId RETURN factId", id=second.id
    )
    await plugin.add_fact(subject="Bo", relation="likes", object="tea")
    assert await spans(plugin, "Ana", "works_at") == {("Acme", "2023-01-01", None)}


async def test_a_call_reaches_what_holds_with_a_value_or_waits_for_it(plugin: Brain) -> None:
    await tell(plugin, "2024-01-01", fact("Club", "coach", "Emeka", cardinality="one"))
    held = fact("Club", "meets_in", "Oslo", holds_while={"subject": "Club", "relation": "coach"})
    await tell(plugin, "2024-02-01", held)
    lead = await only(plugin, "Club", "coach")
    await call(plugin, "CALL graphmem.invalidate($brain, $id, '2024-03-01') YIELD factId RETURN factId", id=lead.id)
    await settled(plugin)
    assert await spans(plugin, "Club", "meets_in") == {("Oslo", "2024-02-01", "2024-03-01")}


async def test_of_several_grounds_one_is_enough(plugin: Brain) -> None:
    base, _ = await chain(plugin)
    other = await plugin.add_fact(subject="other", relation="stands", object="firm", valid_from="2020-01-01")
    both = await plugin.add_fact(
        subject="roof", relation="stands", object="on both", valid_from="2020-01-01", evidence_ids=[base, other.id]
    )
    fell = await call(
        plugin, "CALL graphmem.invalidate($brain, $id, null, 'corrected') YIELD factId RETURN factId", id=base
    )
    assert both.id not in {row["factId"] for row in fell}
    await settled(plugin)
    assert (await plugin.fact(both.id)).status == "live"


async def test_a_dry_run_by_call_changes_nothing(plugin: Brain) -> None:
    base, top = await chain(plugin)
    shown = await call(
        plugin,
        "CALL graphmem.invalidate($brain, $id, null, 'corrected', null, true) YIELD factId RETURN factId",
        id=base,
    )
    assert [r["factId"] for r in shown] == [base, top]
    assert (await plugin.fact(base)).status == (await plugin.fact(top)).status == "live"


async def test_both_doors_give_the_same_rows(plugin: Brain) -> None:
    base, _ = await chain(plugin)
    by_call = await call(
        plugin,
        "CALL graphmem.invalidate($brain, $id, null, 'corrected', null, true) "
        "YIELD factId, at, depth, becauseOf, status RETURN *",
        id=base,
    )
    by_python = await plugin.invalidate(base, kind="corrected", dry_run=True)
    assert [(r["factId"], r["at"], r["depth"], r["becauseOf"], r["status"]) for r in by_call] == [
        (c.id, c.at, c.depth, c.because_of, c.status) for c in by_python.changed
    ]


async def test_wrong_calls_are_refused_in_words(plugin: Brain) -> None:
    with pytest.raises(Exception, match="not_found"):
        await call(plugin, "CALL graphmem.invalidate($brain, 'nothing') YIELD factId RETURN factId")
    base, _ = await chain(plugin)
    with pytest.raises(Exception, match="nothing_to_restore"):
        await call(plugin, "CALL graphmem.restore($brain, $id) YIELD factId RETURN factId", id=base)
    with pytest.raises(Exception, match="kind is retracted or corrected"):
        await call(plugin, "CALL graphmem.invalidate($brain, $id, null, 'gone') YIELD factId RETURN factId", id=base)
    with pytest.raises(Exception, match="invalid_input: A pair is"):
        await call(plugin, "CALL graphmem.settle($brain, [['x']])")
    with pytest.raises(Exception, match="not_found: There is no brain nobody"):
        await call(plugin, "CALL graphmem.settle('nobody', [])")
    assert await call(plugin, "MATCH (b:Brain {id: 'nobody'}) RETURN b") == []


async def test_settle_by_call_mends_what_was_damaged_by_hand(plugin: Brain) -> None:
    await tell(plugin, "2023-01-01", fact("Ana", "works_at", "Acme"))
    await tell(plugin, "2024-01-01", fact("Ana", "works_at", "Globex"))
    right = await spans(plugin, "Ana", "works_at")
    await call(plugin, "MATCH (:Entity {brain: $brain, key: 'person:ana'})-[f:FACT]->() DELETE f")
    subject = (await plugin.entities.get("Ana")).id
    await call(plugin, "CALL graphmem.settle($brain, [[$id, 'works_at']]) YIELD factId RETURN factId", id=subject)
    assert await settled(plugin) >= 1
    assert await spans(plugin, "Ana", "works_at") == right


async def test_bfs_by_call_gives_paths_to_draw(plugin: Brain) -> None:
    await tell(plugin, "2023-01-01", fact("Ana", "works_at", "Acme"), fact("Bruno", "works_at", "Acme"))
    ana = (await plugin.entities.get("Ana")).id
    rows = await call(
        plugin,
        "CALL graphmem.bfs($brain, [$id]) YIELD entity, hops, path RETURN entity.name AS name, hops, length(path) AS length",
        id=ana,
    )
    assert sorted((r["name"], r["hops"], r["length"]) for r in rows) == [("Acme", 1, 1), ("Bruno", 2, 2)]


async def test_candidates_history_and_as_of_by_call(plugin: Brain) -> None:
    await tell(plugin, "2023-01-01", fact("Ana", "works_at", "Acme"))
    known = await only(plugin, "Ana", "works_at")
    found = await call(
        plugin, "CALL graphmem.candidates($brain, ['ana', 'nobody'], []) YIELD name, candidates RETURN *"
    )
    assert [(r["name"], [c["name"] for c in r["candidates"]]) for r in found] == [("ana", ["Ana"]), ("nobody", [])]
    ana = known.subject_id
    then = await call(
        plugin, "CALL graphmem.asOf($brain, $id, '2023-06-01') YIELD object RETURN object.name AS name", id=ana
    )
    assert [r["name"] for r in then] == ["Acme"]
    before = await call(
        plugin, "CALL graphmem.asOf($brain, $id, '2022-06-01') YIELD object RETURN object.name AS name", id=ana
    )
    assert before == []
    life = await call(plugin, "CALL graphmem.history($brain, $id) YIELD row RETURN row.entry AS entry", id=known.id)
    assert {r["entry"] for r in life} == {"version", "statement"}


async def test_path_by_call_gives_ways_to_draw(plugin: Brain) -> None:
    await tell(plugin, "2023-01-01", fact("Ana", "works_at", "Acme"), fact("Bruno", "works_at", "Acme"))
    rows = await call(
        plugin,
        "CALL graphmem.path($brain, 'Ana', 'Bruno') YIELD path, facts, hops "
        "RETURN [n IN nodes(path) | n.name] AS names, size(facts) AS facts, hops",
    )
    assert rows == [{"names": ["Ana", "Acme", "Bruno"], "facts": 2, "hops": 2}]
    by_python = await plugin.graph.path("Ana", "Bruno")
    assert [list(way.names) for way in by_python] == [row["names"] for row in rows]
    assert await call(plugin, "CALL graphmem.path($brain, 'Ana', 'Bruno', 1) YIELD hops RETURN hops") == []
    assert (
        await call(plugin, "CALL graphmem.path($brain, 'Ana', 'Bruno', 4, '2022-01-01') YIELD hops RETURN hops") == []
    )


async def test_recall_by_call_ranks_as_python_does(plugin: Brain) -> None:
    await tell(
        plugin, "2023-01-01", fact("Ana", "works_at", "Acme"), fact("Bruno", "works_at", "Acme"), text="about work"
    )
    await tell(plugin, "2023-02-01", fact("Ana", "plays", "chess", object_is_entity=False), text="about chess")
    question = "Where does Ana work?"
    (vector,) = await plugin.engine.models.embedder.embed([question])
    rows = await call(
        plugin,
        "CALL graphmem.recall($brain, $question, $vector, 5) YIELD fact, episode, score "
        "RETURN fact.factId AS fact, episode.id AS episode, score",
        question=question,
        vector=vector,
    )
    by_python = await plugin.recall(question, k=5, recipe="fusion")
    assert [r["fact"] for r in rows if r["fact"]] == [i.fact.id for i in by_python.facts if i.fact]
    assert [r["episode"] for r in rows if r["episode"]] == [i.episode.id for i in by_python.episodes if i.episode]
    words = await call(plugin, "CALL graphmem.recall($brain, 'chess') YIELD fact RETURN fact.relation AS relation")
    assert words[0]["relation"] == "plays"
    then = "CALL graphmem.recall($brain, 'chess', null, 5, null, '2020-01-01') YIELD rank RETURN rank"
    assert await call(plugin, then) == []
    with pytest.raises(Exception, match="no option nobody"):
        await call(plugin, "CALL graphmem.recall($brain, 'x', null, 5, null, null, {nobody: 1}) YIELD rank RETURN rank")


async def test_by_call_too_a_relation_without_direction_is_settled_at_both_ends(plugin: Brain) -> None:
    first = await plugin.add_fact(
        subject="Ana", relation="married_to", object="Bruno", object_is_entity=True, valid_from="2000-01-01"
    )
    second = await plugin.add_fact(
        subject="Clara", relation="married_to", object="Bruno", object_is_entity=True, valid_from="2010-01-01"
    )
    assert await spans(plugin, "Ana", "married_to") == {("Bruno", "2000-01-01", "2010-01-01")}
    fell = await call(
        plugin, "CALL graphmem.invalidate($brain, $id, null, 'corrected') YIELD factId RETURN factId", id=second.id
    )
    assert {r["factId"] for r in fell} == {second.id}
    await settled(plugin)
    assert (await plugin.fact(first.id)).status == "live"
    assert await spans(plugin, "Ana", "married_to") == {("Bruno", "2000-01-01", None)}


async def test_dependents_are_the_same_through_both_doors(plugin: Brain) -> None:
    base, top = await chain(plugin)
    on_top = {"subject": "top", "relation": "stands"}
    await plugin.add_fact(subject="flag", relation="flies", object="on top", holds_while=on_top)
    await plugin.add_fact(subject="flag", relation="flies", object="at half mast", starts_when=on_top)
    rows = await call(
        plugin, "CALL graphmem.dependents($brain, $id) YIELD factId, restsOn, kind, depth RETURN *", id=base
    )
    found = await plugin.graph.dependents(base)
    assert [(r["factId"], r["restsOn"], r["kind"], r["depth"]) for r in rows] == [
        (edge.dependent, edge.ground, edge.kind, edge.depth) for edge in found.edges
    ]
    assert [r["kind"] for r in rows] == ["evidence", "holds_while", "starts_when"]
    assert rows[0]["factId"] == top
