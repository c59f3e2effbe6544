"""Whether the right belief comes back and only that one, in the shape of PrecisionMemBench; without a model.

    python -m benchmarks.eval.precision_mem_bench DATA_FOLDER [--store messages|facts] [--scope] [--every N]

DATA_FOLDER holds beliefs.jsonl and cases.jsonl. A belief is a message with its name, its aliases, its content and its reason.
With `--store facts` it is also a supplied fact: its name as subject, its kind as relation, its content as object; a belief that
another one supersedes has ended. Every user is a brain. A case is one recall with k = 20, the number that the benchmark asks
for, or fewer where the case says so. With `--scope` it filters by the first scope of the case, which the benchmark sends with its
search; a belief has its first scope as metadata. What the benchmark does around a search is done here too: pinned beliefs are
known without one and do not count, a relation brings its participants, a blank question finds nothing.
The last line of stdout is a flat JSON object:

- precision: the share of the found beliefs that the case wants. A case that wants nothing and finds something has 0, and one
  that wants nothing and finds nothing is left out. recall: the share of the wanted beliefs that are found.
- exact: the found beliefs are the wanted ones and no other. results: the mean number of found beliefs.
- bm25: the same for the first k beliefs by words.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.eval.bm25 import Bm25
from benchmarks.eval.context_told import Asked, ask, means, sizes
from benchmarks.eval.recalled import rows_of
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain

K = 20
USER = "test-user"
"""The user of a case that names none."""
Row = dict[str, Any]


def text_of(belief: Row) -> str:
    """Return what is known of a belief, as one text."""
    parts = (belief["canonical_name"], *belief["aliases"], belief["content"], belief["why_it_matters"])
    return " ".join(one for one in parts if one)


def fact_of(belief: Row) -> Row:
    """Return a belief as a supplied fact."""
    name = belief["canonical_name"].replace("_", " ")
    ended = {"valid_until": belief["updated_at"]} if belief["superseded_by"] else {}
    return {
        "subject": name,
        "relation": f"{belief['type']}_is",
        "object": belief["content"],
        "object_is_entity": False,
        "text": f"{name}: {belief['content']}",
        "valid_from": belief["created_at"],
        **ended,
    }


def wanted_of(case: Row) -> frozenset[str] | None:
    """Return the beliefs that a case wants found; None if it does not say."""
    expected = case["expect"].get("relevantBeliefs") or {}
    only = expected.get("shouldOnlyInclude", expected.get("mustInclude"))
    return None if only is None else frozenset(only)


def relevant(found: Sequence[str], case: Row, beliefs: Mapping[str, Row]) -> list[str]:
    """Return the found beliefs of a case with the participants of relations, without pinned ones, as many as it has room for."""
    own = {key: one for key, one in beliefs.items() if set(one["scope"]) & set(case["scope"])}
    pinned = [key for key, one in own.items() if one["pinned"] and _is_open(one)]
    kept = [key for key in dict.fromkeys(found) if key not in pinned]
    joined = [p for key in kept for p in beliefs[key].get("participants") or () if p in own and p not in pinned]
    return list(dict.fromkeys([*kept, *joined]))[: max(0, room_of(case) - len(pinned))]


def _is_open(belief: Row) -> bool:
    return belief["type"] != "open_question" and not belief["superseded_by"] and not belief["resolved_at"]


def room_of(case: Row) -> int:
    """Return how many beliefs a case takes."""
    return int((case.get("budget") or {}).get("maxBeliefs", K))


def judged(found: Sequence[str], wanted: frozenset[str] | None) -> dict[str, float | None]:
    """Return the figures of one case."""
    gold = wanted or frozenset()
    hits = len(gold.intersection(found))
    precision = hits / len(found) if found else 0.0 if gold else None
    exact = None if wanted is None else float(gold == set(found))
    return {"precision": precision, "recall": hits / len(gold) if gold else None, "exact": exact, "results": len(found)}


async def remember(brain: Brain, belief: Row, *, as_fact: bool) -> None:
    """Remember a belief."""
    entity = {"name": belief["canonical_name"].replace("_", " "), "type": "thing", "aliases": belief["aliases"]}
    supplied = (
        {"extraction": {"entities": [entity], "facts": [fact_of(belief)]}} if as_fact else {"skip_extraction": True}
    )
    result = await brain.remember(
        text_of(belief), occurred_at=belief["updated_at"], external_id=belief["id"], resolve="exact",
        metadata={"scope": belief["scope"][0]}, **supplied,
    )  # fmt: skip
    if not result.success:
        raise RuntimeError(f"{belief['id']}: {result.error}")


def found_in(asked: Asked, by_text: Mapping[str, str], *, as_fact: bool) -> list[str]:
    """Return the beliefs of a recall, best first."""
    if as_fact:
        return [by_text[item.fact.text] for item in asked.found.facts if item.fact]
    return [item.episode.external_id or "" for item in asked.found.episodes if item.episode]


async def run(folder: Path, every: int, *, as_fact: bool, scoped: bool) -> Row:
    """Run all cases."""
    cases = rows_of(folder / "cases.jsonl")[::every]
    beliefs: dict[str, dict[str, Row]] = defaultdict(dict)
    for one in rows_of(folder / "beliefs.jsonl"):
        beliefs[one["user_id"]][one["id"]] = one
    asked: list[Asked] = []
    ours, theirs = [], []
    async with own_memory(extractor="none") as memory:
        stamp = uuid4().hex[:8]
        for user, own in beliefs.items():
            for one in own.values():
                await remember(memory.brain(f"precision-{stamp}-{user}"), one, as_fact=as_fact)
        for case in cases:
            user, k = case.get("userId", USER), min(K, room_of(case))
            own, scope = beliefs[user], case["scope"][0]
            options = {"recipe": "facts" if as_fact else "episodes", "metadata": {"scope": scope} if scoped else {}}
            found, best = list[str](), list[str]()
            if case["query"].strip() and k:
                asked.append(await ask(memory.brain(f"precision-{stamp}-{user}"), case["query"], k=k, **options))
                found = found_in(asked[-1], {fact_of(one)["text"]: key for key, one in own.items()}, as_fact=as_fact)
                among = {key: text_of(one) for key, one in own.items() if not scoped or one["scope"][0] == scope}
                best = Bm25(among).ranked(case["query"], k)
            ours.append(judged(relevant(found, case, own), wanted_of(case)))
            theirs.append(judged(relevant(best, case, own), wanted_of(case)))
    name = f"{'scoped.' if scoped else ''}{'facts' if as_fact else 'messages'}"
    return {
        **{f"{name}.{key}": value for key, value in means(ours).items()},
        **{f"bm25.{name}.{key}": value for key, value in means(theirs).items()},
        **{f"{name}.{key}": value for key, value in sizes(asked).items()},
        "questions": len(cases),
        "model_calls": 0,
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--store", choices=("messages", "facts"), default="messages")
    parser.add_argument("--scope", action="store_true", help="filter by the first scope of a case")
    parser.add_argument("--every", type=int, default=1, help="only every Nth case")
    given = parser.parse_args()
    print(json.dumps(asyncio.run(run(given.folder, given.every, as_fact=given.store == "facts", scoped=given.scope))))


if __name__ == "__main__":
    main()
