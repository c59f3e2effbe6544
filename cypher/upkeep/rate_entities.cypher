// Sets the importance of entities. Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {id, importance
// FLOAT}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
MATCH (e:Entity {brain: $brain, id: x.id})
SET e.importance = x.importance
RETURN count(*) AS changed
