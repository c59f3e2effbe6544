// Removes some thousand nodes of a failed load. The brain's own node stays, with its lock.
// Mode: WRITE. Parameters: $brain STRING, $limit INTEGER. Returns one row: gone INTEGER
CYPHER 25
CALL () {
  // include: transfer/brain_nodes
}
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS gone
