// The statements and facts of some groups (docs/time.md, R2), by the ends that a group spans. Times are texts, which the driver
// reads a hundred times faster.
// Mode: READ. Parameters: $brain STRING, $subjects [{id, relation}] (all values of a subject), $objects [{id, relation}] (all of an
// object), $values [{subjectId, relation, objectId}] (one value), $since STRING (later statements are known already)
// Returns one row: statements LIST<MAP> (all properties; also the withdrawn ones; one may come twice), facts LIST<MAP> (all
// properties but the vectors, and subject and object, the names of the ends)
CYPHER 25
WITH datetime($since) AS since
CALL (since) {
  CALL () {
    UNWIND $subjects AS x
    MATCH (s:Statement {brain: $brain, subjectId: x.id, relation: x.relation})
    USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL
    RETURN s
    UNION ALL
    UNWIND $objects AS x
    MATCH (s:Statement {brain: $brain, objectId: x.id, relation: x.relation}) USING INDEX SEEK s:Statement(brain, objectId, relation)
    RETURN s
    UNION ALL
    UNWIND $values AS x
    MATCH (s:Statement {brain: $brain, subjectId: x.subjectId, relation: x.relation, objectId: x.objectId})
    USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId)
    RETURN s
  }
  WITH s WHERE s.recordedAt < since
  RETURN collect(s {.*, at: toString(s.at), until: toString(s.until), occurredAt: toString(s.occurredAt),
    recordedAt: toString(s.recordedAt), withdrawnAt: toString(s.withdrawnAt)}) AS statements
}
RETURN statements, COLLECT {
  CALL () {
    UNWIND $subjects AS x
    MATCH (a)-[f:FACT {brain: $brain, subjectId: x.id, relation: x.relation}]->(b)
    USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId) WHERE f.objectId IS NOT NULL
    RETURN a, f, b
    UNION ALL
    UNWIND $objects AS x
    MATCH (a)-[f:FACT {brain: $brain, objectId: x.id, relation: x.relation}]->(b) USING INDEX SEEK f:FACT(brain, objectId, relation)
    RETURN a, f, b
    UNION ALL
    UNWIND $values AS x
    MATCH (a)-[f:FACT {brain: $brain, subjectId: x.subjectId, relation: x.relation, objectId: x.objectId}]->(b)
    USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    RETURN a, f, b
  }
  RETURN f {.*, embedding: null, embeddingBeside: null, subject: a.name, object: coalesce(b.name, b.text),
    tValid: toString(f.tValid), tInvalid: toString(f.tInvalid), tStart: toString(f.tStart), tEnd: toString(f.tEnd),
    tPeriodEnd: toString(f.tPeriodEnd), firstStatedAt: toString(f.firstStatedAt), lastConfirmedAt: toString(f.lastConfirmedAt),
    recordedAt: toString(f.recordedAt)}
} AS facts
