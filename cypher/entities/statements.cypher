// Statements with one of some entities at an end, withdrawn statements included.
// Parameters: $brain STRING, $ids LIST<STRING>, $since DATETIME|null: only what was recorded then or later, or has been
// re-pointed
// Returns rows: id, relation, subjectId, objectId, subjectFrom, objectFrom (an end before any merge, or null),
// subjectSaid, objectSaid (the wording), speaker, recordedAt, action, episodeIds, about (if a person ended a fact by hand: the
// statement that the end refers to), because LIST<STRING> (of an end: the statements that contradicted the fact)
CYPHER 25
UNWIND $ids AS id
CALL (id) {
  MATCH (s:Statement {brain: $brain, subjectId: id}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.relation IS NOT NULL AND s.objectId IS NOT NULL
  RETURN s
  UNION
  MATCH (s:Statement {brain: $brain, objectId: id}) USING INDEX SEEK s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL
  RETURN s
}
WITH DISTINCT s
WHERE $since IS NULL OR s.recordedAt >= $since OR s.subjectFrom IS NOT NULL OR s.objectFrom IS NOT NULL
RETURN s.id AS id, s.relation AS relation, s.subjectId AS subjectId, s.objectId AS objectId, s.subjectFrom AS subjectFrom,
       s.objectFrom AS objectFrom, s.subjectSaid AS subjectSaid, s.objectSaid AS objectSaid, s.speaker AS speaker, s.recordedAt AS recordedAt,
       s.about AS about, s.action AS action, s.episodeIds AS episodeIds,
       COLLECT { MATCH (s)-[:BECAUSE_OF]->(ground:Statement) RETURN ground.id } AS because
