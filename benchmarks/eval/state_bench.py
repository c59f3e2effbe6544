"""Whether a superseded value is told as current and the new one at all, in the shape of StateBench; without a model.

    python -m benchmarks.eval.state_bench DATA_FOLDER [--every N]

DATA_FOLDER holds timelines.jsonl.gz: each with a track, a subject and steps, which are turns (ts, speaker, text), facts (ts,
of, value: the structured state) and queries (ts, question, must_mention, must_not_mention). Every timeline is a brain. Turns
are messages. Facts are supplied, one value of a slot (`of`) at a time. A fact is that of the turn which has most of its words
within ten minutes, else of a turn within a minute, else of a message of its own. A query is one recall with k = 10, as of its
time, after all steps before it. `--every` takes each Nth timeline of each track. The last line of stdout is a flat JSON object:

- stale: of the queries after a change of a value, the share whose context tells an earlier value in a line that does not say
  that it is over. fresh: the share of the changed slots whose new value is in the context.
- mention: the share of the queries whose context has all texts that the answer needs. mention_share: the share of these texts.
- forbidden: the share of the queries whose context tells a text that the answer must not have, in a line as above. reachable:
  the most that `mention` can be, for the other texts were never told.
- bm25: the same for the ten best of turns and facts by words.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.eval.bm25 import Bm25, words_of
from benchmarks.eval.context_told import Asked, ask, means, share, sizes, stands_in, told_as_current
from benchmarks.eval.recalled import rows_of
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain

K = 10
NEAR, BESIDE = timedelta(minutes=10), timedelta(minutes=1)
LEAST_WORDS = 0.6
"""Share of the words of a value that a turn has, if the value is drawn from it."""
Row = dict[str, Any]


def sample(timelines: Sequence[Row], every: int) -> list[Row]:
    """Return each Nth timeline of each track."""
    tracks: dict[str, list[Row]] = defaultdict(list)
    for one in timelines:
        tracks[one["track"]].append(one)
    return [one for track in tracks.values() for one in track[::every]]


def source_of(fact: Row, turns: Sequence[Row]) -> int | None:
    """Return the place of the turn that a fact is drawn from."""
    at, words = datetime.fromisoformat(fact["ts"]), {word for word in words_of(fact["value"]) if len(word) > 2}
    ranked = []
    for place, turn in enumerate(turns):
        away = abs(datetime.fromisoformat(turn["ts"]) - at)
        shared = len(words.intersection(words_of(turn["text"]))) / max(1, len(words))
        shared = shared if shared >= LEAST_WORDS else 0.0
        if (shared and away <= NEAR) or away <= BESIDE:
            ranked.append((shared, -away, -place))
    return -max(ranked)[2] if ranked else None


def fact_of(fact: Row, subject: str, at: str) -> Row:
    """Return a value of a slot as a supplied fact."""
    text = f"{fact['of'].replace('_', ' ')}: {fact['value']}"
    told = {
        "subject": subject,
        "relation": fact["of"],
        "object": fact["value"],
        "object_is_entity": False,
        "text": text,
    }
    return {**told, "valid_from": at, "cardinality": "one"}


def messages_of(steps: Sequence[Row], subject: str) -> Iterator[Row]:
    """Yield what is remembered of the steps between two queries: facts of no turn first, then the turns."""
    turns = [step for step in steps if step["kind"] == "turn"]
    drawn: dict[int, list[Row]] = defaultdict(list)
    for fact in (step for step in steps if step["kind"] == "fact"):
        if (place := source_of(fact, turns)) is not None:
            drawn[place].append(fact_of(fact, subject, turns[place]["ts"]))
        else:
            alone = fact_of(fact, subject, fact["ts"])
            yield _message(alone["text"], fact["ts"], [alone], source="state")
    for place, turn in enumerate(turns):
        yield _message(turn["text"], turn["ts"], drawn[place], speaker=turn["speaker"] or None, session_id="s")


def _message(text: str, at: str, facts: Sequence[Row], **more: Any) -> Row:
    read = {"extraction": {"entities": [], "facts": list(facts)}} if facts else {"skip_extraction": True}
    return {"content": text, "occurred_at": at, **read, **more}


def judged(query: Row, context: str, slots: Mapping[str, Sequence[str]]) -> dict[str, float | None]:
    """Return the figures of one query: `slots` has the values of each slot so far, in their order."""
    changed = [(old, values[-1]) for values in slots.values() for old in values[:-1] if old != values[-1]]
    needed, barred = query["must_mention"], query["must_not_mention"]
    has = [stands_in(one, context) for one in needed]
    return {
        "stale": any(told_as_current(old, context) for old, _ in changed) if changed else None,
        "fresh": share(stands_in(new, context) for _, new in changed),
        "mention": all(has) if needed else None,
        "mention_share": share(has),
        "forbidden": any(told_as_current(one, context) for one in barred) if barred else None,
    }


async def of_timeline(brain: Brain, timeline: Row) -> list[tuple[Asked, Row, Row]]:
    """Go through the steps of a timeline."""
    told: list[tuple[Asked, Row, Row]] = []
    pending: list[Row] = []
    slots: dict[str, list[str]] = defaultdict(list)
    texts: dict[str, str] = {}
    for step in timeline["steps"]:
        if step["kind"] != "query":
            pending.append(step)
            texts[str(len(texts))] = step.get("text") or step["value"]
            if step["kind"] == "fact":
                slots[step["of"]].append(step["value"])
            continue
        for message in messages_of(pending, timeline["subject"]):
            result = await brain.remember(**message)
            if not result.success:
                raise RuntimeError(f"{timeline['tid']}: {result.error}")
        pending = []
        asked = await ask(brain, step["question"], k=K, valid_at=step["ts"])
        best = "\n".join(texts[key] for key in Bm25(texts).ranked(step["question"], K))
        reachable = judged(step, "\n".join(texts.values()), slots)["mention"]
        told.append(
            (asked, {**judged(step, asked.found.context, slots), "reachable": reachable}, judged(step, best, slots))
        )
    return told


async def run(folder: Path, every: int) -> Row:
    """Run the timelines."""
    timelines = rows_of(folder / "timelines.jsonl.gz")
    chosen = sample(timelines, every)
    told: list[tuple[Asked, Row, Row]] = []
    async with own_memory(extractor="none") as memory:
        for one in chosen:
            told += await of_timeline(memory.brain(f"state-{uuid4().hex[:8]}-{one['tid']}"), one)
    figures = means(ours for _, ours, _ in told)
    figures |= {f"bm25.{name}": value for name, value in means(theirs for _, _, theirs in told).items()}
    counts = {"questions": len(told), "timelines": len(chosen), "timelines_of_set": len(timelines), "model_calls": 0}
    return {**figures, **sizes([asked for asked, _, _ in told]), **counts}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only every Nth timeline of each track")
    given = parser.parse_args()
    print(json.dumps(asyncio.run(run(given.folder, given.every))))


if __name__ == "__main__":
    main()
