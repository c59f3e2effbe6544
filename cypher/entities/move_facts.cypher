// Facts follow their first statement to its ends; the old state stays in FACT_WAS where it was. Settling comes after: it joins,
// cuts and ends what meets there. A fact whose two ends are one entity now is a loop for as long as this transaction takes.
// Mode: WRITE. Parameters: $brain STRING, $facts LIST<STRING> (ids of statements that were re-pointed), $recordedAt DATETIME,
// $reason 'merged'|'unmerged', $by MAP entity id -> merge id
// Returns rows: factId, between BOOLEAN (it joins what is one entity now)
CYPHER 25
UNWIND $facts AS id
MATCH (subject)-[f:FACT {brain: $brain, factId: id}]->(object)
MATCH (s:Statement {brain: $brain, id: id})
WHERE s.subjectId <> f.subjectId OR s.objectId <> f.objectId
WITH subject, f, object, s, f {.*} AS state
CALL (subject, f, object, s, state) {
  WITH * WHERE f.recordedAt < $recordedAt
  CREATE (subject)-[w:FACT_WAS]->(object)
  SET w = state, w.expiredAt = $recordedAt, w.expiredReason = $reason,
      w.expiredBy = coalesce($by[state.subjectId], $by[state.objectId], $by[s.subjectId], $by[s.objectId])
}
DELETE f
WITH collect({state: state, subjectId: s.subjectId, objectId: s.objectId}) AS moved
UNWIND moved AS one
MATCH (subject:Entity {brain: $brain, id: one.subjectId})
MATCH (object:Entity|Value {brain: $brain, id: one.objectId})
CREATE (subject)-[f:FACT]->(object)
SET f = one.state, f.subjectId = one.subjectId, f.objectId = one.objectId, f.recordedAt = $recordedAt
WITH one, f
OPTIONAL MATCH (ref:FactRef {brain: $brain, factId: f.factId}) WHERE ref.subjectId IS NOT NULL
SET ref.subjectId = one.subjectId, ref.objectId = one.objectId
RETURN f.factId AS factId, one.subjectId = one.objectId AS between
