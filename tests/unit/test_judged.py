"""What a judge's verdict may do to a claim, and what not."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.claims import Claim, ClaimSource, FactVerdict
from graphmem.ingest.resolution.entity_ref import EntityRef
from graphmem.ingest.stages.fact_dedup import dedup_facts
from graphmem.ingest.stages.records import FactReads, LinkedClaim
from graphmem.settings import Settings

ANA = EntityRef("ana", "person:ana", "Ana", "person", "exact")
KNOWN: dict[str, Any] = {
    "factId": "f1", "relation": "works_at", "factText": "Ana works at Acme", "objectId": "acme", "objectKey": "organization:acme",
    "object": "Acme", "isEntity": True, "tValid": None, "tInvalid": None, "open": True, "score": 0.7,
    "confidence": 0.8,
}  # fmt: skip


def judged(relation: str, verdict: FactVerdict) -> Any:
    claim = Claim("Ana", relation, "a sister", f"Ana {relation} a sister")
    source = ClaimSource(n=0, episode_id="e", occurred_at=datetime(2024, 1, 1, tzinfo=UTC))
    reads = FactReads(1, frozenset(), {}, {}, ((),), ((KNOWN,),))
    placed = [LinkedClaim(claim, source, ANA, relation, None, None)]
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    _, _, questions = dedup_facts(placed, reads, settings, {})
    key = next(iter(questions))
    candidates, _, again = dedup_facts(placed, reads, settings, {key: verdict})
    assert not again
    return candidates[0]


@pytest.mark.parametrize("said", ["same", "refines"])
def test_a_fact_of_another_relation_and_object_is_never_filed_under_a_known_one(said: Any) -> None:
    found = judged("has_sibling", FactVerdict(said, 0, "they look alike"))
    assert (found.relation, found.object.text) == ("has_sibling", "a sister")
    assert found.decision.startswith("new")


def test_a_contradiction_may_be_of_another_relation() -> None:
    found = judged("employed_near", FactVerdict("contradicts", 0, "she left"))
    assert [k["factId"] for k in found.contradicts] == ["f1"]


def test_new_is_new() -> None:
    assert judged("has_sibling", FactVerdict("new")).contradicts == ()
