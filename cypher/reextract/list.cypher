// The new extractions of a brain, newest first. Parameters: $brain STRING, $after STRING|null (the last id of the page before; null = from the
// start), $limit INTEGER, $episode STRING|null (only of this one)
// Returns: reextractionId, episodeId, reader, by, reason, recordedAt, withdrawn, restored, added, undoneAt
CYPHER 25
MATCH (r:Reextraction) USING INDEX SEEK r:Reextraction(brain, id)
WHERE r.brain = $brain AND r.id < coalesce($after, '~') AND ($episode IS NULL OR r.episodeId = $episode)
RETURN r.id AS reextractionId, r.episodeId AS episodeId, r.readBy AS reader, r.by AS by, r.reason AS reason, r.recordedAt AS recordedAt,
  r.withdrawn AS withdrawn, r.restored AS restored, coalesce(r.added, 0) AS added, r.undoneAt AS undoneAt
ORDER BY reextractionId DESC LIMIT $limit
