"""Statements, transactions and round trips per episode, counted from the driver's protocol log.

usage: python -m benchmarks.speed.count_round_trips [--episodes 20]

A round trip is a message that the driver waits for: RUN, COMMIT, and BEGIN if it is not sent together with the first RUN.
The last line of stdout is one flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
from collections import Counter
from uuid import uuid4

from benchmarks.own_graph import own_memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from tests.bolt import counted


def extraction(number: int, size: int) -> dict[str, object]:
    """Return `size` facts between `size` + 1 entities, some of which are known."""
    names = [f"Person {number % 7 + n}" for n in range(size + 1)]
    facts = [
        {"subject": one, "relation": "works_with", "object": other, "object_is_entity": True}
        for one, other in itertools.pairwise(names)
    ]
    return {"entities": [{"name": name, "type": "person"} for name in names], "facts": facts}


async def main() -> dict[str, object]:
    """Count a few episodes of two sizes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--episodes", type=int, default=20)
    episodes = parser.parse_args().episodes
    figures: dict[str, object] = {}
    models = Models(NoneExtractor(), None, HashEmbedder())
    async with own_memory(models, extractor="none") as memory:
        for size in (2, 20):
            brain = memory.brain(f"count-{uuid4().hex[:8]}")
            total: Counter[str] = Counter()
            for number in range(episodes):
                with counted() as sent:
                    await brain.remember(
                        f"message {number}", extraction=extraction(number, size), occurred_at="2024-01-01"
                    )
                total += sent
            figures |= {f"{size}_facts.{kind.lower()}": total[kind] / episodes for kind in ("BEGIN", "RUN", "COMMIT")}
    return figures


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main())))
