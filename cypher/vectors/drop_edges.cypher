// Removes vectors of a page of facts, or of their versions, as vectors/drop_nodes does for nodes.
// Mode: WRITE, with the brain's lock. Parameters: $lease STRING, $brain STRING, $kind STRING (the type), $after STRING
// (fact id, with it; '' = from the start), $limit INTEGER, $all BOOLEAN
// Returns: removed INTEGER (edges), last STRING|null (the last key); no row if the lease is lost or the brain is gone
CYPHER 25
MATCH (s:Schema {name: 'graphmem'})
SET s.lockedAt = timestamp()
WITH s WHERE s.lease = $lease
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
CALL () {
  CALL () {
    WITH 1 AS one WHERE $kind = 'FACT'
    MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, factId)
    WHERE f.brain = $brain AND f.factId >= $after AND f.embeddingBeside IS NOT NULL AND ($all OR f.embedding IS NOT NULL)
    RETURN f ORDER BY f.factId LIMIT $limit
    UNION ALL
    WITH 1 AS one WHERE $kind = 'FACT_WAS'
    MATCH ()-[f:FACT_WAS]->() USING INDEX SEEK f:FACT_WAS(brain, factId)
    WHERE f.brain = $brain AND f.factId >= $after AND f.embeddingBeside IS NOT NULL AND ($all OR f.embedding IS NOT NULL)
    RETURN f ORDER BY f.factId LIMIT $limit
  }
  SET f.embeddingBeside = null
  RETURN count(f) AS removed, max(f.factId) AS last
}
RETURN removed, last
