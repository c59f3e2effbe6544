// A page of the proposals of a brain, newest first.
// Parameters: $brain STRING, $status STRING|null (null = any), $id STRING|null (only this one), $before STRING (id of the last one of the page
// before; '~' = from the newest), $limit INTEGER
// Returns: proposal MAP with items LIST<MAP> (explore/entity_row, in the order of its itemIds) and evidence LIST<MAP> (explore/fact_row), changedId STRING|null
CYPHER 25
MATCH (p:Proposal {brain: $brain}) WHERE p.id < $before
WITH p WHERE ($status IS NULL OR p.status = $status) AND ($id IS NULL OR p.id = $id)
WITH p ORDER BY p.id DESC LIMIT $limit
CALL (p) {
  UNWIND range(0, size(p.itemIds) - 1) AS i
  MATCH (e:Entity {brain: $brain, id: p.itemIds[i]})
  CALL (e) {
    // include: explore/entity_row
  }
  WITH i, entity ORDER BY i
  RETURN collect(entity) AS items
}
CALL (p) {
  UNWIND p.evidenceIds AS factId
  MATCH ()-[f:FACT {brain: $brain, factId: factId}]->()
  WITH
    // include: explore/fact_row
  RETURN collect(row) AS evidence
}
RETURN p {.id, .kind, .status, .score, .reasons, .createdAt, .decidedAt, .decidedBy, .mergeId, items: items, evidence: evidence} AS proposal,
  p.changedId AS changedId
ORDER BY p.id DESC
