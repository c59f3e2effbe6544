"""The scripted model of `conversations.py`: it answers each prompt as the scenario says that a good model would."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchmarks.eval.conversation_text import holds_words, norm
from graphmem.testing.scripted_server import RecordedRequest

Row = dict[str, Any]
KEYS = ("entities", "facts", "emotion", "profiles")
NEUTRAL = {"emotion": "neutral", "intensity": 0.0, "energy": "medium"}


class ScenarioModel:
    """What the model answers now, and the questions that it was asked."""

    def __init__(self) -> None:
        self.answers: dict[str, Row] = {}
        self.names: Mapping[str, str | None] = {}
        self.verdicts: Sequence[Sequence[str]] = ()
        self.asked: list[tuple[Any, ...]] = []

    def play(self, scenario: Row, variant: int) -> None:
        """Answer as this variant of the scenario from now on."""
        self.answers = {one["text"]: one["answers"][variant % len(one["answers"])] for one in scenario["messages"]}
        judge = scenario.get("judge") or {}
        self.names, self.verdicts, self.asked = judge.get("names") or {}, judge.get("facts") or (), []

    def reply(self, request: RecordedRequest) -> Row:
        """Answer one prompt: a batch of questions about names or facts, or an extraction."""
        turns = [str(one.get("content", "")) for one in request.body.get("messages", ())]
        system, user = (*turns, "", "")[:2]
        questions = list(questions_of(user))
        if questions and "candidates" in questions[0]:
            return {"answers": [self._name(one) for one in questions]}
        if questions and "new" in questions[0]:
            return {"answers": [self._fact(one) for one in questions]}
        answer = self.answers.get(self._message(user) or "", {})
        return {key: answer.get(key) or (NEUTRAL if key == "emotion" else []) for key in wanted_keys(request, system)}

    def _message(self, prompt: str) -> str | None:
        """Return the message of a prompt. Earlier messages may stand there as context; the message itself comes last."""
        found = [text for text in self.answers if text in prompt]
        if not found:
            flat = " ".join(prompt.split())
            found = [text for text in self.answers if " ".join(text.split()) in flat]
        return max(found, key=lambda text: (prompt.rfind(text), len(text)), default=None)

    def _name(self, question: Row) -> Row:
        self.asked.append(("name", question.get("name"), question.get("sentence")))
        target = self._target(question)
        chosen = 0 if target is None else choice_of(target, question["candidates"])
        return {"question": question["question"], "choice": chosen, "reason": "scripted"}

    def _target(self, question: Row) -> str | None:
        """Return who the name means: the first key of the name whose part of the sentence, if any, is there."""
        for key, target in self.names.items():
            name, _, part = (one.strip() for one in key.partition("|"))
            same = norm(name) == norm(question.get("name", ""))
            if same and (not part or holds_words(part, question.get("sentence", ""))):
                return target
        return None

    def _fact(self, question: Row) -> Row:
        self.asked.append(("fact", question.get("new"), [one.get("text") for one in question.get("known", ())]))
        verdict, known = self._verdict(question)
        return {"question": question["question"], "relation": verdict, "known": known, "reason": "scripted"}

    def _verdict(self, question: Row) -> tuple[str, int]:
        for new, known, verdict in self.verdicts:
            if holds_words(new, question.get("new", "")):
                for one in question.get("known", ()):
                    if holds_words(known, one.get("text", "")):
                        return verdict, 0 if verdict == "new" else one["known"]
        return "new", 0


def questions_of(prompt: str) -> list[Row]:
    """Return the questions of a judge's prompt, one JSON object a line."""
    found = []
    for line in prompt.splitlines():
        if line.startswith("{") and '"question"' in line:
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
    return found


def wanted_keys(request: RecordedRequest, system: str) -> list[str]:
    """Return the keys of the requested answer: those of its schema, else those that the instructions name."""
    schema = request.body.get("response_format", {}).get("json_schema", {}).get("schema", {})
    return list(schema.get("properties") or ()) or [key for key in KEYS if f'"{key}"' in system]


def choice_of(target: str, candidates: Sequence[Row]) -> int:
    """Return the number of the candidate that a target means: by name, by alias, or (`~words`) by its facts; else 0."""
    tests: tuple[Callable[[Row], bool], ...] = (
        lambda one: norm(target) == norm(one.get("name", "")),
        lambda one: norm(target) in map(norm, one.get("aliases", ())),
    )
    if target.startswith("~"):
        tests = (lambda one: any(holds_words(target[1:], fact) for fact in one.get("facts", ())),)
    return next((int(one["choice"]) for test in tests for one in candidates if test(one)), 0)
