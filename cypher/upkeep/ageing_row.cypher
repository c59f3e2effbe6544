// A fragment: what the ageing of a fact depends on. The sessions in which it was told are counted only for facts that are used often.
// Variables: f RELATIONSHIP. Parameters: $brain STRING
// Returns: factId, category, tier STRING|null, cold BOOLEAN, importance, stability FLOAT|null, uses INTEGER, sessions INTEGER, told
// INTEGER (statements), last DATETIME (the latest of confirmation, use and version)
RETURN f.factId AS factId, f.category AS category, f.tier AS tier, f.cold IS NOT NULL AS cold, f.importance AS importance,
  f.stability AS stability, coalesce(f.timesRetrieved, 0) AS uses, size(f.statementIds) AS told,
  CASE WHEN f.timesRetrieved >= 10 AND f.tier IS NULL THEN COUNT {
    UNWIND f.episodeIds AS id
    MATCH (ep:Episode {brain: $brain, id: id}) WHERE ep.sessionId IS NOT NULL
    RETURN DISTINCT ep.sessionId
  } ELSE 0 END AS sessions,
  reduce(last = f.recordedAt, t IN [f.lastConfirmedAt, f.lastAccessedAt] | CASE WHEN t > last THEN t ELSE last END) AS last
