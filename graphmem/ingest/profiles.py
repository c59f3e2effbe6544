"""Profiles that came with an extraction: they seed entities that have none (S0-29 to S0-31)."""

from __future__ import annotations

from typing import Any

from graphmem.ingest.entity_extract import Found
from graphmem.ingest.entity_resolve import Resolved


def seeds_of(found: Found, resolved: Resolved) -> list[dict[str, Any]]:
    """`profiles` of the last statement of a message's commit: {id, text}, the first for an entity.

    A profile is never written over here; only consolidation rebuilds it, from all facts, and dates it.
    """
    seeds: dict[str, str] = {}
    for profile in found.extracted.profiles:
        end = resolved.end(profile.entity, found.source)
        if end is not None:
            seeds.setdefault(end.id, profile.text)
    return [{"id": id_, "text": text} for id_, text in seeds.items()]
