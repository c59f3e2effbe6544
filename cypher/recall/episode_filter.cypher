// A fragment: whether an episode was known and passes the filters, whenever it occurred. Variables: ep NODE. To be included after
// a WHERE.
// Parameter: $q MAP, of which: known DATETIME, session STRING|null, speaker STRING|null (lower case; for a chat: any speaker in
// it), role STRING|null (likewise), tags LIST<STRING> (all of them), metadata LIST<STRING> (entries as JSON, all of them)
ep.recordedAt <= $q.known
  AND ($q.session IS NULL OR ep.sessionId = $q.session)
  AND ($q.role IS NULL OR ep.role = $q.role OR $q.role IN ep.roles)
  AND ($q.speaker IS NULL OR toLower(ep.speaker) = $q.speaker OR $q.speaker IN ep.speakers)
  AND all(tag IN $q.tags WHERE tag IN ep.tags) AND all(entry IN $q.metadata WHERE entry IN ep.metadataEntries)
