// How much waits for extraction and how much is at it, over all brains or in one. Parameters: $brain STRING|null
// Returns one row: pending, extracting, oldest DATETIME|null (when the oldest of those that wait was stored)
CYPHER 25
CALL () {
  MATCH (ep:Episode) WHERE ep.status = 'pending' AND ep.leaseUntil IS NOT NULL AND ($brain IS NULL OR ep.brain = $brain)
  RETURN count(ep) AS pending, min(ep.recordedAt) AS oldest
}
CALL () {
  MATCH (ep:Episode) WHERE ep.status = 'extracting' AND ep.leaseUntil IS NOT NULL AND ($brain IS NULL OR ep.brain = $brain)
  RETURN count(ep) AS extracting
}
RETURN pending, extracting, oldest
