"""Records of sources: how far each is trusted, and what a retraction of one changed."""

from __future__ import annotations

from pydantic import Field

from graphmem_contract.changes import Change
from graphmem_contract.records import Record, Share, Time


class SourceRetraction(Record):
    """A retraction of a source that stands. `since`: only episodes recorded from then on; null = all of them.

    `statements`: the number that it withdrew.
    """

    retraction_id: str
    since: Time | None = None
    recorded_at: Time
    statements: int


class EpisodeSource(Record):
    """A source of episodes.

    `trust` bounds the confidence of what it says. `facts`: the facts of the present with at least one statement of the source.
    `retractions`: those that stand, newest first.
    """

    name: str
    trust: Share
    episodes: int
    facts: int
    retractions: tuple[SourceRetraction, ...] = ()


class SourceChanges(Record):
    """What a retraction or a restoration of a source changed, in one transaction, at one system time.

    `changed`: facts. `statements`: the number of statements that were withdrawn, or that hold again. `denied`: the number of
    statements that the source had denied, and that hold again, or are denied again. `retraction_id` is null for a dry run, and
    where there was nothing to withdraw.
    """

    changed: tuple[Change, ...]
    statements: int
    denied: int = Field(0)
    recorded_at: Time | None
    retraction_id: str | None = None
