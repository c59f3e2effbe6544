// The brains whose oldest event was recorded before a time. Parameters: $before DATETIME. Returns rows: brain STRING
CYPHER 25
MATCH (b:Brain)
CALL (b) {
  MATCH (event:Change {brain: b.id}) WHERE event.revision >= 0
  RETURN event ORDER BY event.revision LIMIT 1
}
WITH b, event WHERE event.recordedAt < $before
RETURN b.id AS brain
