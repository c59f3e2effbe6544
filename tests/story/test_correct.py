"""Setting a fact right: it was never so, but otherwise (design §3, rule 6)."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInput, NotFound
from graphmem.memory import Brain
from tests.story.telling import fact, held, only, spans, tell


async def test_a_corrected_object_was_so_all_along_and_what_was_believed_stays_readable(brain: Brain) -> None:
    told = await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    known = await only(brain, "Ana", "works_at")
    changes = await brain.correct(known.id, object="Acme Labs", reason="misheard")
    assert await spans(brain, "Ana", "works_at") == {("Acme Labs", "2023-01-01", None)}
    assert await held(brain, "Ana", "works_at", "2023-06-01", told.recorded_at) == ["Acme"]
    right = await only(brain, "Ana", "works_at")
    assert (right.object_kind, right.confidence, right.origin) == ("entity", 1.0, "manual")
    assert {(c.id, c.status) for c in changes.changed} == {(known.id, "corrected"), (right.id, "live")}
    assert (await brain.entity("Acme Labs")).type == "organization"


async def test_corrected_dates_keep_the_words(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme", text="Ana works at Acme as a cook."))
    known = await only(brain, "Ana", "works_at")
    await brain.correct(known.id, valid_from="2021-05-01", valid_until="2022-05-01")
    closed = (await brain.facts(subject="Ana", relation="works_at", include_closed=True))[0]
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2021-05-01", "2022-05-01")}
    assert closed.text == "Ana works at Acme as a cook."


async def test_what_a_corrected_value_had_closed_comes_back_or_is_closed_otherwise(brain: Brain) -> None:
    await tell(brain, "2022-01-01", fact("Ana", "works_at", "Acme"))
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Globex"))
    globex = await only(brain, "Ana", "works_at")
    await brain.correct(globex.id, valid_from="2025-01-01")
    assert await spans(brain, "Ana", "works_at") == {
        ("Acme", "2022-01-01", "2025-01-01"),
        ("Globex", "2025-01-01", None),
    }


async def test_restoring_a_corrected_fact_takes_the_correction_back(brain: Brain) -> None:
    told = await tell(brain, "2023-01-01", fact("Ana", "likes", "Berlin"))
    known = await only(brain, "Ana", "likes")
    await brain.correct(known.id, object="Bremen")
    assert await held(brain, "Ana", "likes") == ["Bremen"]
    await brain.restore(known.id)
    assert await held(brain, "Ana", "likes") == ["Berlin"]
    assert await held(brain, "Ana", "likes", "2023-06-01", told.recorded_at) == ["Berlin"]


async def test_what_rests_on_a_corrected_fact_falls(brain: Brain) -> None:
    ground = await brain.add_fact(subject="Ana", relation="born_in", object="Lisbon", valid_from="2000-01-01")
    rests = await brain.add_fact(subject="Ana", relation="speaks", object="Portuguese", evidence_ids=[ground.id])
    shown = await brain.correct(ground.id, object="Lima", dry_run=True)
    assert (await brain.fact(ground.id)).status == "live"
    changes = await brain.correct(ground.id, object="Lima")
    assert {c.depth for c in changes.changed if c.id == rests.id} == {1}
    assert len(shown.changed) == len(changes.changed)
    assert await held(brain, "Ana", "speaks") == []


async def test_wrong_corrections_say_what_is_wrong_and_change_nothing(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    known = await only(brain, "Ana", "works_at")
    before = await brain.facts(include_closed=True)
    with pytest.raises(InvalidInput, match="what is right"):
        await brain.correct(known.id, reason="just so")
    with pytest.raises(InvalidInput, match="before it starts"):
        await brain.correct(known.id, valid_until="2020-01-01")
    with pytest.raises(InvalidInput):
        await brain.correct(known.id, nonsense="x")
    with pytest.raises(NotFound):
        await brain.correct("nobody", object="Globex")
    assert await brain.facts(include_closed=True) == before
