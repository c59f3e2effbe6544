"""JSON schemas of the answers, in the strict subset: every field required, no other fields, null where empty."""

from __future__ import annotations

from typing import Any, Final

Schema = dict[str, Any]

EMOTIONS: Final = ("joy", "sadness", "anger", "fear", "surprise", "disgust", "trust", "anticipation", "neutral")
IMPORTANCE: Final = {
    "biographical_milestone": 0.90,
    "relationship_change": 0.85,
    "stable_preference": 0.80,
    "specific_event": 0.60,
    "routine_activity": 0.30,
    "conversational": 0.10,
}
"""Importance categories and their numbers."""

TEXT: Final[Schema] = {"type": "string"}
NUMBER: Final[Schema] = {"type": "number"}
WHOLE: Final[Schema] = {"type": "integer"}
MAYBE_TEXT: Final[Schema] = {"type": ["string", "null"]}


def one_of(*values: str) -> Schema:
    """One of these words."""
    return {"type": "string", "enum": list(values)}


def list_of(items: Schema, most: int) -> Schema:
    """A list with a limit, without which small models repeat themselves for ever."""
    return {"type": "array", "items": items, "maxItems": most}


def an_object(**fields: Schema) -> Schema:
    """An object with exactly these fields."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


ENTITY: Final = an_object(name=TEXT, type=TEXT, aliases=list_of(TEXT, 6))
FACT: Final = an_object(
    subject=TEXT,
    relation=TEXT,
    object=TEXT,
    text=TEXT,
    action=one_of("holds", "ends", "never"),
    starts=MAYBE_TEXT,
    until=MAYBE_TEXT,
    confidence=NUMBER,
    importance=one_of(*IMPORTANCE),
    category=one_of("core", "semantic", "episodic", "procedural"),
    kind=one_of("state", "event", "plan"),
    cardinality=one_of("one", "many"),
)
EMOTION: Final = an_object(emotion=one_of(*EMOTIONS), intensity=NUMBER, energy=one_of("high", "medium", "low"))

PROFILE: Final = an_object(entity=TEXT, text=TEXT)
PROFILES_MOST: Final = 4

_LIMITS: Final = (8, 16, 32, 64)
"""Few different ones, because providers prepare each schema once."""


def limit_for(text: str) -> int:
    """How many entities, and how many facts, an answer about a text may have: one a word, in few steps."""
    words = max(len(text.split()), len(text) // 5)
    return next((limit for limit in _LIMITS if words <= limit), _LIMITS[-1])


def informed(limit: int, *, profiles: bool = False) -> Schema:
    """Entities, facts and emotion; profiles where they were asked for, last."""
    asked = {"profiles": list_of(PROFILE, PROFILES_MOST)} if profiles else {}
    return an_object(entities=list_of(ENTITY, limit), facts=list_of(FACT, limit), emotion=EMOTION, **asked)


def mentions(limit: int) -> Schema:
    """Entities and emotion."""
    return an_object(entities=list_of(ENTITY, limit), emotion=EMOTION)


def claims(limit: int) -> Schema:
    """Facts."""
    return an_object(facts=list_of(FACT, limit))


NAMES: Final = an_object(answers=list_of(an_object(question=WHOLE, choice=WHOLE, reason=TEXT), 100))
JUDGEMENTS: Final = an_object(
    answers=list_of(
        an_object(question=WHOLE, relation=one_of("new", "same", "refines", "contradicts"), known=WHOLE, reason=TEXT),
        100,
    )
)
