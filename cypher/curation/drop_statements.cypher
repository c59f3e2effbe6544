// Removes statements for good. Mode: WRITE. Parameters: $brain STRING, $statements LIST<STRING>, $groups [{subjectId, relation,
// objectId}] (as in linked_groups)
// Returns one row: facts [{factId, tValid, tInvalid}] in the groups, before they are settled again
CYPHER 25
CALL () {
  UNWIND $statements AS id
  MATCH (:FactRef {brain: $brain, factId: id})-[on:RESTS_ON]->()
  DELETE on
}
CALL () {
  UNWIND $statements AS id
  MATCH (s:Statement {brain: $brain, id: id})
  OPTIONAL MATCH (s)-[:HOLDS_WHILE|STARTS_WHEN]->(c:Condition)
  DETACH DELETE s, c
}
CALL () {
  UNWIND $groups AS g
  MATCH ()-[f:FACT {brain: $brain, subjectId: g.subjectId, relation: g.relation}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId) WHERE f.objectId IS NOT NULL AND coalesce(f.objectId = g.objectId, true)
  RETURN collect(f {.factId, .tValid, .tInvalid}) AS facts
}
RETURN facts
