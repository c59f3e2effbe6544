// A page of the messages that may be a user's own words: recorded since a time, or of a source whose retraction was taken back since then,
// or to be read again because another source of their directive was forgotten. Those of which a fact was forgotten are left out.
// Parameters: $brain STRING, $after STRING (episode id; '' = from the start), $limit INTEGER, $since DATETIME|null (null = all), $again
// LIST<STRING>
// Returns: id STRING, in this order
CYPHER 25
CALL () {
  MATCH (ep:Episode {brain: $brain}) WHERE ep.recordedAt > coalesce($since, datetime('0001-01-01T00:00:00Z'))
  RETURN ep
  UNION
  UNWIND $again AS id
  MATCH (ep:Episode {brain: $brain, id: id})
  RETURN ep
  UNION
  MATCH (r:SourceRetraction {brain: $brain}) WHERE r.id >= '' AND r.restoredAt > $since
  MATCH (ep:Episode {brain: $brain, source: r.source})
  RETURN ep
}
WITH ep WHERE ep.id > $after AND ep.kind = 'message' AND ep.covers IS NULL AND ep.noDirectives IS NULL
  AND (ep.role IS NULL OR toLower(ep.role) IN ['user', 'human'])
CALL (ep) {
  // include: upkeep/is_retracted
}
WITH ep WHERE NOT retracted
RETURN ep.id AS id ORDER BY id LIMIT $limit
