// The newest facts of a brain that were recorded since a time and are believed.
// Parameters: $brain STRING, $since DATETIME, $now DATETIME, $limit INTEGER
// Returns: fact MAP {id, subjectId, subject, relation, objectId, object, text, since, until DATETIME|null, holds, isEntity BOOLEAN,
// importance FLOAT, episodeIds LIST<STRING>}, recorded INTEGER (µs since 1970: when the version was recorded), newest first
CYPHER 25
MATCH (s)-[f:FACT]->(o) USING INDEX SEEK f:FACT(brain, recordedAt)
WHERE f.brain = $brain AND f.recordedAt > $since AND f.tStart < f.tEnd
WITH s, f, o ORDER BY f.recordedAt DESC, f.factId LIMIT $limit
RETURN {id: f.factId, subjectId: f.subjectId, subject: s.name, relation: f.relation, objectId: f.objectId, object: coalesce(o.name, o.text),
  text: f.factText, since: f.tValid, until: f.tInvalid, holds: f.tStart <= $now AND f.tEnd > $now, isEntity: o:Entity,
  importance: f.importance, episodeIds: f.episodeIds} AS fact,
  f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond AS recorded
