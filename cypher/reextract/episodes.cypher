// A page of the extracted episodes of a brain that can be extracted again. Summaries of sessions cannot.
// Parameters: $brain STRING, $after STRING (id; '' = from the start), $limit INTEGER, $ids LIST<STRING>|null (only these),
// $session STRING|null, $source STRING|null, $tags LIST<STRING> (all of them), $since and $until DATETIME|null (when it was said),
// $by STRING (those that were read by this reader already are left out; '' = none)
// Returns: id STRING, in this order; chars INTEGER (length of its content)
CYPHER 25
MATCH (ep:Episode) USING INDEX SEEK ep:Episode(brain, id)
WHERE ep.brain = $brain AND ep.id > $after AND ep.status = 'extracted' AND ep.covers IS NULL AND ($ids IS NULL OR ep.id IN $ids)
  AND ($session IS NULL OR ep.sessionId = $session) AND ($source IS NULL OR ep.source = $source)
  AND all(tag IN $tags WHERE tag IN ep.tags)
  AND ($since IS NULL OR ep.occurredAt >= $since) AND ($until IS NULL OR ep.occurredAt < $until)
  AND coalesce(ep.readBy <> $by, true)
RETURN ep.id AS id, size(ep.content) AS chars ORDER BY id LIMIT $limit
