// Every edge of a brain, but those of what a request to forget hides, with all its properties and the keys of its ends.
// Parameters: $brain STRING, $embeddings BOOLEAN (whether to include vectors)
// Returns rows: kind STRING (the type), start and end LIST<STRING> (label and key), properties MAP (without vectors), vectors
// LIST<LIST<FLOAT>|null> and has LIST<BOOLEAN> as in transfer/export_nodes
CYPHER 25
CALL () {
  // include: transfer/brain_nodes
}
MATCH (n)-[r]->(m) WHERE NOT m:Hidden AND type(r) <> 'FACT_HIDDEN'
RETURN type(r) AS kind,
  [labels(n)[0], CASE WHEN n:Alias THEN n.norm WHEN n:FactRef THEN n.factId ELSE n.id END] AS start,
  [labels(m)[0], CASE WHEN m:Alias THEN m.norm WHEN m:FactRef THEN m.factId ELSE m.id END] AS end,
  r {.*, embedding: null, embeddingBeside: null} AS properties,
  CASE WHEN $embeddings THEN [r.embedding] ELSE [] END AS vectors,
  [r.embedding IS NOT NULL] AS has
