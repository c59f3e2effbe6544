// The facts that were recorded or used since a time, with what their vitality depends on.
// Parameters: $brain STRING, $since DATETIME
// Returns: as upkeep/rating_row
CYPHER 25
CALL () {
  MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, recordedAt)
  WHERE f.brain = $brain AND f.recordedAt > $since
  RETURN f
  UNION
  MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, lastAccessedAt)
  WHERE f.brain = $brain AND f.lastAccessedAt > $since
  RETURN f
}
// include: upkeep/rating_row
