"""Whether recall puts the fact first whose relation a question asks for, through the public API and without a model.

    python -m benchmarks.eval.relations DATA_FOLDER [--store facts|messages]

DATA_FOLDER holds facts.jsonl (supplied facts whose sentences do not repeat the relation's words) and questions.jsonl (qid,
language, question, subject, relation, answers, outdated, hops, fact_languages). All facts are imported into one brain, and each
question is recalled with k = 10. With `--store messages` only the sentences are remembered, without extraction: a question finds
them by their words and by the embedder, also in another language. The last line of stdout is a flat JSON object:

- first, in3, in10: the share of the questions whose answer is at rank 1, among the first three, ten. rr: mean reciprocal rank.
- stale: of the questions with an outdated value, the share where such a value is told as holding, above the first answer.
- subject1: any fact of the asked subject is at rank 1.
- The same by language (en.first), by hops (hops2.first), and by whether an answering sentence is in the question's language.

A symmetric relation counts in both directions.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.eval.recalled import rows_of
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.ontology import SEEDS, relation_name

K = 10
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """The rank of the first answer, whether an outdated value stands above it, and whether rank 1 is of the asked subject."""

    rank: int | None
    stale: bool
    of_subject: bool
    has_outdated: bool


def fold(text: object) -> str:
    """Return a text in lower case, with single spaces."""
    return " ".join(str(text).casefold().split())


def judged(question: Row, facts: Sequence[Row]) -> AnsweredQuestion:
    """Compare recalled facts (subject, relation, object, holds_now), best first, with the answers of a question."""
    answers, outdated = ({fold(one) for one in question[name]} for name in ("answers", "outdated"))
    subject, asked = fold(question["subject"]), relation_name(question["relation"])
    rank = stale = None
    for place, fact in enumerate(facts, 1):
        if relation_name(fact["relation"]) != asked or fact["holds_now"] is False:
            continue
        objects = {other for end, other in _ends(fact, asked) if end == subject}
        rank = place if rank is None and objects & answers else rank
        stale = place if stale is None and objects & outdated else stale
    first = {fold(facts[0][end]) for end in ("subject", "object")} if facts else set()
    return AnsweredQuestion(
        rank, stale is not None and (rank is None or stale < rank), subject in first, bool(outdated)
    )


def _ends(fact: Row, relation: str) -> Iterator[tuple[str, str]]:
    subject, object_ = fold(fact["subject"]), fold(fact["object"])
    yield subject, object_
    if relation in SEEDS and SEEDS[relation].symmetric:
        yield object_, subject


def groups_of(question: Row) -> Iterator[str]:
    """Return the prefixes of the figures that a question counts for."""
    yield ""
    yield f"{question['language']}."
    yield f"hops{question['hops']}."
    yield "same_language." if question["language"] in question["fact_languages"] else "other_language."


def figures(answered: Iterable[tuple[Row, AnsweredQuestion]]) -> dict[str, float]:
    """Return the flat figures."""
    by_group: Mapping[str, list[AnsweredQuestion]] = defaultdict(list)
    for question, answer in answered:
        for group in groups_of(question):
            by_group[group].append(answer)
    return {
        f"{group}{name}": round(value, 4)
        for group in sorted(by_group)
        for name, value in _shares(by_group[group]).items()
    }


def _shares(answers: Sequence[AnsweredQuestion]) -> dict[str, float]:
    dated = [one for one in answers if one.has_outdated]
    return {
        "first": statistics.fmean(one.rank == 1 for one in answers),
        "in3": statistics.fmean(one.rank is not None and one.rank <= 3 for one in answers),
        "in10": statistics.fmean(one.rank is not None for one in answers),
        "rr": statistics.fmean(1 / one.rank if one.rank else 0.0 for one in answers),
        "subject1": statistics.fmean(one.of_subject for one in answers),
        "stale": statistics.fmean(one.stale for one in dated) if dated else 0.0,
    }


async def ask(brain: Brain, question: Row, said: Mapping[str, Row] | None = None) -> tuple[list[Row], float]:
    """Return the recalled facts of a question, and the milliseconds that it took.

    Args:
        said: by sentence, the fact that it states, where sentences are recalled and not facts.
    """
    started = time.perf_counter()
    found = await brain.recall(question["question"], k=K, recipe="hybrid" if said is None else "episodes")
    elapsed = 1000 * (time.perf_counter() - started)
    if said is not None:
        return [said[item.episode.content] for item in found.episodes if item.episode], elapsed
    told = {"subject", "relation", "object", "holds_now"}
    return [item.fact.model_dump(include=told) for item in found.facts if item.fact], elapsed


async def remember(brain: Brain, facts: Sequence[Row]) -> None:
    """Remember the sentences of the facts, without extraction."""
    for one in facts:
        result = await brain.remember(one["text"], occurred_at=one["valid_from"], skip_extraction=True)
        if not result.success:
            raise RuntimeError(f"{one['text']}: {result.error}")


async def run(folder: Path, *, as_messages: bool = False) -> Row:
    """Store the facts, or their sentences alone, and ask all questions."""
    facts, questions = rows_of(folder / "facts.jsonl"), rows_of(folder / "questions.jsonl")
    said = {one["text"]: {**one, "holds_now": None} for one in facts} if as_messages else None
    async with own_memory(extractor="none") as memory:
        brain = memory.brain(f"relations-{uuid4().hex[:8]}")
        if as_messages:
            await remember(brain, facts)
        elif (report := await brain.transfer.import_facts(facts)).rejected:
            raise RuntimeError(f"{report.rejected} facts were rejected")
        asked = [(question, *await ask(brain, question, said)) for question in questions]
    answered = [(question, judged(question, found)) for question, found, _ in asked]
    info = {"questions": len(questions), "missed": {q["qid"]: a.rank for q, a in answered if a.rank != 1}}
    return {
        **figures(answered),
        "ms_p50": round(statistics.median(ms for *_, ms in asked), 2),
        "model_calls": 0,
        "info": info,
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--store", choices=("facts", "messages"), default="facts")
    given = parser.parse_args()
    print(json.dumps(asyncio.run(run(given.folder, as_messages=given.store == "messages")), ensure_ascii=False))


if __name__ == "__main__":
    main()
