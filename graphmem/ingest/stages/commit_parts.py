"""What takes part in a commit: the changes of each episode behind its lease fence, and what the graph made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from graphmem.ingest.stages.records import ChangeSet, NewStatement, Withdrawal
from graphmem.settling.settle_result import Settled
from graphmem_contract.records import Vector


class NotOpen(Exception):
    """The episode is extracted already, or another worker holds its lease: nothing is written."""


@dataclass(frozen=True, slots=True)
class Committed:
    """Output of stage 7 for one part. `withdrawn`: positions of the withdrawals that met a statement."""

    revision: int
    recorded_at: datetime
    settled: Settled
    withdrawn: frozenset[int]


@dataclass(frozen=True, slots=True)
class LeaseFence:
    """The condition of an episode's commit: it is not extracted yet, and the lease is still this one."""

    episode_id: str | None = None
    lease: str | None = None


@dataclass(frozen=True, slots=True)
class CommitPart:
    """The changes of one episode or one call in a commit, with the vectors of its texts.

    Each of its `records` has a system time of its own, one microsecond after the one before. `unembedded`: vectors are missing.
    """

    changes: ChangeSet
    vectors: Mapping[str, Vector]
    fence: LeaseFence
    records: int = 1
    unembedded: bool = False


@dataclass(frozen=True, slots=True)
class NumberedParts:
    """The changes of all parts, their records numbered through. `firsts`: the number of each part's first record."""

    changes: tuple[ChangeSet, ...]
    firsts: tuple[int, ...]
    records: int

    @classmethod
    def of(cls, parts: Sequence[CommitPart]) -> NumberedParts:
        """Number the records of the parts in their order."""
        firsts = tuple(accumulate((part.records for part in parts), initial=0))
        changes = tuple(part.changes.numbered_from(first) for part, first in zip(parts, firsts, strict=False))
        return cls(changes, firsts[:-1], firsts[-1])

    @property
    def begun(self) -> list[tuple[ChangeSet, int]]:
        """The changes of each part, with the number of its first record."""
        return list(zip(self.changes, self.firsts, strict=True))

    @property
    def statements(self) -> list[NewStatement]:
        """The statements of all parts."""
        return [statement for changes in self.changes for statement in changes.statements]

    @property
    def withdrawals(self) -> list[Withdrawal]:
        """The withdrawals of all parts."""
        return [withdrawal for changes in self.changes for withdrawal in changes.withdrawals]

    def withdrawn(self, part: int, positions: Iterable[int]) -> frozenset[int]:
        """The positions that belong to a part, counted within it; `positions` count over all parts."""
        first = sum(len(changes.withdrawals) for changes in self.changes[:part])
        behind = first + len(self.changes[part].withdrawals)
        return frozenset(i - first for i in positions if first <= i < behind)
