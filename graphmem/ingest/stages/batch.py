"""`Batch`: the mentions and claims of one commit, of one episode or of many supplied records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphmem.claims import Claim, ClaimSource, ExtractedMentions
from graphmem.ingest.forgetting.records import ForgetAsk
from graphmem.ingest.resolution.references import object_role
from graphmem_contract.records import Vector


@dataclass(frozen=True, slots=True)
class Batch:
    """Output of stages 1 and 3, with one vector for each name and each sentence. `records` counts the supplied records.

    `asks`: its requests to forget, which state nothing. `unembedded`: why texts have no vector; "" = the embedder answered.
    """

    found: tuple[ExtractedMentions, ...]
    claims: tuple[tuple[Claim, ClaimSource], ...]
    vectors: Mapping[str, Vector]
    records: int = 1
    asks: tuple[ForgetAsk, ...] = ()
    unembedded: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the texts that need a vector, once each: names, ends that may be entities, and sentences."""
        names = (m.name for f in self.found for m in f.extracted.mentions)
        ends = (end for claim, source in self.claims for end in _entity_ends(claim, source))
        sentences = (claim.text for claim, _ in self.claims)
        return tuple(dict.fromkeys((*names, *ends, *sentences)))

    @property
    def guesses(self) -> bool:
        """Whether a name may be resolved by more than equality."""
        sources = (*(f.source for f in self.found), *(source for _, source in self.claims))
        return any(source.resolve != "exact" for source in sources)


def _entity_ends(claim: Claim, source: ClaimSource) -> tuple[str, ...]:
    return (claim.subject, claim.object) if object_role(claim, source).entity else (claim.subject,)


UNCHANGED: Mapping[str, Any] = {"vector": None, "contextVector": None, "chunks": []}
"""The search columns of an episode that does not change."""
