"""An assumed start yields to a stated start of another value that was said later (docs/time.md, assumed against stated)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.story.telling import fact, held, only, spans, tell

ACME = {"subject": "Ana", "relation": "works_at", "object": "Acme"}
GLOBEX = {"subject": "Ana", "relation": "works_at", "object": "Globex", "valid_from": "2026-05-01"}
ALWAYS = None
CASES: dict[str, tuple[list[tuple[str, dict[str, Any]]], set[tuple[str, str | None, str | None]]]] = {
    "acme": ([("2026-06-05", ACME)], {("Acme", "2026-06-05", None)}),
    "globex, acme": (
        [("2026-06-01", GLOBEX), ("2026-06-05", ACME)],
        {("Globex", "2026-05-01", "2026-06-05"), ("Acme", "2026-06-05", None)},
    ),
    "acme, globex": (
        [("2026-06-05", ACME), ("2026-06-20", GLOBEX)],
        {("Acme", ALWAYS, "2026-05-01"), ("Globex", "2026-05-01", None)},
    ),
    "acme, globex, acme": (
        [("2026-06-05", ACME), ("2026-06-20", GLOBEX), ("2026-06-25", ACME)],
        {("Acme", ALWAYS, "2026-05-01"), ("Globex", "2026-05-01", "2026-06-25"), ("Acme", "2026-06-25", None)},
    ),
    "globex, acme, globex": (
        [("2026-06-01", GLOBEX), ("2026-06-05", ACME), ("2026-06-20", GLOBEX)],
        {("Acme", ALWAYS, "2026-05-01"), ("Globex", "2026-05-01", None)},
    ),
    "acme, globex, globex": (
        [("2026-06-01", ACME), ("2026-06-05", GLOBEX), ("2026-06-20", GLOBEX)],
        {("Acme", ALWAYS, "2026-05-01"), ("Globex", "2026-05-01", None)},
    ),
}


@pytest.mark.parametrize("case", CASES)
async def test_the_table_of_assumed_against_stated_in_every_order_of_arrival(memory: Memory, case: str) -> None:
    said, expected = CASES[case]
    for order in permutations(said):
        brain = memory.brain(f"assumed-{uuid4()}")
        for at, one in order:
            await tell(brain, at, one)
        assert await spans(brain, "Ana", "works_at") == expected, order


async def test_what_yielded_fills_the_gap_after_what_is_known_before(brain: Brain) -> None:
    await tell(brain, "2026-01-01", fact("Ana", "works_at", "Hooli", valid_from="2020-01-01", valid_until="2025-01-01"))
    await tell(brain, "2026-06-05", ACME)
    told = await tell(brain, "2026-06-20", GLOBEX)
    assert [f.object for f in told.facts_added] == ["Globex"]
    assert await spans(brain, "Ana", "works_at") == {
        ("Hooli", "2020-01-01", "2025-01-01"),
        ("Acme", "2025-01-01", "2026-05-01"),
        ("Globex", "2026-05-01", None),
    }
    [gap] = [f for f in await brain.facts("Ana", "works_at", include_closed=True) if f.object == "Acme"]
    globex = await only(brain, "Ana", "works_at")
    assert (gap.closed_reason, gap.closed_by) == ("superseded", globex.id)


async def test_without_a_gap_what_yielded_has_no_period(brain: Brain) -> None:
    await tell(brain, "2026-01-01", fact("Ana", "works_at", "Hooli", valid_from="2020-01-01"))
    await tell(brain, "2026-06-20", GLOBEX)
    late = await tell(brain, "2026-06-05", ACME)
    assert [(f.object, f.reason) for f in late.facts_skipped] == [
        ("Acme", "its start was only assumed; another value is stated to hold then, and was said later")
    ]
    assert await spans(brain, "Ana", "works_at") == {
        ("Hooli", "2020-01-01", "2026-05-01"),
        ("Globex", "2026-05-01", None),
    }


async def test_an_assumed_start_counts_again_when_the_stated_value_was_never_true(brain: Brain) -> None:
    await tell(brain, "2026-06-05", ACME)
    told = await tell(brain, "2026-06-20", GLOBEX)
    await brain.invalidate(told.facts_added[0].id, kind="corrected")
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2026-06-05", None)}
    await brain.restore(told.facts_added[0].id)
    assert await held(brain, "Ana", "works_at") == ["Globex"]


async def test_an_assumed_start_does_not_yield_to_what_had_ended(brain: Brain) -> None:
    await tell(brain, "2026-06-05", ACME)
    await tell(brain, "2026-06-20", {**GLOBEX, "valid_until": "2026-05-20"})
    assert await spans(brain, "Ana", "works_at") == {
        ("Globex", "2026-05-01", "2026-05-20"),
        ("Acme", "2026-06-05", None),
    }


async def test_the_day_of_the_message_is_assumed_if_no_word_names_it(memory: Memory) -> None:
    for text, expected in (
        ("I work at Acme.", {("Acme", ALWAYS, "2026-05-01"), ("Globex", "2026-05-01", None)}),
        ("Today is my first day at Acme.", {("Globex", "2026-05-01", "2026-06-05"), ("Acme", "2026-06-05", None)}),
    ):
        brain = memory.brain(f"assumed-{uuid4()}")
        await tell(brain, "2026-06-05T09:00:00Z", {**ACME, "valid_from": "2026-06-05"}, text=text)
        await tell(brain, "2026-06-20", GLOBEX, text="I joined Globex in May.")
        assert await spans(brain, "Ana", "works_at") == expected, text
