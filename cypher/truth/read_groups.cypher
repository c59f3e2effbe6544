// The statements and facts of some groups (docs/time.md, R2), by the ends that a group spans.
// Mode: READ. Parameters: $brain STRING, $subjects [{id, relation}] (all values of a subject), $objects [{id, relation}] (all of an
// object), $values [{subjectId, relation, objectId}] (one value)
// Returns one row: statements LIST<MAP> (all properties; also the withdrawn ones; one may come twice), facts LIST<MAP> (all
// properties but the vectors, and subject and object, the names of the ends)
CYPHER 25 replan=skip
CALL () {
  UNWIND $subjects AS x
  MATCH (s:Statement {brain: $brain, subjectId: x.id, relation: x.relation})
  USING INDEX s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL
  RETURN s
  UNION ALL
  UNWIND $objects AS x
  MATCH (s:Statement {brain: $brain, objectId: x.id, relation: x.relation}) USING INDEX s:Statement(brain, objectId, relation)
  RETURN s
  UNION ALL
  UNWIND $values AS x
  MATCH (s:Statement {brain: $brain, subjectId: x.subjectId, relation: x.relation, objectId: x.objectId})
  USING INDEX s:Statement(brain, subjectId, relation, objectId)
  RETURN s
}
WITH collect(s {.*}) AS statements
RETURN statements, COLLECT {
  CALL () {
    UNWIND $subjects AS x
    MATCH (a)-[f:FACT {brain: $brain, subjectId: x.id, relation: x.relation}]->(b)
    USING INDEX f:FACT(brain, subjectId, relation, objectId) WHERE f.objectId IS NOT NULL
    RETURN a, f, b
    UNION ALL
    UNWIND $objects AS x
    MATCH (a)-[f:FACT {brain: $brain, objectId: x.id, relation: x.relation}]->(b) USING INDEX f:FACT(brain, objectId, relation)
    RETURN a, f, b
    UNION ALL
    UNWIND $values AS x
    MATCH (a)-[f:FACT {brain: $brain, subjectId: x.subjectId, relation: x.relation, objectId: x.objectId}]->(b)
    USING INDEX f:FACT(brain, subjectId, relation, objectId)
    RETURN a, f, b
  }
  RETURN f {.*, embedding: null, embeddingBeside: null, subject: a.name, object: coalesce(b.name, b.text)}
} AS facts
