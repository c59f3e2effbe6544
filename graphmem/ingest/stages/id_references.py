"""Ids and keys in place of names: a supplied fact may refer to an entity by its id or key. Its text gets the name."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from graphmem.claims import sentence
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.names.normalize import is_handle
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import ResolveMode, SuppliedExtraction, SuppliedFact
from graphmem_contract.validation import printable

Read = Callable[..., Awaitable[list[dict[str, Any]]]]


_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
"""The form of the ids that graphmem gives: UUIDs of version 7."""


async def names_of_handles(read: Read, brain: str, facts: Sequence[SuppliedFact]) -> dict[str, str]:
    """Return the names of the entities that ids and keys in place of names refer to, by id or key.

    Without an end that is written like an id or key, nothing is read.
    """
    handles = list(
        dict.fromkeys(end for fact in facts for end in (fact.subject, fact.object) if is_handle(end.strip()))
    )
    if not handles:
        return {}
    rows = await read("entities/find", brain=brain, refs=[{"ref": handle.strip(), "norm": None} for handle in handles])
    return {handles[row["i"]]: row["entity"]["name"] for row in rows}


def with_named_ends(facts: Iterable[SuppliedFact], names: Mapping[str, str]) -> tuple[SuppliedFact, ...]:
    """Return the facts, each with a text that has names in place of ids and keys. A key that no entity has is a name."""
    return tuple(_with_text(fact, names) for fact in facts) if names else tuple(facts)


def unknown_id(fact: SuppliedFact, names: Mapping[str, str], resolve: ResolveMode) -> InvalidInput | None:
    """Return the refusal of a fact with an id that no entity has. Where names are keys (`exact`), it is a key of the caller."""
    if (fact.resolve or resolve) == "exact":
        return None
    for field, end in (("subject", fact.subject), *((("object", fact.object),) if fact.object_is_entity else ())):
        if _ID.fullmatch(end.strip()) and end not in names:
            return InvalidInput(f"No entity has the id {end.strip()}; it may have been forgotten.", field=field)
    return None


async def check_ids(read: Read, brain: str, extraction: SuppliedExtraction, resolve: ResolveMode) -> None:
    """Check that the ids in a supplied extraction are those of entities and episodes. Without an id, nothing is read.

    Raises:
        InvalidInput: no entity or episode has one of the ids; with its field.
    """
    for id_ in await unknown_episodes(read, brain, extraction.facts):
        raise InvalidInput(no_episode(id_), field="extraction.facts")
    if not any(_ID.fullmatch(end.strip()) for fact in extraction.facts for end in (fact.subject, fact.object)):
        return
    names = await names_of_handles(read, brain, extraction.facts)
    for n, fact in enumerate(extraction.facts):
        if error := unknown_id(fact, names, resolve):
            raise InvalidInput(error.detail, field=f"extraction.facts.{n}.{error.field}")


async def unknown_episodes(read: Read, brain: str, facts: Iterable[SuppliedFact]) -> frozenset[str]:
    """Return the `episode_ids` of facts that are no episodes of the brain; one read, and none where no fact has any."""
    ids = list(dict.fromkeys(id_ for fact in facts for id_ in fact.episode_ids))
    if not ids:
        return frozenset()
    (row, *_) = await read("explore/unknown_ids", brain=brain, episodes=ids, facts=[])
    return frozenset(row["episodes"])


def no_episode(id_: str) -> str:
    """Return why a fact with this episode id is refused."""
    return f"{printable(id_)!r} is no episode of this brain."


async def with_names(episode: EpisodeInput, read: Read) -> EpisodeInput:
    """Return the episode with names in the texts of its supplied facts, in place of ids and keys."""
    if episode.extraction is None:
        return episode
    facts = episode.extraction.facts
    facts = with_named_ends(facts, await names_of_handles(read, episode.brain, facts))
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
