// Facts were retrieved and are kept fresh: counted, and dated by the wall clock. No history is made of it.
// Parameters: $brain STRING, $factIds LIST<STRING>. Returns: count INTEGER
CYPHER 25
UNWIND $factIds AS id
MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
SET f.timesRetrieved = coalesce(f.timesRetrieved, 0) + 1, f.lastAccessedAt = datetime.realtime()
RETURN count(f) AS count
