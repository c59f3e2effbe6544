// Sets the unversioned marks of facts. A fact that was used or told again since it was read stays as it is; the next run takes it.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {factId, tier STRING|null, cold BOOLEAN|null, uses
// INTEGER and told INTEGER (as they were read)}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
MATCH ()-[f:FACT {brain: $brain, factId: x.factId}]->()
WHERE coalesce(f.timesRetrieved, 0) = x.uses AND size(f.statementIds) = x.told
SET f.tier = x.tier, f.cold = x.cold
RETURN count(*) AS changed
