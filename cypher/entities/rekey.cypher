// Updates the keys that statements carry for their ends after a change of key. Ties are decided by these keys.
// Mode: WRITE. Parameters: $brain STRING, $id STRING, $key STRING
// Returns rows: subjectId, relation, objectId of groups in which a tie may now be decided differently
CYPHER 25
CALL () {
  MATCH (s:Statement {brain: $brain, subjectId: $id}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.relation IS NOT NULL AND s.objectId IS NOT NULL
  SET s.subjectKey = $key
  RETURN s
  UNION
  MATCH (s:Statement {brain: $brain, objectId: $id}) USING INDEX SEEK s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL
  SET s.objectKey = $key
  RETURN s
}
WITH DISTINCT s.subjectId AS subjectId, s.relation AS relation, s.objectId AS objectId
MATCH (t:RelationType {brain: $brain, name: relation}) WHERE t.cardinality = 'one'
RETURN subjectId, relation, objectId
