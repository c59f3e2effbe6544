// The statements that wait for a change and have not begun, those said last first: of a brain, or with an entity at either end.
// Parameters: $brain STRING, $entity STRING|null (id), $limit INTEGER. Returns: id
CYPHER 25
MATCH (s:Statement {brain: $brain, waits: true}) USING INDEX SEEK s:Statement(brain, waits)
WHERE s.withdrawnAt IS NULL AND ($entity IS NULL OR $entity IN [s.subjectId, s.objectId])
CALL (s) {
  MATCH ()-[f:FACT {brain: $brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
  WHERE s.id IN f.statementIds
  RETURN count(f) AS begun
}
WITH s WHERE begun = 0
RETURN s.id AS id ORDER BY s.occurredAt DESC, s.id LIMIT $limit
