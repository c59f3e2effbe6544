"""Links between what one message said: third entities in a fact's sentence, associated facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphmem.claims import ExtractedMentions
from graphmem.contract.records import Vector
from graphmem.graph.transaction import Row
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.evidence import Wordings
from graphmem.ingest.stages.records import NewStatement
from graphmem.ingest.transactions.records import CommitResult
from graphmem.ingest.write_result import effects_of
from graphmem.settings import Settings

WEAKEST, STRONGEST, SLOPE = 0.2, 0.5, 0.5
"""The weight of an association by how far the cosine lies above the threshold."""


def links_of(landed: CommitResult, settings: Settings) -> dict[str, Any]:
    """`names` and `associated` of the last statement of a message's commit."""
    effects = effects_of(landed)
    facts = {
        s.id: (s, effects[s.id][1])
        for s in landed.plan.changes.statements
        if s.props["action"] == "holds" and effects[s.id][1]
    }
    full = [(s, fact_id) for s, fact_id in facts.values() if s.dated.candidate.source.resolve == "full"]
    rows = {row["factId"]: row for row in landed.committed.settled.changes}
    wordings = Wordings.of(landed.plan.resolved)
    names = [_names(s, rows[fact_id], wordings) for s, fact_id in facts.values()]
    vectors = {fact_id: s.vector for s, fact_id in full if s.vector is not None}
    return {
        "names": [row for row in names if row["entityIds"] or row["anew"]],
        "associated": associated(vectors, settings),
    }


def _names(statement: NewStatement, row: Row, wordings: Wordings) -> dict[str, Any]:
    """Entities that stand in a sentence and are none of its ends; `anew` where it took the place of another sentence."""
    props = statement.props
    third = wordings.named_in(props["text"]) - {props["subjectId"], props["objectId"]}
    anew = row["change"] == "changed" and row["text"] == props["text"] and row.get("beforeText") != row["text"]
    return {"factId": row["factId"], "entityIds": sorted(third), "anew": anew}


def associated(vectors: Mapping[str, Vector], settings: Settings) -> list[dict[str, Any]]:
    """The most alike pairs of facts, with the weight each adds: 0.2 at the threshold, up to 0.5."""
    if not settings.associations or len(vectors) < 2:
        return []
    ids = sorted(vectors)
    matrix = np.asarray([vectors[id_] for id_ in ids], dtype=np.float64)
    matrix /= np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-12)
    cosines = np.round(matrix @ matrix.T, 9)
    one, other = np.triu_indices(len(ids), k=1)
    found = cosines[one, other]
    best = [i for i in np.argsort(-found, kind="stable")[: settings.associations] if _near(found[i], settings)]
    return [{"one": ids[one[i]], "other": ids[other[i]], "weight": weight(float(found[i]), settings)} for i in best]


def _near(cosine: float, settings: Settings) -> bool:
    return bool(cosine >= settings.association_threshold)


def weight(cosine: float, settings: Settings) -> float:
    """The weight of one association."""
    return min(STRONGEST, WEAKEST + (cosine - settings.association_threshold) * SLOPE)


def seeds_of(found: ExtractedMentions, resolved: Resolved) -> list[dict[str, Any]]:
    """`profiles` of the last statement of a message's commit: {id, text}, the first for an entity.

    A profile is never written over here; only consolidation rebuilds it, from all facts, and dates it.
    """
    seeds: dict[str, str] = {}
    for profile in found.extracted.profiles:
        end = resolved.end(profile.entity, found.source)
        if end is not None:
            seeds.setdefault(end.id, profile.text)
    return [{"id": id_, "text": text} for id_, text in seeds.items()]
