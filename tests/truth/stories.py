"""Random stories: statements of every kind about a few people, as JSON. Seeded.

A story is a list of statements. Times of validity are day numbers, null = since always or open; `recorded`, `withdrawn` and
`away` count the moments of system time.
"""

from __future__ import annotations

import random
from typing import Any

Story = list[dict[str, Any]]
RELATIONS: dict[str, dict[str, Any]] = {
    "lead": {"cardinality": "one", "per": "subject", "symmetric": False},
    "likes": {"cardinality": "many", "per": "subject", "symmetric": False},
    "capital_of": {"cardinality": "one", "per": "object", "symmetric": False},
    "married_to": {"cardinality": "one", "per": "subject", "symmetric": True},
    "sibling_of": {"cardinality": "many", "per": "subject", "symmetric": True},
}
PEOPLE = ("ana", "bo", "cy", "dan")
WORDS = ("desk", "cto", "red", "oslo")
DAYS = 10


def story(seed: int) -> Story:
    """Return a story of two to eight statements that are likely to concern each other."""
    draw = random.Random(seed)
    features = {name for name in ("evidence", "conditions", "words", "kinds", "withdrawn") if draw.random() < 0.4}
    relations = draw.sample(sorted(RELATIONS), draw.choice([1, 1, 1, 2, 3]))
    subjects = PEOPLE[: draw.choice([1, 1, 2])]
    size = draw.randint(2, 8)
    return [_statement(draw, n, size, features, relations, subjects) for n in range(size)]


def _statement(
    draw: random.Random, n: int, size: int, features: set[str], relations: list[str], subjects: tuple[str, ...]
) -> dict[str, Any]:
    subject, relation, occurred = draw.choice(subjects), draw.choice(relations), draw.randint(1, DAYS)
    object_ = draw.choice([name for name in PEOPLE[:3] if name != subject])
    if relation in ("married_to", "sibling_of") and draw.random() < 0.4:
        subject, object_ = object_, subject
    made: dict[str, Any] = {"id": f"s{n}", "relation": relation, "subject": subject, "object": object_, "recorded": n}
    made |= {"occurred": occurred, "confidence": draw.choice([0.6, 0.8, 0.8, 0.95]), "text": f"t{n}"}
    if draw.random() < 0.15:
        return made | {"action": "ends", "at": draw.randint(1, DAYS), "stated": True, "reason": "retracted"}
    made |= _period(draw, occurred)
    if "kinds" in features:
        made["kind"] = draw.choice(["state"] * 4 + ["event", "plan"])
        made["second"] = draw.random() < 0.25
    if "words" in features:
        made |= _words(draw, n)
    if "evidence" in features and draw.random() < 0.5:
        ids = [f"s{i}" for i in range(size) if i != n]
        made["evidence"] = [
            sorted(draw.sample(ids, min(len(ids), draw.choice([1, 1, 2])))) for _ in range(draw.choice([1, 1, 2]))
        ]
    if "conditions" in features and draw.random() < 0.5:
        made |= _conditions(draw, relations, subjects)
    if "withdrawn" in features and draw.random() < 0.4:
        made |= _withdrawal(draw, n, size)
    return made


def _period(draw: random.Random, occurred: int) -> dict[str, Any]:
    stated = draw.random() < 0.5
    at = draw.choice([None, *range(1, DAYS)]) if stated else occurred
    later = [day for day in range(2, DAYS + 2) if at is None or day > at]
    return {
        "action": "holds",
        "at": at,
        "stated": stated,
        "until": draw.choice(later) if draw.random() < 0.25 else None,
    }


def _words(draw: random.Random, n: int) -> dict[str, Any]:
    details = sorted(draw.sample(WORDS, draw.choice([0, 0, 1, 1, 2])))
    found: dict[str, Any] = {"details": details or None, "text": " ".join(["t", *details]) if details else f"t{n % 2}"}
    if draw.random() < 0.25:
        found["verdict"] = [draw.choice(["same", "refines"]), *sorted(draw.sample(WORDS, draw.choice([0, 1, 1, 2])))]
    return found


def _conditions(draw: random.Random, relations: list[str], subjects: tuple[str, ...]) -> dict[str, Any]:
    def one(event: str | None) -> dict[str, Any]:
        return {
            "subject": draw.choice(subjects),
            "relation": draw.choice(relations),
            "object": draw.choice([None, *PEOPLE[:3]]),
            "event": event,
        }

    found: dict[str, Any] = {}
    if draw.random() < 0.6:
        found["holds_while"] = [one(None) for _ in range(draw.choice([1, 1, 2]))]
    if not found or draw.random() < 0.4:
        found["starts_when"] = one(draw.choice(["changes", "begins", "ends"]))
    return found


def _withdrawal(draw: random.Random, n: int, size: int) -> dict[str, Any]:
    """It is withdrawn for good, or for a while, at moments of their own behind those of the statements."""
    gone = size + n
    if draw.random() < 0.5:
        return {"withdrawn": gone}
    return {"away": [gone, 2 * size + n]}
