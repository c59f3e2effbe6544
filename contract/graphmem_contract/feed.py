"""Records of the changes feed."""

from __future__ import annotations

from typing import Literal

from graphmem_contract.records import Record, Time

ChangeKind = Literal[
    "entity.added", "entity.changed", "entity.merged", "entity.unmerged", "entity.split",
    "fact.added", "fact.changed", "fact.ended", "fact.withdrawn", "fact.restored",
    "source.retracted", "source.restored",
    "episode.forgotten", "entity.forgotten", "fact.forgotten",
    "brain.loaded",
]  # fmt: skip
"""What happened to the ids of an event."""


class ChangeEvent(Record):
    """One kind of change of one commit. `ids` are those of facts, entities or episodes, as the kind says; never texts.

    `id` is the same whenever the event is read. `revision` is that of the commit; several events may have it. `cursor` continues
    behind this event.
    """

    id: str
    revision: int
    recorded_at: Time
    kind: ChangeKind
    ids: tuple[str, ...]
    cursor: str


class ChangeBatch(Record):
    """Events in the order of their commits. `cursor` continues behind them; it is there also where there are no events."""

    changes: tuple[ChangeEvent, ...]
    cursor: str
