"""Group commit: the reads of a group are prefetched, an episode is read again after a conflict with an earlier one, and
independent episodes are written at once.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.ingest.transactions import commit_batch
from graphmem_contract.records import SuppliedEntity, SuppliedExtraction, SuppliedFact, WriteResult
from tests.bolt import counted
from tests.statements import SentStatements
from tests.story.telling import entity, fact, held, only
from tests.story.together import together

pytestmark = pytest.mark.usefixtures("patient")

Message = tuple[list[dict[str, Any]], list[dict[str, Any]]]
"""Return an extraction with facts, and with entities that have more than a name."""

KNOWN: Message = (
    [
        fact("Ana", "works_at", "Acme"),
        fact("Robert Lindqvist", "lives_in", "Porto"),
        *(fact("Ana", "knows", name) for name in ("Bruno", "Clara", "Lena", "Globex", "Initech")),
    ],
    [],
)
CASES: dict[str, tuple[Message, Message]] = {
    "a new entity by its name": (
        ([fact("Aninha", "works_at", "Acme")], []),
        ([fact("Aninha", "likes", "tea", object_is_entity=False)], []),
    ),
    "a new entity written nearly alike": (
        ([fact("Katarzyna Wisniewska", "works_at", "Acme")], []),
        ([fact("Katarzyna Wiśniewska", "likes", "tea", object_is_entity=False)], []),
    ),
    "a new entity by a part of its name": (
        ([fact("Katarzyna Wisniewska", "works_at", "Acme")], [{"name": "Katarzyna Wisniewska", "type": "person"}]),
        ([fact("Katarzyna", "works_at", "Globex")], [{"name": "Katarzyna", "type": "person"}]),
    ),
    "another name of somebody known": (
        (
            [fact("Robert Lindqvist", "works_at", "Acme")],
            [{"name": "Robert Lindqvist", "type": "person", "aliases": ["Bobo"]}],
        ),
        ([fact("Bobo", "works_at", "Globex")], []),
    ),
    "a name that a fact states": (
        ([fact("Robert Lindqvist", "also_known_as", "Bobo", object_is_entity=False)], []),
        ([fact("Bobo", "works_at", "Globex")], []),
    ),
    "the same value": (
        ([fact("Clara", "likes", "green tea", object_is_entity=False)], []),
        ([fact("Lena", "likes", "green tea", object_is_entity=False)], []),
    ),
    "the same fact": (([fact("Ana", "likes", "Acme")], []), ([fact("Ana", "likes", "Acme")], [])),
    "another value of a relation that has one": (
        ([fact("Ana", "works_at", "Globex")], []),
        ([fact("Ana", "works_at", "Initech")], []),
    ),
    "a relation said to have one value only": (
        ([fact("Bruno", "drives_for", "Acme", cardinality="one")], []),
        ([fact("Bruno", "drives_for", "Globex")], []),
    ),
    "a relation that another said to have one value only": (
        ([fact("Bruno", "drives_for", "Acme", cardinality="one")], []),
        ([fact("Clara", "drives_for", "Acme"), fact("Clara", "drives_for", "Globex", valid_from="2024-06-01")], []),
    ),
    "the end of what was just said": (
        ([fact("Clara", "lives_in", "Porto")], []),
        ([fact("Clara", "lives_in", "Porto", action="ends")], []),
    ),
    "the denial of what was just said": (
        ([fact("Ana", "works_at", "Globex")], []),
        ([fact("Ana", "works_at", "Globex", action="never")], []),
    ),
    "an id that others gave": (
        ([fact("Robert Lindqvist", "works_at", "Acme")], [{"name": "Robert Lindqvist", "external_id": "crm-7"}]),
        ([fact("R. L.", "works_at", "Globex")], [{"name": "R. L.", "external_id": "crm-7"}]),
    ),
    "somebody else's fact that tells two of a name apart": (
        ([fact("Ana", "works_with", "Bruno")], []),
        ([fact("Bruno", "works_with", "Ana"), fact("Bruno", "works_at", "Acme")], []),
    ),
    "nothing that concerns the other": (
        ([fact("Clara", "lives_in", "Porto")], []),
        ([fact("Bruno", "works_at", "Globex")], []),
    ),
}


async def tell(brain: Brain, number: int, message: Message) -> WriteResult:
    facts, described = message
    made = [SuppliedFact.model_validate(one) for one in facts]
    names = {f.subject for f in made} | {f.object for f in made if f.object_is_entity is not False}
    entities = [SuppliedEntity.model_validate(one) for one in described]
    entities += [entity(name) for name in sorted(names - {one.name for one in entities})]
    told = SuppliedExtraction(entities=entities, facts=made)
    return await brain.remember(f"message {number}", occurred_at=f"2024-0{number + 1}-01", extraction=told)


async def at_once(brain: Brain, messages: list[Message]) -> list[int]:
    """Send all episodes in one transaction with prefetch; return the order in which they were committed."""
    results = await told_at_once(brain, messages)
    return sorted(range(len(messages)), key=lambda n: results[n].revision or 0)


async def told_at_once(brain: Brain, messages: list[Message], *, all_land: bool = True) -> list[WriteResult]:
    """Send all episodes in one transaction; return each with its result."""
    results = await asyncio.gather(*await together(brain, (tell(brain, n, one) for n, one in enumerate(messages))))
    assert all(one.success for one in results) or not all_land
    return results


async def left(brain: Brain) -> tuple[Any, ...]:
    """Entities with their names, and all periods, past beliefs included."""
    entities = [(e.name, e.type, tuple(sorted(e.aliases)), e.external_id) for e in await brain.entities.list()]
    page = await brain.facts(include_closed=True, limit=500)
    spans = [(f.subject, f.relation, f.object, f.valid_from, f.valid_until, len(f.evidence)) for f in page]
    stats = await brain.overview.stats()
    return sorted(map(str, entities)), sorted(map(str, spans)), stats.entities, stats.statements, stats.revision


@pytest.mark.parametrize("case", CASES)
async def test_who_shares_a_transaction_reads_what_those_before_have_written(brain: Brain, case: str) -> None:
    await tell(brain, 7, KNOWN)
    order = await at_once(brain, [*CASES[case]] * 2)
    alone = Brain(brain.engine, f"{brain.name}-alone")
    await tell(alone, 7, KNOWN)
    for n in order:
        await tell(alone, n, CASES[case][n % 2])
    assert await left(brain) == await left(alone)


async def test_those_who_have_nothing_in_common_are_read_for_in_one_go(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = ["Amadeu Pires", "Birgit Holm", "Chiyo Tanaka", "Dmitri Volkov", "Ewa Nowak", "Farid Haddad"]
    for n, name in enumerate(people):
        await tell(brain, n, ([fact(name, "works_with", f"Town {n}")], []))
    read = SentStatements()
    await at_once(brain, [([fact(name, "works_with", f"Town {n}")], []) for n, name in enumerate(people)][::-1])
    assert read["ingest/read_names"] == read["ingest/read_facts"] == 1


async def test_many_texts_are_not_read_for_in_one_go(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit_batch, "MOST_TEXTS", 7)
    await tell(brain, 0, KNOWN)
    prefetch, groups = commit_batch.prefetch, list[int]()

    async def watched(read: Any, cases: Any) -> Any:
        groups.append(len(cases))
        return await prefetch(read, cases)

    monkeypatch.setattr(commit_batch, "prefetch", watched)
    people = ("Ana", "Bruno", "Clara", "Lena")
    long = [fact("Globex", "knows", name) for name in people]
    await at_once(brain, [([fact(name, "knows", "Acme")], []) for name in people] + [(long, [])])
    assert groups == [2, 2, 1], "three texts each, and then nine"


async def test_those_who_speak_of_the_same_are_read_for_again(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    await tell(brain, 0, KNOWN)
    read = SentStatements()
    await at_once(
        brain, [([fact("Ana", "knows", name)], []) for name in ("Bruno", "Clara", "Lena", "Globex", "Acme", "Porto")]
    )
    assert read["ingest/read_facts"] >= 6


# --------------------------------------------------------------------------- written at once


PEOPLE = ("Amadeu Pires", "Birgit Holm", "Chiyo Tanaka", "Dmitri Volkov", "Ewa Nowak", "Farid Haddad")
OLD = ("Acme", "Globex", "Initech", "Umbrella", "Vandelay", "Hooli")
NEW = ("Kestrel", "Obsidian", "Marigold", "Tundra", "Quillon", "Zephyr")
HIRED: Message = (
    [fact(name, "works_at", old, valid_from="2023-05-01") for name, old in zip(PEOPLE, OLD, strict=True)],
    [],
)
FIRMS: Message = ([fact(one, relation, "Tyrell") for one in NEW for relation in ("drives_for", "parks_at")], [])
MOVED: list[Message] = [([fact(name, "works_at", new)], []) for name, new in zip(PEOPLE, NEW, strict=True)]


@pytest.fixture
def sent() -> SentStatements:
    """Count how often a statement was sent."""
    return SentStatements()


async def test_those_who_have_nothing_in_common_are_written_in_one_go(brain: Brain, sent: SentStatements) -> None:
    await tell(brain, 0, HIRED)
    await tell(brain, 0, FIRMS)
    sent.clear()
    results = await told_at_once(brain, [*MOVED])
    assert (sent["ingest/commit"], sent["truth/write_facts"]) == (1, 1), "settled with the commit"
    assert sorted(r.revision or 0 for r in results) == list(range(3, 9))
    assert len({r.recorded_at for r in results}) == len(results)
    for n, (name, result) in enumerate(zip(PEOPLE, results, strict=True)):
        assert [(f.subject, f.object) for f in result.facts_added] == [(name, NEW[n])]
        assert [(f.subject, f.object) for f in result.facts_closed] == [(name, OLD[n])]
        trace = await brain.episodes.trace(result.episode_id or "")
        assert {"entity_resolve", "commit"} <= trace["ms"].keys(), "its own stopwatch ran"
        told_of = {row["text"] for row in trace["stages"][5]["periods"]}
        assert told_of == {f"{name} works at {firm}" for firm in (OLD[n], NEW[n])}
    told = sorted(zip([r.recorded_at for r in results], PEOPLE, range(6), strict=True))
    for i, (known, _, _) in enumerate(told):
        believed = [await held(brain, name, "works_at", "2024-12-31", known) for _, name, _ in told]
        assert believed == [[(NEW if k <= i else OLD)[n]] for k, (_, _, n) in enumerate(told)]


async def test_what_one_says_about_a_relation_is_written_apart(brain: Brain, sent: SentStatements) -> None:
    for message in (HIRED, FIRMS):
        await tell(brain, 0, message)
    messages: list[Message] = [([fact(name, "drives_for", new)], []) for name, new in zip(PEOPLE, NEW, strict=True)]
    messages[2] = ([fact(PEOPLE[2], "drives_for", NEW[2], cardinality="one")], [])
    sent.clear()
    order = await at_once(brain, messages)
    assert sent["ingest/commit"] > 1
    alone = Brain(brain.engine, f"{brain.name}-alone")
    for message in (HIRED, FIRMS):
        await tell(alone, 0, message)
    for n in order:
        await tell(alone, n, messages[n])
    assert await left(brain) == await left(alone)


async def with_a_derived_fact(brain: Brain, subject: str) -> None:
    """Facts about a subject rest on where Amadeu works."""
    await tell(brain, 0, HIRED)
    await tell(brain, 0, FIRMS)
    ground = await only(brain, PEOPLE[0], "works_at")
    await brain.add_fact(
        subject=subject, relation="parks_at", object="Acme", valid_from="2024-01-15", evidence_ids=[ground.id]
    )


async def test_what_falls_is_told_to_the_one_whose_fact_it_rested_on(brain: Brain, sent: SentStatements) -> None:
    await with_a_derived_fact(brain, "Lena")
    sent.clear()
    results = await told_at_once(brain, [*MOVED])
    assert sent["ingest/commit"] == 1
    told = [{(f.subject, f.object) for f in (*r.facts_closed, *r.facts_deleted)} for r in results]
    assert told[0] == {(PEOPLE[0], "Acme"), ("Lena", "Acme")}
    assert told[1:] == [{(name, OLD[n])} for n, name in enumerate(PEOPLE)][1:]
    alone = Brain(brain.engine, f"{brain.name}-alone")
    await with_a_derived_fact(alone, "Lena")
    for n in sorted(range(6), key=lambda n: results[n].revision or 0):
        await tell(alone, n, MOVED[n])
    assert await left(brain) == await left(alone)


async def test_who_speaks_of_what_falls_with_another_is_not_written_with_it(brain: Brain) -> None:
    messages: list[Message] = [MOVED[0], ([fact(PEOPLE[1], "parks_at", "Tyrell")], [])]
    await with_a_derived_fact(brain, PEOPLE[1])
    with counted() as bolt:
        order = await at_once(brain, messages)
    assert order == [0, 1]
    assert bolt["ROLLBACK"] == 1, "nobody knows before that it falls"
    alone = Brain(brain.engine, f"{brain.name}-alone")
    await with_a_derived_fact(alone, PEOPLE[1])
    for n, message in enumerate(messages):
        await tell(alone, n, message)
    assert await left(brain) == await left(alone)


async def test_one_that_somebody_else_has_in_hand_keeps_no_other_from_being_written(
    brain: Brain, monkeypatch: pytest.MonkeyPatch, sent: SentStatements
) -> None:
    await tell(brain, 0, HIRED)
    await tell(brain, 0, FIRMS)
    write, taken = commit_batch.commit, list[str]()

    async def taken_before(tx: Any, name: str, parts: Any, revision: int | None = None) -> Any:
        if len(parts) > 1 and not taken:
            taken.append(parts[2].fence.episode_id)
            again = "MATCH (ep:Episode {brain: $brain, id: $id}) SET ep.lease = 'of somebody else'"
            await tx.run(again, brain=name, id=taken[0])
        return await write(tx, name, parts, revision)

    monkeypatch.setattr(commit_batch, "commit", taken_before)
    sent.clear()
    results = await told_at_once(brain, [*MOVED], all_land=False)
    assert [r.episode_id for r in results if not r.success] == taken
    assert sent["ingest/commit"] == 1 + len(MOVED) + 2, "all at once, then one by one, and it by itself"
    assert (await brain.overview.stats()).revision == 2 + len(MOVED) - 1
    for n, (name, result) in enumerate(zip(PEOPLE, results, strict=True)):
        assert await held(brain, name, "works_at") == [NEW[n] if result.success else OLD[n]]


async def test_what_rests_on_a_fact_falls_at_the_moment_of_the_one_that_ended_it(brain: Brain) -> None:
    await with_a_derived_fact(brain, "Lena")
    results = await told_at_once(brain, [*MOVED])
    told = results[0].recorded_at
    assert await held(brain, "Lena", "parks_at", "2024-12-31", told) == []
    before = sorted(r.recorded_at for r in results if r.recorded_at and told and r.recorded_at < told)
    for moment in before:
        assert await held(brain, "Lena", "parks_at", "2024-12-31", moment) == ["Acme"]


async def test_what_rests_on_facts_is_known_from_the_moment_that_was_told(brain: Brain) -> None:
    await tell(brain, 0, HIRED)
    await tell(brain, 0, FIRMS)
    ground = await only(brain, PEOPLE[0], "works_at")
    derived: Message = ([fact("Lena", "parks_at", "Tyrell", evidence_ids=[ground.id])], [])
    results = await told_at_once(brain, [MOVED[1], derived, *MOVED[2:]])
    assert await held(brain, "Lena", "parks_at", "2024-12-31", results[1].recorded_at) == ["Tyrell"]


async def test_two_long_names_that_begin_alike_stay_two(brain: Brain) -> None:
    await tell(brain, 0, HIRED)
    await tell(brain, 0, FIRMS)
    address = "https example org reports of the year two thousand and twenty three " * 4
    names = [f"{address} {ending}" for ending in ("first", "second", "third")]
    await tell(brain, 0, ([fact("Lena", "knows", names[0])], []))
    messages: list[Message] = [
        ([fact(person, "knows", name)], []) for person, name in zip(PEOPLE, names[1:], strict=False)
    ]
    results = await told_at_once(brain, messages)
    assert all(len(one.facts_added) == 1 for one in results)
    for person, name in zip(PEOPLE, names[1:], strict=False):
        assert [f.object for f in await brain.facts(subject=person, relation="knows")] == [name]
    assert len({e.key for e in await brain.entities.list() if e.name in names}) == 3
