"""Very long chats with an assistant in the shape of BEAM: recall of the turns that hold the answer, and standing instructions.

    python -m benchmarks.eval.beam DATA_FOLDER [--sample 100K-1]... [--no-extraction] [--keep PREFIX] [--predictions FILE]

DATA_FOLDER holds turns.jsonl.gz and questions.jsonl. Every conversation becomes a brain. Every turn is remembered with the
extractor that needs no key, then one run of upkeep draws the directives. A turn that is longer than the limit of a message (a
few hold a whole log) is cut there, and the cut is told. Every question is asked at the end of its conversation.

The last line of stdout is a JSON object:

- by ability recall@5, recall@10 and recall@20 of the turns that hold the answer;
- `newest_first`: the share of updates of which a turn with the new value stands before each turn with the outdated one;
- `standing`: of the questions about an instruction or a preference, the share for which a directive that was drawn from a turn of
  the evidence is told, within the budget of the standing instructions.

The rules were made with the conversations of `TUNED_ON` in view; `standing` has these and the others apart. With
`--no-extraction` the turns are stored unread, which is quicker. `standing` needs no extraction, for upkeep draws the directives
from the texts; recall then finds turns without the help of facts. With `--predictions` the recalled turns and the context of
each question are written to a file.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.eval.recalled import rows_of
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain

DEPTHS = (5, 10, 20)
TUNED_ON = frozenset(f"100K-{number}" for number in (1, 3, 5, 7, 9, 11))
ABOUT_STANDING = ("instruction_following", "preference_following")
START = datetime(2024, 1, 1, tzinfo=UTC)
"""The time of a conversation that names none."""
Row = dict[str, Any]


@dataclass(frozen=True)
class BeamAnswer:
    """One question and what was recalled: the turns, best first, and the turns that the told directives were drawn from."""

    question: Row
    retrieved: tuple[int, ...]
    told: frozenset[int]
    context: str

    def recall(self, depth: int) -> float:
        """The share of the turns of the evidence among the first `depth`."""
        evidence = set(self.question["evidence"])
        return len(evidence.intersection(self.retrieved[:depth])) / len(evidence)

    @property
    def is_told(self) -> bool:
        """Whether a directive that was drawn from a turn of the evidence is told."""
        return not self.told.isdisjoint(self.question["evidence"])


def dated(turns: Sequence[Row]) -> list[tuple[Row, datetime]]:
    """Return the turns of a conversation with their times: a minute apart, from the last time that a turn names."""
    found, now = [], START
    for turn in sorted(turns, key=lambda one: one["turn_id"]):
        named = _time(turn["time"])
        now = max(now, named) if named and found else named or now
        found.append((turn, now))
        now += timedelta(minutes=1)
    return found


def _time(text: str | None) -> datetime | None:
    return datetime.strptime(text, "%B-%d-%Y").replace(tzinfo=UTC) if text else None


async def ingest(brain: Brain, turns: Sequence[tuple[Row, datetime]], *, unread: bool) -> None:
    """Remember the turns in their order, and draw the directives."""
    most = brain.engine.settings.max_content_chars
    for turn, at in turns:
        if len(turn["text"]) > most:
            print(
                f"{turn['sample_id']} {turn['turn_id']}: only {most:,} of {len(turn['text']):,} characters are remembered",
                file=sys.stderr,
            )
        result = await brain.remember(
            turn["text"][:most], role=turn["role"], occurred_at=at, external_id=str(turn["turn_id"]),
            session_id=f"{turn['sample_id']}/{turn['session']}", skip_extraction=unread,
        )  # fmt: skip
        if not result.success:
            raise RuntimeError(f"{turn['sample_id']} {turn['turn_id']}: {result.error}")
    await brain.upkeep.tick(["directives"])


async def ask(brain: Brain, question: Row, at: datetime, turn_ids: Mapping[str, int]) -> BeamAnswer:
    """Recall one question."""
    found = await brain.recall(question["question"], k=max(DEPTHS), valid_at=at)
    retrieved = dict.fromkeys(int(i.episode.external_id) for i in found.episodes if i.episode and i.episode.external_id)
    told = {turn_ids[id_] for one in found.directives for id_ in one.episode_ids if id_ in turn_ids}
    return BeamAnswer(question, tuple(retrieved), frozenset(told), found.context)


async def turn_ids_of(brain: Brain) -> dict[str, int]:
    """Return by episode id the id of the turn, for the episodes of all directives."""
    found: dict[str, int] = {}
    cursor = None
    while True:
        page = await brain.directives.list(include_superseded=True, limit=200, cursor=cursor)
        for id_ in {id_ for one in page.items for id_ in one.episode_ids} - found.keys():
            episode = await brain.episodes.get(id_)
            found[id_] = int(episode.external_id or -1)
        if page.next_cursor is None:
            return found
        cursor = page.next_cursor


def scored(answers: Iterable[BeamAnswer]) -> dict[str, Any]:
    """Return what is printed. Questions without evidence are left out, except in the number of all."""
    answered = list(answers)
    groups: dict[str, list[BeamAnswer]] = defaultdict(list)
    for one in answered:
        if one.question["evidence"]:
            groups[one.question["ability"]].append(one)
            groups["all"].append(one)
    return {
        **{ability: _recalls(some) for ability, some in sorted(groups.items())},
        "newest_first": _newest_first(answered),
        "standing": standing(answered),
    }


def _recalls(some: Sequence[BeamAnswer]) -> dict[str, float]:
    return {"n": len(some), **{f"recall@{depth}": _mean([one.recall(depth) for one in some]) for depth in DEPTHS}}


def _newest_first(answers: Sequence[BeamAnswer]) -> float | None:
    """Return the share of updates of which the new value stands first; None without an update."""
    shares = [
        float(_place(one, one.question["updated"]) < _place(one, one.question["outdated"]))
        for one in answers
        if one.question["evidence"] and one.question.get("updated") and one.question.get("outdated")
    ]
    return _mean(shares) if shares else None


def _place(one: BeamAnswer, turns: Sequence[int]) -> int:
    return min((one.retrieved.index(turn) for turn in turns if turn in one.retrieved), default=10**9)


def standing(answers: Iterable[BeamAnswer]) -> dict[str, Any]:
    """Return the share of questions for which a directive of their evidence is told: all, by ability, by half."""
    asked = [one for one in answers if one.question["ability"] in ABOUT_STANDING]
    known = [one for one in asked if one.question["evidence"]]
    halves = {
        name: [one for one in known if (one.question["sample_id"] in TUNED_ON) is tuned]
        for name, tuned in (("tuned_on", True), ("held_out", False))
    }
    groups = {
        "all": known,
        **{ability: [one for one in known if one.question["ability"] == ability] for ability in ABOUT_STANDING},
        **halves,
    }
    told = {
        name: {"n": len(some), "told": _mean([float(o.is_told) for o in some])} for name, some in groups.items() if some
    }
    return {"questions": len(asked), **told}


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4)


async def run(
    folder: Path, samples: Sequence[str], keep: str | None, *, unread: bool = False
) -> tuple[list[BeamAnswer], dict[str, Any]]:
    """Run the whole evaluation. Returns the answers, and sizes and times."""
    turns, questions = rows_of(folder / "turns.jsonl.gz"), rows_of(folder / "questions.jsonl")
    answers: list[BeamAnswer] = []
    info: dict[str, Any] = {"directives": {}}
    started = time.perf_counter()
    async with own_memory(kept=keep is not None, extractor="offline") as memory:
        for sample in samples or list(dict.fromkeys(turn["sample_id"] for turn in turns)):
            brain = memory.brain(f"{keep or f'beam-{uuid4()}'}-{sample}")
            told = dated([turn for turn in turns if turn["sample_id"] == sample])
            if keep is None or not (await brain.episodes.list(limit=1)).items:
                await ingest(brain, told, unread=unread)
            ids, end = await turn_ids_of(brain), told[-1][1] + timedelta(hours=1)
            new = [await ask(brain, one, end, ids) for one in questions if one["sample_id"] == sample]
            answers += new
            info["directives"][sample] = len((await brain.directives.list(limit=1000)).items)
            print(f"{sample}: {json.dumps(standing(new))}", file=sys.stderr, flush=True)
    info["seconds"] = round(time.perf_counter() - started, 1)
    return answers, info


def write_predictions(answers: Iterable[BeamAnswer], file: Path) -> None:
    """Write a JSON line for each question: its id, the recalled turns and the context."""
    rows = ({"qid": one.question["qid"], "retrieved": one.retrieved, "context": one.context} for one in answers)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", action="append", default=[], help="only this conversation; may be repeated")
    parser.add_argument("--no-extraction", action="store_true", help="store the turns unread")
    parser.add_argument("--keep", help="prefix of brains that stay and are used again")
    parser.add_argument("--predictions", type=Path, help="file for the recalled turns of each question")
    given = parser.parse_args()
    answers, info = asyncio.run(run(given.folder, given.sample, given.keep, unread=given.no_extraction))
    if given.predictions:
        write_predictions(answers, given.predictions)
    print(json.dumps({**scored(answers), "info": info}))


if __name__ == "__main__":
    main()
