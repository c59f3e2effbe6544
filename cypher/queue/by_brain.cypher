// The queues of brains, the longest first, each count read from the index of the queue.
// Parameters: $brains LIST<STRING>|null (only these; null = all), $limit INTEGER
// Returns rows: brain, pending, extracting, failed INTEGER, seconds FLOAT|null (since the oldest waiting episode was stored)
CYPHER 25
MATCH (ep:Episode)
WHERE ep.status IN ['pending', 'extracting', 'failed'] AND ep.leaseUntil IS NOT NULL AND ($brains IS NULL OR ep.brain IN $brains)
WITH DISTINCT ep
WITH ep.brain AS brain, sum(CASE ep.status WHEN 'pending' THEN 1 ELSE 0 END) AS pending,
  sum(CASE ep.status WHEN 'extracting' THEN 1 ELSE 0 END) AS extracting, sum(CASE ep.status WHEN 'failed' THEN 1 ELSE 0 END) AS failed,
  min(CASE ep.status WHEN 'pending' THEN ep.recordedAt END) AS oldest
ORDER BY pending + extracting DESC, failed DESC, brain LIMIT $limit
RETURN brain, pending, extracting, failed, (datetime.realtime().epochMillis - oldest.epochMillis) / 1000.0 AS seconds
