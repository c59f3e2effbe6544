// The last version of facts that may hold again, and the vectors of facts between the same ends.
// Mode: READ. Parameters: $brain STRING, $facts LIST<STRING> (ids that no fact has now), $beside LIST<STRING> (ids of facts)
// Returns rows: factId, was BOOLEAN (a version), stability, timesRetrieved, lastAccessedAt, tier, vector
CYPHER 25
UNWIND $facts AS id
MATCH ()-[w:FACT_WAS {brain: $brain, factId: id}]->()
WITH id, w ORDER BY w.expiredAt DESC
WITH id, head(collect(w)) AS w
RETURN id AS factId, true AS was, w.stability AS stability, w.timesRetrieved AS timesRetrieved, w.lastAccessedAt AS lastAccessedAt, w.tier AS tier, w.embedding AS vector
UNION ALL
UNWIND $beside AS id
MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
RETURN id AS factId, false AS was, null AS stability, null AS timesRetrieved, null AS lastAccessedAt, null AS tier, f.embedding AS vector
