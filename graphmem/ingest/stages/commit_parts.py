"""What takes part in a commit: the changes of an episode behind its fence, and what became of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from graphmem.contract.records import Vector
from graphmem.graph.settle_result import Settled
from graphmem.ingest.stages.records import ChangeSet, NewStatement, Withdrawal


class NotOpen(Exception):
    """The episode is extracted already, or another worker holds it: nothing is to be done."""


@dataclass(frozen=True, slots=True)
class Committed:
    """Output of stage 7. `withdrawn`: positions of the withdrawals that met a statement."""

    revision: int
    recorded_at: datetime
    settled: Settled
    withdrawn: frozenset[int]


@dataclass(frozen=True, slots=True)
class LeaseFence:
    """What has to be true for an episode's commit to count: it is not extracted yet, and the worker's lease is still this one."""

    episode_id: str | None = None
    lease: str | None = None


@dataclass(frozen=True, slots=True)
class CommitPart:
    """What one episode, or one call, has in a commit: its changes, with a vector for every text, behind its fence.

    Each of its `records` is stamped with a microsecond of its own.
    """

    changes: ChangeSet
    vectors: Mapping[str, Vector]
    fence: LeaseFence
    records: int = 1


@dataclass(frozen=True, slots=True)
class NumberedParts:
    """The changes of all parts, their records numbered through; `firsts`: the number of each one's first."""

    changes: tuple[ChangeSet, ...]
    firsts: tuple[int, ...]
    records: int

    @classmethod
    def of(cls, parts: Sequence[CommitPart]) -> NumberedParts:
        firsts = tuple(accumulate((part.records for part in parts), initial=0))
        changes = tuple(part.changes.numbered_from(first) for part, first in zip(parts, firsts, strict=False))
        return cls(changes, firsts[:-1], firsts[-1])

    @property
    def begun(self) -> list[tuple[ChangeSet, int]]:
        """The changes of each part, with the number of its first record."""
        return list(zip(self.changes, self.firsts, strict=True))

    @property
    def statements(self) -> list[NewStatement]:
        return [one for changes in self.changes for one in changes.statements]

    @property
    def withdrawals(self) -> list[Withdrawal]:
        return [one for changes in self.changes for one in changes.withdrawals]

    def withdrawn(self, part: int, positions: Iterable[int]) -> frozenset[int]:
        """Of the positions of all withdrawals those of a part, counted in it."""
        first = sum(len(changes.withdrawals) for changes in self.changes[:part])
        behind = first + len(self.changes[part].withdrawals)
        return frozenset(i - first for i in positions if first <= i < behind)
