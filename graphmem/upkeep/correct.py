"""A person sets a fact right: it was never so, but otherwise (design §3, rule 6)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from uuid_utils import uuid7

from graphmem.changes import Changes, Correction
from graphmem.errors import InvalidInput, NotFound
from graphmem.graph.explore import Explorer
from graphmem.graph.settle import Row, Transaction, run
from graphmem.graph.store import Store
from graphmem.graph.truth import lock, settled
from graphmem.ingest.commit import bolt
from graphmem.ingest.names import brain_token, entity_key, slug, value_key
from graphmem.ingest.relations import relation_name
from graphmem.models.ports import Embedder
from graphmem.records import Fact, rfc3339


async def correct(
    store: Store, embedder: Embedder, brain: str, fact_id: str, right: Correction, *, dry_run: bool = False
) -> Changes:
    """Withdraws what the fact was stated by and states it anew, as `right` says; what is not given stays as it was.

    Raises:
        NotFound: no such live fact. InvalidInput: nothing is given, or it would end before it starts; nothing was changed.
    """
    if not right.model_fields_set - {"reason"}:
        raise InvalidInput("Say what is right: object, relation, valid_from, valid_until or text.")
    explorer = Explorer(store, brain)
    fact = await explorer.fact(fact_id)
    object_ = await _object(explorer, brain, fact, right.object) if right.object else None
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
            raise _refused(fact_id, row)
        return await settled(tx, brain, row["pairs"], stamp, fact_id, {id_: bolt(vectors[0])})

    return await store.transaction(work, dry_run=dry_run)


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


async def _object(explorer: Explorer, brain: str, fact: Fact, said: str) -> Row:
    """Whom or what a wording means: an entity that has the name or id; else, where an entity stood, a new one; else a value."""
    found = await _known(explorer, said)
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


async def _known(explorer: Explorer, said: str) -> Any:
    try:
        found = await explorer.entity(said)
        return await explorer.entity(found.merged_into) if found.merged_into else found
    except NotFound:
        return None


def _refused(fact_id: str, row: Row) -> Exception:
    if not row["found"]:
        return NotFound(f"There is no live fact {fact_id} in this brain.")
    return InvalidInput(
        f"It would end ({rfc3339(row['end'])}) before it starts ({rfc3339(row['start'])}).", field="valid_until"
    )
