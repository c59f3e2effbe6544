// The moments of valid time at which a fact begins or ends, as believed at a system time, in at most $limit groups of equal size.
// Parameters: $brain STRING, $known DATETIME, $past BOOLEAN (known_at is given: also read history), $limit INTEGER
// Returns rows (explore/moment_groups): at, changes, moments INTEGER
CYPHER 25
CALL () {
  MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, recordedAt)
  WHERE f.brain = $brain AND f.recordedAt <= $known
  RETURN f.tValid AS begin, f.tInvalid AS finish
  UNION ALL
  WITH 1 AS one WHERE $past
  MATCH ()-[f:FACT_WAS]->() USING INDEX SEEK f:FACT_WAS(brain, recordedAt)
  WHERE f.brain = $brain AND f.recordedAt <= $known
  WITH f WHERE $known < f.expiredAt
  RETURN f.tValid AS begin, f.tInvalid AS finish
}
UNWIND [begin, finish] AS at
// include: explore/moment_groups
