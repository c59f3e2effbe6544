// Stage 7: the statements on which ends rest that follow from another statement.
// Mode: WRITE, after commit. Parameters: $brain STRING, $reasons [{id, because}] (ids of two statements)
CYPHER 25
UNWIND $reasons AS x
MATCH (s:Statement {brain: $brain, id: x.id})
MATCH (by:Statement {brain: $brain, id: x.because})
CREATE (s)-[:BECAUSE_OF]->(by)
