"""A fact that waits is taken back and waits again; a long chain through a correction and a restoration, on both clocks."""

from __future__ import annotations

from itertools import pairwise

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import NotFound, NothingToRestore
from tests.story.telling import fact, held, only, spans, tell
from tests.story.test_conditions import send

ROLES = ("captain", "deputy", "secretary", "driver", "cook", "gardener")


async def waiting(brain: Brain) -> str:
    """Return the id of the one fact that waits."""
    (one,) = await brain.graph.waiting()
    return one.id


async def test_a_fact_that_waits_is_taken_back_and_does_not_begin(brain: Brain) -> None:
    await send(brain, "seokjin", "hyunwoo", "james")
    id_ = await waiting(brain)
    shown = await brain.invalidate(id_, dry_run=True)
    assert await waiting(brain) == id_
    taken = await brain.invalidate(id_, reason="it was only an idea")
    for changes in (shown, taken):
        assert [(one.id, one.effect, one.status, one.depth) for one in changes.changed] == [
            (id_, "ends", "corrected", 0)
        ]
    assert await brain.graph.waiting() == ()
    with pytest.raises(NotFound):
        await brain.invalidate(id_)
    await send(brain, "ana")
    assert await spans(brain, "Reports", "recipient") == {("Hyunwoo", "2026-03-02", "2026-03-09")}


@pytest.mark.parametrize("kind", ["retracted", "corrected"])
async def test_what_was_taken_back_waits_again(brain: Brain, kind: str) -> None:
    await send(brain, "seokjin", "hyunwoo", "james")
    id_ = await waiting(brain)
    await brain.invalidate(id_, kind=kind)
    again = await brain.restore(id_)
    assert [(one.id, one.effect, one.status) for one in again.changed] == [(id_, "waits", "live")]
    with pytest.raises(NothingToRestore):
        await brain.restore(id_)
    assert await waiting(brain) == id_
    await send(brain, "ana")
    assert await held(brain, "Reports", "recipient", "2026-03-10") == ["James"]


async def test_what_comes_back_after_the_change_begins_with_it(brain: Brain) -> None:
    await send(brain, "seokjin", "hyunwoo", "james")
    id_ = await waiting(brain)
    await brain.invalidate(id_)
    await send(brain, "ana")
    before = (await only(brain, "Team", "team_lead")).recorded_at
    back = await brain.restore(id_)
    assert [one.effect for one in back.changed if one.id == id_] == ["begins"]
    assert await held(brain, "Reports", "recipient", "2026-03-10") == ["James"]
    assert await held(brain, "Reports", "recipient", "2026-03-10", known=before) == []


async def test_what_waits_for_it_waits_for_ever(brain: Brain) -> None:
    await send(brain, "seokjin", "james")
    follows = {"subject": "Reports", "relation": "recipient", "object": "James", "event": "begins"}
    await tell(brain, "2026-03-03", fact("Post", "carrier", "Ida", starts_when=follows, cardinality="one"))
    (james,) = await brain.graph.waiting("Reports")
    await brain.invalidate(james.id)
    await send(brain, "ana")
    assert await held(brain, "Post", "carrier", "2026-03-10") == []
    await brain.restore(james.id)
    assert await held(brain, "Post", "carrier", "2026-03-10") == ["Ida"]


async def test_a_long_chain_falls_with_a_corrected_change_and_begins_again_with_it(brain: Brain) -> None:
    for role in ROLES:
        await tell(brain, "2026-03-01", fact("Club", role, f"old {role}", cardinality="one"))
    for before, role in pairwise(ROLES):
        wanted = {"subject": "Club", "relation": before}
        await tell(brain, "2026-03-02", fact("Club", role, f"new {role}", starts_when=wanted, cardinality="one"))
    still = (await only(brain, "Club", ROLES[-1])).recorded_at
    await tell(brain, "2026-03-10", fact("Club", "captain", "new captain", cardinality="one"))
    lead = await only(brain, "Club", "captain")
    turned = lead.recorded_at
    await brain.invalidate(lead.id, kind="corrected")
    fallen = max(one.recorded_at for one in await brain.facts(subject="Club"))
    await brain.restore(lead.id)
    for role in ROLES:
        assert await held(brain, "Club", role, "2026-03-11") == [f"new {role}"]
        assert await held(brain, "Club", role, "2026-03-05") == [f"old {role}"]
        for known, word in ((still, "old"), (turned, "new"), (fallen, "old")):
            assert await held(brain, "Club", role, "2026-03-11", known=known) == [f"{word} {role}"], (role, word)
        assert await spans(brain, "Club", role) == {
            (f"old {role}", "2026-03-01", "2026-03-10"),
            (f"new {role}", "2026-03-10", None),
        }


async def test_the_history_of_a_fact_that_waits_again_says_that_its_ground_is_gone(brain: Brain) -> None:
    await send(brain, "seokjin", "hyunwoo", "james", "ana")
    ana, james = await only(brain, "Team", "team_lead"), await only(brain, "Reports", "recipient")
    await brain.invalidate(ana.id, kind="corrected")
    (begun,) = (await brain.history(james.id)).versions
    assert (begun.closed_reason, begun.expired_at is not None) == ("cascade", True)
    assert (await brain.fact(james.id)).status == "waiting"
