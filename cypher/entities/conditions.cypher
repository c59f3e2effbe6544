// Conditions with one of some entities at an end that were said at a system time or later, withdrawn and hidden statements included.
// Parameters: $brain STRING, $ids LIST<STRING>, $since DATETIME|null (null = all)
// Returns rows: id (of the condition), subjectId, objectId, subjectSaid, objectSaid (the wording), speaker, recordedAt,
// statementId, episodeIds (of its statement)
CYPHER 25
UNWIND $ids AS id
CALL (id) {
  MATCH (c:Condition {brain: $brain, subjectId: id}) USING INDEX SEEK c:Condition(brain, subjectId, relation) WHERE c.relation IS NOT NULL
  RETURN c
  UNION
  MATCH (c:Condition {brain: $brain, objectId: id}) USING INDEX SEEK c:Condition(brain, objectId)
  RETURN c
}
WITH DISTINCT c
MATCH (s:Statement|Hidden)-[:HOLDS_WHILE|STARTS_WHEN]->(c)
WHERE $since IS NULL OR s.recordedAt >= $since
RETURN c.id AS id, c.subjectId AS subjectId, c.objectId AS objectId, c.subjectSaid AS subjectSaid, c.objectSaid AS objectSaid,
       s.speaker AS speaker, s.recordedAt AS recordedAt, s.id AS statementId, s.episodeIds AS episodeIds
