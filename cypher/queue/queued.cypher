// The episodes in the queue, those that are overdue longest first.
// Parameters: $brains LIST<STRING>|null (only these; null = all), $limit INTEGER
// Returns rows: brain, episodeId, status, attempts INTEGER, recordedAt, dueAt DATETIME|null, isOverdue BOOLEAN, error STRING|null
CYPHER 25
WITH datetime.realtime() AS now
MATCH (ep:Episode)
WHERE ep.status IN ['pending', 'extracting'] AND ep.leaseUntil IS NOT NULL AND ($brains IS NULL OR ep.brain IN $brains)
WITH ep, now ORDER BY ep.leaseUntil, ep.id LIMIT $limit
RETURN ep.brain AS brain, ep.id AS episodeId, ep.status AS status, ep.attempts AS attempts, ep.recordedAt AS recordedAt,
       ep.leaseUntil AS dueAt, ep.leaseUntil < now AS isOverdue, ep.error AS error
