// One ring of the cascade of conditions: what statements rest on or wait for, and who rests on or waits for what may change.
// Mode: READ. Parameters: $brain STRING, $statements LIST<STRING> (ids of statements with conditions), $changed [{id, relation}]
// (subjects, and of symmetric relations both ends, whose values may change)
// Returns one row: conditions [{statementId, waits, subjectId, relation, objectId, objectSaid, event, groups}] (groups: what the condition
// watches, as pairs of procedures/settle), watchers [{subjectId, relation, objectId}] (the statements with conditions on the changed)
CYPHER 25
CALL () {
  UNWIND $statements AS id
  MATCH (s:Statement {brain: $brain, id: id})-[r:HOLDS_WHILE|STARTS_WHEN]->(c:Condition)
  OPTIONAL MATCH (rt:RelationType {brain: $brain, name: c.relation})
  WITH s, type(r) = 'STARTS_WHEN' AS waits, c, rt.cardinality = 'one' AND rt.per = 'object' AND NOT coalesce(rt.symmetric, false) AS byObject ORDER BY s.id, c.id
  RETURN collect({statementId: s.id, waits: waits, subjectId: c.subjectId, relation: c.relation, objectId: c.objectId, objectSaid: c.objectSaid, event: c.event,
    groups: CASE WHEN byObject THEN COLLECT {
      MATCH (t:Statement {brain: $brain, subjectId: c.subjectId, relation: c.relation}) USING INDEX t:Statement(brain, subjectId, relation, objectId)
      WHERE t.objectId IS NOT NULL
      RETURN DISTINCT t {.subjectId, .relation, .objectId}
    } ELSE [c {.subjectId, .relation, objectId: null}] END}) AS conditions
}
CALL () {
  UNWIND $changed AS x
  MATCH (c:Condition {brain: $brain, subjectId: x.id, relation: x.relation}) USING INDEX c:Condition(brain, subjectId, relation)
  MATCH (s:Statement)-[:HOLDS_WHILE|STARTS_WHEN]->(c)
  RETURN collect(DISTINCT s {.subjectId, .relation, .objectId}) AS watchers
}
RETURN conditions, watchers
