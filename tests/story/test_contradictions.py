"""A contradiction tells both sides, who decided and why; a person accepts it in the version that was seen."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graphmem.brain import Brain
from graphmem.claims import FactVerdict
from graphmem_contract.contradictions import Overturned
from graphmem_contract.errors import ConflictError, NotFound
from tests.story.telling import fact, tell
from tests.story.test_facts_judged import EATS, eats, read


async def only_pair(brain: Brain, accepted: bool | None = None) -> Overturned:
    (pair,) = await brain.contradictions.list(accepted=accepted)
    return pair


async def moved(brain: Brain) -> Overturned:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), text="I work at Acme.", speaker="Ana")
    await tell(brain, "2025-01-01", fact("Ana", "works_at", "Globex"), text="I am at Globex now.", speaker="Ana")
    return await only_pair(brain)


async def test_a_later_value_is_decided_by_the_rule_with_both_sources(brain: Brain) -> None:
    pair = await moved(brain)
    assert pair.by is not None
    assert (pair.fact.object, pair.by.object, pair.reason) == ("Acme", "Globex", "superseded")
    assert (pair.decided.by, pair.decided.reason, pair.decided.at) == ("rule", None, pair.fact.recorded_at)
    assert pair.source is not None
    assert pair.by_source is not None
    assert (pair.source.excerpt, pair.source.speaker) == ("I work at Acme.", "Ana")
    assert (pair.by_source.excerpt, f"{pair.by_source.occurred_at:%F}") == ("I am at Globex now.", "2025-01-01")
    assert pair.source.episode_id == pair.fact.episode_ids[-1]


async def test_a_judge_decides_with_its_reason(brain: Brain) -> None:
    await read(brain, "2024-01-01", EATS)
    result = await read(brain, "2024-03-01", eats("no fish"), FactVerdict("contradicts", 0, "fish is something"))
    pair = await only_pair(brain)
    assert (pair.reason, pair.decided.by, pair.decided.reason) == ("contradicted", "judge", "fish is something")
    assert pair.decided.at == result.recorded_at
    assert pair.by is not None
    assert pair.by.object == "no fish"


async def test_a_person_decides_with_a_reason(brain: Brain) -> None:
    tea = await brain.add_fact(subject="Ana", relation="likes", object="tea")
    rain = await brain.add_fact(subject="Ana", relation="likes", object="rain")
    changes = await brain.invalidate(tea.id, superseded_by=rain.id, reason="she told me")
    pair = await only_pair(brain)
    assert (pair.decided.by, pair.decided.reason, pair.decided.at) == ("person", "she told me", changes.recorded_at)
    assert (pair.source, pair.by_source) == (None, None), "no message states them"


async def test_an_accepted_pair_leaves_the_open_ones_and_comes_back(brain: Brain) -> None:
    pair = await moved(brain)
    mark = await brain.contradictions.accept(pair.fact.id, by="Bruno", recorded_at=pair.fact.recorded_at)
    assert mark.accepted is not None
    assert (mark.fact_id, mark.accepted.by) == (pair.fact.id, "Bruno")
    assert list(await brain.contradictions.list(accepted=False)) == []
    assert (await only_pair(brain, accepted=True)).accepted == mark.accepted
    assert (await only_pair(brain)).accepted == mark.accepted
    versions = (await brain.history(pair.fact.id)).versions
    assert len(versions) == 2, "a mark is no version"
    opened = await brain.contradictions.accept(pair.fact.id, accepted=False)
    assert opened.accepted is None
    assert (await only_pair(brain, accepted=False)).accepted is None


async def test_a_new_version_of_what_was_accepted_is_open(brain: Brain) -> None:
    pair = await moved(brain)
    await brain.contradictions.accept(pair.fact.id)
    await tell(brain, "2025-02-01", fact("Ana", "works_at", "Initech", valid_from="2024-06-01"))
    changed = [one for one in await brain.contradictions.list(accepted=False) if one.fact.id == pair.fact.id]
    assert [one.by.object for one in changed if one.by] == ["Initech"]


async def test_only_what_was_seen_is_accepted(brain: Brain) -> None:
    pair = await moved(brain)
    with pytest.raises(ConflictError, match="changed since"):
        await brain.contradictions.accept(pair.fact.id, recorded_at=pair.fact.recorded_at - timedelta(seconds=1))
    assert pair.by is not None
    with pytest.raises(ConflictError, match="No other fact"):
        await brain.contradictions.accept(pair.by.id)
    with pytest.raises(NotFound):
        await brain.contradictions.accept("none")
    assert (await only_pair(brain)).accepted is None


async def test_a_mark_outlives_an_export_and_what_is_forgotten_beside_it(brain: Brain) -> None:
    pair = await moved(brain)
    aside = await tell(brain, "2025-06-01", fact("Ana", "works_at", "Initech"))
    first = next(one for one in await brain.contradictions.list() if one.fact.id == pair.fact.id)
    await brain.contradictions.accept(first.fact.id, by="Bruno")
    await brain.episodes.forget(aside.episode_id or "")
    (kept,) = await brain.contradictions.list(accepted=True)
    assert (kept.fact.id, kept.accepted and kept.accepted.by) == (pair.fact.id, "Bruno")
    copy = Brain(brain.engine, f"{brain.name}-copy")
    await copy.transfer.load([line async for line in brain.transfer.export()])
    (loaded,) = await copy.contradictions.list(accepted=True)
    assert loaded.accepted == kept.accepted
    await copy.delete()


async def test_a_source_that_is_forgotten_is_not_quoted(brain: Brain) -> None:
    pair = await moved(brain)
    assert pair.by_source is not None
    await tell(brain, "2024-02-01", fact("Ana", "works_at", "Acme"), text="Still at Acme, xyzzy.")
    before = next(one for one in await brain.contradictions.list() if one.fact.object == "Acme")
    assert before.source is not None
    assert "xyzzy" in before.source.excerpt
    await brain.episodes.forget(before.source.episode_id)
    after = next(one for one in await brain.contradictions.list() if one.fact.object == "Acme")
    assert after.source is not None
    assert after.source.excerpt == "I work at Acme."
