// Every (subject, relation, object) with a statement, for relations whose cardinality has changed.
// Parameters: $brain STRING, $relations LIST<STRING>. Returns: subjectId, relation, objectId.
CYPHER 25
UNWIND $relations AS relation
MATCH (s:Statement {brain: $brain, relation: relation}) USING INDEX SEEK s:Statement(brain, relation)
RETURN DISTINCT s.subjectId AS subjectId, s.relation AS relation, s.objectId AS objectId
