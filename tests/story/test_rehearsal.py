"""A rehearsal shows what would end and what would begin, over conditions and evidence, and nothing else then happens."""

from __future__ import annotations

import random
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_contract.changes import Change, Changes
from graphmem_contract.errors import InvalidInput, NotFound
from graphmem_contract.records import Fact
from tests.story.telling import fact, only, spans, tell

ONE = {"cardinality": "one"}
CHEF = {"subject": "Kitchen", "relation": "chef"}
ORDERS = {"subject": "Orders", "relation": "orders_to"}
KITCHEN = (
    ("2026-03-01", fact("Kitchen", "chef", "Piet", **ONE)),
    ("2026-03-02", fact("Orders", "orders_to", "Sofia", holds_while=CHEF, **ONE)),
    ("2026-03-03", fact("Orders", "orders_to", "Imre", starts_when=CHEF, **ONE)),
    ("2026-03-04", fact("Bread", "baker", "Vera", holds_while={**CHEF, "object": "Piet"}, **ONE)),
    (
        "2026-03-05",
        fact("Fish", "supplier", "Olsen", starts_when={**ORDERS, "object": "Imre", "event": "begins"}, **ONE),
    ),
    (
        "2026-03-06",
        fact(
            "Van",
            "stops_at",
            "Harbour",
            starts_when={"subject": "Fish", "relation": "supplier", "event": "begins"},
            **ONE,
        ),
    ),
)


async def kitchen(brain: Brain) -> dict[str, str]:
    """Tell all of it; return the ids of the facts by their objects."""
    ids: dict[str, str] = {}
    for at, said in KITCHEN:
        result = await tell(brain, at, said)
        (line,) = (*result.facts_added, *result.facts_waiting)
        ids[said["object"]] = line.id or ""
    return ids


def told(changes: Changes, ids: dict[str, str]) -> dict[str, tuple[Any, ...]]:
    """Return what each fact does, over how many steps, with which fact, and through what."""
    names = {id_: name for name, id_ in ids.items()}
    return {
        names.get(one.id, one.id): (one.effect, one.depth, names.get(one.because_of or ""), one.through)
        for one in changes.changed
    }


async def test_a_rehearsed_end_shows_what_would_end_and_begin_over_several_levels(brain: Brain) -> None:
    ids = await kitchen(brain)
    before = await everything(brain)
    rehearsed = await brain.invalidate(ids["Piet"], at="2026-03-10", dry_run=True)
    assert told(rehearsed, ids) == {
        "Piet": ("ends", 0, None, None),
        "Sofia": ("ends", 1, "Imre", "holds_while"),
        "Imre": ("begins", 1, "Piet", "starts_when"),
        "Vera": ("ends", 1, "Piet", "holds_while"),
        "Olsen": ("begins", 2, "Imre", "starts_when"),
        "Harbour": ("begins", 3, "Olsen", "starts_when"),
    }
    starts = {one.id: f"{one.valid_from:%F}" for one in rehearsed.changed if one.effect == "begins"}
    assert starts == {ids[name]: "2026-03-10" for name in ("Imre", "Olsen", "Harbour")}
    assert await everything(brain) == before


async def test_a_rehearsed_restoration_shows_what_would_wait_again(brain: Brain) -> None:
    ids = await kitchen(brain)
    await brain.invalidate(ids["Piet"], at="2026-03-10")
    back = await brain.restore(ids["Piet"], dry_run=True)
    assert {name: effect for name, (effect, *_) in told(back, ids).items()} == {
        "Piet": "goes_on", "Sofia": "goes_on", "Vera": "goes_on", "Imre": "waits", "Olsen": "waits", "Harbour": "waits",
    }  # fmt: skip
    assert (await brain.fact(ids["Imre"])).status == "live"
    await brain.restore(ids["Piet"])
    waiting = await brain.fact(ids["Imre"])
    assert (waiting.status, waiting.holds_now) == ("waiting", False)
    assert (await brain.graph.facts_by_ids([ids["Imre"], ids["Sofia"], "none"])).keys() == {ids["Imre"], ids["Sofia"]}


async def test_a_rehearsed_fact_shows_what_it_would_end_and_begin(brain: Brain) -> None:
    ids = await kitchen(brain)
    before = await everything(brain)
    given = {**fact("Kitchen", "chef", "Nour"), "valid_from": "2026-03-09"}
    rehearsed = await brain.graph.rehearse(**given)
    (new,) = [one for one in rehearsed.changed if one.id not in ids.values()]
    assert (new.effect, new.depth, f"{new.valid_from:%F}") == ("begins", 0, "2026-03-09")
    found = told(rehearsed, ids)
    assert {name: found[name][:2] for name in ids} == {
        "Piet": ("ends", 1), "Sofia": ("ends", 1), "Imre": ("begins", 1), "Vera": ("ends", 1), "Olsen": ("begins", 2),
        "Harbour": ("begins", 3),
    }  # fmt: skip
    assert await everything(brain) == before
    await brain.add_fact(**given)
    assert await spans(brain, "Van", "stops_at") == {("Harbour", "2026-03-09", None)}


async def test_a_fact_that_could_not_be_added_cannot_be_rehearsed(brain: Brain) -> None:
    with pytest.raises(InvalidInput):
        await brain.graph.rehearse(subject="Ana", relation="works_at", object="Acme", evidence_ids=["none"])
    with pytest.raises(NotFound):
        await brain.invalidate("none", dry_run=True)


async def everything(brain: Brain) -> list[tuple[Any, ...]]:
    """Return every fact with its period and its times."""
    facts: tuple[Fact, ...] = tuple(await brain.facts(include_closed=True, limit=1000))
    return sorted((one.id, one.valid_from, one.valid_until, one.recorded_at, one.status) for one in facts)


def random_story(seed: int) -> list[tuple[str, dict[str, Any]]]:
    """Twelve facts of four one-valued roles; two thirds of them rest on another role, or wait for it."""
    random_ = random.Random(seed)
    story = []
    for n in range(12):
        role, watched = random_.sample(range(4), 2)
        condition = {"subject": f"Place {watched}", "relation": f"role_{watched}"}
        more: dict[str, Any] = random_.choice(({}, {"holds_while": condition}, {"starts_when": condition}))
        value = f"Person {random_.randrange(6)}"
        story.append((f"2026-03-{n + 1:02}", fact(f"Place {role}", f"role_{role}", value, **more, **ONE)))
    return story


@pytest.mark.parametrize("seed", range(6))
async def test_what_is_rehearsed_is_what_then_happens(brain: Brain, seed: int) -> None:
    for at, said in random_story(seed):
        await tell(brain, at, said)
    live = [one for one in await brain.facts(include_closed=True) if one.status in ("live", "pending")]
    for one in random.Random(seed).sample(live, min(3, len(live))):
        kind = ("retracted", "corrected")[seed % 2]
        at = "2026-03-20" if kind == "retracted" else None
        if (await brain.fact(one.id)).status not in ("live", "pending"):
            continue
        before = await everything(brain)
        rehearsed = await brain.invalidate(one.id, at=at, kind=kind, dry_run=True)  # type: ignore[arg-type]
        assert await everything(brain) == before
        done = await brain.invalidate(one.id, at=at, kind=kind)  # type: ignore[arg-type]
        assert changes(rehearsed) == changes(done)
        now = {id_: (start, end) for id_, start, end, *_ in await everything(brain)}
        assert {c.id: (c.valid_from, c.at) for c in done.changed if c.effect not in ("waits", "ends")} == {
            c.id: now[c.id] for c in done.changed if c.effect not in ("waits", "ends")
        }
        back = await brain.restore(one.id, dry_run=True)
        assert changes(back) == changes(await brain.restore(one.id))


def changes(given: Changes) -> list[Change]:
    return list(given.changed)


async def test_a_rehearsal_over_evidence_names_it(brain: Brain) -> None:
    job = await brain.add_fact(subject="Ana", relation="works_at", object="Acme", valid_from="2026-01-01")
    await brain.add_fact(
        subject="Ana", relation="uses", object="a badge", valid_from="2026-01-01", evidence_ids=[job.id]
    )
    badge = await only(brain, "Ana", "uses")
    rehearsed = await brain.invalidate(job.id, at="2026-02-01", dry_run=True)
    assert [(c.id, c.effect, c.depth, c.through) for c in rehearsed.changed] == [
        (job.id, "ends", 0, None), (badge.id, "ends", 1, "evidence"),
    ]  # fmt: skip
