// The versions of all facts at an entity, most recently recorded first, including versions that are no longer believed.
// Parameters: $brain STRING, $id STRING, $known DATETIME (recorded by then), $before DATETIME, $beforeMicros INTEGER and
// $beforeId STRING (the cursor), $limit INTEGER
// Returns: row MAP (explore/fact_row)
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $id})
CALL (e) {
  MATCH (e)-[f:FACT]-()
  RETURN f
  UNION
  MATCH (e)-[f:FACT_WAS]-()
  RETURN f
}
WITH DISTINCT f
WHERE f.recordedAt <= $known AND f.recordedAt <= $before
  AND f.factId < CASE WHEN f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond < $beforeMicros THEN '~' ELSE $beforeId END
WITH f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
RETURN
  // include: explore/fact_row
