"""Apply the policy of a brain about personal data to supplied facts, and record each use in the audit log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphmem.contract.records import SuppliedFact
from graphmem.errors import InvalidInput
from graphmem.graph.store import Store
from graphmem.ingest.episodes.screening import REDACTED, REFUSED, audit_row, kinds_of, regions_of, screened_fact
from graphmem.pii.policy import Screening
from graphmem.settings import Settings


@dataclass(frozen=True, slots=True)
class FactScreening:
    """Screens the facts of one call. `redacted`, `refused`: the kinds of personal data that were found, by line number."""

    settings: Settings
    redacted: dict[int, tuple[str, ...]] = field(default_factory=dict)
    refused: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def screened(self, number: int, fact: SuppliedFact) -> SuppliedFact:
        """Return a fact as the policy leaves it. `mark` marks messages only: a fact stays as it is.

        Raises:
            InvalidInput: the policy refuses it.
        """
        if self.settings.pii in ("off", "mark"):
            return fact
        found = Screening(self.settings.pii, regions_of(self.settings))
        try:
            changed = screened_fact(found, fact)
        except InvalidInput as error:
            self.refused[number] = kinds_of(error)
            raise
        if found.kinds:
            self.redacted[number] = found.kinds
        return changed

    async def record(self, store: Store, brain: str, ids: Mapping[int, str]) -> None:
        """Write a line of the audit log for each fact that was redacted or refused.

        Args:
            ids: the fact of each line number that has one.
        """
        lines = [audit_row(REFUSED, brain, (), kinds) for kinds in self.refused.values()]
        lines += [audit_row(REDACTED, brain, [ids[n]], kinds) for n, kinds in self.redacted.items() if n in ids]
        if lines:
            await store.write("access/write_audit", lines=lines)
        self.refused.clear()
        self.redacted.clear()
