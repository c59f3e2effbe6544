"""Writes the differences of a settlement, in as few statements as there are moments at which one fact changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.graph.time_texts import parted
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.truth.derived_fact import DerivedFact
from graphmem.truth.difference import Difference, Removal, Revision

_USAGE = ("stability", "timesRetrieved", "lastAccessedAt", "tier")
"""What a fact that comes back takes over from its last version."""


class FactWriter:
    """Writes facts and versions, and adds them to the event of the present commit.

    Args:
        vectors: embeddings of the texts of new statements, by statement id; None: it has none yet. Other facts keep theirs.
    """

    def __init__(self, tx: Transaction, brain: str, vectors: Mapping[str, Any]) -> None:
        self.tx, self.brain, self.vectors = tx, brain, vectors

    async def write(self, differences: Sequence[Difference], made: Sequence[str] = ()) -> list[Row]:
        """Write and return what changed: one row for each fact and moment, with `stamp`, the moment."""
        changed = [one for one in differences if one.removed or one.added or any(map(_is_written, one.revised))]
        rows: list[Row] = []
        told = _Told(made)
        for step in _steps(changed):
            before = await self._before(step)
            new = [row for one in step for row in _rows(one, before)]
            names = await self._write_step(step, before, told.of(new))
            rows += [{**row, **names.get(row["factId"], {})} for row in new]
        if told.made:
            await run(self.tx, "feed/append", brain=self.brain, lists=told.of([])["lists"], since=None)
        return sorted(rows, key=lambda row: row["stamp"])

    async def _before(self, changed: Sequence[Difference]) -> Mapping[str, Row]:
        """The last versions of facts that come back, and vectors of facts with the ends of new ones."""
        again = sorted({fact.fact_id for one in changed for fact in one.added if _may_come_back(fact, one)})
        beside = sorted({id_ for one in changed for fact in one.added for id_ in self._beside(fact, one)})
        if not again and not beside:
            return {}
        rows = await run(self.tx, "truth/read_versions", brain=self.brain, facts=again, beside=beside)
        return {(row["factId"] if row["was"] else f"beside {row['factId']}"): row for row in rows}

    def _beside(self, fact: DerivedFact, difference: Difference) -> list[str]:
        if fact.told_by in self.vectors:
            return []
        stored = [*(one.fact for one in difference.removed), *(one.before for one in difference.revised)]
        return [one.fact_id for one in stored if {one.subject, one.object} == {fact.subject, fact.object}][:1]

    async def _write_step(self, step: Sequence[Difference], before: Mapping[str, Row], told: Row) -> dict[str, Row]:
        added = [self._added(fact, one, before) for one in step for fact in one.added]
        removed = [(one, gone) for one in step for gone in one.removed]
        revised = [(one, new) for one in step for new in one.revised if _is_written(new)]
        versions = [_removed_version(gone, one.at) for one, gone in removed if gone.fact.recorded < one.at]
        versions += [
            _revised_version(new, one.at) for one, new in revised if new.content and new.before.recorded < one.at
        ]
        rows = await run(
            self.tx,
            "truth/write_facts",
            brain=self.brain,
            versions=versions,
            removed=[{"factId": gone.fact.fact_id, "subjectId": gone.fact.subject} for _, gone in removed],
            revised=[self._revised(new, one.at) for one, new in revised],
            added=added,
            returned=[row["factId"] for row in before.values() if row["was"]],
            **told,
        )
        return {row["factId"]: {"subject": row["subject"], "object": row["object"]} for row in rows}

    def _added(self, fact: DerivedFact, difference: Difference, before: Mapping[str, Row]) -> Row:
        was = before.get(fact.fact_id)
        if fact.told_by is not None and fact.told_by in self.vectors:
            vector = self.vectors[fact.told_by]
        else:
            beside = (before.get(f"beside {id_}") for id_ in self._beside(fact, difference))
            vector = next((row["vector"] for row in (was, *beside) if row and row["vector"]), None)
        usage = {
            "stability": 0.1 + 0.3 * fact.rest["importance"],
            "timesRetrieved": 0,
            **{name: was[name] for name in _USAGE if was and was[name] is not None},
        }
        props = {
            "brain": self.brain,
            "factId": fact.fact_id,
            **fact.content,
            **fact.rest,
            "recordedAt": difference.at,
            **usage,
        }
        return {"subjectId": fact.subject, "objectId": fact.object, **parted(props), "vector": vector}

    def _revised(self, new: Revision, at: datetime) -> Row:
        props = dict(new.rest) | ({"cold": None} if new.rest else {})
        if new.content:
            props |= {**new.content, "recordedAt": at}
        told_by = new.fact.told_by if new.reworded else None
        return {
            "factId": new.before.fact_id,
            "subjectId": new.before.subject,
            **parted(props),
            "vector": [self.vectors[told_by]] if told_by is not None and told_by in self.vectors else [],
        }


class _Told:
    """What the event of the commit is told, with each statement that writes facts. `made`: entities that it does not know yet."""

    def __init__(self, made: Sequence[str]) -> None:
        self.made = list(made)

    def of(self, rows: Sequence[Row]) -> Row:
        """Return the parameters of feed/append for some rows."""
        lists: dict[str, list[str]] = {"entitiesAdded": self.made} if self.made else {}
        told = [row for row in rows if row["change"] != "confirmed"]
        for row in told:
            lists.setdefault(_kind(row), []).append(row["factId"])
        self.made = []
        return {"lists": lists, "since": min((row["stamp"] for row in told), default=None)}


def _is_written(new: Revision) -> bool:
    return bool(new.content or new.rest)


def _may_come_back(fact: DerivedFact, difference: Difference) -> bool:
    """Whether the fact may have been stored before: its statement was not recorded at this very moment."""
    return fact.fact_id not in difference.new


def _steps(differences: Sequence[Difference]) -> list[list[Difference]]:
    """Differences that may be written at once: no two of one part."""
    steps: list[list[Difference]] = []
    for one in differences:
        while len(steps) <= one.step:
            steps.append([])
        steps[one.step].append(one)
    return [step for step in steps if step]


def _removed_version(gone: Removal, at: datetime) -> Row:
    expired = {"expiredAt": at, "expiredReason": gone.reason, "expiredBy": gone.because}
    return {"factId": gone.fact.fact_id, "subjectId": gone.fact.subject, **parted(expired), "bare": []}


def _revised_version(new: Revision, at: datetime) -> Row:
    expired = {"expiredAt": at, "expiredReason": "revised"}
    return {"factId": new.before.fact_id, "subjectId": new.before.subject, **parted(expired), "bare": [1]}


def _rows(difference: Difference, before: Mapping[str, Row]) -> list[Row]:
    names = {one.fact_id: one.names for one in difference.after}
    rows = [_removed_row(gone) for gone in difference.removed]
    rows += [_revised_row(new) for new in difference.revised if new.content or new.confirmed]
    rows += [_added_row(fact, fact.fact_id in before, names[fact.fact_id]) for fact in difference.added]
    return [{**row, "stamp": difference.at} for row in rows]


def _removed_row(gone: Removal) -> Row:
    props = gone.fact.props
    return {
        **_facts_row(gone.fact.fact_id, gone.fact.subject, gone.fact.object, gone.fact.names, props),
        "change": "removed",
        "before": props.get("tInvalid"),
        "reason": gone.reason,
        "because": gone.because,
    }


def _revised_row(new: Revision) -> Row:
    old, props = new.before.props, {**new.before.props, **new.fact.content, **new.fact.rest}
    return {
        **_facts_row(new.fact.fact_id, new.fact.subject, new.fact.object, new.before.names, props),
        "change": "changed" if new.content else "confirmed",
        "confirmed": new.confirmed,
        "before": old.get("tInvalid"),
        "beforeStart": old.get("tValid"),
        "beforeText": old.get("factText"),
        "reason": props.get("closedReason"),
        "because": props.get("closedBy"),
        "pending": props.get("pending"),
    }


def _added_row(fact: DerivedFact, was: bool, names: tuple[str, str]) -> Row:
    return {
        **_facts_row(fact.fact_id, fact.subject, fact.object, names, {**fact.content, **fact.rest}),
        "change": "returned" if was else "added",
        "confirmed": True,
        "before": None,
        "reason": fact.content["closedReason"],
        "because": fact.content["closedBy"],
        "pending": fact.content["pending"],
        "supersedes": fact.content["supersedes"],
    }


def _facts_row(fact_id: str, subject: str, object_: str, names: tuple[str, str], props: Mapping[str, Any]) -> Row:
    return {
        "factId": fact_id,
        "subjectId": subject,
        "objectId": object_,
        "subject": names[0],
        "object": names[1],
        "relation": props["relation"],
        "text": props["factText"],
        "confidence": props["confidence"],
        "origin": props.get("origin"),
        "tValid": props.get("tValid"),
        "tInvalid": props.get("tInvalid"),
        "statementIds": list(props.get("statementIds") or ()),
    }


def _kind(row: Row) -> str:
    """What became of a fact, as the feed tells it."""
    match row["change"]:
        case "added":
            return "factsAdded"
        case "removed":
            return "factsWithdrawn"
        case "returned":
            return "factsRestored"
    if row["before"] is not None and row["tInvalid"] is None:
        return "factsRestored"
    return "factsEnded" if row["before"] is None and row["tInvalid"] is not None else "factsChanged"
