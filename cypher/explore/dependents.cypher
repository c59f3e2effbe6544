// The facts that have a fact in their evidence, by id. Parameters: $brain STRING, $id STRING, $limit INTEGER
// Returns: row MAP (explore/fact_row)
CYPHER 25
MATCH (:FactRef {brain: $brain, factId: $id})<-[:RESTS_ON]-(ref:FactRef)
WITH DISTINCT ref.factId AS id ORDER BY id LIMIT $limit
CALL (id) {
  MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
  RETURN f, 1 AS live
  UNION ALL
  MATCH ()-[f:FACT_WAS {brain: $brain, factId: id}]->()
  RETURN f, 0 AS live ORDER BY f.expiredAt DESC LIMIT 1
}
WITH id, f ORDER BY live DESC
WITH id, head(collect(f)) AS f
RETURN
  // include: explore/fact_row
