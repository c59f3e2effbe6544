// Retires observations. Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {id}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
MATCH (n:Observation {brain: $brain, id: x.id}) WHERE n.status = 'active'
SET n.status = 'retired'
RETURN count(*) AS changed
