"""Before stage 1: what the brain knows of the roles that a message names, for an extractor without a model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from graphmem.claims import KnownAttribute, KnownAttributes, NamedRoles
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.entity_extract import request_of, within_budget
from graphmem.ingest.stages.prompt_context import PromptContext
from graphmem.models.ports import Extractor
from graphmem.names.normalize import slug, value_key
from graphmem.ontology import relation_name

MOST_ROLES: Final = 50
"""Roles and holders of a message that are looked up."""
MOST_FOUND: Final = 100
MOST_TURNS: Final = 50
"""Messages of the session whose owners count as those that it speaks of."""

Read = Callable[..., Awaitable[list[dict[str, Any]]]]


async def with_attributes(
    episode: EpisodeInput, context: PromptContext, extractor: Extractor, read: Read
) -> PromptContext:
    """Return the context with what is known of the roles that an episode names.

    A message that names no role costs no read, nor does an extractor without `named_roles` or a supplied extraction.

    Raises:
        ModelTimeout: the reading process was killed, or hung. DatabaseUnavailable: Neo4j is out of reach.
    """
    ask = getattr(extractor, "named_roles", None)
    if ask is None or episode.extraction is not None or not episode.content.strip():
        return context
    names: NamedRoles = await ask(request_of(within_budget(episode, extractor)[0], context))
    if not names.roles and not names.holders:
        return context
    (found, *_) = await read(
        "ingest/read_attributes",
        brain=episode.brain,
        roles=[{"said": role, "name": relation_name(role)} for role in names.roles[:MOST_ROLES]],
        holders=[{"norm": slug(holder), "key": value_key(holder)} for holder in names.holders[:MOST_ROLES]],
        owners=sorted({slug(owner) for owner in names.owners}),
        session=episode.session_id,
        at=episode.occurred_at,
        turns=MOST_TURNS,
        most=MOST_FOUND,
    )
    roles = tuple(KnownAttribute(row["subject"], row["relation"], row["object"]) for row in found["roles"])
    return replace(context, attributes=KnownAttributes(roles, _names(found["owners"]), _names(found["spoken"])))


def _names(found: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))
