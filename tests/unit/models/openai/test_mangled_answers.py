"""Good answers that a server mangles: each is read as a whole or fails. None says less than was said, none says nothing."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from graphmem.claims import Extracted
from graphmem.models.openai.chat import CUT
from graphmem.models.openai.extractor import OpenAIExtractor
from graphmem.testing.scripted_server import Reply, ScriptedServer
from graphmem_contract.errors import ModelAnswerInvalid
from tests.unit.openai_case import request, settings_for

PEOPLE = ("Ana", "Bruno O'Neil", "Clara", "Dário")
PLACES = ("Acme", "Rock 'n' Roll Bar", "Café {Lux}", "Globex [Berlin]", 'The "Blue" Room')
PER_KIND = 3


def good(dice: random.Random) -> dict[str, Any]:
    """A good answer of random names."""
    people, places = dice.sample(PEOPLE, 2), dice.sample(PLACES, 2)
    facts = [
        {
            "subject": who, "relation": "works_at", "object": place, "object_is_entity": True, "action": "holds",
            "text": dice.choice([f"{who} works at {place}.", f"{who} said: it is {place}\nnow."]), "until": None,
        }
        for who, place in zip(people, places, strict=True)
    ]  # fmt: skip
    entities = [{"name": n, "type": t, "aliases": []} for t, ns in (("person", people), ("place", places)) for n in ns]
    return {"entities": entities, "facts": facts, "emotion": {"emotion": "joy", "intensity": 0.5, "energy": "high"}}


def _quoted(text: str, opening: str, closing: str) -> str:
    return re.sub(r'"((?:\\.|[^"\\])*)"', rf"{opening}\1{closing}", text)


def _without(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text))
    return text[:at] + text[at + 1 :]


MANGLED: dict[str, Callable[[dict[str, Any], random.Random], str]] = {
    "raw line break": lambda answer, dice: json.dumps(answer, indent=dice.choice([None, 2])).replace("\\n", "\n"),
    "cut": lambda answer, dice: (text := json.dumps(answer))[: dice.randrange(1, len(text))],
    "single quotes": lambda answer, dice: str(answer),
    "single quotes in a text": lambda answer, dice: _quoted(json.dumps(answer, ensure_ascii=False), "'", "'"),
    "encoded twice": lambda answer, dice: json.dumps(json.dumps(answer)),
    "encoded twice in a field": lambda answer, dice: json.dumps({"answer": json.dumps(answer)}),
    "escaped": lambda answer, dice: json.dumps(json.dumps(answer))[1:-1],
    "None": lambda answer, dice: json.dumps(answer).replace("null", "None").replace("true", "True"),
    "nothing but None": lambda answer, dice: "None",
    "curly quotes": lambda answer, dice: _quoted(json.dumps(answer, ensure_ascii=False), "“", "”"),
    "one curly quote": lambda answer, dice: json.dumps(answer).replace('"', "”"),
    "refusal": lambda answer, dice: "I cannot help with that. " + dice.choice(["[]", "Facts: []", "```json\n[]\n```"]),
    "bare keys": lambda answer, dice: re.sub(r'"(\w+)":', r"\1:", json.dumps(answer)),
    "comma too much": lambda answer, dice: re.sub(r"([}\]])(?=[,}\]]|$)", r",\1", json.dumps(answer).replace("[]", "null")),
    "comma missing": lambda answer, dice: json.dumps(answer).replace(', "', ' "', dice.randrange(1, 5)),
    "quote missing": lambda answer, dice: json.dumps(answer).replace('"', "", 1 + dice.randrange(40)),
    "last brace missing": lambda answer, dice: json.dumps(answer)[:-1],
    "an empty one after it": lambda answer, dice: json.dumps(answer) + '\n{"entities": [], "facts": []}',
    "an empty list after it": lambda answer, dice: str(answer) + "\n\nMissing facts: []",
    "fence and prose": lambda answer, dice: f"Here it is:\n```json\n{answer}\n```\nAliases: []",
    "a letter lost": lambda answer, dice: _without(json.dumps(answer), dice),
}  # fmt: skip
READ_WHOLE = {
    "raw line break", "single quotes", "encoded twice", "encoded twice in a field", "escaped", "None", "an empty one after it",
    "bare keys", "comma too much", "last brace missing", "an empty list after it", "fence and prose", "curly quotes",
}  # fmt: skip


async def extracted(answer: str | Reply, mode: str) -> Extracted:
    """What an extractor reads that always gets this answer; the claims of the second staged call are those of the answer."""
    with ScriptedServer(answer) as server:
        extractor = OpenAIExtractor.from_settings(settings_for(server, extraction=mode))
        asked = request(" ".join((*PEOPLE, *PLACES)), recent_messages=())
        try:
            return await extractor.mentions(asked)
        finally:
            await extractor.aclose()


def said(answer: dict[str, Any]) -> tuple[Any, Any]:
    """What a good answer says."""
    facts = [(f["subject"], f["relation"], f["object"], " ".join(f["text"].split())) for f in answer["facts"]]
    return [entity["name"] for entity in answer["entities"]], facts


def told(found: Extracted) -> tuple[Any, Any]:
    """What was read, with straight quotes, and without the white space that a broken string may have."""
    claims = [tuple(map(_plain, (c.subject, c.relation, c.object, c.text))) for c in found.claims or ()]
    return [_plain(m.name) for m in found.mentions], claims


def _plain(text: str) -> str:
    return " ".join(re.sub("[“”]", '"', text).split())


@pytest.mark.parametrize("mode", ["informed", "staged"])
@pytest.mark.parametrize("kind", MANGLED)
async def test_a_mangled_answer_is_read_as_a_whole_or_fails(kind: str, mode: str) -> None:
    dice = random.Random(f"{kind} 7")
    read = 0
    for _ in range(PER_KIND):
        answer = good(dice)
        names, facts = said(answer)
        try:
            found = await extracted(MANGLED[kind](answer, dice), mode)
        except ModelAnswerInvalid:
            continue
        read += 1
        if kind == "a letter lost":  # of a key: the item that lost it is told in a warning
            lost = len(names) + len(facts) * (mode == "informed") - sum(map(len, told(found)))
            assert lost <= len(found.warnings)
        else:
            assert told(found) == (names, [] if found.claims is None else facts)
        assert (found.claims is None) == (mode == "staged"), "a staged call would have lost the facts"
    assert read == PER_KIND or kind not in READ_WHOLE


@pytest.mark.parametrize("cut", [14, 200])
async def test_an_answer_that_the_limit_of_tokens_cut_says_so_or_fails(cut: int) -> None:
    text = json.dumps(good(random.Random(3)))
    try:
        found = await extracted(Reply(text[:cut], finish_reason="length"), "staged")
    except ModelAnswerInvalid:
        assert cut == 14
    else:
        assert found.mentions
        assert CUT in found.warnings
