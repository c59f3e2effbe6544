// Notes groups that the service has to settle, because a procedure changed their statements (docs/procedures.md).
// Mode: WRITE, inside a transaction that holds the brain's lock. Parameters: $brain STRING, $pairs [{subjectId, relation, objectId}]
// (without objectId: every value of the subject and relation)
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.unsettled = true
WITH b
UNWIND $pairs AS x
MERGE (u:Unsettled {brain: $brain, id: x.subjectId + ' ' + x.relation + ' ' + coalesce(x.objectId, '')})
  ON CREATE SET u.subjectId = x.subjectId, u.relation = x.relation, u.objectId = x.objectId
