// How a current fact is used, and the facts that were said with it and are similar. Parameters: $brain STRING, $id STRING
// Returns: usage MAP {timesRetrieved, lastAccessedAt, stability, vitality, tier, cold, associations LIST<MAP> {fact_id, weight}}
CYPHER 25
MATCH ()-[f:FACT {brain: $brain, factId: $id}]->()
RETURN f {.timesRetrieved, .lastAccessedAt, .stability, .vitality, .tier, .cold, associations: COLLECT {
  MATCH (:FactRef {brain: $brain, factId: $id})-[a:ASSOCIATED]-(other:FactRef)
  WHERE EXISTS { ()-[:FACT {brain: $brain, factId: other.factId}]->() }
  RETURN {fact_id: other.factId, weight: a.weight} ORDER BY a.weight DESC, other.factId LIMIT 50 }} AS usage
