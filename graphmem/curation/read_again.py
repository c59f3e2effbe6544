"""Read stored statements again by today's rules: verbs of change, names of relations, states told as events. Pure.

Earlier versions stored a claim under the words in which it was told. Such a statement is made a claim again, and the functions
that read the claims of a message read it (docs/time.md, what a migration reads again). What a message does to other statements is
not repeated: a death ends nothing, and nothing is taken back, put off or called off.
"""

from __future__ import annotations

import json
from calendar import isleap, monthrange
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID, uuid5

from graphmem.claims import ABSENT, SENTENCE_LENGTH, Claim, ClaimSource
from graphmem.contract.records import Precision, ResolveMode
from graphmem.graph.transaction import Row
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.change_reading import read_changes
from graphmem.ingest.stages.contradiction import reading_of
from graphmem.ingest.stages.fact_dedup import VAGUE, candidate_of, with_known_state
from graphmem.ingest.stages.known_facts import rule_of
from graphmem.ingest.stages.records import (
    DatedClaim,
    DateDecision,
    FactReads,
    LinkedClaim,
    LinkedClaims,
    ValueEnd,
)
from graphmem.ingest.stages.temporal import date_claims
from graphmem.names.normalize import fold, value_key
from graphmem.ontology import SEEDS, VerbEffect, relation_name
from graphmem.relations.objects import is_job
from graphmem.relations.reading import is_worded

Left = Literal["imported", "curated", "evidence", "unnamed", "unread", "death", "dating"]
"""Why a statement stays as it is; `LEFT` tells it to people."""
LEFT: Mapping[Left, str] = {
    "imported": "imported facts, whose relations may be keys of the caller",
    "curated": "statements of a change that a person or a judge has ended",
    "evidence": "ends on which other facts rest",
    "unnamed": "ends of “the job” without a name",
    "unread": "verbs of change whose object fits no state",
    "death": "deaths: the states that they end stay open",
    "dating": "`dating` that may have been told as `partner_of`",
}
_DATING = "dating"
"""The relation under which earlier versions stored `partner_of` too."""
_ENDS = UUID("6f1d1f3e-6c1f-4c58-9a39-0d1b6c5a7d10")
_EXAMPLES = 5
_DATES = ("at", "atPrecision", "startStated", "dated", "until", "untilPrecision", "reason", "closedBy")


@dataclass(frozen=True, slots=True)
class ReadAgain:
    """What is written: `changes` of statements and further `ends`, as curation/read_again.cypher takes them.

    `left`: how many statements stay as they are, and why. `examples`: some changes in words.
    """

    changes: tuple[Row, ...] = ()
    ends: tuple[Row, ...] = ()
    left: Counter[Left] = field(default_factory=Counter)
    examples: tuple[str, ...] = ()

    def pairs(self) -> list[tuple[str, str, str]]:
        """Return subject id, relation and object id of everything that is written."""
        rows = (row["set"] for row in (*self.changes, *self.ends))
        return [(row["subjectId"], row["relation"], row["objectId"]) for row in rows]


@dataclass(frozen=True, slots=True)
class _Reading:
    """A statement as it is read now. `further`: the end that its verb brings beside it."""

    row: Row
    now: Mapping[str, Any] | None = None
    further: Mapping[str, Any] | None = None
    left: Left | None = None
    otherwise: LinkedClaim | None = None

    @property
    def moves(self) -> bool:
        return self.now is not None and _place(self.now) != _place(self.row)


def rules_of(rows: Iterable[Row]) -> FactReads:
    """Return what a brain has stated about its relations, from the rows of curation/relation_rules.cypher."""
    learnt: dict[str, str] = {}
    effects: dict[str, VerbEffect] = {}
    rules = {}
    for row in rows:
        rules[row["name"]] = rule_of(row)
        learnt |= dict.fromkeys((*row["synonyms"], *row["begunBy"], *row["endedBy"]), row["name"])
        effects |= dict.fromkeys(row["begunBy"], "begins") | dict.fromkeys(row["endedBy"], "ends")
    return FactReads(0, frozenset(), {}, rules, (), (), learnt=learnt, effects=effects)


def may_be_read(statement: Row, rules: FactReads) -> bool:
    """Whether a statement may say something else by today's rules."""
    relation = statement["relation"]
    if relation in rules.learnt or is_worded(relation) or relation == _DATING:
        return True
    rule = rules.rules.get(relation) or SEEDS.get(relation)
    undated = statement["kind"] == "plan" and not statement["startStated"] and statement["until"] is None
    return statement["action"] == "holds" and (
        (statement["kind"] == "event" and rule is not None and rule.kind == "state") or (undated and relation in SEEDS)
    )


def read_again(told: Sequence[Row], statements: Sequence[Row], rules: FactReads) -> ReadAgain:
    """Read statements again; return what changes.

    Args:
        told: the statements that may be read again, as curation/told_statements.cypher returns them.
        statements: all statements of their subjects, as curation/read_subjects.cypher returns them.
        rules: what the brain has stated about its relations.
    """
    read = [_read(row, rules) for row in told if not row["follows"]]
    read = [_by_known_state(one, read, statements, rules) for one in read]
    read = _with_ends_by_others(read, [row for row in told if row["follows"]])
    known = {_said(row) for row in statements}
    changed = [one for one in read if one.now is not None]
    return ReadAgain(
        tuple(_change(one) for one in changed if one.now is not None),
        tuple(
            _end(one, one.further)
            for one in read
            if one.further and not one.row["withdrawnAt"] and _said({**one.row, **one.further}) not in known
        ),
        Counter(one.left for one in read if one.left is not None and not one.row["withdrawnAt"]),
        tuple(map(_example, changed[:_EXAMPLES])),
    )


def _read(row: Row, rules: FactReads) -> _Reading:
    """Return a statement as the rules of a message read it."""
    wording = _wording(row)
    if row["relation"] == _DATING and wording is None and row["action"] == "holds" and row["episodeIds"]:
        return _Reading(row, left="dating")
    read = _as_claim(row, wording, _resolve(row), rules)
    if row["origin"] == "imported" and (read.moves or read.left or read.otherwise):
        return replace(_as_claim(row, wording, "exact", rules), left="imported")
    if read.now is not None and read.now["action"] == "ends" and read.moves:
        if fold(row["objectSaid"] or "") in VAGUE or is_job(row["objectSaid"] or ""):
            return _Reading(row, left="unnamed")
        if row["action"] == "holds" and row["rests"]:
            return _Reading(row, left="evidence")
    return read


def _as_claim(row: Row, wording: Mapping[str, Any] | None, resolve: ResolveMode, rules: FactReads) -> _Reading:
    """Make a statement a claim again and read it."""
    linked, dates = _linked(row, wording, resolve)
    found = read_changes(LinkedClaims((linked,), (), ()))
    first, *more = (_dated(one, row, dates, rules) for one in found.placed)
    now = _now(first, row)
    further = next((reading_of(one, {}) for one in more if one is not None), None)
    left: Left | None = "unread" if found.warnings and now is None else "death" if found.placed[0].is_death else None
    otherwise = found.placed[0] if found.placed[0].otherwise else None
    return _Reading(row, now, further, left, otherwise)


def _linked(
    row: Row, wording: Mapping[str, Any] | None, resolve: ResolveMode
) -> tuple[LinkedClaim, dict[datetime, DateDecision]]:
    """Return a statement as a claim with its ends, and how its dates were decided."""
    subject, object_ = row["subject"], row["object"]
    ends, at, until = row["action"] == "ends", row["at"], _until(row, wording)
    starts = at if row["startStated"] else ABSENT
    relation = wording["relation"] if wording else row["relation"]
    claim = Claim(
        subject=row["subjectSaid"] or subject["name"],
        relation=relation,
        object=row["objectSaid"] or object_["name"],
        text=row["text"],
        object_is_entity=object_["isEntity"],
        action=row["action"],
        starts=ABSENT if ends else starts,
        until=(at if row["startStated"] else None) if ends else until,
        confidence=row["confidence"],
        kind=row["kind"],
        origin=row["origin"],
    )
    content = (row["message"] or {}).get("content") or ""
    source = ClaimSource(
        n=0,
        episode_id=next(iter(row["episodeIds"]), None),
        occurred_at=row["occurredAt"],
        speaker=row["speaker"],
        sentence=content[:SENTENCE_LENGTH],
        resolve=resolve,
    )
    known = EntityRef(row["objectId"], row["objectKey"], object_["name"], object_["type"] or "other", "known")
    linked = LinkedClaim(
        claim,
        source,
        EntityRef(row["subjectId"], row["subjectKey"], subject["name"], subject["type"] or "other", "known"),
        relation_name(relation, synonyms=resolve == "full"),
        known if object_["isEntity"] else None,
        None,
        relation_name(relation, synonyms=False),
    )
    after = _after(at, row["atPrecision"]) if until or not row["until"] else row["until"]
    dates = {row["until"]: DateDecision(row["until"], row["untilPrecision"], True, "stated")} if row["until"] else {}
    if at is not None:
        dates[at] = DateDecision(at, row["atPrecision"], True, row["dated"] or "stated", after)
    return linked, dates


def _dated(
    linked: LinkedClaim, row: Row, dates: Mapping[datetime, DateDecision], rules: FactReads
) -> DatedClaim | None:
    """Return a claim with its period; None if it would end before it starts."""
    value = ValueEnd(row["objectId"], row["objectKey"], row["object"]["name"], is_new=False)
    candidate = candidate_of(linked, rules, {value_key(linked.claim.object): value})
    return next(iter(date_claims([replace(candidate, dates=dates)]).dated), None)


def _now(dated: DatedClaim | None, row: Row) -> Mapping[str, Any] | None:
    """Return what a statement says now, if that is not what is stored."""
    if dated is None:
        return None
    now = reading_of(dated, {})
    if row["action"] == "ends":
        now = {key: value for key, value in now.items() if key not in _DATES}
    same = _place(now) == _place(row) and all(now.get(key, row[key]) == row[key] for key in ("kind", "until"))
    return None if same else now


def _place(said: Mapping[str, Any]) -> tuple[str, ...]:
    return said["action"], said["relation"], said["subjectId"], said["objectId"]


def _by_known_state(
    read: _Reading, others: Sequence[_Reading], statements: Sequence[Row], rules: FactReads
) -> _Reading:
    """Return the reading of a verb that may end several states: it ends the one that is told of its two ends."""
    if read.otherwise is None or read.now is None:
        return read
    stored = {row["id"]: row for row in statements if row["action"] == "holds" and not row["withdrawnAt"]}
    stored |= {one.row["id"]: one.now for one in others if one.now and one.row["id"] in stored}
    states = [
        {"factId": id_, "relation": said["relation"], "objectId": said["objectId"]}
        for id_, said in stored.items()
        if said["subjectId"] == read.row["subjectId"] and said.get("action") == "holds"
    ]
    held = tuple(known for known in states if known["relation"] == read.otherwise.relation)
    known, _ = with_known_state(read.otherwise, held, replace(rules, states=(tuple(states),)), 0)
    return replace(read, now={**read.now, "relation": known.relation})


def _with_ends_by_others(read: Sequence[_Reading], ends: Sequence[Row]) -> list[_Reading]:
    """Add the ends that a person or a judge put to what was told: they follow it. Where they cannot, all of it stays."""
    of: dict[tuple[str, ...], list[_Reading]] = defaultdict(list)
    for one in read:
        of[_triple(one.row)].append(one)
    put = {_triple(row) for row in ends}
    out: list[_Reading] = []
    for triple, readings in of.items():
        places = {_place(one.now) if one.now else _place(one.row) for one in readings if one.row["action"] == "holds"}
        if triple not in put or not any(one.moves for one in readings):
            out += readings
        elif len(places) == 1 and next(iter(places))[0] == "holds":
            now = next(one.now for one in readings if one.moves and one.now)
            out += readings
            out += [_Reading(row, _followed(row, now)) for row in ends if _triple(row) == triple]
        else:
            out += [_Reading(one.row, left="curated") for one in readings]
    return out


def _followed(row: Row, now: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an end with the relation and the ends of what it ends."""
    swapped = now["subjectId"] != row["subjectId"]
    ends = ("object", "subject") if swapped else ("subject", "object")
    sides = {
        f"{to}{part}": row[f"{of}{part}"]
        for to, of in zip(("subject", "object"), ends, strict=True)
        for part in ("Id", "Key", "Said")
    }
    return {**sides, "action": "ends", "relation": now["relation"], "kind": now["kind"]}


def _triple(row: Mapping[str, Any]) -> tuple[str, ...]:
    return row["subjectId"], row["relation"], row["objectId"]


def _said(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return *_place(row), row["text"], row["occurredAt"]


def _change(read: _Reading) -> Row:
    row, now = read.row, dict(read.now or {})
    if now["subjectId"] != row["subjectId"]:
        now |= {"subjectFrom": row["objectFrom"], "objectFrom": row["subjectFrom"]}
    was = [row["relation"], row["action"], row["kind"]]
    return {"id": row["id"], "set": now, "was": was, "moves": read.moves}


def _end(read: _Reading, further: Mapping[str, Any]) -> Row:
    """Return the end that a verb brings beside what it tells. Its id is the same at every run."""
    return {
        "of": read.row["id"],
        "id": str(uuid5(_ENDS, f"{read.row['id']} {further['relation']}")),
        "set": dict(further),
    }


def _example(read: _Reading) -> str:
    row, now = read.row, read.now or {}
    names = (row["subject"]["name"], row["object"]["name"])
    was = f"{names[0]} {row['relation']} {names[1]}"
    names = names if now["subjectId"] == row["subjectId"] else names[::-1]
    if not read.moves:
        return f"{was} ({row['kind']}) → ({now['kind']})"
    ends = "ends: " if (now["action"], row["action"]) == ("ends", "holds") else ""
    return f"{was} → {ends}{names[0]} {now['relation']} {names[1]}"


# --------------------------------------------------------------------------- what the message had


def _wording(row: Row) -> Mapping[str, Any] | None:
    """Return the claim of the message that a statement comes from, as the trace has it: its relation as it was worded."""
    stages = _json((row["message"] or {}).get("trace")).get("stages", ())
    claims = [one for stage in stages if stage.get("stage") == "fact_extract" for one in stage.get("claims", ())]
    said = [one for one in claims if one.get("text") == row["text"] and one.get("object") == row["objectSaid"]]
    return said[0] if said and len({one["relation"] for one in said}) == 1 else None


def _resolve(row: Row) -> ResolveMode:
    """Return how the names of a message were resolved: with `exact` its relations are keys."""
    request = _json((row["message"] or {}).get("request"))
    facts = (request.get("extraction") or {}).get("facts", ())
    own = next(
        (one.get("resolve") for one in facts if one.get("object") == row["objectSaid"] and one.get("resolve")), None
    )
    return "exact" if "exact" in (own, request.get("resolve")) else "full"


def _json(text: str | None) -> Mapping[str, Any]:
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _until(row: Row, wording: Mapping[str, Any] | None) -> datetime | None:
    """Return the end that was stated. An event without one has the end of its own day, month or year."""
    until: datetime | None = row["until"]
    if row["kind"] != "event" or until is None or not row["startStated"]:
        return until
    own = wording["until"] is None if wording else until == _after(row["at"], row["atPrecision"])
    return None if own else until


def _after(at: datetime | None, precision: Precision | None) -> datetime | None:
    """Return the end of the day, month or year that begins at a moment, in whatever time zone it was meant."""
    if at is None or precision in (None, "instant"):
        return None
    inside = at + timedelta(days=1)
    days = {"day": 1, "month": monthrange(inside.year, inside.month)[1], "year": 366 if isleap(inside.year) else 365}
    return at + timedelta(days=days[precision or "day"])
