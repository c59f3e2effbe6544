"""Observations of upkeep."""

# Copied by clients/python/scripts/generate.py from
# graphmem/contract/observations.py

from __future__ import annotations

from typing import Literal

from pydantic import Field

from graphmem_client.contract.records import FactId, ServiceRecord, Share, Time

ObservationKind = Literal["pattern", "trend", "insight", "preference", "contradiction", "theme"]


ObservationStatus = Literal["active", "retired"]


class Observation(ServiceRecord):
    """Something that recent facts show together. It is derived text: it states nothing and changes no fact.

    `retired`: too few of the facts that supported it are left.
    """

    id: str
    kind: ObservationKind
    title: str
    text: str
    confidence: Share
    importance: Share
    status: ObservationStatus
    fact_ids: tuple[FactId, ...] = Field(description="The facts that support it")
    episode_ids: tuple[str, ...] = Field((), description="The episodes from which these were drawn")
    first_seen_at: Time
    last_seen_at: Time
    times_seen: int = Field(1, description="How many runs of upkeep found it with other support")
