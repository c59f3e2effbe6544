"""Prompts of the judge: batched questions about names and about statements, within `PROMPT_CHARS` characters."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.claims import FactQuestion, NameQuestion
from graphmem.models.openai.fence import DATA_ONLY, fenced
from graphmem.models.openai.prompts import PROMPT_CHARS, Prompt, one_line

_DETAIL_LEVELS = ((5, 3, 300), (5, 2, 120), (3, 1, 80), (3, 0, 60))
"""Levels of detail of a judge's prompt, from the highest: candidates, facts of each, characters of each text."""

_NAMES = f"""You settle which known entity each name in a text means. Answer with one JSON object, nothing else.
{DATA_ONLY}
For each question choose the number of the candidate that the name means in its sentence, or 0 for none of them. A \
name that is merely similar is not the same: choose 0 when in doubt. The facts of a candidate and the type must \
agree with the sentence.
{{"answers":[{{"question":1,"choice":0,"reason":"a few words"}}]}}"""

_JUDGE = f"""You compare new statements with known facts. Answer with one JSON object, nothing else.
{DATA_ONLY}
For each question say how the new statement relates to one of its known facts:
- same: it says the same, perhaps in other words
- refines: it is the same fact, with more detail or more exact
- contradicts: both cannot be true at the same time (a changed value or detail, an end, a denial)
- new: none of these, known 0. Related facts that can both be true are new.
{{"answers":[{{"question":1,"relation":"new","known":0,"reason":"a few words"}}]}}"""


def names_prompt(questions: Sequence[NameQuestion]) -> Prompt:
    """Return the batched question about names. Candidates are numbered from 1."""
    return _judge_prompt(_NAMES, lambda detail: [_name_question(*pair, detail) for pair in enumerate(questions, 1)])


def facts_prompt(questions: Sequence[FactQuestion]) -> Prompt:
    """Return the batched question about statements. Known facts are numbered from 1."""
    return _judge_prompt(_JUDGE, lambda detail: [_fact_question(*pair, detail) for pair in enumerate(questions, 1)])


def _judge_prompt(instructions: str, questions: Any) -> Prompt:
    """Return the batched prompt with the highest level of detail that fits. No question is dropped."""
    prompt = Prompt("", "")
    for detail in _DETAIL_LEVELS:
        lines = [json.dumps(question, ensure_ascii=False, default=str) for question in questions(detail)]
        prompt = Prompt(instructions, fenced(lines))
        if len(prompt.text) <= PROMPT_CHARS:
            break
    return prompt


def _name_question(number: int, question: NameQuestion, detail: tuple[int, int, int]) -> dict[str, Any]:
    candidates, facts, longest = detail
    return {
        "question": number,
        "name": one_line(question.name),
        "type": one_line(question.type, 40),
        "sentence": one_line(question.sentence, longest),
        "candidates": [_candidate(*pair, facts, longest) for pair in enumerate(question.candidates[:candidates], 1)],
    }


def _candidate(number: int, candidate: Mapping[str, Any], facts: int, longest: int) -> dict[str, Any]:
    shown: dict[str, Any] = {"choice": number, "name": one_line(str(candidate.get("name", "")))}
    if candidate.get("type"):
        shown["type"] = one_line(str(candidate["type"]), 40)
    for key, limit in (("aliases", 5), ("facts", facts)):
        listed = [one_line(str(item), longest) for item in tuple(candidate.get(key) or ())[:limit]]
        if listed:
            shown[key] = listed
    return shown


def _fact_question(number: int, question: FactQuestion, detail: tuple[int, int, int]) -> dict[str, Any]:
    count, _, longest = detail
    known = [_known_fact(*pair, longest) for pair in enumerate(question.known[:count], 1)]
    return {"question": number, "new": one_line(question.text, longest), "known": known}


def _known_fact(number: int, fact: Mapping[str, Any], longest: int) -> dict[str, Any]:
    """Return a known fact for the prompt. Its keys are those of the judge protocol, or those of a row of the graph."""
    shown: dict[str, Any] = {"known": number, "text": one_line(str(fact.get("text") or fact["factText"]), longest)}
    for key, column in (("relation", "relation"), ("valid_from", "tValid"), ("valid_until", "tInvalid")):
        value = fact.get(key) or fact.get(column)
        if value:
            shown[key] = f"{value:%Y-%m-%d}" if isinstance(value, datetime) else one_line(str(value), 60)
    return shown
