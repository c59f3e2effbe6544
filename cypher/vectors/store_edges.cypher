// Stores vectors of facts and of their versions beside those in use, as vectors/store_nodes does for nodes.
// Mode: WRITE, with the brain's lock. Parameters: $lease STRING, $brain STRING, $rows LIST<MAP> {id STRING (of the element), vector VECTOR,
// was LIST<FLOAT> (the vector in use when it was read)}
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
  MATCH ()-[f]->() WHERE elementId(f) = x.id
  WITH f, x WHERE f.brain = $brain AND f.embedding = x.was
  SET f.embeddingBeside = toFloatList(x.vector)
  RETURN count(f) AS stored
}
RETURN stored
