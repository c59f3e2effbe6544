"""JSON schemas of the answers, in the strict subset: all fields are required, others are forbidden, empty is null."""

from __future__ import annotations

from typing import Any, Final, get_args

from graphmem_contract.records import TouchKind

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
"""Importance of each category, 0 to 1."""

TEXT: Final[Schema] = {"type": "string"}
NUMBER: Final[Schema] = {"type": "number"}
WHOLE: Final[Schema] = {"type": "integer"}
MAYBE_TEXT: Final[Schema] = {"type": ["string", "null"]}


def one_of(*values: str) -> Schema:
    """Return the schema of a text that is one of these words."""
    return {"type": "string", "enum": list(values)}


def list_of(items: Schema, most: int) -> Schema:
    """Return the schema of a list of at most `most` items. Without a limit, small models repeat items endlessly."""
    return {"type": "array", "items": items, "maxItems": most}


def an_object(**fields: Schema) -> Schema:
    """Return the schema of an object with exactly these fields."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


ENTITY: Final = an_object(name=TEXT, type=TEXT, aliases=list_of(TEXT, 6))
FACT: Final = an_object(
    subject=TEXT,
    relation=TEXT,
    object=TEXT,
    text=TEXT,
    action=one_of("holds", "ends", "never", "forget"),
    starts=MAYBE_TEXT,
    until=MAYBE_TEXT,
    confidence=NUMBER,
    importance=one_of(*IMPORTANCE),
    category=one_of("core", "semantic", "episodic", "procedural"),
    kind=one_of("state", "event", "plan"),
    cardinality=one_of("one", "many"),
)
KNOWN_ENTITY: Final = an_object(**ENTITY["properties"], known=MAYBE_TEXT)
"""An entity of an answer to a prompt that shows known ones by number."""
TOUCHES: Final = list_of(an_object(fact=TEXT, how=one_of(*get_args(TouchKind))), 6)
"""What a fact does to known ones, of an answer to a prompt that shows them by number."""
_CONDITION: Final = {"subject": TEXT, "relation": TEXT, "object": MAYBE_TEXT}
_TRIGGER: Final = an_object(**_CONDITION, event=one_of("changes", "begins", "ends"))
CONDITIONS: Final[Schema] = {
    "holds_while": list_of(an_object(**_CONDITION), 3),
    "starts_when": {"anyOf": [_TRIGGER, {"type": "null"}]},
}
"""Fields of a fact of a message that may state conditions."""
EMOTION: Final = an_object(emotion=one_of(*EMOTIONS), intensity=NUMBER, energy=one_of("high", "medium", "low"))

TOLD_FACT: Final = an_object(message=WHOLE, **FACT["properties"])
"""A fact of a transcript, with the number of the message that says it."""
TOLD_EMOTION: Final = an_object(message=WHOLE, **EMOTION["properties"])

PROFILE: Final = an_object(entity=TEXT, text=TEXT)
PROFILES_MOST: Final = 4

_LIMITS: Final = (8, 16, 32, 64)
"""List limits. There are only four, because providers compile each schema once."""


def limit_for(text: str) -> int:
    """Return the maximum number of entities, and of facts, in an answer: one per word, rounded up to a list limit."""
    words = max(len(text.split()), len(text) // 5)
    return next((limit for limit in _LIMITS if words <= limit), _LIMITS[-1])


def informed(
    limit: int, messages: int | None = None, *, profiles: bool = False, conditions: bool = False, known: bool = False
) -> Schema:
    """Return the schema of the informed call: entities, facts, emotion, and last the profiles if requested.

    Args:
        messages: it is about a transcript of so many messages.
        known: the prompt shows known entities and facts by number.
    """
    optional = {"profiles": list_of(PROFILE, PROFILES_MOST)} if profiles else {}
    fact = FACT if messages is None else TOLD_FACT
    facts = _facts(fact, limit, conditions=conditions, known=known)
    entities = list_of(KNOWN_ENTITY if known else ENTITY, limit)
    return an_object(entities=entities, facts=facts, **_feeling(messages), **optional)


def mentions(limit: int, messages: int | None = None) -> Schema:
    """Return the schema of the first staged call: entities and emotion, or the emotions of a transcript."""
    return an_object(entities=list_of(ENTITY, limit), **_feeling(messages))


def _feeling(messages: int | None) -> Schema:
    if messages is None:
        return {"emotion": EMOTION}
    most = next((most for most in _LIMITS if messages <= most), _LIMITS[-1])
    return {"emotions": list_of(TOLD_EMOTION, most)}


def claims(limit: int, *, told: bool = False, conditions: bool = False, known: bool = False) -> Schema:
    """Return the schema of the second staged call: facts. `told`: of a transcript, with the numbers of their messages."""
    return an_object(facts=_facts(TOLD_FACT if told else FACT, limit, conditions=conditions, known=known))


def _facts(fact: Schema, limit: int, *, conditions: bool, known: bool) -> Schema:
    """Return the schema of the facts: items of this kind, with their conditions and what they touch if requested."""
    optional = {**(CONDITIONS if conditions else {}), **({"touches": TOUCHES} if known else {})}
    return list_of(an_object(**fact["properties"], **optional), limit)


NAMES: Final = an_object(answers=list_of(an_object(question=WHOLE, choice=WHOLE, reason=TEXT), 100))
JUDGEMENTS: Final = an_object(
    answers=list_of(
        an_object(question=WHOLE, relation=one_of("new", "same", "refines", "contradicts"), known=WHOLE, reason=TEXT),
        100,
    )
)
