// The statements that rest on or wait for some entities: a merge or its undoing may bind them anew.
// Parameters: $brain STRING, $entities LIST<STRING> (ids)
// Returns rows: subjectId, relation, objectId (of each statement)
CYPHER 25
UNWIND $entities AS id
CALL (id) {
  MATCH (c:Condition {brain: $brain, subjectId: id}) USING INDEX SEEK c:Condition(brain, subjectId, relation) WHERE c.relation IS NOT NULL
  RETURN c
  UNION
  MATCH (c:Condition {brain: $brain, objectId: id}) USING INDEX SEEK c:Condition(brain, objectId)
  RETURN c
}
MATCH (s:Statement)-[:HOLDS_WHILE|STARTS_WHEN]->(c)
RETURN DISTINCT s.subjectId AS subjectId, s.relation AS relation, s.objectId AS objectId
