// A page of a brain's episodes, most recently recorded first, in index order.
// Parameters: $brain STRING, those of explore/episode_filter, $before DATETIME, $beforeMicros INTEGER and $beforeId STRING (the cursor),
// $limit INTEGER
// Returns: episode MAP (explore/episode_row)
CYPHER 25
MATCH (ep:Episode) USING INDEX SEEK ep:Episode(brain, recordedAt)
WHERE ep.brain = $brain AND ep.recordedAt <= $before
WITH ep WHERE
  // include: explore/episode_filter
  AND ep.id < CASE WHEN ep.recordedAt.epochSeconds * 1000000 + ep.recordedAt.microsecond < $beforeMicros THEN '~' ELSE $beforeId END
WITH ep ORDER BY ep.brain DESC, ep.recordedAt DESC, ep.id DESC LIMIT $limit
RETURN
  // include: explore/episode_row
