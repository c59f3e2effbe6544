"""The scripted model of the conversations: it answers each prompt as a good model would, from the facts of the turn.

An extraction tells the facts of the message with the fields that the prompt names: a relation in snake_case, the condition as it
was said, a request to forget with its value only where the message names it. The judge says that two statements with the same
words are the same, that two values of one subject and relation contradict each other, and that all else is new.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from benchmarks.eval.conversation_model import NEUTRAL, questions_of, wanted_keys
from graphmem.testing.scripted_server import RecordedRequest

Row = dict[str, Any]
_MARK = re.compile(r"^The mark is (?P<mark>\S+)$", re.MULTILINE)
_WRITTEN = re.compile(r"^Written: (?P<when>\w+ \d{4}-\d{2}-\d{2} \d{2}:\d{2})", re.MULTILINE)


class GoodModel:
    """Answers of a good model about the given turns."""

    def __init__(self, turns: Iterable[Row]) -> None:
        self._facts: Mapping[tuple[str, str], list[Row]] = {
            (turn["text"], _minute(turn["time"])): turn["facts"] for turn in turns if turn["facts"]
        }

    def reply(self, request: RecordedRequest) -> Row:
        """Answer one prompt: a batch of questions about names or statements, or an extraction."""
        system, user = (*(str(one.get("content", "")) for one in request.body["messages"]), "", "")[:2]
        questions = questions_of(user)
        if questions and "candidates" in questions[0]:
            return {"answers": [_same_name(one) for one in questions]}
        if questions and "new" in questions[0]:
            return {"answers": [_judgement(one) for one in questions]}
        facts = self._told(user)
        names = dict.fromkeys(fact["subject"] for fact in facts)
        told: Row = {
            "entities": [{"name": name, "type": "organization", "aliases": []} for name in names],
            "facts": [_fact(fact, user) for fact in facts],
            "emotion": NEUTRAL,
        }
        return {key: told.get(key, []) for key in wanted_keys(request, system)}

    def _told(self, user: str) -> list[Row]:
        """Return the facts of the message that stands at the end of the prompt."""
        mark, written = _MARK.search(user), _WRITTEN.search(user)
        if mark is None or written is None:
            return []
        message = user.removesuffix(f"\n{mark['mark']}").rpartition(f"Message:\n{mark['mark']}\n")[2]
        return self._facts.get((message, written["when"]), [])


def _minute(time: str) -> str:
    return f"{datetime.fromisoformat(time):%A %Y-%m-%d %H:%M}"


def _relation(name: str) -> str:
    return "_".join(name.casefold().split())


def _fact(fact: Row, message: str) -> Row:
    is_request = fact.get("action") == "forget"
    named = fact["object"] if not is_request or fact["object"] in message else "everything"
    told = {name: fact[name] for name in ("subject", "text", "cardinality")}
    trigger = fact.get("starts_when")
    return {
        **told,
        "relation": _relation(fact["relation"]),
        "object": named,
        "action": fact.get("action", "holds"),
        "starts": None,
        "until": None,
        "confidence": 0.95,
        "importance": "specific_event",
        "category": "semantic",
        "kind": "state",
        "holds_while": [_condition(one) for one in _listed(fact.get("holds_while"))],
        "starts_when": trigger and {**_condition(trigger), "event": trigger.get("event", "changes")},
    }


def _listed(conditions: Any) -> list[Row]:
    return [conditions] if isinstance(conditions, dict) else list(conditions or ())


def _condition(condition: Row) -> Row:
    told = {"subject": condition["subject"], "relation": _relation(condition["relation"])}
    return {**told, "object": condition.get("object")}


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _same_name(question: Row) -> Row:
    same = (one["choice"] for one in question["candidates"] if _words(one["name"]) == _words(question["name"]))
    return {"question": question["question"], "choice": next(same, 0), "reason": "the same words"}


def _judgement(question: Row) -> Row:
    new = str(question["new"])
    for verdict, fits in (("same", _same), ("contradicts", _other_value)):
        for one in question["known"]:
            if fits(new, str(one["text"])):
                return {"question": question["question"], "relation": verdict, "known": one["known"], "reason": verdict}
    return {"question": question["question"], "relation": "new", "known": 0, "reason": "something else"}


def _same(one: str, other: str) -> bool:
    return _words(one) == _words(other)


def _other_value(one: str, other: str) -> bool:
    """Whether both sentences say a value of the same: "The club's head coach is …"."""
    (about, is_, _), (before, was, _) = one.partition(" is "), other.partition(" is ")
    return bool(is_ and was) and _words(about) == _words(before)
