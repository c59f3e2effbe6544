// A fragment: whether an episode is visible and wanted. Variables: ep NODE. To be included after a WITH.
// Parameters: $known DATETIME, $before DATETIME (occurred at or before), $session STRING|null, $speaker STRING|null (lower case),
// $role STRING|null, $tags LIST<STRING> (all of them), $metadata LIST<STRING> (pieces of the JSON text, all of them)
WHERE ep.recordedAt <= $known AND ep.occurredAt <= $before
  AND ($session IS NULL OR ep.sessionId = $session) AND ($role IS NULL OR ep.role = $role)
  AND ($speaker IS NULL OR toLower(ep.speaker) = $speaker)
  AND all(tag IN $tags WHERE tag IN ep.tags) AND all(piece IN $metadata WHERE ep.metadata CONTAINS piece + ',' OR ep.metadata CONTAINS piece + '}')
