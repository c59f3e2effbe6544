// Every edge of a brain with all its properties and the keys of its ends.
// Parameters: $brain STRING, $embeddings BOOLEAN (whether to include vectors)
// Returns rows: kind STRING (the type), start and end LIST<STRING> (label and key), properties MAP, embedded LIST<STRING>
CYPHER 25
CALL () {
  // include: transfer/brain_nodes
}
MATCH (n)-[r]->(m)
RETURN type(r) AS kind,
  [labels(n)[0], CASE WHEN n:Alias THEN n.norm WHEN n:FactRef THEN n.factId ELSE n.id END] AS start,
  [labels(m)[0], CASE WHEN m:Alias THEN m.norm WHEN m:FactRef THEN m.factId ELSE m.id END] AS end,
  CASE WHEN $embeddings THEN properties(r) ELSE r {.*, embedding: null} END AS properties,
  CASE WHEN r.embedding IS NULL THEN [] ELSE ['embedding'] END AS embedded
