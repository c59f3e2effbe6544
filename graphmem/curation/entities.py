"""Edit entities by hand: names, types, aliases, summaries and properties; and create new ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from graphmem.claims import ClaimSource, Extracted, ExtractedMentions, Mention
from graphmem.core_engine import CoreEngine
from graphmem.curation.invalidate import lock
from graphmem.curation.merge import found, standing
from graphmem.curation.screening import Kinds, record_redacted
from graphmem.graph.change_event import append
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.pipeline import plan_stages
from graphmem.ingest.stages.batch import Batch
from graphmem.ingest.stages.commit_parts import LeaseFence
from graphmem.ingest.stages.commit_rows import may_be_linked, never_linked
from graphmem.ingest.transactions.commit_batch import commit_batch
from graphmem.ingest.transactions.records import CommitResult
from graphmem.ingest.vectors import Embedded, embed_texts, vectors_due
from graphmem.models.ports import Embedder
from graphmem.names.normalize import brain_token, entity_key, entity_type, free_key, slug
from graphmem.settings import Settings
from graphmem.settling.pair import Pair
from graphmem.settling.settle import settle
from graphmem_contract.changes import EntityChange, NewEntity
from graphmem_contract.errors import InvalidInput


async def change_entity(
    store: Store, embedder: Embedder, brain: str, ref: str, change: EntityChange, redacted: Kinds = ()
) -> str:
    """Change an entity and return its id. A new name or type gives it a new key; the old name stays as an alias.

    Args:
        redacted: the kinds of personal data that were redacted in `change`.

    Raises:
        NotFound: the brain has no such entity. AlreadyMerged: it is merged into another one.
        InvalidInput: the change takes away its name or type, or removes its own name from its aliases.
    """
    checked = _CheckedChange.of(change)
    embedded = await embed_texts(embedder, [checked.name] if checked.name else [])

    async def work(tx: Transaction) -> str:
        stamp = await lock(tx, brain)
        entity = (await found(tx, brain, [ref], ["id"]))[0]
        standing(entity)
        await _apply(tx, brain, entity, checked, embedded, stamp)
        await append(tx, brain, {"entity.changed": [entity["id"]]})
        await record_redacted(tx, brain, entity["id"], redacted)
        await vectors_due(tx, brain, embedded.failure)
        id_: str = entity["id"]
        return id_

    return await store.transaction(work)


@dataclass(frozen=True, slots=True)
class _CheckedChange:
    """A validated change. `given` names its fields; `add` holds aliases as (normalised, as written)."""

    name: str | None
    type: str | None
    given: frozenset[str]
    summary: str | None
    properties: dict[str, Any] | None
    add: tuple[tuple[str, str], ...]
    remove: tuple[str, ...]

    @staticmethod
    def of(change: EntityChange) -> _CheckedChange:
        """Return the change with trimmed and normalised names.

        Raises:
            InvalidInput: the name or the type would be blank.
        """
        given = frozenset(change.model_fields_set)
        for field in ("name", "type"):
            value = getattr(change, field)
            if field in given and (value is None or not value.strip()):
                raise InvalidInput(f"An entity has a {field}; it cannot be taken away.", field=field)
        add = tuple((slug(one), one.strip()[:300]) for one in change.aliases_add if one.strip())
        return _CheckedChange(
            change.name.strip() if change.name else None,
            entity_type(change.type) if change.type else None,
            given,
            change.summary,
            change.properties,
            add,
            tuple(slug(one) for one in change.aliases_remove),
        )


async def _apply(
    tx: Transaction, brain: str, entity: Row, change: _CheckedChange, embedded: Embedded, stamp: datetime
) -> None:
    """Write a change; where the key changes, write it to the facts and settle them."""
    name, type_ = change.name or entity["name"], change.type or entity["type"]
    if slug(name) in change.remove:
        raise InvalidInput(f"{name!r} is its name; give it another one first.", field="aliases_remove")
    base = entity_key(type_, name)
    row = (await run(tx, "entities/taken_keys", brain=brain, id=entity["id"], base=base))[0]
    named = change.name is not None or change.type is not None
    key = free_key(base, set(row["taken"])) if named and not _has_base(entity["key"], base) else entity["key"]
    renamed = name != entity["name"]
    old = [(slug(entity["name"]), entity["name"][:300])] if renamed else []
    add = dict((*old, (slug(name), name[:300]), *change.add)) if renamed or change.add else {}
    kept = {norm: alias for norm, alias in add.items() if norm not in change.remove}
    stated = {"typeGuessed": None} if change.type is not None else {}
    await run(
        tx,
        "entities/update",
        brain=brain,
        token=brain_token(brain),
        id=entity["id"],
        set={"name": name, "type": type_, "key": key, **stated, **_descriptive_fields(change, row["properties"])},
        was=entity["name"] if renamed else None,
        vectors=[bolt(embedded.vectors.get(name))] if renamed else [],
        add=[{"norm": norm, "name": alias} for norm, alias in kept.items()],
        remove=list(change.remove),
        types=[type_] if type_ != entity["type"] else [],
        recordedAt=stamp,
    )
    linked = await _link_values(tx, brain, entity["id"], type_, kept, stamp)
    if key != entity["key"]:
        ties = await run(tx, "entities/rekey", brain=brain, id=entity["id"], key=key)
        linked += [Pair(tie["subjectId"], tie["relation"], tie["objectId"], stamp) for tie in ties]
    if linked:
        await settle(tx, brain, linked)


async def _link_values(
    tx: Transaction, brain: str, id_: str, type_: str, names: Mapping[str, str], stamp: datetime
) -> list[Pair]:
    """Link the facts whose value is one of the new names, and return the groups to settle."""
    rows = [{"norm": norm, "entityId": id_, "n": 0} for norm, name in names.items() if may_be_linked(norm, name)]
    if not rows:
        return []
    links = [{"never": list(never_linked(type_)), "names": rows}]
    row = (await run(tx, "entities/link_values", brain=brain, recordedAt=stamp, links=links))[0]
    return [Pair(one["subjectId"], one["relation"], one["objectId"], one["at"]) for one in row["linked"]]


def _has_base(key: str, base: str) -> bool:
    """Whether a key has this type and name already; its number (`~2`) is ignored."""
    return key.split("~")[0] == base


def _descriptive_fields(change: _CheckedChange, stored: str | None) -> Row:
    """Return the summary and the properties to set.

    Args:
        stored: the entity's properties as JSON text. A given property replaces the stored one, null removes it, and
            null for `properties` as a whole removes all.
    """
    fields: Row = {"summary": change.summary} if "summary" in change.given else {}
    if "properties" in change.given:
        merged = {} if change.properties is None else {**(json.loads(stored) if stored else {}), **change.properties}
        left = {key: value for key, value in merged.items() if value is not None}
        fields["properties"] = properties_text(left)
    return fields


def properties_text(properties: dict[str, Any]) -> str | None:
    """Return properties as they are stored: JSON text with sorted keys; None = no properties."""
    return json.dumps(properties, ensure_ascii=False, sort_keys=True) if properties else None


async def add_entity(
    engine: CoreEngine, brain: str, entity: NewEntity, settings: Settings, redacted: Kinds = ()
) -> tuple[str, bool]:
    """Create an entity; return its id and whether it existed before.

    An entity exists if its external id matches, else if its type and normalised name match. An existing entity gets
    the given names and an external id that it did not have; its summary and properties stay. The entity and its given
    names then belong to the person: they stay when a message that mentions the entity is forgotten.

    Raises:
        InvalidInput: the name is blank.
    """
    if not entity.name.strip():
        raise InvalidInput("The name of an entity must not be blank.", field="name")
    mention = Mention(entity.name.strip(), entity.type, entity.aliases, entity.external_id)
    source = ClaimSource(n=0, episode_id=None, occurred_at=datetime.now(UTC), resolve="exact", supplied=True)
    batch = Batch((ExtractedMentions(source, Extracted((mention,), (), "supplied")),), (), {})
    embedded = await embed_texts(engine.models.embedder, batch.texts)
    batch = replace(batch, vectors=embedded.vectors, unembedded=embedded.failure)

    async def describe(tx: Transaction, result: CommitResult) -> None:
        resolved = result.plan.resolved.entities[0]
        fields = {"origin": "manual", **(_own_description(entity) if resolved.is_new else {})}
        norms = [slug(name) for name in (entity.name, *entity.aliases) if name.strip()]
        await run(tx, "entities/describe", brain=brain, id=resolved.id, set=fields, norms=norms)
        await record_redacted(tx, brain, resolved.id, redacted)

    result = await commit_batch(
        engine.store, brain, batch, plan_stages, settings, None, LeaseFence(), and_then=describe
    )
    resolved = result.plan.resolved.entities[0]
    return resolved.id, not resolved.is_new


def _own_description(entity: NewEntity) -> Row:
    """Return the summary and the properties of a new entity."""
    return {"summary": entity.summary, "properties": properties_text(entity.properties)}
