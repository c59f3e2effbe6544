// The number of episodes that wait for extraction and that are being extracted, of all brains or of one. An episode that changes its
// status during the read may be met twice, and counts once.
// Parameters: $brain STRING|null
// Returns one row: pending, extracting, oldest DATETIME|null (when the oldest waiting episode was stored)
CYPHER 25
MATCH (ep:Episode)
WHERE ep.status IN ['pending', 'extracting'] AND ep.leaseUntil IS NOT NULL AND ($brain IS NULL OR ep.brain = $brain)
WITH DISTINCT ep
RETURN sum(CASE ep.status WHEN 'pending' THEN 1 ELSE 0 END) AS pending, sum(CASE ep.status WHEN 'extracting' THEN 1 ELSE 0 END) AS extracting,
  min(CASE ep.status WHEN 'pending' THEN ep.recordedAt END) AS oldest
