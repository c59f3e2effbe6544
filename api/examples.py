"""Examples for OpenAPI. A test sends every example."""

from __future__ import annotations

import json
from typing import Any

from fastapi.openapi.models import Example

Examples = dict[str, Example]


def _example(summary: str, **value: Any) -> Example:
    return {"summary": summary, "value": value}


_EXTRACTION: dict[str, Any] = {
    "entities": [{"name": "Ana", "type": "person"}, {"name": "Globex", "type": "organization"}],
    "facts": [
        {
            "subject": "Ana",
            "relation": "works_at",
            "object": "Globex",
            "valid_from": "2026-03-01T00:00:00Z",
            "cardinality": "one",
        }
    ],
}

EPISODES: Examples = {
    "message": _example(
        "A message",
        content="I left Acme for Globex last March.",
        speaker="Ana",
        session_id="chat-1",
        occurred_at="2026-06-09T10:00:00Z",
    ),
    "chat": _example(
        "The turns of a chat",
        messages=[
            {"role": "user", "name": "Ana", "content": "I moved to Lisbon.", "time": "2026-06-09T10:00:00Z"},
            {"role": "assistant", "content": "How is it there?", "time": "2026-06-09T10:00:05Z"},
        ],
    ),
    "supplied": _example(
        "Entities and facts that the caller has extracted",
        content="Ana started at Globex on 1 March.",
        occurred_at="2026-06-09T10:00:00Z",
        extraction=_EXTRACTION,
    ),
    "later": _example(
        "Store now, extract in the background", content="Bruno plays chess on Mondays.", speaker="Bruno", wait=False
    ),
    "dry run": _example(
        "Report the changes without making them", content="Ana left Globex.", extraction=_EXTRACTION, dry_run=True
    ),
}

SETTINGS: Examples = {
    "own way": _example(
        "Messages in German time, extracted three at a time",
        time_zone="Europe/Berlin",
        extraction_threshold=3,
        instructions="Names of projects matter.",
    ),
    "verbatim": _example("Store the turns without extraction", mode="raw"),
    "back": _example("Back to the settings of the service", mode=None, extraction_threshold=None, time_zone=None),
}

FACTS: Examples = {
    "fact": _example(
        "True since a date",
        subject="Ana",
        relation="works_at",
        object="Globex",
        object_is_entity=True,
        valid_from="2026-03-01T00:00:00Z",
    ),
    "always": _example("Without a beginning", subject="Ana", relation="born_in", object="Porto", valid_from=None),
    "one value": _example(
        "A new value ends the previous one",
        subject="Ana",
        relation="lives_in",
        object="Lisbon",
        cardinality="one",
        valid_from="2026-06-01T00:00:00Z",
        confidence=0.9,
    ),
}

ENDS: Examples = {
    "rehearse": _example("Report the changes without making them", dry_run=True),
    "retracted": _example("No longer true", at="2026-05-01T00:00:00Z", reason="She told me so."),
    "corrected": _example("Never true", kind="corrected", reason="It was somebody else."),
}

CORRECTIONS: Examples = {
    "rehearse": _example("Report the changes without making them", object="Globex", dry_run=True),
    "object": _example("Another object", object="Globex", reason="Misheard."),
    "dates": _example("An earlier start", valid_from="2025-01-01T00:00:00Z"),
}

ENTITIES: Examples = {
    "person": _example(
        "A person",
        name="Ana Souza",
        type="person",
        aliases=["Ana"],
        external_id="crm-17",
        properties={"department": "research"},
    ),
}

CHANGES: Examples = {
    "name": _example("A new name; the old one stays as an alias", name="Dr. Rui Lopes", aliases_add=["Rui"]),
    "properties": _example("Set one property, remove another", properties={"floor": 3, "department": None}),
}

QUESTIONS: Examples = {
    "question": _example("A question", query="Where does Ana work?"),
    "past": _example("What was true then", query="Where does Ana work?", valid_at="2025-12-01T00:00:00Z", k=5),
    "believed": _example("What was believed then", query="Where does Ana work?", known_at="2026-06-01T00:00:00Z"),
    "context": _example("Everything about an entity", entities=["Ana"], token_budget=400),
}

CALLS: Examples = {
    "around": _example(
        "The entities around an entity",
        call="CALL graphmem.bfs($brain, ['Ana'], 2) YIELD entity, hops RETURN entity.name AS name, hops ORDER BY hops LIMIT 20",
    ),
    "recall": _example(
        "A question, searched by meaning and by words",
        call="CALL graphmem.recall($brain, $text, $embedding, 5) YIELD fact, score RETURN fact.factText AS text, score",
        parameters={"text": "Where does Ana work?"},
    ),
}

RELATIONS: Examples = {
    "one": _example("A person lives in one place at a time", cardinality="one", per="subject"),
    "symmetric": _example("True in both directions", symmetric=True),
    "synonyms": _example("Other names of the relation", synonyms=["resides_at"]),
}

DATES: Examples = {
    "dates": _example(
        "Dates in words",
        text="We met last Friday, and she moved to Lisbon in March 2025.",
        occurred_at="2026-06-09T10:00:00Z",
        time_zone="Europe/Lisbon",
    )
}


def _lines(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


NDJSON_FACTS = _lines(
    {
        "subject": "Ana",
        "relation": "knows",
        "object": "Bruno",
        "object_is_entity": True,
        "valid_from": "2020-01-01T00:00:00Z",
    },
    {"subject": "Bruno", "relation": "plays", "object": "chess", "valid_from": "2019-05-01T00:00:00Z"},
)

NDJSON_EPISODES = _lines(
    {"content": "Ana knows Bruno.", "occurred_at": "2026-06-09T10:00:00Z", "external_id": "note-1"},
    {"content": "Bruno plays chess.", "occurred_at": "2026-06-09T10:01:00Z", "external_id": "note-2"},
)
