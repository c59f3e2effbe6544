"""Facts without an episode: each record has its line, and what cannot be a fact says why."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from graphmem.ingest.supplied_facts import add_fact, import_facts, stream_facts
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import SuppliedFact
from graphmem_contract.reports import ImportLine, ImportReport
from tests.unit.ingest.claim_building import settings
from tests.unit.ingest.settled_rows import RECORDED
from tests.unit.settling.groups import Groups

NO_NAMES = {"revision": 5, "state": "then", "external": [], "handled": [], "mentions": []}
NO_FACTS = {"revision": 5, "taken": [], "values": [], "relations": [], "learnt": [], "claims": [], "touched": []}


class Engine:
    """Store, models and settings; the graph knows nobody."""

    def __init__(self, **answers: Any) -> None:
        self.store: Any = Groups().graph(
            **{
                "ingest/read_exact": [NO_NAMES],
                "ingest/read_names": [NO_NAMES],
                "ingest/read_facts": [NO_FACTS],
                "ingest/commit": [
                    {"revision": 6, "recordedAt": RECORDED, "unsettled": False, "rules": [], "valued": []}
                ],
                **answers,
            }
        )
        self.settings = settings()
        self.models = Models(NoneExtractor(), None, HashEmbedder(16))


def fact(object_: str = "Acme", **fields: Any) -> dict[str, Any]:
    return {"subject": "Ana", "relation": "works_on", "object": object_, **fields}


async def imported(*facts: Any, engine: Engine | None = None, size: int | None = None) -> ImportReport:
    engine = engine or Engine()
    return await import_facts(
        engine, "ana", facts, engine.settings, resolve="exact", size=size, origin="imported"
    )  # fmt: skip


# --------------------------------------------------------------------------- import


async def test_every_record_has_a_line_and_a_system_time_of_its_own() -> None:
    report = await imported(fact("Acme"), fact("Globex"))
    assert [(one.line, one.effect, one.matched) for one in report.lines] == [(1, "added", False), (2, "added", False)]
    assert [one.recorded_at for one in report.lines] == [RECORDED, RECORDED + timedelta(microseconds=1)]
    assert len({one.id for one in report.lines}) == 2
    assert (report.records, report.added, report.matched, report.rejected) == (2, 2, 0, 0)


async def test_a_record_that_is_no_fact_is_left_out_in_its_place() -> None:
    report = await imported(fact("Acme"), {"subject": "Ana"}, fact("Globex", colour="red"), fact("Initech"))
    assert [(one.line, one.effect) for one in report.lines] == [(1, "added"), (2, None), (3, None), (4, "added")]
    assert (report.lines[1].error or "").startswith("relation: ")
    assert report.lines[2].error == "colour: There is no such field here"
    assert report.rejected == 2


async def test_a_batch_of_nothing_usable_is_not_committed() -> None:
    engine = Engine()
    report = await imported({}, {}, engine=engine)
    assert ([one.line for one in report.lines], engine.store.calls["ingest/commit"]) == ([1, 2], 0)


async def test_no_record_is_no_line() -> None:
    assert await imported() == ImportReport(records=0, added=0, matched=0, rejected=0, lines=())


async def test_batches_have_the_given_size_and_lines_count_on() -> None:
    engine = Engine()
    report = await imported(*(fact(f"Project {n}") for n in range(5)), engine=engine, size=2)
    assert engine.store.calls["ingest/commit"] == 3
    assert [call["records"] for call in engine.store.parameters["ingest/commit"]] == [2, 2, 1]
    assert [one.line for one in report.lines] == [1, 2, 3, 4, 5]


async def test_records_are_taken_only_as_far_as_the_next_batch() -> None:
    taken = []

    def endless() -> Iterator[dict[str, Any]]:
        for n in range(1_000):
            taken.append(n)
            yield fact(f"Project {n}")

    engine = Engine()
    lines = stream_facts(engine, "ana", endless(), engine.settings, resolve="exact", size=10)
    assert (await anext(lines)).line == 1
    await lines.aclose()
    assert len(taken) <= 20


async def test_another_name_is_an_alias_and_no_fact() -> None:
    (line,) = (await imported(fact("Aninha", relation="nickname"))).lines
    assert (line.effect, line.id, line.error) == ("alias", None, None)
    assert line.note


async def test_a_record_that_holds_at_no_time_is_kept_with_a_note() -> None:
    report = await imported(fact(evidence_ids=["f1"]), engine=Engine())
    (line,) = report.lines
    assert (line.effect, line.id, line.error) == ("none", None, None)
    assert "evidence" in (line.note or "")
    assert (report.added, report.rejected) == (0, 0)


async def test_an_end_that_met_no_fact_has_no_id() -> None:
    (line,) = (await imported(fact(action="ends", valid_until="2024-05-01"))).lines
    assert (line.effect, line.id, line.error) == ("ended", None, None)


async def test_a_denial_is_withdrawn() -> None:
    (line,) = (await imported(fact(action="never"))).lines
    assert (line.effect, line.error) == ("withdrawn", None)


async def test_an_import_asks_for_ids_only_where_something_looks_like_one() -> None:
    engine = Engine()
    await imported(fact("Acme"), engine=engine)
    assert engine.store.calls["entities/find"] == 0
    found = {"i": 0, "how": 1, "guessed": False, "entity": {"id": "1", "key": "person:ana", "name": "Ana"}}
    engine = Engine(**{"entities/find": [found]})
    await imported(fact("Acme", subject="person:ana"), engine=engine)
    assert engine.store.calls["entities/find"] == 1
    (statement,) = engine.store.parameters["ingest/commit"][0]["statements"]
    assert statement["props"]["text"] == "Ana works on Acme"


async def test_imported_facts_are_sure_unless_they_say_otherwise() -> None:
    engine = Engine()
    await imported(fact("Acme"), fact("Globex", confidence=0.3), engine=engine)
    rows = [row["props"] for row in engine.store.parameters["ingest/commit"][0]["statements"]]
    assert [(row["confidence"], row["origin"]) for row in rows] == [(1.0, "imported"), (0.3, "imported")]


# --------------------------------------------------------------------------- one fact by hand


async def add(engine: Engine, **fields: Any) -> tuple[str, bool]:
    return await add_fact(engine, "ana", SuppliedFact(**fact(**fields)), engine.settings)


async def test_a_fact_by_hand_gives_its_id_and_is_manual() -> None:
    engine = Engine()
    id_, matched = await add(engine)
    (row,) = engine.store.parameters["ingest/commit"][0]["statements"]
    assert (row["props"]["id"], row["props"]["origin"], matched) == (id_, "manual", False)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"relation": "nickname", "object_": "Aninha"}, "relation"),
        ({"evidence_ids": ["f1"]}, "evidence_ids"),
        ({"evidence": [["f1", "f2"]]}, "evidence"),
        ({"action": "never"}, None),
        ({"object_": "Ana", "object_is_entity": True}, None),
    ],
    ids=["another name", "evidence that has ended", "a set of evidence", "nothing to deny", "an entity with itself"],
)
async def test_a_fact_by_hand_that_holds_at_no_time_is_refused(fields: dict[str, Any], field: str | None) -> None:
    with pytest.raises(InvalidInput) as refused:
        await add(Engine(), **fields)
    assert refused.value.field == field
    assert refused.value.detail


async def test_another_name_is_refused_with_the_way_to_add_it() -> None:
    with pytest.raises(InvalidInput, match="'Aninha' is another name of 'Ana'") as refused:
        await add(Engine(), relation="nickname", object_="Aninha")
    assert "aliases_add" in refused.value.detail


def test_a_line_is_empty_but_for_its_number() -> None:
    assert ImportLine(line=3).model_dump(exclude_defaults=True) == {"line": 3}
