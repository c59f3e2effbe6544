"""Part of stage 4: claims that are worded as verbs of change → claims about the states that begin or end (docs/time.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from graphmem.claims import ABSENT, Claim
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.records import LinkedClaim, LinkedClaims
from graphmem.ontology import DIED, SEEDS
from graphmem.relations.direction import sentences_of, takes_back_an_end
from graphmem.relations.objects import End
from graphmem.relations.reading import Reading, Unread, read_relation
from graphmem.relations.wishes import says_wish

UNREAD_CHANGE = "unread_change"
"""The warning about a verb of change whose object fits no state. The claim stays as told."""


def read_changes(claims: LinkedClaims) -> LinkedClaims:
    """Return the claims with their relations read, and the warnings about those that stay unread. Pure.

    Names that are keys (`resolve: exact`) are not read. A plan without a date is stored as `plans_<relation>`: it
    changes no state yet. A wish is stored as `wishes_<relation>`, whatever date it names.
    """
    read: list[LinkedClaim] = []
    warnings: list[str] = []
    for linked in claims.placed:
        if linked.source.resolve != "full":
            read.append(linked)
            continue
        reading = read_relation(linked.said, *_ends(linked), _told(linked))
        if isinstance(reading, Unread):
            warnings.append(_warning(linked))
            read.append(replace(linked, relation=linked.said, may_end=linked.claim.action == "holds"))
        else:
            told = [_stated_period(linked)] if reading is None else _as_read(linked, reading)
            read += (_with_told(one, linked) for one in map(_taking_back, map(_without_start, told)))
    return replace(claims, placed=tuple(read), warnings=(*claims.warnings, *warnings))


def unread_changes(claims: LinkedClaims, learnt: Mapping[str, str]) -> tuple[str, ...]:
    """Return the warnings about verbs that stay unread, without those that a person lets be read in this brain."""
    read = {_warning(linked) for linked in claims.placed if linked.said in learnt}
    return tuple(warning for warning in claims.warnings if warning not in read)


def _warning(linked: LinkedClaim) -> str:
    return f"{UNREAD_CHANGE}: {linked.claim.relation} {linked.claim.object}"


def _told(linked: LinkedClaim) -> str:
    """Return the sentence of the claim, and the sentences of the message that name its object."""
    name, text = linked.claim.object, linked.claim.text
    return " ".join(dict.fromkeys((text, *(s for s in sentences_of(linked.source.sentence) if name and name in s))))


def _ends(linked: LinkedClaim) -> tuple[End, End]:
    object_ = linked.object
    return (
        End(linked.subject.name, linked.subject.type),
        End(linked.claim.object, object_.type if object_ is not None else None),
    )


def _as_read(linked: LinkedClaim, reading: Reading) -> Iterator[LinkedClaim]:
    """Yield the claim as its verb is read; before it the claim as told, where both count."""
    claim = linked.claim
    if reading.swapped and linked.object is None:
        yield linked
        return
    if reading.effect == "ends_all":
        told = replace(claim, relation=DIED, kind="event")
        yield replace(linked, relation=DIED, claim=told, is_death=claim.action == "holds")
        return
    if reading.effect == "ends" and claim.action == "never":
        holds = replace(claim, relation=reading.relation, action="holds", kind="state", starts=ABSENT, until=None)
        kept = replace(linked, relation=reading.relation, claim=holds, takes_back=True)
        yield _swapped(kept) if reading.swapped else kept
        return
    if reading.keeps:
        yield replace(linked, relation=linked.said)
    read = _claim(claim, reading)
    changed = replace(
        linked,
        relation=reading.relation,
        claim=read,
        past=reading.effect == "past" and read.action == "holds",
        otherwise=reading.otherwise if linked.object is not None else (),
    )
    yield _swapped(changed) if reading.swapped else changed


def _swapped(linked: LinkedClaim) -> LinkedClaim:
    """Return the claim told from its other end."""
    claim, subject, object_ = linked.claim, linked.subject, linked.object
    assert isinstance(object_, EntityRef)
    claim = replace(claim, subject=claim.object, object=claim.subject, object_is_entity=True)
    return replace(linked, claim=claim, subject=object_, object=subject, said=linked.relation)


def _claim(claim: Claim, reading: Reading) -> Claim:
    """Return the claim with the action and the dates that its verb gives it."""
    told: dict[str, Any] = {"relation": reading.relation, "kind": _kind(claim, reading)}
    if claim.action == "never" or reading.effect == "state":
        return replace(claim, **told)
    if reading.effect == "ends":
        until = claim.until if claim.starts in (ABSENT, None) else claim.starts
        return replace(claim, **told, action="ends", starts=ABSENT, until=until)
    if reading.effect == "past":
        return replace(claim, **told, **_past(claim))
    if claim.action == "holds" and claim.kind == "event" and _same_date(claim):
        return replace(claim, **told, until=None)
    return replace(claim, **told)


def _kind(claim: Claim, reading: Reading) -> Any:
    if reading.planned and claim.action == "holds":
        return "plan"
    return "state" if claim.kind == "event" and reading.effect != "state" else claim.kind


def _past(claim: Claim) -> dict[str, Any]:
    """Return the fields of a former state. Without a date it has ended by the time of the message."""
    if claim.starts in (ABSENT, None) and claim.until is None:
        return {"action": "ends"}
    return {"action": "holds"}


def _same_date(claim: Claim) -> bool:
    """Whether an event's end only repeats its start: it is the end of the event, not of the state that it begins."""
    start, end = claim.starts, claim.until
    if isinstance(start, str) or isinstance(end, str) or start is None or end is None:
        return start == end
    return (end - start).days <= 1


def _with_told(read: LinkedClaim, linked: LinkedClaim) -> LinkedClaim:
    """Return the claim with the claim as it was told, if they differ. The trace shows it."""
    return read if read.claim == linked.claim else replace(read, told=linked.claim)


def _stated_period(linked: LinkedClaim) -> LinkedClaim:
    """Return an end with two dates as the period that it states: "used to work at Acme from 2018 to 2021"."""
    claim = linked.claim
    both = claim.starts not in (ABSENT, None) and claim.until not in (ABSENT, None) and claim.starts != claim.until
    return replace(linked, claim=replace(claim, action="holds")) if both and claim.action == "ends" else linked


def _taking_back(linked: LinkedClaim) -> LinkedClaim:
    """Return the claim, marked if its sentence takes back an end that was planned."""
    claim, seed = linked.claim, SEEDS.get(linked.relation)
    is_told = claim.action == "holds" and claim.kind != "plan" and seed is not None and seed.kind == "state"
    return replace(linked, takes_back=True) if is_told and takes_back_an_end(claim.text) else linked


def _without_start(linked: LinkedClaim) -> LinkedClaim:
    """Return an undated plan or a dated wish of a state under a name of its own; every other claim as it is."""
    claim, seed = linked.claim, SEEDS.get(linked.relation)
    if _is_wish(claim) and seed is not None and seed.kind == "state":
        return _renamed(linked, f"wishes_{linked.relation}")
    dated = claim.starts != ABSENT or claim.until not in (None, ABSENT)
    if claim.kind != "plan" or dated or seed is None or seed.kind != "state" or claim.action == "never":
        return linked
    name = f"plans_{linked.relation}" if claim.action == "holds" else f"plans_to_end_{linked.relation}"
    return _renamed(linked, name)


def _renamed(linked: LinkedClaim, name: str) -> LinkedClaim:
    claim = replace(linked.claim, relation=name, action="holds", cardinality=None)
    return replace(linked, relation=name, said=name, claim=claim)


def _is_wish(claim: Claim) -> bool:
    """Whether a claim tells a wish for a time to come."""
    return claim.action == "holds" and claim.starts not in (ABSENT, None) and says_wish(claim.text)
