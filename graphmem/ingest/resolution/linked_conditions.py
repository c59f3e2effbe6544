"""Link the conditions of a claim to the entities and relations that their words mean."""

from __future__ import annotations

from dataclasses import replace

from graphmem.claims import Claim, ClaimSource, ConditionClaim
from graphmem.ingest.resolution.linked_condition import LinkedCondition
from graphmem.ingest.resolution.mentions import as_claim
from graphmem.ingest.resolution.references import object_role
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.names.normalize import same_kind
from graphmem.ontology import relation_name
from graphmem.relations.objects import End
from graphmem.relations.reading import Reading, read_relation

_ANY = End("Any")
"""The end of a condition without an object: nothing is known of its kind."""


def link_conditions(claim: Claim, source: ClaimSource, resolved: Resolved) -> tuple[LinkedCondition, ...] | None:
    """Return the conditions of a claim with their entities; None if a subject or an object of one has no name.

    A claim is not stored without one of its conditions: it would hold without limit. Only what holds has conditions.
    """
    if claim.action != "holds" or not claim.conditions:
        return ()
    linked = [_linked(condition, condition is claim.starts_when, source, resolved) for condition in claim.conditions]
    return None if None in linked else tuple(one for one in linked if one)


def _linked(condition: ConditionClaim, waits: bool, source: ClaimSource, resolved: Resolved) -> LinkedCondition | None:
    subject, stated = resolved.end(condition.subject, source), as_claim(condition)
    role = object_role(stated, source)
    object_ = resolved.end(stated.object, source) if stated.object and (role.entity or role.open) else None
    if object_ is not None and role.open and not same_kind(object_.type, role.type):
        object_ = None
    if subject is None or (stated.object and role.entity and object_ is None) or (condition.object == ""):
        return None
    said, relation = (relation_name(condition.relation, synonyms=full) for full in (False, source.resolve == "full"))
    linked = LinkedCondition(condition, waits, subject, said, relation, object_) if relation else None
    return _as_read(linked) if linked is not None and source.resolve == "full" else linked


def _as_read(linked: LinkedCondition) -> LinkedCondition:
    """Return a condition whose relation words a state or a verb of change under the name that its facts are stored under.

    "Orion employs Ana" means works_at from its other end. "When Ana joins Orion" waits for the begin of works_at.
    """
    condition, object_ = linked.claim, linked.object
    value = _ANY if condition.object is None else End(condition.object, object_.type if object_ else None)
    reading = read_relation(linked.said, End(linked.subject.name, linked.subject.type), value)
    if not isinstance(reading, Reading) or reading.planned or (reading.swapped and object_ is None):
        return linked
    if reading.effect in ("begins", "ends") and linked.waits:
        keeps_event = reading.effect == "begins" and condition.event == "ends"
        condition = replace(condition, event=condition.event if keeps_event else reading.effect)
    elif reading.effect not in ("state", "begins"):
        return linked
    read = replace(linked, claim=condition, relation=reading.relation)
    if not reading.swapped or object_ is None or condition.object is None:
        return read
    turned = replace(condition, subject=condition.object, object=condition.subject)
    return replace(read, claim=turned, subject=object_, object=linked.subject)
