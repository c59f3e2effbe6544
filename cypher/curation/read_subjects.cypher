// The statements of the next subjects of a brain, in the order of the subjects' ids.
// Parameters: $brain STRING, $after STRING|null (a subject's id; null: where the last run stopped), $limit INTEGER (of subjects)
// Returns rows: subjectId, statements [{id, action, subjectId, relation, objectId, text, subjectSaid, objectSaid, kind, at, startStated,
// until, occurredAt, withdrawnAt}]
CYPHER 25
MATCH (b:Brain {id: $brain})
WITH coalesce($after, b.derivedTo, '') AS begin
CALL (begin) {
  MATCH (s:Statement {brain: $brain}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId)
  WHERE s.subjectId > begin AND s.relation IS NOT NULL AND s.objectId IS NOT NULL
  WITH DISTINCT s.subjectId AS subjectId ORDER BY subjectId LIMIT $limit
  RETURN subjectId
}
CALL (subjectId) {
  MATCH (s:Statement {brain: $brain, subjectId: subjectId}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId)
  WHERE s.relation IS NOT NULL AND s.objectId IS NOT NULL
  RETURN collect(s {.id, .action, .subjectId, .relation, .objectId, .text, .subjectSaid, .objectSaid, .kind, .at, .startStated, .until, .occurredAt, .withdrawnAt}) AS statements
}
RETURN subjectId, statements ORDER BY subjectId
