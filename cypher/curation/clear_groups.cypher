// Removes both timelines of some groups, to derive them again from the remaining statements.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $groups [{subjectId, relation, objectId}] (as in
// linked_groups), $statements LIST<STRING> (that are removed)
// Returns one row: facts [{factId, tValid, tInvalid, stability, tier, cold, vitality, timesRetrieved, lastAccessedAt, acceptedAt, acceptedBy, acceptedVersion}] before the removal, versions
// (number of old versions)
CYPHER 25
CALL () {
  UNWIND $groups AS g
  MATCH ()-[f:FACT {brain: $brain, subjectId: g.subjectId, relation: g.relation}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId) WHERE f.objectId IS NOT NULL AND coalesce(f.objectId = g.objectId, true)
  WITH f, f {.factId, .tValid, .tInvalid, .stability, .tier, .cold, .vitality, .timesRetrieved, .lastAccessedAt, .acceptedAt, .acceptedBy, .acceptedVersion} AS kept
  DELETE f
  RETURN collect(kept) AS facts
}
CALL () {
  UNWIND $groups AS g
  MATCH ()-[w:FACT_WAS {brain: $brain, subjectId: g.subjectId, relation: g.relation}]->() USING INDEX SEEK w:FACT_WAS(brain, subjectId, relation, objectId) WHERE w.objectId IS NOT NULL AND coalesce(w.objectId = g.objectId, true)
  DELETE w
  RETURN count(w) AS versions
}
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
RETURN facts, versions
