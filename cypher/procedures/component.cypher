// Who hangs together through a symmetric relation: the next ring around some entities. Asked again until nobody new comes.
// Mode: READ. Parameters: $brain STRING, $relation STRING, $ids LIST<STRING>
// Returns rows: id
CYPHER 25
UNWIND $ids AS id
CALL (id) {
  MATCH (s:Statement {brain: $brain, subjectId: id, relation: $relation}) USING INDEX s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL
  RETURN s.objectId AS other
  UNION
  MATCH (s:Statement {brain: $brain, objectId: id, relation: $relation}) USING INDEX s:Statement(brain, objectId, relation)
  RETURN s.subjectId AS other
}
RETURN DISTINCT other AS id
