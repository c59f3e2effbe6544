"""Recall over a user's chats with an assistant, in the shape of LongMemEval, through the public API and without a model.

    python -m benchmarks.eval.longmemeval DATA_FOLDER [--questions N] [--set s|oracle] [--extraction supplied|offline]
        [--keep PREFIX] [--recipe hybrid]

DATA_FOLDER holds s_subset.jsonl.gz and oracle.jsonl.gz. Every question has chats of its own, and so a brain of its own.

s: every turn is an episode with its role, session and time, without extraction. The question is recalled as of the moment at
which it was asked, and the turns of its answer are looked up among the episodes. Questions without an answer in the chats are
left out.
oracle: the knowledge-update questions, whose chats state a value and later another one. The user's statements about himself are
facts. Supplied (default): every sentence in the first person that is not a question is a fact in the user's words, without
regard to questions or answers. Offline: the facts that the offline extractor reads. The fact that states a value is the fact of
its turns that shares most words with the question, and for the newest value with the answer. A value is known if its fact is
among the twenty recalled facts. Where both values are known, the newest should come before the outdated one.

The ranking of turns was tuned on one half of the questions (`info.tuning`, by a hash of the question's id); the other half is
`info.held_out`. The rule that puts the newest fact first was improved with questions of both halves in view, so for the updates
the second half is not held out. The last line of stdout is a flat JSON object: turn_recall@5, turn_recall@10,
session_recall@5, overall and for knowledge-update; both_known, newest_first; info. With `--keep PREFIX` the brains stay;
existing ones are used again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import sys
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4
from zlib import crc32

from benchmarks.eval.recalled import Recalled, rows_of
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.memory import Memory
from graphmem_contract.reads import Episode
from graphmem_contract.recall import RecallResult
from graphmem_contract.records import Fact

UPDATE = "knowledge-update"
SESSIONS_AT_ONCE = 6
EPISODES, FACTS = 50, 20
"""Number of requested results: enough turns for five sessions; facts as an agent would read."""
SETS = {"s": "s_subset.jsonl.gz", "oracle": "oracle.jsonl.gz"}
FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|we|we're|we've|our|us|mine)\b", re.I)
SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
WORD = re.compile(r"[a-z0-9$]+")
NUMBERS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
Row = dict[str, Any]


class Answered(Recalled):
    """A question whose turns belong to sessions."""

    def sessions(self, depth: int) -> float:
        """The share of the answering sessions among the first `depth` sessions."""
        wanted = {session_of(turn) for turn in self.evidence}
        first = list(dict.fromkeys(session_of(turn) for turn in self.retrieved))[:depth]
        return len(wanted.intersection(first)) / len(wanted)


@dataclass(frozen=True)
class Updated:
    """One knowledge-update question: the best ranks of a fact with the outdated and the newest value; None = no fact."""

    qid: str
    outdated: int | None
    newest: int | None

    @property
    def both(self) -> bool:
        """Whether both values were recalled."""
        return self.outdated is not None and self.newest is not None

    @property
    def in_order(self) -> bool:
        """Whether the newest value came before the outdated one."""
        return self.outdated is not None and self.newest is not None and self.newest < self.outdated


def session_of(turn: str) -> str:
    """Return the session of a turn "session#number"."""
    return turn.rsplit("#", 1)[0]


def tuned_on(qid: str) -> bool:
    """Whether a question belongs to the half that was used for tuning."""
    return crc32(qid.encode()) % 2 == 0


def spread_out(questions: Iterable[Row]) -> list[Row]:
    """Return the questions in an order independent of the file's order, so that the first N are a fair sample."""
    return sorted(questions, key=lambda q: crc32(f"order {q['qid']}".encode()))


def when(session: Row, number: int) -> datetime:
    """Return the time of a turn: one second after the turn before it."""
    return datetime.fromisoformat(session["time"] + "+00:00") + timedelta(seconds=number)


def sentences(content: str) -> list[str]:
    """Return the user's statements about himself: sentences in the first person that are not questions."""
    found = (one.strip() for one in SENTENCE.split(content))
    return [one for one in found if FIRST_PERSON.search(one) and not one.endswith("?") and len(one) > 10]


def supplied(content: str) -> Row:
    """Return one fact per sentence, in the user's words."""
    facts = [
        {
            "subject": "User",
            "relation": "told",
            "object": one,
            "text": one,
            "object_is_entity": False,
            "cardinality": "many",
        }
        for one in sentences(content)
    ]
    return {"entities": [{"name": "User", "type": "person"}], "facts": facts}


async def ingest(brain: Brain, sessions: Sequence[Row], extraction: str | None) -> None:
    """Remember a user's chats: sessions in parallel, the turns of each session in their order.

    Args:
        extraction: supplied or offline, for the user's turns; None = none. The assistant's turns are only stored.
    """
    gate = asyncio.Semaphore(SESSIONS_AT_ONCE)

    async def session(one: Row) -> None:
        async with gate:
            for number, turn in enumerate(one["turns"]):
                await remember(brain, one, number, turn, extraction if turn["role"] == "user" else None)

    await asyncio.gather(*(session(one) for one in sessions))


async def remember(brain: Brain, session: Row, number: int, turn: Row, extraction: str | None) -> None:
    """Remember one turn."""
    name = f"{session['session_id']}#{number}"
    result = await brain.remember(
        turn["content"], role=turn["role"], speaker="User" if extraction else None, occurred_at=when(session, number),
        external_id=name, session_id=session["session_id"], skip_extraction=extraction is None,
        extraction=supplied(turn["content"]) if extraction == "supplied" else None,
    )  # fmt: skip
    if not result.success:
        raise RuntimeError(f"{name}: {result.error}")


async def asked(brain: Brain, question: Row, k: int, recipe: str) -> tuple[RecallResult, float]:
    """Return the answer as of the moment of the question, and its duration in ms."""
    started = time.perf_counter()
    found = await brain.recall(
        question["question"], k=k, recipe=recipe, valid_at=question["question_time"], include_provenance=False
    )
    return found, 1000 * (time.perf_counter() - started)


async def ask_for_turns(brain: Brain, question: Row, recipe: str) -> Answered:
    """Run the S setting for one question."""
    found, ms = await asked(brain, question, EPISODES, recipe)
    ids = tuple(item.episode.external_id or "" for item in found.episodes if item.episode)
    return Answered(question["qid"], question["category_name"], frozenset(question["evidence_turns"]), ids, ms)


async def ask_for_values(brain: Brain, question: Row, recipe: str) -> Updated:
    """Run the oracle setting for one question: the ranks of the facts with the two values."""
    found, _ = await asked(brain, question, FACTS, recipe)
    names = {e.id: e.external_id or "" async for e in all_episodes(brain)}
    facts = [one async for one in all_facts(brain)]
    first, last = told_in(question)
    outdated = telling(facts, names, first, question["question"])
    newest = telling(facts, names, last, f"{question['question']} {question['answer']}")
    ranks = {item.fact.id: item.rank for item in found.facts if item.fact}
    return Updated(question["qid"], ranks.get(outdated or ""), ranks.get(newest or ""))


def telling(facts: Sequence[Fact], names: Mapping[str, str], turns: frozenset[str], sought: str) -> str | None:
    """Return the fact, drawn from one of the turns, that shares most words with a text; None = no fact shares any."""
    wanted = words_of(sought)
    shared = [
        (len(wanted & words_of(fact.text)), fact.id)
        for fact in facts
        if turns.intersection(names.get(id_, "") for id_ in fact.episode_ids)
    ]
    most = max(shared, default=(0, None), key=lambda one: one[0])
    return most[1] if most[0] else None


def words_of(text: str) -> frozenset[str]:
    """Return words and numbers, numbers in digits, without the shortest words."""
    found = (NUMBERS.get(word, word) for word in WORD.findall(text.lower()))
    return frozenset(word.removesuffix("s") for word in found if len(word) > 3 or any(c.isdigit() for c in word))


async def all_facts(brain: Brain) -> AsyncIterator[Fact]:
    """Return every fact of a brain, ended ones too."""
    cursor = None
    while True:
        page = await brain.facts(include_closed=True, limit=1000, cursor=cursor)
        for one in page.items:
            yield one
        cursor = page.next_cursor
        if cursor is None:
            return


async def all_episodes(brain: Brain) -> AsyncIterator[Episode]:
    """Return every episode of a brain."""
    cursor = None
    while True:
        page = await brain.episodes.list(limit=1000, cursor=cursor)
        for one in page.items:
            yield one
        cursor = page.next_cursor
        if cursor is None:
            return


def told_in(question: Row) -> tuple[frozenset[str], frozenset[str]]:
    """Return the turns of the earliest and of the latest session that state a value."""
    times = {s["session_id"]: s["time"] for s in question["sessions"]}
    ordered = sorted({session_of(turn) for turn in question["evidence_turns"]}, key=lambda s: times[s])
    by_session = [frozenset(t for t in question["evidence_turns"] if session_of(t) == s) for s in ordered]
    return by_session[0], by_session[-1]


def updates(questions: Iterable[Row]) -> list[Row]:
    """Return the knowledge-update questions whose values are stated in two sessions or more."""
    own = [q for q in questions if q["category_name"] == UPDATE and not q["abstention"]]
    return [q for q in own if len({session_of(turn) for turn in q["evidence_turns"]}) > 1]


def scored(answers: Sequence[Answered]) -> dict[str, float]:
    """Return means over questions."""
    if not answers:
        return {}
    return {
        f"{name}@{depth}": round(statistics.fmean(score(one, depth) for one in answers), 4)
        for name, score, depth in (
            ("turn_recall", Answered.turns, 5), ("turn_recall", Answered.turns, 10),
            ("session_recall", Answered.sessions, 5),
        )
    }  # fmt: skip


def ordered(values: Sequence[Updated]) -> dict[str, float]:
    """Return how often both values were recalled, and of those, how often the newest came first."""
    both = [one for one in values if one.both]
    return {
        "both_known": round(len(both) / max(1, len(values)), 4),
        "newest_first": round(sum(one.in_order for one in both) / max(1, len(both)), 4),
    }


async def run_s(memory: Memory, questions: Sequence[Row], keep: str | None, recipe: str) -> list[Answered]:
    """Run the S setting, question by question."""
    answers: list[Answered] = []
    for number, question in enumerate(questions, 1):
        brain = await filled(memory, "s", question, keep, None)
        answers.append(await ask_for_turns(brain, question, recipe))
        print(f"s {number}/{len(questions)} {json.dumps(scored(answers))}", file=sys.stderr, flush=True)
    return answers


async def run_oracle(
    memory: Memory, questions: Sequence[Row], keep: str | None, recipe: str, extraction: str
) -> list[Updated]:
    """Run the oracle setting, question by question."""
    values: list[Updated] = []
    for number, question in enumerate(questions, 1):
        brain = await filled(memory, "oracle", question, keep, extraction)
        values.append(await ask_for_values(brain, question, recipe))
        print(f"oracle {number}/{len(questions)} {json.dumps(ordered(values))}", file=sys.stderr, flush=True)
    return values


async def told(brain: Brain) -> int:
    """Return how many turns a brain has."""
    return sum((await brain.overview.stats()).episodes.values())


async def filled(memory: Memory, setting: str, question: Row, keep: str | None, extraction: str | None) -> Brain:
    """Return the brain of a question with all its chats; a complete brain that was kept is not written again."""
    brain = memory.brain(
        f"{keep or f'longmemeval-{uuid4()}'}-{setting}{f'-{extraction}' if extraction else ''}-{question['qid']}"
    )
    wanted = sum(len(session["turns"]) for session in question["sessions"])
    if keep is None or await told(brain) < wanted:
        await ingest(brain, question["sessions"], extraction)
    return brain


def report(answers: Sequence[Answered], values: Sequence[Updated], extraction: str, seconds: float) -> dict[str, Any]:
    """Return the flat object of the last line."""
    update = scored([one for one in answers if one.category == UPDATE])
    categories = {c: scored([a for a in answers if a.category == c]) for c in sorted({a.category for a in answers})}
    return {
        **scored(answers),
        **{f"{UPDATE}.{name}": value for name, value in update.items()},
        **(ordered(values) if values else {}),
        "model_calls": 0,
        "info": {
            "questions": len(answers), "updates": len(values), "extraction_of_updates": extraction,
            "tuning": half(answers, values, True), "held_out": half(answers, values, False),
            "categories": categories, "seconds": round(seconds, 1),
            **({"ms_p50": round(statistics.median(a.ms for a in answers), 2)} if answers else {}),
        },
    }  # fmt: skip


def half(answers: Sequence[Answered], values: Sequence[Updated], tuning: bool) -> dict[str, float]:
    """Return the figures of one half of the questions."""
    own = [a for a in answers if tuned_on(a.of) is tuning]
    of_values = [v for v in values if tuned_on(v.qid) is tuning]
    return {
        **scored(own),
        "questions": len(own),
        **(ordered(of_values) if of_values else {}),
        "updates": len(of_values),
    }


async def run(
    folder: Path, sets: Sequence[str], most: int | None, keep: str | None, recipe: str, extraction: str
) -> dict[str, Any]:
    """Run the whole evaluation."""
    started = time.perf_counter()
    answers: list[Answered] = []
    values: list[Updated] = []
    extractor = "offline" if extraction == "offline" else "none"
    async with own_memory(kept=keep is not None, extractor=extractor) as memory:
        if "oracle" in sets:
            own = spread_out(updates(rows_of(folder / SETS["oracle"])))[:most]
            values = await run_oracle(memory, own, keep, recipe, extraction)
        if "s" in sets:
            own = [q for q in rows_of(folder / SETS["s"]) if q["evidence_turns"] and not q["abstention"]]
            answers = await run_s(memory, spread_out(own)[:most], keep, recipe)
    return report(answers, values, extraction, time.perf_counter() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--questions", type=int, help="maximum number of questions per set")
    parser.add_argument("--set", choices=sorted(SETS), action="append", help="only this set; may be repeated")
    parser.add_argument("--keep", help="prefix of brains that stay and are used again")
    parser.add_argument("--recipe", default="hybrid")
    parser.add_argument(
        "--extraction", choices=("supplied", "offline"), default="supplied", help="extraction of the oracle set"
    )
    given = parser.parse_args()
    sets = given.set or sorted(SETS)
    print(json.dumps(asyncio.run(run(given.folder, sets, given.questions, given.keep, given.recipe, given.extraction))))


if __name__ == "__main__":
    main()
