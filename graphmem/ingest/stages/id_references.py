"""Ids and keys in place of names: a supplied fact may refer to an entity by its id or key. Its text gets the name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from graphmem.claims import sentence
from graphmem.contract.records import SuppliedFact
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.names.normalize import is_handle

Read = Callable[..., Awaitable[list[dict[str, Any]]]]


async def with_named_ends(read: Read, brain: str, facts: Sequence[SuppliedFact]) -> tuple[SuppliedFact, ...]:
    """Return the facts, each with a text that has names in place of ids and keys of entities of this brain.

    An id or key that no entity has is a name and stays as it is. Without an end that is written like an id or key, nothing
    is read.
    """
    handles = list(
        dict.fromkeys(end for fact in facts for end in (fact.subject, fact.object) if is_handle(end.strip()))
    )
    if not handles:
        return tuple(facts)
    rows = await read("entities/find", brain=brain, refs=[{"ref": handle.strip(), "norm": None} for handle in handles])
    names = {handles[row["i"]]: row["entity"]["name"] for row in rows}
    return tuple(_with_text(fact, names) for fact in facts)


async def with_names(episode: EpisodeInput, read: Read) -> EpisodeInput:
    """Return the episode with names in the texts of its supplied facts, in place of ids and keys."""
    if episode.extraction is None:
        return episode
    facts = await with_named_ends(read, episode.brain, episode.extraction.facts)
    return replace(episode, extraction=episode.extraction.model_copy(update={"facts": facts}))


def _with_text(fact: SuppliedFact, names: Mapping[str, str]) -> SuppliedFact:
    is_entity = fact.object in names and fact.object_is_entity is not False
    if not is_entity and fact.subject not in names:
        return fact
    subject, object_ = names.get(fact.subject, fact.subject), names[fact.object] if is_entity else fact.object
    return fact.model_copy(
        update={
            "text": fact.text or sentence(subject, fact.relation, object_),
            "object_is_entity": is_entity or fact.object_is_entity,
        }
    )
