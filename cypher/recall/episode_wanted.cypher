// A fragment: whether an episode is visible and wanted. Variables: ep NODE. To be included after a WITH.
// Parameter: $q MAP, of which: known DATETIME, before DATETIME (occurred at or before), session STRING|null, speaker STRING|null
// (lower case), role STRING|null, tags LIST<STRING> (all of them), metadata LIST<STRING> (pieces of the JSON text, all of them)
WHERE ep.recordedAt <= $q.known AND ep.occurredAt <= $q.before
  AND ($q.session IS NULL OR ep.sessionId = $q.session) AND ($q.role IS NULL OR ep.role = $q.role)
  AND ($q.speaker IS NULL OR toLower(ep.speaker) = $q.speaker)
  AND all(tag IN $q.tags WHERE tag IN ep.tags) AND all(piece IN $q.metadata WHERE ep.metadata CONTAINS piece + ',' OR ep.metadata CONTAINS piece + '}')
