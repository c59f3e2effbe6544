// Removes some of the oldest events of a brain; to be repeated until none is removed. Mode: WRITE, under the brain's lock.
// Parameters: $brain STRING, $before DATETIME (events recorded before this time), $limit INTEGER
// Returns one row: removed INTEGER
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
CALL () {
  MATCH (event:Change {brain: $brain}) WHERE event.revision >= 0
  RETURN event ORDER BY event.revision LIMIT $limit
}
WITH b, event WHERE event.recordedAt < $before
WITH b, event, event.revision AS revision
DELETE event
WITH b, count(*) AS removed, max(revision) AS last
SET b.changesPrunedTo = last
RETURN removed
