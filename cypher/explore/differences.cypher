// A page of the facts that differ between two moments, most recently recorded first. A moment is a pair of valid and system time.
// A fact that both moments have in different versions comes once, as the version of the second moment.
// Parameters: $brain STRING, $firstValid, $firstKnown, $secondValid, $secondKnown DATETIME, $past BOOLEAN (a known_at is given:
// also read history), $since DATETIME (no difference among the facts of now was recorded at or before it), $before DATETIME,
// $beforeMicros INTEGER and $beforeId STRING (the cursor: recorded at or before, smaller id), $limit INTEGER
// Returns: row MAP (explore/fact_row), other MAP|null (the same fact at the other moment), second BOOLEAN (row holds at the second)
CYPHER 25
CALL () {
  MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, recordedAt)
  WHERE f.brain = $brain AND f.recordedAt <= $before AND f.recordedAt > $since
  WITH f
  // include: explore/differs
  RETURN f, other, second ORDER BY f.brain DESC, f.recordedAt DESC, f.factId DESC LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $past
  MATCH ()-[f:FACT_WAS]->() USING INDEX SEEK f:FACT_WAS(brain, recordedAt)
  WHERE f.brain = $brain AND f.recordedAt <= $before
  WITH f
  // include: explore/differs
  RETURN f, other, second ORDER BY f.brain DESC, f.recordedAt DESC, f.factId DESC LIMIT $limit
}
WITH f, other, second ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
CALL (f) {
  RETURN
    // include: explore/fact_row
}
WITH row AS shown, other AS f, second
OPTIONAL CALL (f) {
  WITH f WHERE f IS NOT NULL
  RETURN
    // include: explore/fact_row
}
RETURN shown AS row, row AS other, second
