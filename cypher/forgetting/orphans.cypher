// Hides what only hidden statements and sentences name: values and entities without anything else, with their names.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $request STRING, $ends LIST<STRING> (ids of entities and values)
// Returns one row: gone LIST<STRING> (ids of the hidden entities and values)
CYPHER 25
CALL () {
  UNWIND $ends AS id
  MATCH (v:Value {brain: $brain, id: id})
  WHERE NOT EXISTS { MATCH (s:Statement {brain: $brain, objectId: v.id}) USING INDEX SEEK s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL }
  REMOVE v:Value
  SET v:Hidden, v.hiddenLabel = 'Value', v.hiddenBy = $request
  RETURN collect(v.id) AS values
}
CALL () {
  UNWIND $ends AS id
  MATCH (e:Entity {brain: $brain, id: id})
  WHERE coalesce(e.origin, '') <> 'manual' AND e.mergedInto IS NULL AND NOT EXISTS { (:Episode)-[:MENTIONS]->(e) }
    AND NOT EXISTS { MATCH (s:Statement {brain: $brain, subjectId: e.id}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.relation IS NOT NULL AND s.objectId IS NOT NULL }
    AND NOT EXISTS { MATCH (s:Statement {brain: $brain, objectId: e.id}) USING INDEX SEEK s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL }
    AND NOT EXISTS { MATCH (c:Condition {brain: $brain, subjectId: e.id}) USING INDEX SEEK c:Condition(brain, subjectId, relation) WHERE c.relation IS NOT NULL AND EXISTS { (:Statement)-[:HOLDS_WHILE|STARTS_WHEN]->(c) } }
    AND NOT EXISTS { MATCH (c:Condition {brain: $brain, objectId: e.id}) USING INDEX SEEK c:Condition(brain, objectId) WHERE EXISTS { (:Statement)-[:HOLDS_WHILE|STARTS_WHEN]->(c) } }
    AND NOT EXISTS { (e)<-[:MERGED_INTO]-() }
  RETURN collect(e) AS leaving
}
CALL (leaving) {
  UNWIND leaving AS e
  MATCH (a:Alias)-[of:ALIAS_OF]->(e)
  WITH a, e, count(of) AS here
  WHERE COUNT { (a)-[:ALIAS_OF]->() } = here
  REMOVE a:Alias
  SET a:Hidden, a.hiddenLabel = 'Alias', a.hiddenBy = $request, a.hiddenWith = e.id
}
CALL (leaving) {
  UNWIND leaving AS e
  REMOVE e:Entity
  SET e:Hidden, e.hiddenLabel = 'Entity', e.hiddenBy = $request
}
RETURN values + [e IN leaving | e.id] AS gone
