"""After any merges and unmerges, the graph equals that of the same statements without a merge."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.memory import Memory

NAMES = ("ana", "bruno", "clara")
KEYS = tuple(f"other:{name}" for name in NAMES)
ALONE = ("alpha", "bravo")

said = st.fixed_dictionaries(
    {
        "do": st.just("say"),
        "subject": st.sampled_from(NAMES),
        "relation": st.sampled_from(["holds_one", "holds_many", "one_holder", "one_pair", "many_pairs"]),
        "object": st.sampled_from((*NAMES, *ALONE)),
        "action": st.sampled_from(["holds", "holds", "holds", "ends"]),
        "day": st.integers(1, 9),
        "length": st.sampled_from([0, 0, 2, 5]),
        "confidence": st.sampled_from([0.6, 0.9]),
    }
).filter(lambda one: one["subject"] != one["object"])
merges = st.fixed_dictionaries({"do": st.just("merge"), "into": st.sampled_from(KEYS), "from": st.sampled_from(KEYS)})
parts = st.fixed_dictionaries({"do": st.just("part"), "which": st.integers(0, 3)})


def record(one: dict[str, Any]) -> dict[str, Any]:
    day = f"2020-01-0{one['day']}"
    fields = {key: one[key] for key in ("subject", "relation", "object", "action", "confidence")}
    fields |= {"object_is_entity": True, "cardinality": "many" if "many" in one["relation"] else "one"}
    if one["action"] == "ends":
        return fields | {"valid_until": day}
    return (
        fields
        | {"valid_from": day}
        | ({"valid_until": f"2020-01-{one['day'] + one['length']:02}"} if one["length"] else {})
    )


async def say(brain: Brain, one: dict[str, Any]) -> None:
    """Nothing can be stated between entities that are merged at the moment; the caller leaves that out."""
    report = await brain.transfer.import_facts([record(one)], resolve="exact")
    assert report.lines[0].error is None, report.lines


async def prepare(brain: Brain) -> None:
    """All entities exist, and the relations exclude values in different ways."""
    for name in (*NAMES, *ALONE):
        await brain.transfer.import_facts(
            [{"subject": name, "relation": "is_known", "object": "yes", "valid_from": None}], resolve="exact"
        )
    await brain.ontology.set_relation("one_holder", cardinality="one", per="object")
    await brain.ontology.set_relation("one_pair", cardinality="one", symmetric=True)
    await brain.ontology.set_relation("many_pairs", cardinality="many", symmetric=True)


async def periods(brain: Brain) -> set[tuple[Any, ...]]:
    found = await brain.facts(include_closed=True, limit=1000)
    return {
        (f.subject, f.relation, f.object, f.valid_from, f.valid_until, f.closed_reason, f.confidence) for f in found
    }


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.one_of(said, said, merges, parts), min_size=4, max_size=14))
async def test_after_all_is_unmerged_it_is_as_if_nothing_had_been_merged(
    memory: Memory, steps: list[dict[str, Any]]
) -> None:
    brain, plain = memory.brain(f"merged-{uuid4()}"), memory.brain(f"plain-{uuid4()}")
    for one in (brain, plain):
        await prepare(one)
    ids = {key: (await brain.entities.get(key)).id for key in KEYS}
    standing: dict[str, tuple[str, str]] = {}

    def root(key: str) -> str:
        return root(standing[key][0]) if key in standing else key

    async def part(key: str) -> None:
        await brain.entities.unmerge(ids[key], standing.pop(key)[1])

    for step in steps:
        if step["do"] == "merge":
            into, from_ = root(step["into"]), root(step["from"])
            if into != from_:
                standing[from_] = (into, (await brain.entities.merge(ids[into], ids[from_])).merges[0].merge_id)
        elif step["do"] == "part" and standing:
            await part(sorted(standing)[step["which"] % len(standing)])
        elif step["do"] == "say":
            ends = [root(f"other:{step[end]}") for end in ("subject", "object")]
            if ends[0] != ends[1]:
                await say(brain, step)
                await say(plain, step)
    for key in sorted(standing):
        await part(key)
    assert await periods(brain) == await periods(plain)
