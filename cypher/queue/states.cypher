// The numbers of episodes that wait for extraction, are being extracted, or have failed, each read from the index of the queue.
// Parameters: $brain STRING|null (null = in all brains)
// Returns three rows, also for a count of zero (a constant next to a count would group and return no row): status, episodes
// INTEGER, seconds FLOAT|null (since the oldest waiting episode was stored)
CYPHER 25
CALL () {
  MATCH (ep:Episode) WHERE ep.status = 'pending' AND ep.leaseUntil IS NOT NULL AND ($brain IS NULL OR ep.brain = $brain)
  WITH count(ep) AS episodes, min(ep.recordedAt) AS oldest
  RETURN 'pending' AS status, episodes, (datetime.realtime().epochMillis - oldest.epochMillis) / 1000.0 AS seconds
  UNION ALL
  MATCH (ep:Episode) WHERE ep.status = 'extracting' AND ep.leaseUntil IS NOT NULL AND ($brain IS NULL OR ep.brain = $brain)
  WITH count(ep) AS episodes
  RETURN 'extracting' AS status, episodes, null AS seconds
  UNION ALL
  MATCH (ep:Episode) WHERE ep.status = 'failed' AND ep.leaseUntil IS NOT NULL AND ($brain IS NULL OR ep.brain = $brain)
  WITH count(ep) AS episodes
  RETURN 'failed' AS status, episodes, null AS seconds
}
RETURN status, episodes, seconds
