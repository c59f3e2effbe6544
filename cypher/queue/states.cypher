// The numbers of episodes that wait for extraction, are being extracted, or have failed, read from the index of the queue. An episode
// that changes its status during the read may be met twice, and counts once.
// Parameters: $brain STRING|null (null = in all brains)
// Returns three rows, also for a count of zero: status, episodes INTEGER, seconds FLOAT|null (since the oldest waiting episode was stored)
CYPHER 25
CALL () {
  MATCH (ep:Episode)
  WHERE ep.status IN ['pending', 'extracting', 'failed'] AND ep.leaseUntil IS NOT NULL AND ($brain IS NULL OR ep.brain = $brain)
  WITH DISTINCT ep
  RETURN sum(CASE ep.status WHEN 'pending' THEN 1 ELSE 0 END) AS pending, sum(CASE ep.status WHEN 'extracting' THEN 1 ELSE 0 END) AS extracting,
    sum(CASE ep.status WHEN 'failed' THEN 1 ELSE 0 END) AS failed, min(CASE ep.status WHEN 'pending' THEN ep.recordedAt END) AS oldest
}
UNWIND [{status: 'pending', episodes: pending, oldest: oldest}, {status: 'extracting', episodes: extracting}, {status: 'failed', episodes: failed}] AS row
RETURN row.status AS status, row.episodes AS episodes, (datetime.realtime().epochMillis - row.oldest.epochMillis) / 1000.0 AS seconds
