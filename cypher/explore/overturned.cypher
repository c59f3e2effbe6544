// A page of the facts that another fact or statement ended, most recently recorded first, each with the fact that took its place.
// Parameters: $brain STRING, $before DATETIME, $beforeMicros INTEGER and $beforeId STRING (the cursor), $limit INTEGER
// Returns: row MAP and other MAP|null (both explore/fact_row)
CYPHER 25
MATCH ()-[f:FACT]->() USING INDEX f:FACT(brain, recordedAt)
WHERE f.brain = $brain AND f.recordedAt <= $before
WITH f WHERE f.closedReason IN ['superseded', 'contradicted']
  AND f.factId < CASE WHEN f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond < $beforeMicros THEN '~' ELSE $beforeId END
WITH f ORDER BY f.brain DESC, f.recordedAt DESC, f.factId DESC LIMIT $limit
CALL (f) {
  RETURN
    // include: explore/fact_row
}
WITH f AS ended, row AS closed
OPTIONAL CALL (ended) {
  UNWIND [ended.supersededBy, ended.closedBy] AS id
  MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
  WITH f LIMIT 1
  RETURN
    // include: explore/fact_row
}
RETURN closed AS row, row AS other
