// Facts that fade, as consolidation compares and tells them. Those that have ended are left out, unless they are events.
// Parameters: $brain STRING, $ids LIST<STRING>, $now DATETIME
// Returns: id, subject, text STRING, vector LIST<FLOAT>, confidence, importance FLOAT, episodeIds LIST<STRING>, recorded INTEGER (µs since
// 1970: when the version was recorded)
CYPHER 25
UNWIND $ids AS id
MATCH (s)-[f:FACT {brain: $brain, factId: id}]->()
WHERE f.embedding IS NOT NULL AND f.tStart < f.tEnd AND (f.tEnd > $now OR f.kind = 'event')
RETURN id, s.name AS subject, f.factText AS text, f.embedding AS vector, f.confidence AS confidence,
  f.importance AS importance, f.episodeIds AS episodeIds,
  f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond AS recorded
