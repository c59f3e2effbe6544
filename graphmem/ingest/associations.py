"""Links within one message: other entities in a fact's sentence, associated facts, and initial profiles."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np

from graphmem.claims import ExtractedMentions
from graphmem.graph.transaction import Row
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.stages.evidence import Wordings
from graphmem.ingest.stages.records import NewStatement
from graphmem.ingest.transactions.records import CommitResult, effects_of
from graphmem.settings import Settings
from graphmem_contract.records import Vector

WEAKEST, STRONGEST, SLOPE = 0.2, 0.5, 0.5
"""Weights of an association: at the threshold, at most, and the gain per unit of cosine above the threshold."""
MOST_COMPARED = 300
"""Facts of one message that are compared with each other: the first ones. The work grows with the square of their number."""


def links_of(result: CommitResult, settings: Settings) -> dict[str, Any]:
    """Return the parameters `names` and `associated` of the query that finishes a message's commit."""
    effects = effects_of(result)
    facts = {
        s.id: (s, effects[s.id][1])
        for s in result.plan.changes.statements
        if s.props["action"] == "holds" and effects[s.id][1]
    }
    full = [(s, fact_id) for s, fact_id in facts.values() if s.dated.candidate.source.resolve == "full"]
    rows = {row["factId"]: row for row in result.committed.settled.changes}
    wordings = Wordings.of(result.plan.resolved)
    names = [_named_entities(s, rows[fact_id], wordings) for s, fact_id in facts.values()]
    vectors = {fact_id: s.vector for s, fact_id in full if s.vector is not None}
    return {
        "names": [row for row in names if row["entityIds"] or row["replaces"]],
        "associated": associated(vectors, settings),
    }


def _named_entities(statement: NewStatement, row: Row, wordings: Wordings) -> dict[str, Any]:
    """Return the entities that a sentence names besides the ends of its fact.

    `replaces`: the sentence replaces an earlier text of the fact.
    """
    props = statement.props
    third = wordings.named_in(props["text"]) - {props["subjectId"], props["objectId"]}
    replaces = row["change"] == "changed" and row["text"] == props["text"] and row.get("beforeText") != row["text"]
    return {"factId": row["factId"], "entityIds": sorted(third), "replaces": replaces}


def associated(vectors: Mapping[str, Vector], settings: Settings) -> list[dict[str, Any]]:
    """Return the most similar pairs of facts with their weights: 0.2 at the threshold, at most 0.5.

    Args:
        vectors: fact id → embedding of its sentence, in the order of the message.
    """
    if not settings.associations or len(vectors) < 2:
        return []
    ids = sorted(islice(vectors, MOST_COMPARED))
    matrix = np.asarray([vectors[id_] for id_ in ids], dtype=np.float64)
    matrix /= np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-12)
    cosines = np.round(matrix @ matrix.T, 9)
    first, second = np.triu_indices(len(ids), k=1)
    scores = cosines[first, second]
    best = [i for i in np.argsort(-scores, kind="stable")[: settings.associations] if _is_near(scores[i], settings)]
    return [{"one": ids[first[i]], "other": ids[second[i]], "weight": weight(float(scores[i]), settings)} for i in best]


def _is_near(cosine: float, settings: Settings) -> bool:
    return bool(cosine >= settings.association_threshold)


def weight(cosine: float, settings: Settings) -> float:
    """Return the weight of an association between two facts of this cosine."""
    return min(STRONGEST, WEAKEST + (cosine - settings.association_threshold) * SLOPE)


def seeds_of(found: ExtractedMentions, resolved: Resolved) -> list[dict[str, Any]]:
    """Return the parameter `profiles` of the query that finishes a message's commit: {id, text}, one per entity.

    The first profile of an entity is taken. The query never overwrites a stored profile.
    """
    seeds: dict[str, str] = {}
    for profile in found.extracted.profiles:
        end = resolved.end(profile.entity, found.source)
        if end is not None:
            seeds.setdefault(end.id, profile.text)
    return [{"id": id_, "text": text} for id_, text in seeds.items()]
