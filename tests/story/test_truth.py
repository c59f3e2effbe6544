"""Truth maintenance: retract, correct, restore, and facts that rest on others (docs/time.md, R6, R7)."""

from __future__ import annotations

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import AlreadyClosed, InvalidInput, NotFound, NothingToRestore, SupersededBy
from tests.story.telling import fact, held, only, spans, tell


async def rests(brain: Brain, name: str, *evidence: str, sets: list[list[str]] | None = None) -> str:
    """Add a fact with evidence; return its id."""
    more = {"evidence": sets} if sets is not None else {"evidence_ids": list(evidence)}
    made = await brain.add_fact(
        subject=name, relation="follows_from_others", object="so it is", valid_from="2020-01-01", **more
    )
    return made.id


async def ground(brain: Brain, name: str, **more: str) -> str:
    made = await brain.add_fact(
        subject=name, relation="stands_by_itself", object="so it is", valid_from="2020-01-01", **more
    )
    return made.id


async def live(brain: Brain, *ids: str) -> list[bool]:
    return [(await brain.fact(i)).status == "live" for i in ids]


async def test_a_retracted_fact_holds_until_then_and_no_longer(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    known = await only(brain, "Ana", "works_at")
    changes = await brain.invalidate(known.id, at="2024-01-01", reason="she left")
    assert [(c.id, c.depth, c.status) for c in changes.changed] == [(known.id, 0, "closed")]
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2023-01-01", "2024-01-01")}
    closed = await brain.fact(known.id)
    assert (closed.status, closed.closed_reason, closed.holds_now) == ("closed", "retracted", False)


async def test_a_corrected_fact_was_never_true_but_was_believed(brain: Brain) -> None:
    told = await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    known = await only(brain, "Ana", "works_at")
    await brain.invalidate(known.id, kind="corrected")
    assert await spans(brain, "Ana", "works_at") == set()
    assert await held(brain, "Ana", "works_at", "2023-06-01", told.recorded_at) == ["Acme"]
    assert (await brain.fact(known.id)).status == "corrected"


async def test_correcting_a_fact_brings_back_what_it_had_closed(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Globex"))
    globex = await only(brain, "Ana", "works_at")
    await brain.invalidate(globex.id, kind="corrected")
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2023-01-01", None)}
    await brain.restore(globex.id)
    assert await spans(brain, "Ana", "works_at") == {
        ("Acme", "2023-01-01", "2024-01-01"),
        ("Globex", "2024-01-01", None),
    }


async def test_saying_it_never_was_withdraws_it(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    result = await tell(brain, "2023-02-01", fact("Ana", "works_at", "Acme", action="never"))
    assert await spans(brain, "Ana", "works_at") == set()
    assert [f.object for f in result.facts_deleted] == ["Acme"]


async def test_restoring_takes_back_the_last_retraction(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    known = await only(brain, "Ana", "works_at")
    await brain.invalidate(known.id, at="2024-01-01")
    await brain.restore(known.id)
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2023-01-01", None)}
    assert (await brain.fact(known.id)).closed_reason is None


async def test_a_superseded_fact_cannot_be_restored_by_itself(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    acme = await only(brain, "Ana", "works_at")
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Globex"))
    with pytest.raises(SupersededBy):
        await brain.restore(acme.id)


async def test_wrong_calls_say_what_is_wrong_and_change_nothing(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    known = await only(brain, "Ana", "works_at")
    with pytest.raises(NothingToRestore):
        await brain.restore(known.id)
    with pytest.raises(InvalidInput, match="before it starts"):
        await brain.invalidate(known.id, at="2022-01-01")
    with pytest.raises(NotFound):
        await brain.invalidate("no-such-fact")
    await brain.invalidate(known.id, at="2024-01-01")
    for at in ("2025-01-01", "2024-01-01", "2023-06-01"):
        with pytest.raises(
            AlreadyClosed, match=r"ended at 2024-01-01T00:00:00Z already \(retracted.*correct its valid_until"
        ):
            await brain.invalidate(known.id, at=at)
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2023-01-01", "2024-01-01")}
    await brain.correct(known.id, valid_until="2023-06-01")
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2023-01-01", "2023-06-01")}


async def test_an_end_that_is_still_ahead_may_be_moved_forward(brain: Brain) -> None:
    await tell(brain, "2023-01-01", fact("Ana", "works_at", "Acme"))
    known = await only(brain, "Ana", "works_at")
    await brain.invalidate(known.id, at="2999-01-01")
    await brain.invalidate(known.id, at="2024-01-01")
    assert await spans(brain, "Ana", "works_at") == {("Acme", "2023-01-01", "2024-01-01")}


async def test_a_fact_with_an_end_of_its_own_is_written_once(brain: Brain) -> None:
    """A successor that starts at that end or later moves nothing, so it is no reason; one that starts before it is."""
    await brain.add_fact(
        subject="Ana", relation="works_at", object="Acme", valid_from="2020-01-01", valid_until="2023-01-01"
    )
    known = await only(brain, "Ana", "works_at", include_closed=True)
    for start in ("2023-01-01", "2024-01-01"):
        await brain.add_fact(subject="Ana", relation="works_at", object=f"Globex {start}", valid_from=start)
        now = await brain.fact(known.id)
        assert (now.closed_reason, now.closed_by, now.recorded_at) == (None, None, known.recorded_at)
        assert len((await brain.history(known.id)).versions) == 1
    earlier = await brain.add_fact(subject="Ana", relation="works_at", object="Initech", valid_from="2022-01-01")
    moved = await brain.fact(known.id)
    assert (moved.closed_reason, moved.closed_by, f"{moved.valid_until:%F}") == ("superseded", earlier.id, "2022-01-01")


async def test_what_rests_on_a_fact_falls_with_it_over_levels_and_comes_back(brain: Brain) -> None:
    base = await ground(brain, "base")
    first = await rests(brain, "first", base)
    second = await rests(brain, "second", first)
    changes = await brain.invalidate(base, kind="corrected")
    assert [(c.id, c.depth, c.because_of) for c in changes.changed] == [
        (base, 0, None),
        (first, 1, base),
        (second, 2, first),
    ]
    assert await live(brain, base, first, second) == [False, False, False]
    back = await brain.restore(base)
    assert {c.id for c in back.changed} == {base, first, second}
    assert await live(brain, base, first, second) == [True, True, True]


async def test_a_fact_ends_when_the_last_of_its_grounds_ends(brain: Brain) -> None:
    one, other = await ground(brain, "one"), await ground(brain, "other")
    either = await rests(brain, "either", one, other)
    both = await rests(brain, "both", sets=[[one, other]])
    await brain.invalidate(one, at="2024-01-01")
    assert (await brain.fact(either)).valid_until is None
    assert (await brain.fact(both)).valid_until.isoformat()[:10] == "2024-01-01"  # type: ignore[union-attr]
    await brain.invalidate(other, at="2024-06-01")
    fallen = await brain.fact(either)
    assert (fallen.valid_until.isoformat()[:10], fallen.closed_reason, fallen.closed_by) == (
        "2024-06-01",
        "cascade",
        other,
    )  # type: ignore[union-attr]


async def test_facts_that_only_carry_each_other_do_not_stand(brain: Brain) -> None:
    base = await ground(brain, "base")
    egg = await rests(brain, "egg", base)
    hen = await rests(brain, "hen", egg)
    await brain.add_fact(
        subject="egg", relation="follows_from_others", object="so it is", valid_from="2020-01-01", evidence_ids=[hen]
    )
    await brain.invalidate(base, kind="corrected")
    assert await live(brain, egg, hen) == [False, False]


async def test_a_fact_that_was_also_stated_outright_needs_no_evidence(brain: Brain) -> None:
    base = await ground(brain, "base")
    follows = await rests(brain, "follows", base)
    await brain.add_fact(subject="follows", relation="follows_from_others", object="so it is", valid_from="2020-01-01")
    await brain.invalidate(base, kind="corrected")
    assert await live(brain, follows) == [True]


async def test_a_dry_run_shows_the_fall_and_changes_nothing(brain: Brain) -> None:
    base = await ground(brain, "base")
    first = await rests(brain, "first", base)
    shown = await brain.invalidate(base, kind="corrected", dry_run=True)
    assert {c.id for c in shown.changed} == {base, first}
    assert await live(brain, base, first) == [True, True]
    done = await brain.invalidate(base, kind="corrected")
    assert {c.id for c in done.changed} == {c.id for c in shown.changed}


async def test_evidence_that_fell_before_carries_nothing(brain: Brain) -> None:
    base = await ground(brain, "base")
    await brain.invalidate(base, kind="corrected")
    with pytest.raises(InvalidInput):
        await rests(brain, "late", base)
