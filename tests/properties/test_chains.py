"""Chains and cycles of conditions up to eight levels deep, told in random orders: one graph, which is that of the reference."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem.truth.walk import walk
from tests.properties.chains import Span, chains, messages, spans_of
from tests.properties.model import tell
from tests.properties.test_conditions_walk import fates

CHAINS = int(os.environ.get("GRAPHMEM_CHAINS", "16"))
"""Chains told to the graph; `make chains` tells 1,000."""
ORDERS = 3
PURE = 400


@pytest.mark.parametrize("seed", range(4))
def test_the_walk_equals_the_model_in_every_order(seed: int) -> None:
    draw = random.Random(seed)
    for statements in chains(seed, PURE // 4):
        told = tell(statements)
        for _ in range(ORDERS):
            walked = walk(draw.sample(statements, len(statements)))
            assert fates(walked) == told.fates, statements
            assert (walked.pending, walked.cycles) == (told.pending, told.cycles), statements


def test_the_chains_are_deep_and_many_of_them_are_cycles() -> None:
    count: Counter[str] = Counter()
    for statements in chains(0, 250):
        walked = walk(statements)
        count.update(str(outcome.silent or outcome.why) for outcome in walked.outcomes.values())
        count["cycles"] += bool(walked.cycles)
        count["deep"] += len({said.subject for said in statements}) > 8
    wanted = ("cycles", "deep", "cascade", "superseded", "waiting", "unsupported", "cycle", "yields", "ended")
    assert {name: count[name] for name in wanted if count[name] < 5} == {}


async def _told(brain: Brain) -> set[Span]:
    found: set[Span] = set()
    cursor: str | None = None
    while True:
        page = await brain.facts(include_closed=True, limit=1000, cursor=cursor)
        found |= {(fact.subject, fact.object, fact.valid_from, fact.valid_until) for fact in page.items}
        if (cursor := page.next_cursor) is None:
            return found


@pytest.mark.parametrize("order", range(ORDERS))
async def test_the_graph_equals_the_model_in_every_order(memory: Memory, order: int) -> None:
    every = chains(0, CHAINS)
    brain = memory.brain(f"chains-{uuid4()}")
    told_in, order_of = messages([said for some in every for said in some], random.Random(order))
    for occurred, extraction in told_in:
        said = await brain.remember(f"at {occurred:%F}", occurred_at=occurred, extraction=extraction, resolve="exact")
        assert said.success
    told = await _told(brain)
    wrong = []
    for n, some in enumerate(every):
        expected = spans_of([replace(said, order=order_of[said.id]) for said in some])
        mine = {span for span in told if span[0].split("-")[0] == f"c{n}"}
        if mine != expected:
            wrong.append((n, some, expected - mine, mine - expected))
    assert not wrong, wrong[0]
