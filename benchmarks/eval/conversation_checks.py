"""The checks of `conversations.py`: what must hold in a brain after the messages of a scenario."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx

from benchmarks.eval.conversation_text import alike, holds_one, norm

Row = dict[str, Any]
SYMMETRIC = frozenset({"married_to", "engaged_to", "dating", "knows", "friend_of", "sibling_of", "works_with"})
INVERSE = {
    "parent_of": "child_of",
    "child_of": "parent_of",
    "reports_to": "manager_of",
    "manager_of": "reports_to",
    "manages": "reports_to",
    "boss_of": "reports_to",
    "owned_by": "owns",
    "owns": "owned_by",
}
"""What a relation says when it is read from its object."""
SHOWN = 8


@dataclass(frozen=True, slots=True)
class Told:
    """A fact as a check reads it: from the subject's side."""

    relation: str
    other: str
    fact: Row

    def __str__(self) -> str:
        """Return the fact as one line."""
        period = f"[{str(self.fact['valid_from'])[:10]}..{str(self.fact['valid_until'])[:10]}]"
        return f"{self.relation} {self.other} {period} {self.fact['kind']}: {self.fact['text']}"


Outcome = tuple[bool, Any]
"""Whether the check holds, and what was found."""


class BrainReader:
    """Reads a brain over REST."""

    def __init__(self, client: httpx.AsyncClient, brain: str) -> None:
        self.client, self.base = client, f"/v1/brains/{quote(brain)}"

    async def post(self, path: str, body: Row) -> httpx.Response:
        """Send a body."""
        return await self.client.post(self.base + path, json=body)

    async def pages(self, path: str, **params: str | None) -> list[Row]:
        """Return all records of a list. A refused list is empty."""
        given = {"limit": "1000", **{key: value for key, value in params.items() if value is not None}}
        rows: list[Row] = []
        while True:
            answer = await self.client.get(self.base + path, params=given)
            if answer.status_code != 200:
                return rows
            page = answer.json()
            rows += page[path.strip("/")]
            if not page.get("next_cursor"):
                return rows
            given["cursor"] = page["next_cursor"]

    async def told(self, check: Row, known_at: str | None, *, closed: bool = False) -> list[Told]:
        """Return the facts of the check's subject, from either side where the relation can be read from both."""
        found: dict[tuple[str, str], Told] = {}
        when = {"valid_at": check.get("valid_at"), "known_at": known_at, "include_closed": "true" if closed else None}
        for subject in check["subject"].split("|"):
            direct = [
                Told(one["relation"], one["object"], one) for one in await self.pages("/facts", subject=subject, **when)
            ]
            turned = [turned_round(one) for one in await self.pages("/facts", object=subject, **when)]
            found |= {(one.fact["id"], one.other): one for one in (*direct, *turned) if one}
        wanted = check.get("relations")
        rows = [one for one in found.values() if not wanted or one.relation in wanted]
        if closed or check.get("valid_at"):
            return rows
        return [one for one in rows if one.fact.get("holds_now", True)]

    async def entity_id(self, name: str) -> str | None:
        """Return the id of the entity that a name means."""
        answer = await self.client.get(f"{self.base}/entities/{quote(name, safe='')}")
        if answer.status_code != 200:
            return None
        body = answer.json()
        found = (body.get("entity") or body).get("id")
        return None if found is None else str(found)

    async def named(self, name: str) -> list[Row]:
        """Return the entities that have a name or alias."""
        return [
            one
            for one in await self.pages("/entities")
            if norm(name) in {norm(each) for each in (one["name"], *one.get("aliases", ()))}
            and not one.get("merged_into")
        ]


def turned_round(fact: Row) -> Told | None:
    """Return a fact as its object tells it; None if its relation is not read from there."""
    relation = fact["relation"]
    name = relation if relation in SYMMETRIC else INVERSE.get(relation)
    return Told(name, fact["subject"], fact) if name else None


async def _facts(reader: BrainReader, check: Row, known_at: str | None) -> Outcome:
    rows = await reader.told(check, known_at)
    missing = [one for one in check.get("expect", ()) if not any(alike(one, row.other) for row in rows)]
    wrong = [row.other for row in rows if any(alike(one, row.other) for one in check.get("forbid", ()))]
    return not missing and not wrong, {"missing": missing, "forbidden": wrong, "facts": [*map(str, rows)]}


async def _text(reader: BrainReader, check: Row, known_at: str | None) -> Outcome:
    rows = await reader.told(check, known_at)
    texts = [row.fact["text"] for row in rows]
    any_of, lacks = check.get("contains_any") or (), check.get("lacks") or ()
    found = not any_of or any(holds_one(part, text) for part in any_of for text in texts)
    return found and not any(holds_one(part, text) for part in lacks for text in texts), [*map(str, rows)]


async def _nothing(reader: BrainReader, check: Row, known_at: str | None) -> Outcome:
    rows = [row for row in await reader.told(check, known_at, closed=True) if row.fact.get("status") != "corrected"]
    wrong = [row for row in rows if any(alike(one, row.other) for one in check["forbid_objects"])]
    return not wrong, [*map(str, wrong)]


async def _unbroken(reader: BrainReader, check: Row, known_at: str | None) -> Outcome:
    rows = await reader.told({**check, "valid_at": None}, known_at, closed=True)
    return any(is_unbroken(row, check) for row in rows), [*map(str, rows)]


def is_unbroken(row: Told, check: Row) -> bool:
    """Whether one fact about the object holds from before `from` to after `to`."""
    start, end = row.fact["valid_from"] or "0", row.fact["valid_until"] or "9"
    whole = start <= check["from"] and end > check["to"]
    return whole and alike(check["object"], row.other) and row.fact.get("status") != "corrected"


async def _same(reader: BrainReader, check: Row, _: str | None) -> Outcome:
    ids = {name: await reader.entity_id(name) for name in check["names"]}
    return None not in ids.values() and len(set(ids.values())) == 1, ids


async def _different(reader: BrainReader, check: Row, _: str | None) -> Outcome:
    ids = {name: await reader.entity_id(name) for name in check["names"]}
    known = [one for one in ids.values() if one]
    return len(set(known)) == len(known), ids


async def _count(reader: BrainReader, check: Row, _: str | None) -> Outcome:
    found = await reader.named(check["name"])
    return len(found) == check["count"], [f"{one['name']} ({one['type']}) {one.get('aliases')}" for one in found]


async def _recall(reader: BrainReader, check: Row, _: str | None) -> Outcome:
    first, moment = check.get("in_first", 5), check.get("valid_at")
    asked = {"query": check["question"], "k": max(10, first), **({"valid_at": moment} if moment else {})}
    answer = await reader.post("/recall", asked)
    if answer.status_code != 200:
        return False, {"status": answer.status_code, "answer": answer.text}
    facts = [one["fact"] for one in answer.json()["facts"] if one.get("fact")]
    wanted = check.get("contains")
    good = not wanted or any(holds_one(wanted, said(one)) for one in facts[:first])
    wrong = [said(one) for one in facts if holds(one, moment) and forbidden(one, check)]
    return good and not wrong, {"not_holding": wrong, "facts": [*map(said, facts)][:SHOWN]}


def said(fact: Row) -> str:
    """Return sentence and object of a fact."""
    return f"{fact['text']} {fact['object']}"


def forbidden(fact: Row, check: Row) -> bool:
    """Whether a recalled fact tells what must not hold."""
    return any(holds_one(part, said(fact)) for part in check.get("not_holding") or ())


def holds(fact: Row, moment: str | None) -> bool:
    """Whether a recalled fact is told as true at a moment; without one, now or in the future."""
    if moment:
        return bool((fact.get("valid_until") or "9") > moment)
    return bool(fact.get("holds_now") or fact.get("upcoming"))


CHECKS: dict[str, Callable[[BrainReader, Row, str | None], Awaitable[Outcome]]] = {
    "facts": _facts,
    "text": _text,
    "nothing": _nothing,
    "unbroken": _unbroken,
    "same": _same,
    "different": _different,
    "count": _count,
    "recall": _recall,
}


async def run_check(reader: BrainReader, check: Row, recorded: Sequence[str | None]) -> Outcome:
    """Run one check. `recorded` has the system time of each message, for checks of what was believed after it."""
    known_after = check.get("known_after")
    return await CHECKS[check["kind"]](reader, check, recorded[known_after - 1] if known_after else None)
