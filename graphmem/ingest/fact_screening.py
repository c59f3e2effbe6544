"""Apply the policy of a brain about personal data to supplied facts, before they are embedded or stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphmem.ingest.episodes.screening import REDACTED, audit_row, regions_of, screen_texts, screened_fact, texts_of
from graphmem.pii.policy import Screening
from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import SuppliedFact
from graphmem_contract.settings import PiiPolicy

NumberedFacts = Sequence[tuple[int, SuppliedFact]]
"""Facts with the numbers of their lines."""


@dataclass(frozen=True, slots=True)
class ScreenedFacts:
    """The facts of a batch as the policy leaves them. `redacted`: the kinds that were found, by line number."""

    facts: NumberedFacts
    redacted: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    refused: Mapping[int, InvalidInput] = field(default_factory=dict)

    def redactions(self, brain: str, ids: Mapping[int, str]) -> list[dict[str, Any]]:
        """Return a line of the audit log for each redacted fact that is stored. `ids`: the stored facts by line number."""
        return [audit_row(REDACTED, brain, [ids[n]], kinds) for n, kinds in self.redacted.items() if n in ids]


async def screen_facts(brain: str, facts: NumberedFacts, settings: Settings) -> ScreenedFacts:
    """Return facts as the policy leaves them. `mark` marks messages only: facts stay as they are.

    Raises:
        TooLarge: reading their texts takes too long.
    """
    policy = settings.pii
    if policy in ("off", "mark"):
        return ScreenedFacts(facts)
    texts = [text for _, fact in facts for text in texts_of(fact)]
    return await screen_texts(brain, "facts", texts, _screened, facts, policy, regions_of(settings))


def _screened(facts: NumberedFacts, policy: PiiPolicy, regions: tuple[str, ...]) -> ScreenedFacts:
    kept: list[tuple[int, SuppliedFact]] = []
    redacted: dict[int, tuple[str, ...]] = {}
    refused: dict[int, InvalidInput] = {}
    for number, fact in facts:
        found = Screening(policy, regions)
        try:
            kept.append((number, screened_fact(found, fact)))
        except InvalidInput as error:
            refused[number] = error
            continue
        if found.kinds:
            redacted[number] = found.kinds
    return ScreenedFacts(kept, redacted, refused)
