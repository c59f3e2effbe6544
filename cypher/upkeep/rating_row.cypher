// A fragment: what the vitality of a fact depends on. Variables: f RELATIONSHIP. Parameters: $brain STRING
// Returns: factId, subjectId, objectId, vitality FLOAT|null (as stored), uses INTEGER, stated INTEGER, confidence FLOAT, corrections
// INTEGER, last DATETIME (the later of confirmation and use)
RETURN f.factId AS factId, f.subjectId AS subjectId, f.objectId AS objectId, f.vitality AS vitality, coalesce(f.timesRetrieved, 0) AS uses,
  size(f.statementIds) AS stated, f.confidence AS confidence,
  COUNT { MATCH ()-[w:FACT_WAS {brain: $brain, factId: f.factId}]->() WHERE w.expiredReason = 'corrected' } AS corrections,
  CASE WHEN f.lastAccessedAt > f.lastConfirmedAt THEN f.lastAccessedAt ELSE f.lastConfirmedAt END AS last
