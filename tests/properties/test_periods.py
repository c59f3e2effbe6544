"""Periods derived in the database equal the reference model, in every order of arrival."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.claims import ABSENT, Claim, Mention
from graphmem.curation.invalidate import lock
from graphmem.graph.transaction import Transaction
from graphmem.memory import Memory
from graphmem.settling.pair import Pair
from graphmem.settling.settle import settle
from graphmem_contract.records import SuppliedEntity, SuppliedExtraction, SuppliedFact
from tests.properties.model_periods import FAR, PAST, Period, Said, periods
from tests.properties.model_sentences import sentences
from tests.story.staging import Reading, with_models

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
VALUES = ("alpha", "bravo", "charlie")

days = st.integers(0, 12)
statements = st.builds(
    lambda holds, value, at, length, stated, occurred, confidence, kind, second: Said(
        holds,
        value,
        at,
        at + length if length and holds else FAR,
        stated or not holds,
        occurred if stated else at,
        min(confidence, 0.8) if second else confidence,
        second=second,
        event=holds and kind == "event",
        plan=holds and kind == "plan",
    ),
    st.sampled_from([True, True, True, False]),
    st.sampled_from(VALUES),
    days,
    st.sampled_from([0, 0, 0, 1, 3, 6]),
    st.booleans(),
    st.integers(20, 24),
    st.sampled_from([0.6, 0.8, 0.95]),
    st.sampled_from(["state", "state", "state", "plan", "event"]),
    st.sampled_from([False, False, False, True]),
)


def day(number: int) -> datetime:
    return EPOCH + timedelta(days=number)


def kind(said: Said) -> str:
    return "event" if said.event else "plan" if said.plan else "state"


async def say(brain: Brain, said: Said, cardinality: str) -> None:
    """Send one statement through the public API; a second-hand statement comes from an assistant and an extractor."""
    await (overheard if said.second else supplied)(brain, said, cardinality)


async def supplied(brain: Brain, said: Said, cardinality: str) -> None:
    fields: dict[str, object] = {
        "subject": "Subject",
        "relation": "holds_value",
        "object": said.value,
        "confidence": said.confidence,
    }
    fields |= {"action": "holds" if said.holds else "ends", "cardinality": cardinality, "kind": kind(said)}
    if not said.holds:
        fields["valid_until"] = day(said.at)
    else:
        fields |= {"valid_from": day(said.at)} if said.stated else {}
        fields |= {"valid_until": day(said.until)} if said.until < FAR else {}
    extraction = SuppliedExtraction(
        entities=[SuppliedEntity(name="Subject", type="thing"), SuppliedEntity(name=said.value, type="thing")],
        facts=[SuppliedFact.model_validate(fields)],
    )
    result = await brain.remember("said", occurred_at=day(said.occurred), extraction=extraction, resolve="exact")
    assert result.success


async def overheard(brain: Brain, said: Said, cardinality: Any) -> None:
    ends = (Mention("Subject", "thing"), Mention(said.value, "thing"))
    at, until = day(said.at), day(said.until) if said.until < FAR else None
    claim = Claim(
        "Subject", "holds_value", said.value, f"it is {said.value}", True, confidence=said.confidence, cardinality=cardinality,
        kind=kind(said), action="holds" if said.holds else "ends",  # type: ignore[arg-type]
        starts=at if said.holds and said.stated else ABSENT, until=until if said.holds else at,
    )  # fmt: skip
    reader = with_models(brain, extractor=Reading(ends, (claim,)))
    assert (await reader.remember("said", occurred_at=day(said.occurred), role="assistant")).success


async def found(brain: Brain, key: str = "thing:subject") -> set[Period]:
    """The periods that the graph believes now."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (:Entity {brain: $brain, key: $key})-[f:FACT]->(o) "
        "RETURN o.name AS value, f.tStart AS start, f.tEnd AS end, f.closedReason AS why",
        brain=brain.name,
        key=key,
    )
    return {
        Period(
            row["value"],
            (row["start"].to_native() - EPOCH).days,
            FAR if row["end"].year == 9999 else (row["end"].to_native() - EPOCH).days,
            {"retracted": "ended"}.get(row["why"], row["why"]),
        )
        for row in rows
    }


def record(said: Said, cardinality: str) -> dict[str, object]:
    """The same statement as a record of a bulk import; its start is always stated."""
    fields: dict[str, object] = {
        "subject": "Subject",
        "relation": "holds_value",
        "object": said.value,
        "object_is_entity": True,
        "confidence": said.confidence,
        "cardinality": cardinality,
        "kind": kind(said),
    }
    if not said.holds:
        return {**fields, "action": "ends", "valid_until": day(said.at)}
    return {**fields, "valid_from": day(said.at), **({"valid_until": day(said.until)} if said.until < FAR else {})}


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(statements, min_size=1, max_size=5), cardinality=st.sampled_from(["one", "many"]), data=st.data())
async def test_periods_follow_from_the_statements_whatever_their_order(
    memory: Memory, said: list[Said], cardinality: str, data: st.DataObject
) -> None:
    expected = periods(said, cardinality == "one")
    for order in (said, data.draw(st.permutations(said))):
        brain = memory.brain(f"periods-{uuid4()}")
        for one in order:
            await say(brain, one, cardinality)
        assert await found(brain) == expected


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(statements, min_size=1, max_size=9), cardinality=st.sampled_from(["one", "many"]))
async def test_periods_of_a_bulk_import_equal_the_model(memory: Memory, said: list[Said], cardinality: str) -> None:
    stated = [replace(s, stated=True, occurred=n, second=False) for n, s in enumerate(said)]
    brain = memory.brain(f"periods-{uuid4()}")
    report = await brain.transfer.import_facts([record(s, cardinality) for s in stated], resolve="exact")
    assert report.rejected == 0
    assert await found(brain, key="other:subject") == periods(stated, cardinality == "one")


WORDS = ("", "", "kappa", "sigma", "kappa sigma", "sigma omega")
worded = st.builds(
    lambda said, text: replace(said, text=text if said.holds else ""), statements, st.sampled_from(WORDS)
)


async def found_sentences(brain: Brain) -> set[tuple[str, int, int, str]]:
    """Value, start, end and further words of the sentences that the graph tells now."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (:Entity {brain: $brain})-[f:FACT]->(o) "
        "RETURN o.name AS value, f.tStart AS start, f.tEnd AS end, f.factText AS text",
        brain=brain.name,
    )
    return {
        (
            row["value"],
            PAST if row["start"].year == 1 else (row["start"].to_native() - EPOCH).days,
            FAR if row["end"].year == 9999 else (row["end"].to_native() - EPOCH).days,
            " ".join(word for word in row["text"].split() if word in ("kappa", "sigma", "omega")),
        )
        for row in rows
    }


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(worded, min_size=1, max_size=7), cardinality=st.sampled_from(["one", "many"]))
async def test_sentences_of_a_bulk_import_equal_the_model(memory: Memory, said: list[Said], cardinality: str) -> None:
    stated = [replace(s, stated=True, occurred=n, n=n, second=False) for n, s in enumerate(said)]
    brain = memory.brain(f"sentences-{uuid4()}")
    texts = [{"text": f"Subject holds value {s.value} {s.text}"} if s.text else {} for s in stated]
    records = [{**record(s, cardinality), **text} for s, text in zip(stated, texts, strict=True)]
    report = await brain.transfer.import_facts(records, resolve="exact")
    assert report.rejected == 0
    assert await found_sentences(brain) == sentences(stated, cardinality == "one")


VERDICTS = (
    None,
    None,
    ("same", ""),
    ("same", "kappa"),
    ("refines", ""),
    ("refines", "sigma"),
    ("refines", "sigma omega"),
)
judged = st.builds(
    lambda said, verdict: replace(said, verdict=verdict if said.holds and said.text else None),
    worded,
    st.sampled_from(VERDICTS),
)


async def say_judged(brain: Brain, said: list[Said], cardinality: str) -> None:
    """Import statements, give them what only messages and a judge give, and derive all periods again."""
    stated = [replace(s, stated=True, second=False) for s in said]
    texts = [{"text": f"Subject holds value {s.value} {s.text}"} if s.text else {} for s in said]
    # Another importance for each: an import takes two equal lines for one.
    records = [
        {**record(s, cardinality), **text, "importance": 0.5 + n / 100}
        for n, (s, text) in enumerate(zip(stated, texts, strict=True))
    ]
    assert (await brain.transfer.import_facts(records, resolve="exact")).rejected == 0
    more = [
        {
            "occurred": day(s.occurred),
            "stated": s.stated,
            "verdict": [s.verdict[0], *sorted(s.verdict[1].split())] if s.verdict else None,
        }
        for s in said
    ]

    async def derive(tx: Transaction) -> None:
        rows = await tx.run(
            "MATCH (s:Statement {brain: $brain}) WITH s ORDER BY s.recordedAt WITH collect(s) AS found "
            "UNWIND range(0, size(found) - 1) AS i WITH found[i] AS s, $more[i] AS m "
            "SET s.occurredAt = m.occurred, s.startStated = m.stated, s.verdict = m.verdict "
            "RETURN DISTINCT s.subjectId AS subjectId, s.relation AS relation, s.objectId AS objectId",
            brain=brain.name,
            more=more,
        )
        pairs = [(row["subjectId"], row["relation"], row["objectId"]) for row in await rows.data()]
        stamp = await lock(tx, brain.name)
        await settle(tx, brain.name, [Pair(*pair, stamp) for pair in pairs])

    await brain.engine.store.transaction(derive)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    said=st.lists(judged, min_size=1, max_size=6),
    cardinality=st.sampled_from(["one", "many"]),
    data=st.data(),
)
async def test_sentences_with_verdicts_equal_the_model_in_every_order(
    memory: Memory, said: list[Said], cardinality: str, data: st.DataObject
) -> None:
    told = [replace(s, occurred=n, n=n, second=False, stated=s.stated or not s.holds) for n, s in enumerate(said)]
    expected = sentences(told, cardinality == "one")
    brain = memory.brain(f"verdicts-{uuid4()}")
    await say_judged(brain, data.draw(st.permutations(told)), cardinality)
    assert await found_sentences(brain) == expected
