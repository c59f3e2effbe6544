"""All answers of a brain as JSON, and the differences between two sets of answers.

`write_data.py` writes the answers of the version that it runs with; `test_upgrade.py` compares those of today's code with them.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

from graphmem.brain import Brain
from graphmem.errors import NotFound

Json = Any
"""What `json.loads` returns."""

VALID_AT: tuple[str | None, ...] = (
    "2016-06-01",
    "2019-03-15",
    "2020-02-01",
    "2020-12-31T23:00:00Z",
    "2021-08-01",
    "2022-07-20T12:00:00Z",
    "2023-05-10",
    "2024-09-01",
    "2090-06-15",
    None,
)
"""Moments of valid time; None = now. No period of the data starts or ends between the last message and 2090."""


async def answers_of(brain: Brain, known_at: Sequence[str | None], also_known_at: Sequence[str]) -> Json:
    """Return all answers of a brain.

    Args:
        known_at: moments of system time that are paired with each of `VALID_AT`; None = the latest.
        also_known_at: further moments of system time, asked for all facts, open and closed.
    """
    latest = await _facts(brain, include_closed=True)
    entities = await _pages(brain.entities)
    return {
        "facts": await facts_at(brain, known_at),
        "all_facts": [
            {"known_at": known, "facts": await _facts(brain, known_at=known, include_closed=True)}
            for known in (*known_at, *also_known_at)
        ],
        "histories": [_json(await brain.history(fact["id"])) for fact in latest],
        "entities": sorted(entities, key=_id),
        "entities_then": [
            {
                "known_at": known,
                "entities": [await _entity(brain, one["id"], known) for one in sorted(entities, key=_id)],
            }
            for known in known_at
        ],
        "entity_histories": [
            _json(await brain.entity_history(one["id"], limit=500)) for one in sorted(entities, key=_id)
        ],
        "episodes": sorted(await _pages(brain.episodes), key=_id),
        "sessions": sorted(await _pages(brain.sessions), key=_id),
        "settings": _json(await brain.settings()),
        "stats": {name: value for name, value in _json(await brain.stats()).items() if name != "brain"},
        "ontology": _json(await brain.ontology()),
    }


async def facts_at(brain: Brain, known_at: Sequence[str | None]) -> list[Json]:
    """Return all facts at pairs of `VALID_AT` and these moments of system time."""
    return [
        {"valid_at": valid, "known_at": known, "facts": await _facts(brain, valid_at=valid, known_at=known)}
        for known in known_at
        for valid in VALID_AT
    ]


async def _facts(brain: Brain, **asked: Any) -> list[Json]:
    async def page(**more: Any) -> Any:
        return await brain.facts(**asked, **more)

    return sorted(await _pages(page), key=lambda fact: (fact["id"], fact["recorded_at"]))


async def _entity(brain: Brain, id_: str, known: str | None) -> Json:
    """Return an entity as it was known then; None where it was not known."""
    try:
        return _json(await brain.entity(id_, known_at=known))
    except NotFound:
        return None


async def _pages(page: Callable[..., Awaitable[Any]]) -> list[Json]:
    """Return all items of a list, asked for in small pages so that cursors are used too."""
    found: list[Json] = []
    cursor: str | None = None
    while True:
        one = await page(limit=40, cursor=cursor)
        found += [_json(item) for item in one]
        cursor = one.next_cursor
        if cursor is None:
            return found


def _json(value: Any) -> Json:
    """Return a record, or a plain value, as it comes back from a JSON file."""
    plain = value.model_dump(mode="json") if hasattr(value, "model_dump") else value
    return json.loads(json.dumps(plain, default=str))


def _id(item: Json) -> str:
    return str(item["id"])


def differences(expected: Json, found: Json, new_fields: frozenset[str] = frozenset(), path: str = "") -> Iterator[str]:
    """Yield one line for each place where `found` differs from `expected`.

    Args:
        new_fields: keys that `found` may have in addition to those of `expected`.
        path: where both stand, for the lines.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        yield from (f"{path}.{key}: missing" for key in expected.keys() - found.keys())
        yield from (f"{path}.{key}: new" for key in found.keys() - expected.keys() - new_fields)
        for key in sorted(expected.keys() & found.keys()):
            yield from differences(expected[key], found[key], new_fields, f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, other, new_fields, f"{path}[{index}]")
    elif expected != found:
        yield f"{path}: {_short(expected)} is now {_short(found)}"


def _short(value: Json) -> str:
    text = f"a list of {len(value)}" if isinstance(value, list) else repr(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
