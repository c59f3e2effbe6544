// A page of a brain's sessions, by id, in index order.
// Parameters: $brain STRING, $after STRING (the last id of the previous page; empty = from the start), $limit INTEGER
// Returns rows: id, episodes (number without summaries), first, last, signals INTEGER (that wait and are memorable), summary STRING|null (metadata of the current one, JSON)
CYPHER 25
MATCH (ep:Episode)
USING INDEX SEEK ep:Episode(brain, sessionId, occurredAt)
WHERE ep.brain = $brain AND ep.sessionId > $after AND ep.occurredAt >= datetime('0001-01-01T00:00:00Z')
WITH ep.sessionId AS id, count(CASE WHEN ep.covers IS NULL THEN 1 END) AS episodes, min(ep.occurredAt) AS first,
  max(ep.occurredAt) AS last, count(CASE WHEN ep.waiting AND ep.signal AND ep.status = 'stored' THEN 1 END) AS signals, head(collect(CASE WHEN ep.current THEN ep.metadata END)) AS summary
RETURN id, episodes, first, last, signals, summary ORDER BY id LIMIT $limit
