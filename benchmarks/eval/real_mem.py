"""Whether recall finds the earlier sessions and memories that an answer rests on, in the shape of RealMem; without a model.

    python -m benchmarks.eval.real_mem DATA_FOLDER [--every N]

DATA_FOLDER holds sessions.jsonl.gz (persona, n, session_id, time, turns, memories with mid and text) and queries.jsonl.gz
(persona, n, turn, question, gold_sessions, gold_memories). Every persona is a brain, and every memory, a sentence that the
benchmark drew from a session, is a message without extraction. A question is a turn of session n. It is asked before session n
is remembered, with the turns before it as `recent`, the recipe `episodes` and k = 100. The last line of stdout is a flat JSON
object:

- session@5, session@10, session@20: the share of the answering sessions among the first so many different sessions.
- memory@5, memory@10, memory@20: the share of the answering memories among the first so many results.
- bm25: the same for the memories by words. any@10: at least one answering session is among the first ten.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.eval.bm25 import Bm25
from benchmarks.eval.context_told import Asked, ask, means, share, sizes
from benchmarks.eval.recalled import rows_of
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain

DEPTHS = (5, 10, 20)
K = 100
Row = dict[str, Any]


def judged(question: Row, found: Sequence[str], session_of: Mapping[str, str]) -> dict[str, float | None]:
    """Return the figures of one question from the ids of the found memories, best first."""
    sessions = list(dict.fromkeys(session_of[mid] for mid in found))
    memories = [one["mid"] for one in question["gold_memories"]]
    wanted = question["gold_sessions"]
    row = {f"session@{depth}": share(one in sessions[:depth] for one in wanted) for depth in DEPTHS}
    row |= {f"memory@{depth}": share(one in found[:depth] for one in memories) for depth in DEPTHS}
    return {**row, "any@10": float(any(one in sessions[:10] for one in wanted)) if wanted else None}


async def remember(brain: Brain, session: Row) -> None:
    """Remember the memories of a session."""
    for memory in session["memories"]:
        result = await brain.remember(
            memory["text"], occurred_at=session["time"], session_id=session["session_id"], external_id=memory["mid"],
            skip_extraction=True,
        )  # fmt: skip
        if not result.success:
            raise RuntimeError(f"{memory['mid']}: {result.error}")


async def of_persona(
    brain: Brain, sessions: Sequence[Row], questions: Mapping[int, Sequence[Row]]
) -> list[tuple[Asked, Row, Row]]:
    """Go through the sessions of a persona, and ask the questions in their place."""
    told: list[tuple[Asked, Row, Row]] = []
    texts: dict[str, str] = {}
    session_of: dict[str, str] = {}
    for session in sessions:
        here = questions.get(session["n"], ()) if texts else ()
        words = Bm25(texts if here else {})
        for question in here:
            recent = [turn["content"] for turn in session["turns"][: question["turn"]]]
            asked = await ask(brain, question["question"], k=K, recipe="episodes", recent=recent)
            found = [item.episode.external_id or "" for item in asked.found.episodes if item.episode]
            best = words.ranked(question["question"], K)
            told.append((asked, judged(question, found, session_of), judged(question, best, session_of)))
        await remember(brain, session)
        texts |= {one["mid"]: one["text"] for one in session["memories"]}
        session_of |= {one["mid"]: session["session_id"] for one in session["memories"]}
    return told


def in_place(questions: Sequence[Row]) -> dict[str, dict[int, list[Row]]]:
    """Return the questions by persona and by the number of their session."""
    found: dict[str, dict[int, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for one in questions:
        found[one["persona"]][one["n"]].append(one)
    return found


async def run(folder: Path, every: int) -> Row:
    """Run all personas."""
    sessions, questions = rows_of(folder / "sessions.jsonl.gz"), rows_of(folder / "queries.jsonl.gz")[::every]
    placed = in_place(questions)
    told: list[tuple[Asked, Row, Row]] = []
    async with own_memory(extractor="none") as memory:
        for persona in dict.fromkeys(one["persona"] for one in sessions):
            brain = memory.brain(f"realmem-{uuid4().hex[:8]}-{persona}")
            told += await of_persona(brain, [s for s in sessions if s["persona"] == persona], placed[persona])
            print(f"{persona}: {len(told)} questions so far", file=sys.stderr, flush=True)
    figures = means(ours for _, ours, _ in told)
    figures |= {f"bm25.{name}": value for name, value in means(theirs for _, _, theirs in told).items()}
    asked = [one for one, _, _ in told]
    return {
        **figures,
        **sizes(asked),
        "questions": len(asked),
        "memories": sum(len(s["memories"]) for s in sessions),
        "model_calls": 0,
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only every Nth question")
    given = parser.parse_args()
    print(json.dumps(asyncio.run(run(given.folder, given.every))))


if __name__ == "__main__":
    main()
