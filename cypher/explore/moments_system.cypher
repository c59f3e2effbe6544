// The moments of system time at which a version of a fact was recorded or given up, in at most $limit groups of equal size.
// Parameters: $brain STRING, $limit INTEGER
// Returns rows (explore/moment_groups): at, changes, moments INTEGER
CYPHER 25
CALL () {
  MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, recordedAt)
  WHERE f.brain = $brain AND f.recordedAt IS NOT NULL
  RETURN f.recordedAt AS at
  UNION ALL
  MATCH ()-[f:FACT_WAS]->() USING INDEX SEEK f:FACT_WAS(brain, recordedAt)
  WHERE f.brain = $brain AND f.recordedAt IS NOT NULL
  UNWIND [f.recordedAt, f.expiredAt] AS at
  RETURN at
}
WITH at
// include: explore/moment_groups
