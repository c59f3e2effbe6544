// The number of episodes that wait for extraction and that are being extracted, of all brains or of one. Parameters: $brain
// STRING|null
// Returns one row: pending, extracting, oldest DATETIME|null (when the oldest waiting episode was stored)
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
