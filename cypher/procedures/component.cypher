// The next ring of entities around some entities, connected by a symmetric relation. To be repeated until no new entity comes.
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
