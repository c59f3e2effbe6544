// Sets the vitality of facts. Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {factId, vitality FLOAT}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
MATCH ()-[f:FACT {brain: $brain, factId: x.factId}]->()
SET f.vitality = x.vitality
RETURN count(*) AS changed
