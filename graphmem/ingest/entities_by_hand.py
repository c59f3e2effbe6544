"""An entity without a message: made by a person, found again by the rules that a message is resolved by (S1-20, S0-42)."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.errors import InvalidInput
from graphmem.graph.entities import properties_text
from graphmem.graph.settle import Row, Transaction, run
from graphmem.ingest.attempt import Landed
from graphmem.ingest.batch import Batch
from graphmem.ingest.commit import Fence
from graphmem.ingest.entity_extract import Found, Source
from graphmem.ingest.landing import land
from graphmem.ingest.names import slug
from graphmem.ingest.pipeline import Pipeline
from graphmem.models.ports import Extracted, Mention
from graphmem.records import NewEntity
from graphmem.settings import Settings


async def add_entity(pipeline: Pipeline, brain: str, entity: NewEntity, settings: Settings) -> tuple[str, bool]:
    """Gives the entity's id, and whether it was there: by its external id, else by type and normalised name.

    One that was there takes up names and an external id it had not; its summary and properties stay. From now on it is the
    person's, with the names they gave: it stays when a message that speaks of it is forgotten.

    Raises:
        InvalidInput: the name is blank.
    """
    if not entity.name.strip():
        raise InvalidInput("An entity has a name.", field="name")
    mention = Mention(entity.name.strip(), entity.type, entity.aliases, entity.external_id)
    source = Source(n=0, episode_id=None, occurred_at=datetime.now(UTC), resolve="exact", supplied=True)
    batch = Batch((Found(source, Extracted((mention,), (), "supplied")),), (), {})
    batch = Batch(batch.found, (), await pipeline.vectors(batch.texts))

    async def describe(tx: Transaction, landed: Landed) -> None:
        made = landed.plan.resolved.entities[0]
        said = {"origin": "manual", **(_said(entity) if made.is_new else {})}
        norms = [slug(name) for name in (entity.name, *entity.aliases) if name.strip()]
        await run(tx, "entities/describe", brain=brain, id=made.id, set=said, norms=norms)

    landed = await land(pipeline.store, brain, batch, settings, None, Fence(), then=describe)
    end = landed.plan.resolved.entities[0]
    return end.id, not end.is_new


def _said(entity: NewEntity) -> Row:
    return {"summary": entity.summary, "properties": properties_text(entity.properties)}
