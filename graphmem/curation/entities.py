"""Entities changed by hand: names, types, aliases, a summary, properties; and what they were over system time."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from graphmem.claims import ClaimSource, Extracted, ExtractedMentions, Mention
from graphmem.contract.records import EntityChange, NewEntity
from graphmem.curation.invalidate import lock
from graphmem.curation.merge import found, standing
from graphmem.errors import InvalidInput
from graphmem.graph.settle import Pair, settle
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.ingest.ingest_engine import IngestEngine
from graphmem.ingest.stages.batch import Batch, embed_texts
from graphmem.ingest.stages.commit_parts import LeaseFence
from graphmem.ingest.transactions.commit_batch import commit_batch
from graphmem.ingest.transactions.records import CommitResult
from graphmem.names.normalize import brain_token, entity_key, entity_type, free_key, slug
from graphmem.settings import Settings

Embed = Callable[[Sequence[str]], Awaitable[list[list[float]]]]
"""Texts to vectors, outside any transaction."""


async def change_entity(store: Store, embed: Embed, brain: str, ref: str, change: EntityChange) -> str:
    """Changes an entity; gives its id. A new name or type gives it a new key; the old name stays as an alias.

    Raises:
        NotFound: no such entity. AlreadyMerged: it is a tombstone. InvalidInput: the change is not usable.
    """
    wanted = _Wanted.of(change)
    vector = list((await embed([wanted.name]))[0]) if wanted.name else None

    async def work(tx: Transaction) -> str:
        stamp = await lock(tx, brain)
        entity = (await found(tx, brain, [ref], ["id"]))[0]
        standing(entity)
        await _change(tx, brain, entity, wanted, vector, stamp)
        id_: str = entity["id"]
        return id_

    return await store.transaction(work)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A change that has been looked through; aliases as (normalised, as written)."""

    name: str | None
    type: str | None
    given: frozenset[str]
    summary: str | None
    properties: dict[str, Any] | None
    add: tuple[tuple[str, str], ...]
    remove: tuple[str, ...]

    @staticmethod
    def of(change: EntityChange) -> _Wanted:
        given = frozenset(change.model_fields_set)
        for field in ("name", "type"):
            value = getattr(change, field)
            if field in given and (value is None or not value.strip()):
                raise InvalidInput(f"An entity has a {field}; it cannot be taken away.", field=field)
        add = tuple((slug(one), one.strip()[:300]) for one in change.aliases_add if one.strip())
        return _Wanted(
            change.name.strip() if change.name else None,
            entity_type(change.type) if change.type else None,
            given,
            change.summary,
            change.properties,
            add,
            tuple(slug(one) for one in change.aliases_remove),
        )


async def _change(
    tx: Transaction, brain: str, entity: Row, wanted: _Wanted, vector: Sequence[float] | None, stamp: datetime
) -> None:
    name, type_ = wanted.name or entity["name"], wanted.type or entity["type"]
    if slug(name) in wanted.remove:
        raise InvalidInput(f"{name!r} is its name; give it another one first.", field="aliases_remove")
    base = entity_key(type_, name)
    row = (await run(tx, "entities/taken", brain=brain, id=entity["id"], base=base))[0]
    named = wanted.name is not None or wanted.type is not None
    key = free_key(base, set(row["taken"])) if named and not _fits(entity["key"], base) else entity["key"]
    renamed = name != entity["name"]
    old = [(slug(entity["name"]), entity["name"][:300])] if renamed else []
    add = dict((*old, (slug(name), name[:300]), *wanted.add)) if renamed or wanted.add else {}
    await run(
        tx,
        "entities/change",
        brain=brain,
        token=brain_token(brain),
        id=entity["id"],
        set={"name": name, "type": type_, "key": key, **_said(wanted, row["properties"])},
        was=entity["name"] if renamed else None,
        vector=vector if renamed else None,
        add=[{"norm": norm, "name": one} for norm, one in add.items() if norm not in wanted.remove],
        remove=list(wanted.remove),
        types=[type_] if type_ != entity["type"] else [],
        recordedAt=stamp,
    )
    if key != entity["key"]:
        ties = await run(tx, "entities/rekey", brain=brain, id=entity["id"], key=key)
        pairs = [Pair(one["subjectId"], one["relation"], one["objectId"], stamp) for one in ties]
        await settle(tx, brain, pairs)


def _fits(key: str, base: str) -> bool:
    """Whether a key is of this type and name already, its number apart."""
    return key.split("~")[0] == base


def _said(wanted: _Wanted, kept: str | None) -> Row:
    """Summary and properties: each property that is given is set, null takes it away; null for all takes all away."""
    said: Row = {"summary": wanted.summary} if "summary" in wanted.given else {}
    if "properties" in wanted.given:
        now = {} if wanted.properties is None else {**(json.loads(kept) if kept else {}), **wanted.properties}
        left = {key: value for key, value in now.items() if value is not None}
        said["properties"] = properties_text(left)
    return said


def properties_text(properties: dict[str, Any]) -> str | None:
    """Properties as they are kept: JSON text, keys in order."""
    return json.dumps(properties, ensure_ascii=False, sort_keys=True) if properties else None


async def add_entity(engine: IngestEngine, brain: str, entity: NewEntity, settings: Settings) -> tuple[str, bool]:
    """Gives the entity's id, and whether it was there: by its external id, else by type and normalised name.

    One that was there takes up names and an external id it had not; its summary and properties stay. From now on it is the
    person's, with the names they gave: it stays when a message that speaks of it is forgotten.

    Raises:
        InvalidInput: the name is blank.
    """
    if not entity.name.strip():
        raise InvalidInput("An entity has a name.", field="name")
    mention = Mention(entity.name.strip(), entity.type, entity.aliases, entity.external_id)
    source = ClaimSource(n=0, episode_id=None, occurred_at=datetime.now(UTC), resolve="exact", supplied=True)
    batch = Batch((ExtractedMentions(source, Extracted((mention,), (), "supplied")),), (), {})
    batch = Batch(batch.found, (), await embed_texts(engine.models.embedder, batch.texts))

    async def describe(tx: Transaction, landed: CommitResult) -> None:
        made = landed.plan.resolved.entities[0]
        said = {"origin": "manual", **(_new_aliases(entity) if made.is_new else {})}
        norms = [slug(name) for name in (entity.name, *entity.aliases) if name.strip()]
        await run(tx, "entities/describe", brain=brain, id=made.id, set=said, norms=norms)

    landed = await commit_batch(engine.store, brain, batch, settings, None, LeaseFence(), then=describe)
    end = landed.plan.resolved.entities[0]
    return end.id, not end.is_new


def _new_aliases(entity: NewEntity) -> Row:
    return {"summary": entity.summary, "properties": properties_text(entity.properties)}
