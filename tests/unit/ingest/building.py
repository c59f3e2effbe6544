"""Short ways to build the records of ingest."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from graphmem.claims import Claim, ClaimSource
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.records import ChangeSet, DatedClaim, DateDecision, DistinctClaim, NewStatement, Withdrawal
from graphmem.ontology import RelationRule

MOMENT = datetime(2024, 5, 1, tzinfo=UTC)
OPEN = DateDecision(None, None, False, "open")


def entity(name: str, *, is_new: bool = True, **more: Any) -> EntityRef:
    """An entity whose id is its name."""
    return EntityRef(name, f"person:{name.casefold()}", name, "person", "new" if is_new else "exact", is_new, **more)


def distinct(subject: str, relation: str, object_: str, **more: Any) -> DistinctClaim:
    """A claim between two entities. `rule`, `source` and fields of the claim may be given."""
    rule = more.pop("rule", RelationRule(relation, "many", "subject", symmetric=False))
    source = more.pop("source", ClaimSource(n=0, episode_id="episode", occurred_at=MOMENT))
    claim = Claim(subject, relation, object_, f"{subject} {relation} {object_}.", object_is_entity=True, **more)
    return DistinctClaim(claim, source, entity(subject), relation, rule, entity(object_), None)


def dated(claim: DistinctClaim) -> DatedClaim:
    """The claim without dates."""
    return DatedClaim(claim, OPEN, OPEN, "state")


def statement(id_: str, subject: str, relation: str, object_: str, *, n: int = 0, **props: Any) -> NewStatement:
    """A statement to add; `rule` and others go to its claim, what else is given to its properties."""
    claim = distinct(subject, relation, object_, **({"rule": props.pop("rule")} if "rule" in props else {}))
    values = {
        "subjectId": subject,
        "relation": relation,
        "objectId": object_,
        "action": "holds",
        "evidence": [],
        "text": claim.claim.text,
        "confidence": 0.8,
        "origin": "extracted",
        "at": MOMENT,
        "until": None,
        "occurredAt": MOMENT,
        **props,
    }
    return NewStatement(id_, n, "episode", values, None, dated(claim))


def withdrawal(subject: str, relation: str, object_: str, *, n: int = 0, **more: Any) -> Withdrawal:
    """A denial."""
    return Withdrawal(subject, relation, object_, "episode", n, dated(distinct(subject, relation, object_, **more)))


def changes(*statements: NewStatement, **more: Any) -> ChangeSet:
    """A change set of these statements; the claims of the statements give the rules."""
    rules = {s.props["relation"]: s.dated.candidate for s in reversed(statements)}
    given = {"entities": (), "values": (), "aliases": (), "withdrawals": (), "skipped": (), "rules": rules, **more}
    return ChangeSet(statements=statements, **given)
