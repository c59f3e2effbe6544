"""Correct a fact: it was never true as stated (docs/time.md, R6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from uuid_utils import uuid7

from graphmem.curation.invalidate import changes_of, lock
from graphmem.curation.merge import the_one
from graphmem.curation.screening import Kinds, record_redacted
from graphmem.explore.explorer import Explorer
from graphmem.graph.change_event import append
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.vectors import embed_texts, vectors_due
from graphmem.models.ports import Embedder
from graphmem.names.normalize import brain_token, entity_key, slug, value_key
from graphmem.ontology import relation_name
from graphmem.relations.sentence_details import details_of
from graphmem.settling.pair import pairs_of
from graphmem.settling.settle import settle
from graphmem.settling.settle_result import Settled
from graphmem_contract.changes import Changes, Correction
from graphmem_contract.errors import ConflictError, InvalidInput, SupersededBy
from graphmem_contract.records import Entity, Fact, rfc3339


async def correct(
    store: Store,
    embedder: Embedder,
    brain: str,
    fact_id: str,
    right: Correction,
    *,
    redacted: Kinds = (),
    dry_run: bool = False,
) -> Changes:
    """Withdraw the statements of a fact and state it again with the fields of `right`. Other fields keep their values.

    Args:
        redacted: the kinds of personal data that were redacted in `right`.

    Raises:
        NotFound: the brain has no such fact.
        ConflictError: the fact no longer holds, or another statement ends it before `valid_until`.
        SupersededBy: another fact supersedes it before `valid_until`.
        InvalidInput: no field is given, the fact has these values already, the object is the subject itself or a name
            of several entities, or the fact would end before it starts.
    After an error nothing is changed.
    """
    if not right.model_fields_set - {"reason"}:
        raise InvalidInput("Give at least one correct field: object, relation, valid_from, valid_until or text.")
    explorer = Explorer(store, brain)
    fact = await explorer.fact(fact_id)
    known = await _known_entity(explorer, right.object) if right.object else None
    if known is not None and known.id == fact.subject_id:
        raise InvalidInput("It would relate an entity to itself.", field="object")
    if _changes_nothing(fact, right, known):
        raise InvalidInput("The fact has these values already; nothing would change.")
    object_ = await _object_row(explorer, brain, fact, right.object, known) if right.object else None
    text = right.text or _corrected_text(fact, right)
    embedded = await embed_texts(embedder, [text, right.object or fact.object])
    if object_ is not None:
        object_["vector"] = bolt(embedded.vectors.get(right.object or fact.object))

    async def work(tx: Transaction) -> Changes:
        stamp = await lock(tx, brain)
        corrected = _parameters(fact, right, object_, text)
        id_ = str(uuid7())
        common = {
            "brain": brain,
            "factId": fact_id,
            "statementId": id_,
            "recordedAt": stamp,
            "token": brain_token(brain),
        }
        row = (await run(tx, "procedures/correct", **common, **corrected))[0]
        if not row["pairs"]:
            raise _refusal(fact, row)
        await append(tx, brain, {"entity.added": row["made"]})
        settled = await settle(tx, brain, pairs_of(row["pairs"], stamp), {id_: bolt(embedded.vectors.get(text))})
        if "valid_until" in right.model_fields_set:
            _check_end(settled, id_, right.valid_until)
        await record_redacted(tx, brain, fact_id, redacted)
        await vectors_due(tx, brain, embedded.failure)
        return changes_of(settled, stamp, fact_id)

    return await store.transaction(work, dry_run=dry_run)


def _check_end(settled: Settled, statement_id: str, until: datetime | None) -> None:
    """Refuse a correction whose new end another statement moves forward.

    Raises:
        SupersededBy: another fact supersedes the corrected one before `until`.
        ConflictError: another source ends it before `until`.
    """
    for row in settled.changes:
        end = row["tInvalid"] if statement_id in row["statementIds"] else None
        if end is None or (until is not None and end >= until):
            continue
        if row["reason"] == "superseded":
            raise SupersededBy(
                f"Fact {row['because']} stands in its place from {rfc3339(end)}; correct that one first."
            )
        raise ConflictError(
            f"Another source says that it ended at {rfc3339(end)}; invalidate or forget that statement first."
        )


def _changes_nothing(fact: Fact, right: Correction, known: Entity | None) -> bool:
    """Whether the fact has all given values already.

    A start that equals the fact's start is still a change where the fact's start is less precise than an instant.
    """
    given = right.model_fields_set
    if right.object is None:
        same = True
    elif known is not None:
        same = known.id == fact.object_id
    else:
        same = fact.object_kind == "value" and value_key(right.object) == value_key(fact.object)
    exact = fact.valid_from_precision in (None, "instant")
    return (
        same
        and (right.relation is None or relation_name(right.relation, synonyms=False) == fact.relation)
        and ("valid_from" not in given or (right.valid_from == fact.valid_from and exact))
        and ("valid_until" not in given or right.valid_until == fact.valid_until)
        and right.text in (None, fact.text)
    )


def _parameters(fact: Fact, right: Correction, object_: Row | None, text: str) -> dict[str, Any]:
    """Return the parameters of procedures/correct that carry the corrected values; None = unchanged."""
    relation = relation_name(right.relation, synonyms=False) if right.relation else None
    names = fact.subject, right.relation or fact.relation, right.object or fact.object
    return {
        "relation": relation,
        "object": object_,
        "text": text,
        "details": details_of(text, *names) or None,
        "reason": right.reason,
        "from": _bound(right.valid_from) if "valid_from" in right.model_fields_set else None,
        "until": _bound(right.valid_until) if "valid_until" in right.model_fields_set else None,
    }


def _bound(at: datetime | None) -> Mapping[str, Any]:
    """Return a start or an end as the statement takes it; `at` None = open."""
    return {"at": at, "precision": "instant" if at else None}


def _corrected_text(fact: Fact, right: Correction) -> str:
    """Return the fact's own text, or one made of its parts where the relation or the object changes."""
    if right.object is None and right.relation is None:
        return fact.text
    return f"{fact.subject} {(right.relation or fact.relation).replace('_', ' ')} {right.object or fact.object}"


async def _object_row(explorer: Explorer, brain: str, fact: Fact, wording: str, known: Entity | None) -> Row:
    """Return the corrected object as procedures/correct takes it.

    It is the known entity; else a new entity where the fact's object is an entity; else a value.
    """
    if known is not None:
        return {"key": known.key, "said": known.name, "isEntity": True, "norm": slug(known.name), "create": {}}
    if fact.object_kind == "value":
        key = value_key(wording)
        value = {"id": str(uuid7()), "text": wording.strip(), "kind": "text"}
        return {"key": key, "said": wording.strip(), "isEntity": False, "norm": "", "create": value}
    type_ = (await explorer.entity(fact.object_id)).type
    create: Row = {
        "id": str(uuid7()),
        "name": wording.strip(),
        "type": type_,
        "brainToken": brain_token(brain),
        "importance": 0.5,
    }
    return {
        "key": entity_key(type_, wording),
        "said": wording.strip(),
        "isEntity": True,
        "norm": slug(wording),
        "create": create,
    }


async def _known_entity(explorer: Explorer, ref: str) -> Entity | None:
    """Return the entity that an id, a key or a name refers to; None = there is none.

    Raises:
        InvalidInput: several entities have the name.
    """
    norm = slug(ref)
    rows = await explorer.store.read("entities/find", brain=explorer.brain, refs=[{"ref": ref.strip(), "norm": norm}])
    if not rows:
        return None
    entity = the_one(_best_named(rows, norm), ref, "object")
    return await explorer.entity(entity["mergedInto"] or entity["id"])


def _best_named(rows: Sequence[Row], norm: str) -> Sequence[Row]:
    """Return the rows that match best: an own name goes before an alias, and an alias before a guessed one.

    Only rows found in the same way as the first (by id, key or name) are compared.
    """
    alike = [row for row in rows if row["how"] == rows[0]["how"]]
    sure = [row for row in alike if not row["guessed"]] or alike
    return [row for row in sure if slug(row["entity"]["name"]) == norm] or sure


def _refusal(fact: Fact, row: Row) -> Exception:
    """Return the error for a correction that procedures/correct refused."""
    if fact.status == "waiting":
        return ConflictError(f"The fact {fact.id} waits for a change; invalidate it and state it again.")
    if not row["found"]:
        by = f" by {fact.closed_by}" if fact.closed_by else ""
        return ConflictError(f"The fact {fact.id} no longer holds: it was {fact.closed_reason or 'ended'}{by}.")
    return InvalidInput(
        f"It would end ({rfc3339(row['end'])}) before it starts ({rfc3339(row['start'])}).", field="valid_until"
    )
