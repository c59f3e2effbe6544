// A fragment: what the importance of an entity depends on. Variables: e NODE. Parameters: $now DATETIME
// Returns: id, importance FLOAT|null (as stored), facts INTEGER (that hold), retrievals INTEGER, neighbours INTEGER, last
// DATETIME|null (the latest confirmation or use)
CALL (e) {
  MATCH (e)-[f:FACT]-(other) WHERE f.tStart <= $now AND f.tEnd > $now
  RETURN count(DISTINCT f) AS facts, sum(coalesce(f.timesRetrieved, 0)) AS retrievals,
    count(DISTINCT CASE WHEN other:Entity THEN other END) AS neighbours,
    max(CASE WHEN f.lastAccessedAt > f.lastConfirmedAt THEN f.lastAccessedAt ELSE f.lastConfirmedAt END) AS last
}
RETURN e.id AS id, e.importance AS importance, facts, retrievals, neighbours, last
