// Removes clusters. Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {id}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
MATCH (c:Cluster {brain: $brain, id: x.id})
DETACH DELETE c
RETURN count(*) AS changed
