"""Python refuses invalid arguments as REST does: nothing is stored, and the error names the field."""

from __future__ import annotations

from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import InvalidInput
from tests.story.telling import fact

JOB = fact("Ana", "works_at", "Acme", object_is_entity=True, valid_from="2020-01-01")


async def test_an_end_of_no_known_kind_is_refused_and_ends_nothing(brain: Brain) -> None:
    job = await brain.add_fact(**JOB)
    with pytest.raises(InvalidInput, match="'correct' is not one of 'retracted', 'corrected'") as refused:
        await brain.invalidate(job.id, kind="correct")  # type: ignore[arg-type]
    assert refused.value.field == "kind"
    assert (await brain.fact(job.id)).holds_now


@pytest.mark.parametrize(
    ("field", "value"), [("origin", "crm"), ("resolve", "x"), ("batch", 0), ("batch", -1)], ids=lambda one: str(one)
)
async def test_an_import_of_no_known_kind_stores_nothing(brain: Brain, field: str, value: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        await brain.transfer.import_facts([JOB], **{field: value})
    assert refused.value.field == field
    assert list(await brain.facts()) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cardinality", "single"),
        ("per", "person"),
        ("symmetric", "yes"),
        ("synonyms", "employs"),
        ("kind", "event"),
        ("reads_as", {"left": "cuts"}),
        ("reads_as", "left"),
    ],
)
async def test_a_rule_that_a_relation_cannot_have_is_refused(brain: Brain, field: str, value: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        await brain.ontology.set_relation("sits_at", **{field: value})
    assert refused.value.field == field
    assert "sits_at" not in {one["name"] for one in (await brain.ontology.get())["relations"]}


@pytest.mark.parametrize(
    "value",
    [datetime(2024, 1, 1, tzinfo=UTC), {"a", "b"}, float("nan"), object()],
    ids=["time", "set", "nan", "object"],
)
async def test_what_json_cannot_hold_is_no_metadata_and_no_property(brain: Brain, value: Any) -> None:
    with pytest.raises(InvalidInput, match="must be what JSON has") as refused:
        await brain.remember("Tea at noon", metadata={"about": {"at": value}})
    assert refused.value.field == "metadata"
    with pytest.raises(InvalidInput, match="must be what JSON has") as refused:
        await brain.entities.add(name="Ana", properties={"at": [value]})
    assert refused.value.field == "properties"
    assert ((await brain.overview.stats()).episodes, (await brain.overview.stats()).entities) == ({}, 0)
    await brain.entities.add(name="Ana", type="person")
    with pytest.raises(InvalidInput, match="must be what JSON has"):
        await brain.entities.change("Ana", properties={"at": value})


@pytest.mark.parametrize(("what", "wrong"), [("facts", {"category": "vital"}), ("episodes.list", {"status": "done"})])
async def test_a_filter_that_nothing_can_pass_is_refused(brain: Brain, what: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as refused:
        await attrgetter(what)(brain)(**wrong)
    assert refused.value.field in wrong
