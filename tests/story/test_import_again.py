"""An import that is repeated stores nothing twice."""

from __future__ import annotations

import asyncio
from typing import Any

from graphmem.brain import Brain
from tests.story.telling import fact, held, only

FILE: list[dict[str, Any]] = [
    fact("Ana", "works_at", "Acme", valid_from="2020-01-01"),
    fact("Ana", "likes", "tea", object_is_entity=False),
    fact("Ana", "works_at", "Globex", valid_from="2022-01-01"),
]


async def test_a_file_that_is_imported_three_times_is_stated_once(brain: Brain) -> None:
    first = await brain.transfer.import_facts(FILE)
    assert (first.added, first.matched, [line.replayed for line in first.lines]) == (3, 0, [None] * 3)
    for _ in range(2):
        again = await brain.transfer.import_facts(FILE)
        assert (again.added, again.matched, again.rejected) == (0, 3, 0)
        assert [(line.line, line.id, line.replayed) for line in again.lines] == [
            (line.line, line.id, True) for line in first.lines
        ]
    tea = await only(brain, "Ana", "likes")
    assert (tea.times_stated, tea.strength) == (1, 0.8)
    assert (await brain.overview.stats()).statements == 3


async def test_an_import_that_broke_off_continues_and_new_lines_are_stored(brain: Brain) -> None:
    await brain.transfer.import_facts(FILE[:2])
    again = await brain.transfer.import_facts([*FILE, {"subject": "Ana"}], batch=2)
    assert [line.replayed for line in again.lines] == [True, True, None, None]
    assert [line.line for line in again.lines] == [1, 2, 3, 4]
    assert (again.added, again.matched, again.rejected) == (1, 2, 1)
    assert await held(brain, "Ana", "works_at") == ["Globex"]


async def test_the_same_import_twice_at_once_stores_each_line_once(brain: Brain) -> None:
    lines = [fact("Ana", "visited", f"Town {n}", valid_from="2020-01-01", object_is_entity=False) for n in range(60)]
    reports = await asyncio.gather(*(brain.transfer.import_facts(lines, batch=20, resolve="exact") for _ in range(3)))
    assert sorted(line.line for report in reports for line in report.lines if line.replayed is None) == list(
        range(1, 61)
    )
    stats = await brain.overview.stats()
    assert (stats.facts, stats.statements) == (60, 60)


async def test_the_same_line_twice_in_a_file_confirms_once_however_often_the_file_is_imported(brain: Brain) -> None:
    for _ in range(3):
        await brain.transfer.import_facts([FILE[1], FILE[1]])
    assert (await only(brain, "Ana", "likes")).times_stated == 2


async def test_what_was_corrected_since_stays_corrected_and_what_was_forgotten_is_stored_anew(brain: Brain) -> None:
    (tea,) = (await brain.transfer.import_facts(FILE[1:2])).lines
    await brain.invalidate(tea.id or "", kind="corrected")
    assert (await brain.transfer.import_facts(FILE[1:2])).matched == 1
    assert await held(brain, "Ana", "likes") == []
    await brain.forget(tea.id or "")
    assert (await brain.transfer.import_facts(FILE[1:2])).added == 1


async def test_a_line_is_recognised_after_a_merge_and_in_an_export_that_was_loaded(brain: Brain) -> None:
    await brain.transfer.import_facts(FILE)
    other = await brain.entities.add(name="Ana Souza", type="person")
    ana = await brain.entities.get("Ana")
    await brain.entities.merge(other.id, [ana.id])
    again = await brain.transfer.import_facts(FILE)
    assert again.matched == 3
    assert [line.id for line in again.lines if line.line == 2] == [(await only(brain, "Ana Souza", "likes")).id]
    copy = Brain(brain.engine, f"{brain.name}-copy")
    await copy.transfer.load([line async for line in brain.transfer.export()])
    assert (await copy.transfer.import_facts(FILE)).matched == 3


async def test_keys_of_the_caller_identify_the_records(brain: Brain) -> None:
    await brain.transfer.import_facts(FILE[1:2], keys=["row 7"])
    assert (
        await brain.transfer.import_facts([fact("Ana", "likes", "rum", object_is_entity=False)], keys=["row 7"])
    ).matched == 1
    assert await held(brain, "Ana", "likes") == ["tea"]
    assert (await brain.transfer.import_facts(FILE[1:2])).lines[0].replayed is None
