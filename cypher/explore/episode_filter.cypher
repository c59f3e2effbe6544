// A fragment: whether an episode passes the filters of the list. Variables: ep NODE. To be included after a WHERE.
// Parameters: $status STRING|null, $source STRING|null, $since DATETIME|null and $until DATETIME|null (when it occurred, without
// $until itself), $speaker STRING|null, $text STRING (in lower case; part of the content, empty = any), $tags LIST<STRING> (all of
// them), $entries LIST<STRING> (entries of the metadata as JSON, all of them)
($status IS NULL OR ep.status = $status) AND ($source IS NULL OR ep.source = $source)
  AND ($speaker IS NULL OR ep.speaker = $speaker) AND ($text = '' OR toLower(ep.content) CONTAINS $text)
  AND ($since IS NULL OR ep.occurredAt >= $since) AND ($until IS NULL OR ep.occurredAt < $until)
  AND all(tag IN $tags WHERE tag IN ep.tags) AND all(entry IN $entries WHERE entry IN ep.metadataEntries)
