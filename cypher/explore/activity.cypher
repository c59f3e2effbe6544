// Counts of the days (UTC) on which a brain recorded anything since a moment, each read from an index on system time.
// Parameters: $brain STRING, $since DATETIME
// Returns rows: day STRING (ISO), episodes, facts (whose present version was recorded then), modelCalls and tokens (of the episodes)
CYPHER 25
CALL () {
  MATCH (ep:Episode) USING INDEX SEEK ep:Episode(brain, recordedAt)
  WHERE ep.brain = $brain AND ep.recordedAt >= $since
  RETURN date(ep.recordedAt) AS day, count(*) AS episodes, 0 AS facts, sum(coalesce(ep.modelCalls, 0)) AS calls, sum(coalesce(ep.tokens, 0)) AS tokens
  UNION ALL
  MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, recordedAt)
  WHERE f.brain = $brain AND f.recordedAt >= $since
  RETURN date(f.recordedAt) AS day, 0 AS episodes, count(*) AS facts, 0 AS calls, 0 AS tokens
}
RETURN toString(day) AS day, sum(episodes) AS episodes, sum(facts) AS facts, sum(calls) AS modelCalls, sum(tokens) AS tokens
ORDER BY day
