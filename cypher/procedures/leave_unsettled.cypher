// Notes groups that the service has to settle, because a procedure changed their statements (docs/procedures.md).
// Mode: WRITE, inside a transaction that holds the brain's lock. Parameters: $brain STRING, $pairs [{subjectId, relation, objectId}]
// (without objectId: every value of the subject and relation)
CYPHER 25
UNWIND $pairs AS x
MERGE (:Unsettled {brain: $brain, subjectId: x.subjectId, relation: x.relation, objectId: coalesce(x.objectId, '')})
