"""An episode costs the same number of statements and transactions, for any number of facts."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.graph.store import Store
from tests.bolt import counted
from tests.story.telling import fact, tell


@pytest.mark.parametrize("facts", [1, 25])
async def test_an_episode_takes_two_write_transactions_and_seven_round_trips_after_it_is_stored(
    brain: Brain, facts: int
) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    claims = [fact("Ana", "likes", f"thing number {n}", object_is_entity=False) for n in range(facts)]
    with counted() as sent:
        await tell(brain, "2024-02-01", fact("Ana", "works_at", "Globex"), *claims)
    assert sent["BEGIN"] == 2, "one transaction stores the episode, one commits"
    assert sent["RUN"] == 1 + 7, (
        "the episode; names and like facts at once, known facts, commit, groups, facts, finished episode"
    )
    assert sent["ROLLBACK"] == 0


async def test_like_facts_are_sought_while_names_are_read(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    read, told = Store.read, list[str]()

    async def followed(self: Store, name: str, /, **parameters: Any) -> Any:
        told.append(f"{name} begins")
        rows = await read(self, name, **parameters)
        told.append(f"{name} ends")
        return rows

    monkeypatch.setattr(Store, "read", followed)
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"))
    at = {one: n for n, one in enumerate(told)}
    assert at["ingest/read_similar begins"] < at["ingest/read_names ends"]
    assert at["ingest/read_names begins"] < at["ingest/read_similar ends"]


@pytest.mark.parametrize(("question", "reads"), [("where is the office?", 2), ("Where does Ana work?", 3)])
async def test_recall_reads_candidates_and_then_the_records_of_what_won_and_names_before(
    brain: Brain, question: str, reads: int
) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme"), text="Ana works at Acme")
    await brain.recall(question)
    with counted() as sent:
        await brain.recall(question)
    assert (sent["BEGIN"], sent["RUN"]) == (0, reads)
