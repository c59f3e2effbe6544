// Stores vectors of nodes beside those in use. A vector is left out if the one in use has changed since it was read: its text is
// another one now.
// Mode: WRITE, with the brain's lock. Parameters: $lease STRING, $brain STRING, $rows LIST<MAP> {id STRING (of the element), vector and
// contextVector: VECTOR|null, was and contextWas: LIST<FLOAT>|null (the vectors in use when it was read)}
// Returns: stored INTEGER; no row if the lease is lost or the brain is gone
CYPHER 25
MATCH (s:Schema {name: 'graphmem'})
SET s.lockedAt = timestamp()
WITH s WHERE s.lease = $lease
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
CALL () {
  UNWIND $rows AS x
  MATCH (n) WHERE elementId(n) = x.id
  WITH n, x WHERE n.brain = $brain
  SET n.embeddingBeside = CASE WHEN x.vector IS NOT NULL AND n.embedding = x.was THEN toFloatList(x.vector) ELSE n.embeddingBeside END,
      n.contextEmbeddingBeside = CASE WHEN x.contextVector IS NOT NULL AND n.contextEmbedding = x.contextWas
        THEN toFloatList(x.contextVector) ELSE n.contextEmbeddingBeside END
  RETURN count(n) AS stored
}
RETURN stored
