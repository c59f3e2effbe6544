// Every node of a brain with all its properties. Answers without a result are left out: they belong to a running request.
// Parameters: $brain STRING, $embeddings BOOLEAN (whether to include vectors)
// Returns rows: kind STRING (the label), properties MAP (without vectors), vectors LIST<LIST<FLOAT>|null> (its own and that of its
// context, where they are wanted), has LIST<BOOLEAN> (which of the two it has), before LIST<LIST<STRING>> (the one or two turns before
// it, nearest first, if a vector covers them too: search text and content)
CYPHER 25
CALL () {
  // include: transfer/brain_nodes
}
WITH n WHERE NOT n:Answer OR n.status IS NOT NULL
RETURN labels(n)[0] AS kind,
  n {.*, embedding: null, contextEmbedding: null, embeddingBeside: null, contextEmbeddingBeside: null} AS properties,
  CASE WHEN $embeddings THEN [n.embedding, n.contextEmbedding] ELSE [] END AS vectors,
  [n.embedding IS NOT NULL, n.contextEmbedding IS NOT NULL] AS has,
  CASE WHEN n.contextEmbedding IS NULL THEN []
       WHEN n:Episode THEN COLLECT { MATCH way = (p:Episode)-[:NEXT*1..2]->(n) RETURN [p.turn, p.turn] ORDER BY length(way) LIMIT 2 }
       ELSE COLLECT {
         UNWIND [1, 2] AS far
         MATCH (p:Chunk {brain: $brain, id: n.episodeId + '#' + toString(n.position - far)}) WHERE p.contextEmbedding IS NOT NULL
         RETURN [p.searchText, p.content] ORDER BY far } END AS before
