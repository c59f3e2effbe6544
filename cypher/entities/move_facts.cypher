// Moves facts to the ends of their first statement; the previous state stays in FACT_WAS at its old ends. Settling follows: it
// joins, cuts and ends facts that meet. A fact whose two ends have become one entity is a loop until this transaction ends.
// Mode: WRITE. Parameters: $brain STRING, $facts LIST<STRING> (ids of statements that were re-pointed), $recordedAt DATETIME,
// $reason 'merged'|'unmerged'|'split', $by MAP entity id -> id of the merge or of the entity that is split off
// Returns rows: factId, between BOOLEAN (both its ends are one entity now)
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
