// One ring of the cascade of conditions: what statements rest on or wait for, and who rests on or waits for what may change.
// A condition about a merged entity is about the entity that it was merged into, as long as the merge holds.
// Mode: READ. Parameters: $brain STRING, $statements LIST<STRING> (ids of statements with conditions), $changed [{id, relation}]
// (subjects, and of symmetric relations both ends, whose values may change)
// Returns one row: conditions [{statementId, waits, subjectId, relation, objectId, objectSaid, event, groups}] (groups: what the
// condition watches, as pairs of procedures/settle), watchers [{subjectId, relation, objectId}] (the statements with conditions
// on the changed)
CYPHER 25
CALL () {
  UNWIND $statements AS id
  MATCH (s:Statement {brain: $brain, id: id})-[r:HOLDS_WHILE|STARTS_WHEN]->(c:Condition)
  OPTIONAL MATCH (rt:RelationType {brain: $brain, name: c.relation})
  WITH s, type(r) = 'STARTS_WHEN' AS waits, c, rt.cardinality = 'one' AND rt.per = 'object' AND NOT coalesce(rt.symmetric, false) AS byObject,
    head(COLLECT { MATCH (:Entity {brain: $brain, id: c.subjectId})-[m:MERGED_INTO*1..]->(root) WHERE all(x IN m WHERE x.expiredAt IS NULL) AND root.mergedInto IS NULL RETURN root.id }) AS subject,
    head(COLLECT { MATCH (:Entity {brain: $brain, id: c.objectId})-[m:MERGED_INTO*1..]->(root) WHERE all(x IN m WHERE x.expiredAt IS NULL) AND root.mergedInto IS NULL RETURN root.id }) AS object
    ORDER BY s.id, c.id
  WITH s, waits, c, byObject, coalesce(subject, c.subjectId) AS subject, coalesce(object, c.objectId) AS object
  RETURN collect({statementId: s.id, waits: waits, subjectId: subject, relation: c.relation, objectId: object, objectSaid: c.objectSaid, event: c.event,
    groups: CASE WHEN byObject THEN COLLECT {
      MATCH (t:Statement {brain: $brain, subjectId: subject, relation: c.relation}) USING INDEX t:Statement(brain, subjectId, relation, objectId)
      WHERE t.objectId IS NOT NULL
      RETURN DISTINCT t {.subjectId, .relation, .objectId}
    } ELSE [{subjectId: subject, relation: c.relation, objectId: null}] END}) AS conditions
}
CALL () {
  UNWIND $changed AS x
  UNWIND [x.id] + COLLECT { MATCH (e:Entity)-[m:MERGED_INTO*1..]->(:Entity {brain: $brain, id: x.id}) WHERE all(y IN m WHERE y.expiredAt IS NULL) RETURN e.id } AS id
  MATCH (c:Condition {brain: $brain, subjectId: id, relation: x.relation}) USING INDEX c:Condition(brain, subjectId, relation)
  MATCH (s:Statement)-[:HOLDS_WHILE|STARTS_WHEN]->(c)
  RETURN collect(DISTINCT s {.subjectId, .relation, .objectId}) AS watchers
}
RETURN conditions, watchers
