"""One story for the writing procedures, told twice: what a call leads to is what the same change in Python leads to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from graphmem.brain import Brain
from tests.cypher.calling import call
from tests.story.telling import fact, tell

ONE = {"cardinality": "one"}
COACH = {"subject": "Club", "relation": "coach"}
NAMED = re.compile(r"Id$|Ids$|By$|^id$|^supersedes$|^evidence$|^corrects$|^about$")
"""Properties that name statements, facts, entities or values."""
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
OF_SYSTEM_TIME = {
    "recordedAt",
    "expiredAt",
    "withdrawnAt",
    "firstStatedAt",
    "lastConfirmedAt",
    "occurredAt",
    "firstSaidAt",
    "firstSeenAt",
    "lastSeenAt",
}
"""Moments at which something was written; a person's word is of that moment."""


async def story(brain: Brain) -> None:
    """On the second coach of a club rest a fact and one on it; a place goes with the coach, another waits for the next."""
    await tell(brain, "2023-01-01", fact("Club", "coach", "Lena", **ONE))
    await tell(brain, "2024-01-01", fact("Club", "coach", "Bruno", text="Bruno coaches the Club, unpaid.", **ONE))
    bruno = await fact_id(brain, "coach", "Bruno")
    rent = await brain.add_fact(
        subject="Club", relation="pays", object="rent", valid_from="2024-01-05", evidence_ids=[bruno]
    )
    await brain.add_fact(
        subject="Club", relation="prints", object="flyers", valid_from="2024-01-06", evidence_ids=[rent.id]
    )
    await tell(brain, "2024-02-01", fact("Club", "meets_in", "Oslo", holds_while=COACH, **ONE))
    await tell(brain, "2024-02-02", fact("Club", "meets_in", "Bergen", starts_when=COACH, **ONE))


async def fact_id(brain: Brain, relation: str, object_: str) -> str:
    """Return the id of a fact of the club, live, ended, withdrawn or waiting."""
    rows = await call(
        brain,
        "MATCH (s:Statement {brain: $brain, relation: $relation}) WHERE s.objectSaid = $object AND s.action = 'holds' "
        "RETURN s.factId AS id ORDER BY s.recordedAt LIMIT 1",
        relation=relation,
        object=object_,
    )
    return str(rows[0]["id"])


@dataclass(frozen=True)
class Case:
    """A change: as a call, and in Python. `before`: what was done in Python first."""

    name: str
    relation: str
    object: str
    text: str
    change: Callable[[Brain, str], Awaitable[Any]]
    before: Callable[[Brain, str], Awaitable[Any]] | None = None

    async def prepare(self, brain: Brain) -> str:
        """Tell the story; return the id of the fact."""
        await story(brain)
        id_ = await fact_id(brain, self.relation, self.object)
        if self.before:
            await self.before(brain, id_)
        return id_

    async def by_call(self, brain: Brain, id_: str) -> list[dict[str, Any]]:
        """Make the change by a call, and return its rows."""
        return await call(brain, f"CALL graphmem.{self.text}", id=id_)


def _corrected(**right: Any) -> Callable[[Brain, str], Awaitable[Any]]:
    return lambda brain, id_: brain.correct(id_, **right)


CASES = (
    Case("retract", "coach", "Bruno", "invalidate($brain, $id, '2024-03-01', 'retracted', 'he left')",
         lambda brain, id_: brain.invalidate(id_, at="2024-03-01", reason="he left")),
    Case("never true", "coach", "Bruno", "invalidate($brain, $id, null, 'corrected')",
         lambda brain, id_: brain.invalidate(id_, kind="corrected")),
    Case("take back what waits", "meets_in", "Bergen", "invalidate($brain, $id)", lambda brain, id_: brain.invalidate(id_)),
    Case("restore", "coach", "Bruno", "restore($brain, $id)", lambda brain, id_: brain.restore(id_),
         lambda brain, id_: brain.invalidate(id_, at="2024-03-01")),
    Case("restore what was never true", "coach", "Bruno", "restore($brain, $id)", lambda brain, id_: brain.restore(id_),
         lambda brain, id_: brain.invalidate(id_, kind="corrected")),
    Case("restore what waits", "meets_in", "Bergen", "restore($brain, $id)", lambda brain, id_: brain.restore(id_),
         lambda brain, id_: brain.invalidate(id_)),
    Case("restore what was corrected", "coach", "Bruno", "restore($brain, $id)", lambda brain, id_: brain.restore(id_),
         _corrected(object="Clara")),
    Case("correct the object", "coach", "Bruno", "correct($brain, $id, {object: 'Zoë Ünal'}, 'misheard')",
         _corrected(object="Zoë Ünal", reason="misheard")),
    Case("correct to somebody known", "coach", "Bruno", "correct($brain, $id, {object: 'LENA'})", _corrected(object="LENA")),
    Case("correct the relation", "coach", "Bruno", "correct($brain, $id, {relation: 'leadTrainer'})",
         _corrected(relation="leadTrainer")),
    Case("correct the dates", "coach", "Bruno", "correct($brain, $id, {validFrom: '2023-06-01', validUntil: '2024-02-20'})",
         _corrected(valid_from="2023-06-01", valid_until="2024-02-20")),
    Case("correct the words", "coach", "Bruno", "correct($brain, $id, {text: 'Bruno coaches the Club on Mondays.'})",
         _corrected(text="Bruno coaches the Club on Mondays.")),
    Case("correct a value", "pays", "rent", "correct($brain, $id, {object: 'Half  the RENT'})",
         _corrected(object="Half  the RENT")),
    Case("correct what holds with a coach", "meets_in", "Oslo", "correct($brain, $id, {object: 'Stavanger'})",
         _corrected(object="Stavanger")),
)  # fmt: skip


async def difference(brain: Brain, other: Brain, but: str = "") -> tuple[list[str], list[str]]:
    """Return what is in one brain only, and what is in the other only; `but`: a property that does not count."""
    one, two = Counter(await content(brain, but)), Counter(await content(other, but))
    return sorted((one - two).elements()), sorted((two - one).elements())


async def content(brain: Brain, but: str = "") -> list[str]:
    """Return the facts, versions, statements, entities and values of a brain, without ids and without times of writing."""
    facts = await call(
        brain,
        "MATCH (a {brain: $brain})-[f:FACT|FACT_WAS]->(b) "
        "RETURN type(f) AS kind, a.name AS subject, coalesce(b.name, b.text) AS object, properties(f) AS of",
    )
    nodes = await call(
        brain,
        "MATCH (n:Statement|Entity|Value|Unsettled {brain: $brain}) RETURN labels(n)[0] AS kind, properties(n) AS of",
    )
    said = {row["of"]["id"]: row["of"] for row in nodes if row["kind"] == "Statement"}
    names = {id_: f"{one['text']} {one['action']}" for id_, one in said.items()}
    names |= {
        row["of"]["id"]: row["of"].get("name") or row["of"].get("text") for row in nodes if row["kind"] != "Statement"
    }
    for row in (*facts, *nodes):
        row["of"].pop(but, None)
    rows = [f"{row['kind']} {row['subject']} {row['object']} {_plain(row['of'], names)}" for row in facts]
    return sorted([*rows, *(f"{row['kind']} {_plain(row['of'], names)}" for row in nodes)])


def _plain(properties: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in sorted(properties.items()):
        if name in OF_SYSTEM_TIME:
            found[name] = True
        elif name == "away":
            found[name] = len(value)
        elif name == "embedding":
            found[name] = round(sum(n * x for n, x in enumerate(value)), 4)
        elif NAMED.search(name):
            text = str(value)
            for id_, label in names.items():
                text = text.replace(id_, f"<{label}>")
            found[name] = UUID.sub("<other>", text)
        elif name not in ("brain", "brainToken"):
            found[name] = value
    return found
