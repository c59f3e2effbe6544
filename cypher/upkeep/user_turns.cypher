// The text of some messages. Parameters: $brain STRING, $ids LIST<STRING>, $chars INTEGER (characters of a text that are read)
// Returns: id, content STRING, request STRING|null (JSON with its messages, where it has several), role, speaker STRING|null, trust FLOAT|null,
// occurredAt, recordedAt DATETIME
CYPHER 25
UNWIND $ids AS id
MATCH (ep:Episode {brain: $brain, id: id})
RETURN ep.id AS id, left(ep.content, $chars) AS content, CASE WHEN ep.roles IS NOT NULL THEN ep.request END AS request, ep.role AS role,
  ep.speaker AS speaker, ep.trust AS trust, ep.occurredAt AS occurredAt, ep.recordedAt AS recordedAt
