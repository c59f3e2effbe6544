"""One sentence at each moment: details that conflict follow each other, more detail refines (docs/time.md, R11)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.story.telling import fact, held, spans, tell

PARENTS = fact("Ana", "lives_in", "Lisbon", text="Ana lives in Lisbon with her parents.", valid_from="2023-01-01")
FRIEND = fact("Ana", "lives_in", "Lisbon", text="Ana lives in Lisbon with her girlfriend.", valid_from="2026-01-01")
BARE = fact("Ana", "lives_in", "Lisbon", valid_from="2024-01-01")
MADE = "Ana lives in Lisbon"


async def told(brain: Brain, at: str | None = None, known: Any = None) -> list[str]:
    return [f.text for f in await brain.facts("Ana", "lives_in", valid_at=at, known_at=known)]


@pytest.mark.parametrize("way", ["messages", "by hand", "import"])
async def test_the_sentence_told_is_that_of_the_moment_in_every_order_of_arrival(memory: Memory, way: str) -> None:
    for order in permutations((PARENTS, FRIEND, BARE)):
        brain = memory.brain(f"told-{uuid4()}")
        if way == "import":
            assert (await brain.import_facts(list(order))).rejected == 0
        for one in order if way != "import" else ():
            await (tell(brain, "2026-06-01", one) if way == "messages" else brain.add_fact(**one))
        assert await told(brain, "2023-06-01") == [PARENTS["text"]], order
        assert await told(brain, "2025-06-01") == [PARENTS["text"]], order
        assert await told(brain) == [FRIEND["text"]], order
        assert await spans(brain, "Ana", "lives_in") == {
            ("Lisbon", "2023-01-01", "2026-01-01"),
            ("Lisbon", "2026-01-01", None),
        }


async def test_a_change_of_sentence_cuts_the_period_and_says_so(brain: Brain) -> None:
    first = await tell(brain, "2023-01-01", PARENTS)
    second = await tell(brain, "2026-01-01", FRIEND)
    assert [f.text for f in second.facts_added] == [FRIEND["text"]]
    assert second.facts_closed == ()
    assert second.contradictions == ()
    older = await brain.fact(first.facts_added[0].id or "")
    newer = await brain.fact(second.facts_added[0].id or "")
    assert (older.closed_reason, older.closed_by, older.text) == ("reworded", newer.id, PARENTS["text"])
    assert await held(brain, "Ana", "lives_in") == ["Lisbon"]


async def test_more_detail_refines_from_its_start_on_and_less_changes_nothing(brain: Brain) -> None:
    works = {"valid_from": "2020-01-01"}
    await tell(brain, "2020-02-01", fact("Ana", "works_at", "Acme", text="Ana works at Acme in Porto.", **works))
    more = fact("Ana", "works_at", "Acme", text="Ana works at Acme in Porto as a nurse.", valid_from="2022-01-01")
    await tell(brain, "2022-02-01", more)
    less = fact("Ana", "works_at", "Acme", text="Ana works at Acme as a nurse.", valid_from="2023-01-01")
    said = await tell(brain, "2023-02-01", less)
    assert said.facts_added == ()
    assert [f.text for f in await brain.facts("Ana", "works_at", include_closed=True)][::-1] == [
        "Ana works at Acme in Porto.",
        "Ana works at Acme in Porto as a nurse.",
    ]


async def test_a_bare_triple_never_replaces_a_told_sentence(brain: Brain) -> None:
    told_ = fact("Bruno", "works_at", "Premex", text="Bruno works at Premex as CTO in Göteborg.", object_is_entity=True)
    await tell(brain, "2025-01-01", told_)
    await brain.add_fact(subject="Bruno", relation="works_at", object="Premex", object_is_entity=True)
    assert [f.text for f in await brain.facts("Bruno", "works_at")] == [told_["text"]]


async def test_a_sentence_that_was_only_assumed_yields_to_one_said_later(brain: Brain) -> None:
    await tell(brain, "2026-06-05", {**PARENTS, "valid_from": "2020-01-01", "text": "Ana lives in Lisbon."})
    assumed = fact("Ana", "lives_in", "Lisbon", text="Ana lives in Lisbon with her parents.")
    await tell(brain, "2026-06-06", assumed)
    await tell(brain, "2026-06-20", {**FRIEND, "valid_from": "2026-05-01"})
    assert await told(brain, "2026-06-10") == [FRIEND["text"]]


async def test_evidence_rests_on_the_value_and_not_on_its_sentence(brain: Brain) -> None:
    first = await tell(brain, "2023-01-01", PARENTS)
    rests = await brain.add_fact(
        subject="Ana",
        relation="uses",
        object="the tram",
        valid_from="2023-01-01",
        evidence_ids=[first.facts_added[0].id],
    )
    await tell(brain, "2026-01-01", FRIEND)
    assert (await brain.fact(rests.id)).holds_now
    await brain.add_fact(
        subject="Ana", relation="lives_in", object="Porto", object_is_entity=True, valid_from="2026-03-01"
    )
    assert str((await brain.fact(rests.id)).valid_until).startswith("2026-03-01")


async def test_taking_back_a_sentence_gives_back_the_one_before(brain: Brain) -> None:
    await tell(brain, "2023-01-01", PARENTS)
    second = (await tell(brain, "2026-01-01", FRIEND)).facts_added[0].id
    assert second
    await brain.invalidate(second, kind="corrected")
    assert await told(brain) == [PARENTS["text"]]
    assert await spans(brain, "Ana", "lives_in") == {("Lisbon", "2023-01-01", None)}
    await brain.restore(second)
    assert await told(brain) == [FRIEND["text"]]
