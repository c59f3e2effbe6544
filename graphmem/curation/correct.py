"""A person sets a fact right: it was never so, but otherwise (docs/time.md, R6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from uuid_utils import uuid7

from graphmem.contract.changes import Changes, Correction
from graphmem.contract.records import Entity, Fact, rfc3339
from graphmem.curation.invalidate import changes_of, lock
from graphmem.curation.merge import the_one
from graphmem.errors import ConflictError, InvalidInput, SupersededBy
from graphmem.explore.explorer import Explorer
from graphmem.graph.settle import Pair, settle
from graphmem.graph.settle_result import Settled
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors import bolt
from graphmem.models.ports import Embedder
from graphmem.names.normalize import brain_token, entity_key, slug, value_key
from graphmem.ontology import relation_name


async def correct(
    store: Store, embedder: Embedder, brain: str, fact_id: str, right: Correction, *, dry_run: bool = False
) -> Changes:
    """Withdraws what the fact was stated by and states it anew, as `right` says; what is not given stays as it was.

    Raises:
        NotFound: no such fact. ConflictError: it stands no more, or others end it before `valid_until`. InvalidInput: nothing
            is given, what is given is what it says already, the object is the subject itself or has a name that several bear, or
            it would end before it starts. Nothing was changed.
    """
    if not right.model_fields_set - {"reason"}:
        raise InvalidInput("Say what is right: object, relation, valid_from, valid_until or text.")
    explorer = Explorer(store, brain)
    fact = await explorer.fact(fact_id)
    known = await _known(explorer, right.object) if right.object else None
    if known is not None and known.id == fact.subject_id:
        raise InvalidInput("It would relate an entity to itself.", field="object")
    if _says_so(fact, right, known):
        raise InvalidInput("The fact says so already; nothing would change.")
    object_ = await _object(explorer, brain, fact, right.object, known) if right.object else None
    text = right.text or _text(fact, right)
    vectors = await embedder.embed([text, right.object or fact.object])
    if object_ is not None:
        object_["vector"] = bolt(vectors[1])

    async def work(tx: Transaction) -> Changes:
        stamp = await lock(tx, brain)
        given = _parameters(right, object_, text)
        id_ = str(uuid7())
        common = {
            "brain": brain,
            "factId": fact_id,
            "statementId": id_,
            "recordedAt": stamp,
            "token": brain_token(brain),
        }
        row = (await run(tx, "procedures/correct", **common, **given))[0]
        if not row["pairs"]:
            raise _refused(fact, row)
        pairs = [Pair(pair["subjectId"], pair["relation"], pair["objectId"], stamp) for pair in row["pairs"]]
        became = await settle(tx, brain, pairs, {id_: bolt(vectors[0])})
        if "valid_until" in right.model_fields_set:
            _check_end(became, id_, right.valid_until)
        return changes_of(became, stamp, fact_id)

    return await store.transaction(work, dry_run=dry_run)


def _check_end(became: Settled, statement_id: str, until: datetime | None) -> None:
    """What others have said may end it before the end that is asked for."""
    for row in became.changes:
        end = row["tInvalid"] if statement_id in row["statementIds"] else None
        if end is None or (until is not None and end >= until):
            continue
        if row["reason"] == "superseded":
            raise SupersededBy(
                f"Fact {row['because']} stands in its place from {rfc3339(end)}; correct that one first."
            )
        raise ConflictError(
            f"Another source says that it ended at {rfc3339(end)}; invalidate or forget what it said first."
        )


def _says_so(fact: Fact, right: Correction, known: Entity | None) -> bool:
    """Whether all that is given stands so already; the moment of a fact that is dated less exactly is news."""
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


def _parameters(right: Correction, object_: Row | None, text: str) -> dict[str, Any]:
    relation = relation_name(right.relation, synonyms=False) if right.relation else None
    return {
        "relation": relation,
        "object": object_,
        "text": text,
        "reason": right.reason,
        "from": _when(right.valid_from) if "valid_from" in right.model_fields_set else None,
        "until": _when(right.valid_until) if "valid_until" in right.model_fields_set else None,
    }


def _when(at: datetime | None) -> Mapping[str, Any]:
    return {"at": at, "precision": "instant" if at else None}


def _text(fact: Fact, right: Correction) -> str:
    if right.object is None and right.relation is None:
        return fact.text
    return f"{fact.subject} {(right.relation or fact.relation).replace('_', ' ')} {right.object or fact.object}"


async def _object(explorer: Explorer, brain: str, fact: Fact, said: str, found: Entity | None) -> Row:
    """Whom or what a wording means: the entity that was found by it; else, where an entity stood, a new one; else a value."""
    if found is not None:
        return {"key": found.key, "said": found.name, "isEntity": True, "norm": slug(found.name), "create": {}}
    if fact.object_kind == "value":
        key = value_key(said)
        value = {"id": str(uuid7()), "text": said.strip(), "kind": "text"}
        return {"key": key, "said": said.strip(), "isEntity": False, "norm": "", "create": value}
    type_ = (await explorer.entity(fact.object_id)).type
    create: Row = {
        "id": str(uuid7()),
        "name": said.strip(),
        "type": type_,
        "brainToken": brain_token(brain),
        "importance": 0.5,
    }
    return {
        "key": entity_key(type_, said),
        "said": said.strip(),
        "isEntity": True,
        "norm": slug(said),
        "create": create,
    }


async def _known(explorer: Explorer, said: str) -> Entity | None:
    """The entity that an id, a key or a name means, if there is one.

    Raises:
        InvalidInput: several bear the name.
    """
    norm = slug(said)
    rows = await explorer.store.read("entities/find", brain=explorer.brain, refs=[{"ref": said.strip(), "norm": norm}])
    if not rows:
        return None
    one = the_one(_called(rows, norm), said, "object")
    return await explorer.entity(one["mergedInto"] or one["id"])


def _called(rows: Sequence[Row], norm: str) -> Sequence[Row]:
    """Of those that are meant in the same way: whose own name it is goes before who is also called so, a guess comes last."""
    alike = [row for row in rows if row["how"] == rows[0]["how"]]
    sure = [row for row in alike if not row["guessed"]] or alike
    return [row for row in sure if slug(row["entity"]["name"]) == norm] or sure


def _refused(fact: Fact, row: Row) -> Exception:
    if not row["found"]:
        by = f" by {fact.closed_by}" if fact.closed_by else ""
        return ConflictError(f"The fact {fact.id} stands no more: it was {fact.closed_reason or 'ended'}{by}.")
    return InvalidInput(
        f"It would end ({rfc3339(row['end'])}) before it starts ({rfc3339(row['start'])}).", field="valid_until"
    )
