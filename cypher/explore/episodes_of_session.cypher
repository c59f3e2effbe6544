// A page of a session's episodes, most recently recorded first.
// Parameters: $brain STRING, $session STRING, those of explore/episode_filter, $before DATETIME, $beforeMicros INTEGER and $beforeId STRING
// (the cursor), $limit INTEGER
// Returns: episode MAP (explore/episode_row)
CYPHER 25
MATCH (ep:Episode)
USING INDEX SEEK ep:Episode(brain, sessionId, occurredAt)
WHERE ep.brain = $brain AND ep.sessionId = $session AND ep.occurredAt > datetime('0001-01-01T00:00:00Z')
WITH ep WHERE
  // include: explore/episode_filter
  AND ep.recordedAt <= $before AND ep.id < CASE WHEN ep.recordedAt.epochSeconds * 1000000 + ep.recordedAt.microsecond < $beforeMicros THEN '~' ELSE $beforeId END
WITH ep ORDER BY ep.recordedAt DESC, ep.id DESC LIMIT $limit
RETURN
  // include: explore/episode_row
