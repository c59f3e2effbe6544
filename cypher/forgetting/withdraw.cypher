// Withdraws statements on a request to forget, with the ends that were put to them in their own words or found because of them.
// Mode: WRITE, under the brain's lock; the groups of the returned pairs are to be settled, and forgetting/hide follows.
// Parameters: $brain STRING, $request STRING (id of the ForgetRequest; it is made if it is new), $of MAP (what is kept of the request: episodeId,
// speaker, sessionId, by, and of what a message asks for subject, relation, object, exact, occurredAt), $statements LIST<STRING>, $recordedAt DATETIME
// Returns one row: ids LIST<STRING> (of what is hidden), pairs [{subjectId, relation, objectId}]
CYPHER 25
CALL () {
  UNWIND $statements AS id
  MATCH (s:Statement {brain: $brain, id: id})
  RETURN collect(s) AS named
}
CALL (named) {
  UNWIND named AS s
  CALL (s) {
    MATCH (e:Statement {brain: $brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}) USING INDEX SEEK e:Statement(brain, subjectId, relation, objectId)
    WHERE e.action = 'ends' AND (e.about = s.id OR e.text = s.text)
    RETURN e
    UNION
    MATCH (e:Statement)-[:BECAUSE_OF]->(s)
    WHERE NOT EXISTS { MATCH (e)-[:BECAUSE_OF]->(other:Statement) WHERE other.withdrawnAt IS NULL AND NOT other.id IN $statements }
    RETURN e
  }
  RETURN collect(DISTINCT e) AS ends
}
WITH named + [e IN ends WHERE NOT e IN named] AS every
CALL (every) {
  UNWIND every AS s
  WITH s WHERE s.withdrawnAt IS NULL
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'forgotten_on_request', s.withdrawnBy = $request
}
MERGE (r:ForgetRequest {brain: $brain, id: $request})
  ON CREATE SET r += $of, r.recordedAt = $recordedAt
SET r.statements = coalesce(r.statements, 0) + size(every)
RETURN [s IN every | s.id] AS ids, COLLECT { UNWIND every AS s RETURN DISTINCT s {.subjectId, .relation, .objectId} } AS pairs
