"""BM25 on the same texts and questions as an evaluation of recall, scored by that evaluation; no database.

    python -m benchmarks.eval.words_alone locomo|longmemeval|beam|relations DATA_FOLDER [--questions N]

The texts are the turns as they were said (LoCoMo: with the speaker before them), or the sentences of the facts (relations).
Words know no time: every fact counts as holding. `--questions` limits LongMemEval, as there. The last line of stdout is a JSON
object: `bm25`, with the figures of the evaluation.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.eval import beam, locomo, longmemeval, relations
from benchmarks.eval.bm25 import Bm25
from benchmarks.eval.recalled import Recalled, rows_of

Row = dict[str, Any]


def of_locomo(folder: Path, most: int | None) -> Row:
    """Rank the turns of each conversation."""
    texts: dict[str, dict[str, str]] = defaultdict(dict)
    for turn in rows_of(folder / "turns.jsonl"):
        texts[turn["sample_id"]][turn["dia_id"]] = f"{turn['speaker']}: {locomo.content_of(turn)}"
    indexes = {sample: Bm25(own) for sample, own in texts.items()}
    asked = [
        Recalled(
            q["sample_id"], q["category_name"], frozenset(q["evidence"]), _ranked(indexes[q["sample_id"]], q, 20), 0
        )
        for q in rows_of(folder / "questions.jsonl")
        if q["evidence"]
    ]
    return locomo.report(asked, {})


def of_longmemeval(folder: Path, most: int | None) -> Row:
    """Rank the turns of the chats of each question."""
    questions = [q for q in rows_of(folder / longmemeval.SETS["s"]) if q["evidence_turns"] and not q["abstention"]]
    answers = []
    for q in longmemeval.spread_out(questions)[:most]:
        turns = {f"{s['session_id']}#{n}": t["content"] for s in q["sessions"] for n, t in enumerate(s["turns"])}
        found = _ranked(Bm25(turns), q, longmemeval.EPISODES)
        answers.append(longmemeval.Answered(q["qid"], q["category_name"], frozenset(q["evidence_turns"]), found, 0))
    return longmemeval.report(answers, [], "none", 0)


def of_beam(folder: Path, most: int | None) -> Row:
    """Rank the turns of each chat."""
    texts: dict[str, dict[str, str]] = defaultdict(dict)
    for turn in rows_of(folder / "turns.jsonl.gz"):
        texts[turn["sample_id"]][str(turn["turn_id"])] = turn["text"]
    indexes = {sample: Bm25(own) for sample, own in texts.items()}
    answers = [
        beam.BeamAnswer(q, tuple(int(key) for key in _ranked(indexes[q["sample_id"]], q, 20)), frozenset(), "")
        for q in rows_of(folder / "questions.jsonl")
        if q["sample_id"] in indexes
    ]
    return {name: value for name, value in beam.scored(answers).items() if name != "standing"}


def of_relations(folder: Path, most: int | None) -> Row:
    """Rank the sentences of the facts."""
    facts = {str(number): fact for number, fact in enumerate(rows_of(folder / "facts.jsonl"))}
    index = Bm25({key: fact["text"] for key, fact in facts.items()})
    questions = rows_of(folder / "questions.jsonl")
    found = [[{**facts[key], "holds_now": True} for key in index.ranked(q["question"], relations.K)] for q in questions]
    answered = [(q, relations.judged(q, some)) for q, some in zip(questions, found, strict=True)]
    return relations.figures(answered)


SETS: Mapping[str, Callable[[Path, int | None], Row]] = {
    "locomo": of_locomo,
    "longmemeval": of_longmemeval,
    "beam": of_beam,
    "relations": of_relations,
}


def _ranked(index: Bm25, question: Row, k: int) -> tuple[str, ...]:
    return tuple(index.ranked(question["question"], k))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", choices=sorted(SETS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--questions", type=int, help="maximum number of questions of LongMemEval")
    given = parser.parse_args()
    if given.questions and given.set != "longmemeval":
        parser.error("--questions is for longmemeval only")
    print(json.dumps({"bm25": SETS[given.set](given.folder, given.questions)}, ensure_ascii=False))


if __name__ == "__main__":
    main()
