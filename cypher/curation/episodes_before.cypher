// Episodes that were recorded before a time, or said before one, oldest first, without summaries, which go with their sessions.
// Parameters: $brain STRING, $before DATETIME, $saidBefore DATETIME|null, $kind STRING|null, $source STRING|null, $tag STRING|null, $limit INTEGER
// Returns rows: id STRING
CYPHER 25
MATCH (ep:Episode) USING INDEX SEEK ep:Episode(brain, recordedAt)
WHERE ep.brain = $brain AND ep.recordedAt < $before
WITH ep WHERE ep.covers IS NULL AND ($saidBefore IS NULL OR ep.occurredAt < $saidBefore)
  AND ($kind IS NULL OR ep.kind = $kind) AND ($source IS NULL OR ep.source = $source)
  AND ($tag IS NULL OR $tag IN ep.tags)
RETURN ep.id AS id ORDER BY ep.recordedAt, id LIMIT $limit
