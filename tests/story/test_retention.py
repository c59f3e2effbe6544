"""Episodes are forgotten by their age: before a date, or by the policies of a brain (docs/retention.md)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.brain import Brain
from graphmem.curation.retention import apply_everywhere
from graphmem_contract.errors import InvalidInput
from tests.story.telling import fact, held, tell


async def stored(brain: Brain, days: int, name: str, **options: object) -> str:
    """An episode that was recorded some days ago, with one fact."""
    told = await tell(brain, "2024-01-01", fact("Ana", "likes", name, object_is_entity=False), **options)  # type: ignore[arg-type]
    await brain.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain, id: $id}) SET e.recordedAt = $at",
        brain=brain.name, id=told.episode_id, at=datetime.now(UTC) - timedelta(days=days),
    )  # fmt: skip
    return told.episode_id or ""


async def test_episodes_before_a_date_are_forgotten_oldest_first(brain: Brain) -> None:
    ids = [await stored(brain, days, f"thing {days}") for days in (30, 20, 10)]
    before = datetime.now(UTC) - timedelta(days=15)
    shown = await brain.retention.forget(before=before, dry_run=True)
    assert (shown.episodes, shown.more, shown.statements, shown.facts) == (tuple(ids[:2]), False, 2, 2)
    assert len(await held(brain, "Ana", "likes")) == 3
    first = await brain.retention.forget(before=before, limit=1)
    assert (first.episodes, first.more, first.statements, first.facts) == ((ids[0],), True, 1, 1)
    rest = await brain.retention.forget(before=before)
    assert (rest.episodes, rest.more) == ((ids[1],), False)
    assert await held(brain, "Ana", "likes") == ["thing 10"]
    assert (await brain.retention.forget(before=before)).episodes == ()


async def test_episodes_said_before_a_date_are_forgotten_whenever_they_were_recorded(brain: Brain) -> None:
    for at, thing in (("2019-04-01", "kites"), ("2024-04-01", "boats")):
        await tell(brain, at, fact("Ana", "likes", thing, object_is_entity=False))
    shown = await brain.retention.forget(said_before="2020-01-01", dry_run=True)
    assert (len(shown.episodes), shown.facts) == (1, 1)
    await brain.retention.forget(said_before="2020-01-01", before=datetime.now(UTC) - timedelta(days=1))
    assert len(await held(brain, "Ana", "likes")) == 2, "none was recorded before yesterday"
    await brain.retention.forget(said_before="2020-01-01")
    assert await held(brain, "Ana", "likes") == ["boats"]


async def test_a_dry_run_counts_what_the_forgetting_then_removes(brain: Brain) -> None:
    """Facts that two episodes state, an end, a first value, turns of one session, and an episode that stays."""
    told = [
        [fact("Ana", "works_at", "Acme")],
        [fact("Ana", "works_at", "Acme"), fact("Acme", "located_in", "Porto")],
        [fact("Ana", "works_at", "Globex"), fact("Bruno", "knows", "Clara")],
        [fact("Bruno", "knows", "Clara", action="ends")],
        [fact("Ana", "likes", "tea", object_is_entity=False)],
        [fact("Ana", "likes", "tea", object_is_entity=False), fact("Dora", "knows", "Ana")],
    ]
    at = datetime.now(UTC) - timedelta(days=30)
    for day, facts in enumerate(told, 1):
        stays = day == len(told)
        one = await tell(brain, f"2024-01-{day:02}", *facts, session_id="s", text=f"turn {day}", kind="message")
        await brain.engine.store.driver.execute_query(
            "MATCH (e:Episode {brain: $brain, id: $id}) SET e.recordedAt = $at",
            brain=brain.name, id=one.episode_id, at=datetime.now(UTC) if stays else at + timedelta(days=day),
        )  # fmt: skip
    before, counted = datetime.now(UTC) - timedelta(days=10), await brain.overview.stats()
    for limit in (2, 100):
        shown = await brain.retention.forget(before=before, limit=limit, dry_run=True)
        assert (
            await brain.overview.stats(),
            await brain.retention.forget(before=before, limit=limit, dry_run=True),
        ) == (
            counted,
            shown,
        ), "a dry run changes nothing"
        assert shown.recorded_at is None
    done = await brain.retention.forget(before=before)
    assert (len(done.episodes), done.statements, done.entities) == (5, 7, 5)
    assert done.model_copy(update={"recorded_at": None}) == shown
    assert await held(brain, "Ana", "likes") == ["tea"], "another episode states it too"


async def test_kind_source_and_tag_choose(brain: Brain) -> None:
    await stored(brain, 30, "a", kind="tool", source="crm", tags=("x",))
    await stored(brain, 30, "b", kind="tool", source="crm")
    await stored(brain, 30, "c", kind="tool")
    await stored(brain, 30, "d")
    now = datetime.now(UTC)
    for wanted, left in (({"tag": "x"}, "bcd"), ({"source": "crm"}, "cd"), ({"kind": "tool"}, "d")):
        await brain.retention.forget(before=now, **wanted)  # type: ignore[arg-type]
        assert await held(brain, "Ana", "likes") == list(left)


async def test_policies_are_off_by_default_and_applied_on_request(brain: Brain) -> None:
    old, new = await stored(brain, 100, "old", source="crm"), await stored(brain, 10, "new", source="crm")
    other = await stored(brain, 100, "other")
    assert (await brain.retention.get()).policies == ()
    assert (await brain.retention.apply()).episodes == ()
    kept = await brain.retention.set([{"days": 90, "source": "crm"}, {"days": 365}])
    assert await brain.retention.get() == kept
    assert (await brain.retention.apply(dry_run=True)).episodes == (old,)
    assert await apply_everywhere(brain.engine.store, brain.engine.models.embedder) >= 1
    assert {e.id for e in (await brain.episodes.list()).items} == {new, other}
    assert await held(brain, "Ana", "likes") == ["new", "other"]
    await brain.retention.set([])
    assert (await brain.retention.get()).policies == ()


@pytest.mark.parametrize(
    "policy", [{}, {"days": 0}, {"days": 1, "source": ""}, {"days": 1, "colour": "red"}, {"days": "1x"}]
)
async def test_a_policy_that_is_not_usable_is_refused(brain: Brain, policy: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        await brain.retention.set([policy])
    assert (await brain.retention.get()).policies == ()


async def test_a_call_without_a_date_is_refused(brain: Brain) -> None:
    with pytest.raises(InvalidInput):
        await brain.retention.forget(before=None)
    with pytest.raises(InvalidInput):
        await brain.retention.forget(before="2024-01-01", limit=0)
