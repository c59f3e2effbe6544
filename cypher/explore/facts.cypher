// A page of a brain's facts, most recently recorded first, in the order of the index on system time.
// Parameters: $brain STRING, $past BOOLEAN (known_at is given: also read history), $before DATETIME, $beforeMicros INTEGER and
// $beforeId STRING (the cursor: recorded at or before, smaller id), $limit INTEGER, and the filters of explore/fact_filter:
// $at, $includeClosed, $events, $known, $relations, $minConfidence, $category, $origin, $text, $endedBy
// Returns: row MAP (explore/fact_row)
CYPHER 25
CALL () {
  MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, recordedAt)
  WHERE f.brain = $brain AND f.recordedAt <= $before
  WITH f
  // include: explore/fact_filter
  RETURN f ORDER BY f.brain DESC, f.recordedAt DESC, f.factId DESC LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $past
  MATCH ()-[f:FACT_WAS]->() USING INDEX SEEK f:FACT_WAS(brain, recordedAt)
  WHERE f.brain = $brain AND f.recordedAt <= $before
  WITH f
  // include: explore/fact_filter
  RETURN f ORDER BY f.brain DESC, f.recordedAt DESC, f.factId DESC LIMIT $limit
}
WITH f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
RETURN
  // include: explore/fact_row
