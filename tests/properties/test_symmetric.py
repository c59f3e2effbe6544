"""Periods of symmetric relations of cardinality one equal the reference model, whatever the direction of each statement."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings, strategies as st
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.records import SuppliedFact
from tests.properties.model_periods import FAR, Period, Said, symmetric_periods

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
NAMES = ("alpha", "bravo", "charlie", "delta")
days = st.integers(0, 12)
ways = st.sampled_from([(a, b) for a in NAMES for b in NAMES if a != b])
statements = st.builds(
    lambda way, holds, at, length, event: (
        way,
        Said(
            holds,
            "|".join(sorted(way)),
            at,
            at + length if length and holds else FAR,
            True,
            0,
            0.8,
            event=holds and event,
        ),
    ),
    ways,
    st.sampled_from([True, True, True, False]),
    days,
    st.sampled_from([0, 0, 2, 5]),
    st.sampled_from([False, False, False, True]),
)


def day(number: int) -> datetime:
    return EPOCH + timedelta(days=number)


def record(way: tuple[str, str], said: Said) -> SuppliedFact:
    fields: dict[str, object] = {
        "subject": way[0],
        "relation": "is_tied_to",
        "object": way[1],
        "object_is_entity": True,
        "confidence": said.confidence,
        "kind": "event" if said.event else "state",
    }
    if said.holds:
        fields |= {"valid_from": day(said.at)} | ({"valid_until": day(said.until)} if said.until < FAR else {})
    else:
        fields |= {"action": "ends", "valid_until": day(said.at)}
    return SuppliedFact.model_validate(fields)


async def found(brain: Brain) -> set[Period]:
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (s:Entity {brain: $brain})-[f:FACT]->(o) "
        "RETURN s.name AS s, o.name AS o, f.tStart AS start, f.tEnd AS end, f.closedReason AS why",
        brain=brain.name,
    )
    return {
        Period(
            "|".join(sorted((row["s"], row["o"]))),
            (row["start"].to_native() - EPOCH).days,
            FAR if row["end"].year == 9999 else (row["end"].to_native() - EPOCH).days,
            {"retracted": "ended"}.get(row["why"], row["why"]),
        )
        for row in rows
    }


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(statements, min_size=1, max_size=7), one=st.booleans(), batch=st.sampled_from([1, 20]))
async def test_periods_without_a_direction_equal_the_model(
    memory: Memory, said: list[tuple[tuple[str, str], Said]], one: bool, batch: int
) -> None:
    brain = memory.brain(f"tied-{uuid4()}")
    await brain.ontology.set_relation("is_tied_to", symmetric=True, cardinality="one" if one else "many")
    numbered = [
        (way, Said(s.holds, s.value, s.at, s.until, True, number, s.confidence, s.event))
        for number, (way, s) in enumerate(said)
    ]
    report = await brain.transfer.import_facts([record(*pair) for pair in numbered], resolve="exact", batch=batch)
    assert report.rejected == 0
    assert await found(brain) == symmetric_periods([s for _, s in numbered], one)


async def test_a_fact_without_direction_is_found_from_both_ends(brain: Brain) -> None:
    told = await brain.add_fact(record(("alpha", "bravo"), Said(True, "", 0)))
    assert (await brain.facts(subject="bravo", relation="is_tied_to")).items == ()
    await brain.ontology.set_relation("is_tied_to", symmetric=True)
    for subject, object_ in (("alpha", None), ("bravo", None), ("alpha", "bravo"), ("bravo", "alpha")):
        page = await brain.facts(subject=subject, object=object_, relation="is_tied_to")
        assert [f.id for f in page.items] == [told.id]
    assert (await brain.facts(subject="bravo", object="charlie")).items == ()


async def test_declared_symmetric_later_both_ways_of_saying_it_become_one(brain: Brain) -> None:
    for way, at in ((("alpha", "bravo"), 0), (("bravo", "alpha"), 3), (("charlie", "bravo"), 6)):
        await brain.add_fact(record(way, Said(True, "", at)))
    assert len(await found(brain)) == 3
    await brain.ontology.set_relation("is_tied_to", symmetric=True, cardinality="one")
    expected = {Period("alpha|bravo", 0, 6, "superseded"), Period("bravo|charlie", 6, FAR, None)}
    assert await found(brain) == expected
    await brain.ontology.set_relation("is_tied_to", symmetric=False, cardinality="many")
    assert await found(brain) == {
        Period("alpha|bravo", 0, FAR, None),
        Period("alpha|bravo", 3, FAR, None),
        Period("bravo|charlie", 6, FAR, None),
    }
