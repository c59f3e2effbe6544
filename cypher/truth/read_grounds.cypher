// What statements rest on or wait for. A condition about a merged entity is about the one that it was merged into, as long as
// the merge holds.
// Mode: READ. Parameters: $brain STRING, $conditional LIST<STRING> (ids of statements with conditions), $evidence LIST<STRING>
// (ids of statements that are evidence)
// Returns one row: conditions [{statementId, waits, subjectId, relation, objectId, objectSaid, event}], evidence [{subjectId,
// relation, objectId}] (of the statements that are evidence)
CYPHER 25
CALL () {
  UNWIND $conditional AS id
  MATCH (s:Statement {brain: $brain, id: id})-[r:HOLDS_WHILE|STARTS_WHEN]->(c:Condition)
  OPTIONAL MATCH (:Entity {brain: $brain, id: c.subjectId})(()-[m:MERGED_INTO WHERE m.expiredAt IS NULL]->()){1,}(subject WHERE subject.mergedInto IS NULL)
  OPTIONAL MATCH (:Entity {brain: $brain, id: c.objectId})(()-[n:MERGED_INTO WHERE n.expiredAt IS NULL]->()){1,}(object WHERE object.mergedInto IS NULL)
  WITH s, r, c, subject, object ORDER BY s.id, c.id
  RETURN collect({statementId: s.id, waits: type(r) = 'STARTS_WHEN', subjectId: coalesce(subject.id, c.subjectId), relation: c.relation,
    objectId: coalesce(object.id, c.objectId), objectSaid: c.objectSaid, event: c.event}) AS conditions
}
UNWIND CASE $evidence WHEN [] THEN [null] ELSE $evidence END AS id
OPTIONAL MATCH (s:Statement {brain: $brain, id: id})
RETURN conditions, collect(s {.subjectId, .relation, .objectId}) AS evidence
