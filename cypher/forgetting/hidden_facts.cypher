// The versions of hidden facts that were believed at a system time, for an administrator: newest recorded first.
// Parameters: $brain STRING, $known DATETIME, $at DATETIME|null (valid time; null = any), $includeClosed BOOLEAN, $relations LIST<STRING>|null,
// $limit INTEGER
// Returns: row MAP (explore/fact_row)
CYPHER 25
MATCH ()-[f:FACT_HIDDEN]->() USING INDEX SEEK f:FACT_HIDDEN(brain, factId)
WHERE f.brain = $brain AND f.factId >= '' AND f.recordedAt <= $known AND $known < f.expiredAt
  AND ($at IS NULL OR (f.tStart <= $at AND ($includeClosed OR $at < f.tEnd))) AND ($relations IS NULL OR f.relation IN $relations)
WITH f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
RETURN
  // include: explore/fact_row
