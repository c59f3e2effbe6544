"""Facts that rest on others, and facts that wait: the worked example of docs/time.md."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from graphmem.brain import Brain
from tests.story.telling import fact, held, only, spans, tell

LEAD = {"subject": "Team", "relation": "team_lead"}
ONE = {"cardinality": "one"}
MESSAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "seokjin": ("2026-03-01", fact("Team", "team_lead", "Seokjin", **ONE)),
    "hyunwoo": ("2026-03-02", fact("Reports", "recipient", "Hyunwoo", holds_while=LEAD, **ONE)),
    "james": ("2026-03-03", fact("Reports", "recipient", "James", starts_when=LEAD, **ONE)),
    "mina": ("2026-03-04", fact("Code", "reviewer", "Mina", holds_while={**LEAD, "object": "Seokjin"}, **ONE)),
    "ana": ("2026-03-17", fact("Team", "team_lead", "Ana", valid_from="2026-03-09", **ONE)),
}
TOLD = {
    ("Hyunwoo", "2026-03-02", "2026-03-09"),
    ("James", "2026-03-09", None),
    ("Mina", "2026-03-04", "2026-03-09"),
}


async def send(brain: Brain, *names: str) -> list[Any]:
    return [await tell(brain, at, said) for at, said in (MESSAGES[name] for name in names)]


async def told(brain: Brain) -> set[tuple[str, str | None, str | None]]:
    return await spans(brain, "Reports", "recipient") | await spans(brain, "Code", "reviewer")


async def test_a_change_ends_what_rested_on_it_and_starts_what_waited(brain: Brain) -> None:
    await send(brain, "seokjin", "hyunwoo", "james", "mina")
    assert await told(brain) == {("Hyunwoo", "2026-03-02", None), ("Mina", "2026-03-04", None)}
    await send(brain, "ana")
    assert await told(brain) == TOLD
    assert await held(brain, "Reports", "recipient", "2026-03-05") == ["Hyunwoo"]
    assert await held(brain, "Reports", "recipient", "2026-03-10") == ["James"]
    assert await held(brain, "Code", "reviewer", "2026-03-10") == []


async def test_what_ended_names_the_value_that_it_rested_on(brain: Brain) -> None:
    await send(brain, *MESSAGES)
    (mina,) = await brain.facts(subject="Code", relation="reviewer", include_closed=True)
    (hyunwoo,) = [f for f in await brain.facts(subject="Reports", include_closed=True) if f.object == "Hyunwoo"]
    james = await only(brain, "Reports", "recipient")
    (seokjin,) = [f for f in await brain.facts(subject="Team", include_closed=True) if f.object == "Seokjin"]
    assert (mina.closed_reason, mina.closed_by) == ("cascade", seokjin.id)
    assert (hyunwoo.closed_reason, hyunwoo.closed_by) == ("superseded", james.id)
    assert james.supersedes == hyunwoo.id


@pytest.mark.parametrize("order", [*permutations(MESSAGES)][::17])
async def test_the_order_of_arrival_does_not_matter(brain: Brain, order: tuple[str, ...]) -> None:
    await send(brain, *order)
    assert await told(brain) == TOLD


async def test_as_it_was_known_before(brain: Brain) -> None:
    await send(brain, "seokjin", "hyunwoo", "james", "mina")
    known = (await send(brain, "ana"))[0].recorded_at
    earlier = known.replace(microsecond=known.microsecond - 1) if known.microsecond else known
    assert await held(brain, "Reports", "recipient", "2026-03-20", earlier) == ["Hyunwoo"]
    assert await held(brain, "Code", "reviewer", "2026-03-20", earlier) == ["Mina"]
    assert await held(brain, "Reports", "recipient", "2026-03-20", known) == ["James"]


async def test_a_corrected_trigger_takes_back_what_it_started_and_a_restored_one_starts_it_again(brain: Brain) -> None:
    await send(brain, *MESSAGES)
    ana = await only(brain, "Team", "team_lead")
    await brain.invalidate(ana.id, kind="corrected")
    assert await told(brain) == {("Hyunwoo", "2026-03-02", None), ("Mina", "2026-03-04", None)}
    await brain.restore(ana.id)
    assert await told(brain) == TOLD


async def test_a_later_word_about_the_start_comes_before_what_was_foreseen(brain: Brain) -> None:
    await send(brain, *MESSAGES)
    await tell(brain, "2026-03-20", fact("Reports", "recipient", "Lena", valid_from="2026-03-05", **ONE))
    assert await spans(brain, "Reports", "recipient") == {
        ("Hyunwoo", "2026-03-02", "2026-03-05"),
        ("Lena", "2026-03-05", None),
    }


LEAVES = {"subject": "Ana", "relation": "leaves", "object": "Orion"}
MOVES_IN = {"subject": "Ana", "relation": "moves_in_with", "object": "Clara"}
WORDED = [
    (("Orion", "lead", "Ana"), {"subject": "Orion", "relation": "lead"}, ("Orion", "lead", "Bruno")),
    (("Ana", "works_at", "Orion"), LEAVES, ("Ana", "works_at", "Corvane")),
    (("Ana", "friend_of", "Clara"), MOVES_IN, ("Ana", "moved_in_with", "Clara")),
]


@pytest.mark.parametrize(("first", "trigger", "change"), WORDED)
async def test_a_fact_waits_for_a_change_in_the_words_of_the_message(
    brain: Brain, first: tuple[str, str, str], trigger: dict[str, Any], change: tuple[str, str, str]
) -> None:
    await tell(brain, "2026-03-01", fact(*first, **ONE))
    await tell(brain, "2026-03-02", fact("Reports", "recipient", "James", starts_when=trigger, **ONE))
    assert await spans(brain, "Reports", "recipient") == set()
    await tell(brain, "2026-03-09", fact(*change))
    assert await spans(brain, "Reports", "recipient") == {("James", "2026-03-09", None)}
