// Removes what nothing refers to any longer: entities without a statement, a condition, an episode or an origin by hand, values, fact
// references. A forgotten entity is removed in any case, with its names.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $ends LIST<STRING> (ids of entities and values at the ends
// of what was removed), $entity STRING|null (is forgotten), $facts LIST<STRING> (facts that may be gone)
// Returns one row: entities, values, aliases (ids of the removed ones)
CYPHER 25
CALL () {
  UNWIND $ends AS id
  MATCH (v:Value {brain: $brain, id: id})
  WHERE NOT EXISTS { MATCH (s:Statement {brain: $brain, objectId: v.id}) USING INDEX SEEK s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL }
  WITH v, v.id AS gone
  DETACH DELETE v
  RETURN collect(gone) AS values
}
CALL () {
  UNWIND $ends AS id
  MATCH (e:Entity {brain: $brain, id: id})
  WHERE e.id = $entity OR e.mergedInto = $entity OR (coalesce(e.origin, '') <> 'manual' AND e.mergedInto IS NULL AND NOT EXISTS { (:Episode)-[:MENTIONS]->(e) }
    AND NOT EXISTS { MATCH (s:Statement {brain: $brain, subjectId: e.id}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.relation IS NOT NULL AND s.objectId IS NOT NULL }
    AND NOT EXISTS { MATCH (s:Statement {brain: $brain, objectId: e.id}) USING INDEX SEEK s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL }
    AND NOT EXISTS { MATCH (c:Condition {brain: $brain, subjectId: e.id}) USING INDEX SEEK c:Condition(brain, subjectId, relation) WHERE c.relation IS NOT NULL AND EXISTS { (:Statement)-[:HOLDS_WHILE|STARTS_WHEN]->(c) } }
    AND NOT EXISTS { MATCH (c:Condition {brain: $brain, objectId: e.id}) USING INDEX SEEK c:Condition(brain, objectId) WHERE EXISTS { (:Statement)-[:HOLDS_WHILE|STARTS_WHEN]->(c) } }
    AND NOT EXISTS { (e)<-[:MERGED_INTO]-() })
  RETURN collect(e) AS leaving
}
CALL (leaving) {
  UNWIND leaving AS e
  MATCH (a:Alias)-[of:ALIAS_OF]->(e)
  WITH a, count(of) AS here
  WHERE COUNT { (a)-[:ALIAS_OF]->() } = here
  WITH a, a.id AS gone
  DETACH DELETE a
  RETURN collect(gone) AS orphaned
}
WITH values, leaving, [e IN leaving | e.id] AS entities, orphaned AS aliases
FOREACH (e IN leaving | DETACH DELETE e)
WITH values, entities, aliases
CALL () {
  UNWIND $facts AS id
  MATCH (ref:FactRef {brain: $brain, factId: id})
  WHERE NOT EXISTS { MATCH ()-[f:FACT {brain: $brain, factId: id}]->() } AND NOT EXISTS { MATCH ()-[w:FACT_WAS {brain: $brain, factId: id}]->() }
    AND NOT EXISTS { (ref)-[:RESTS_ON]-() }
  DETACH DELETE ref
}
RETURN entities, values, aliases
