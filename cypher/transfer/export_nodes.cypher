// Every node of a brain with all its properties. Answers without a result are left out: they belong to a running request.
// Parameters: $brain STRING, $embeddings BOOLEAN (whether to include vectors)
// Returns rows: kind STRING (the label), properties MAP, embedded LIST<STRING> (the names of its vectors), before
// LIST<LIST<STRING>> (the one or two turns before it, nearest first, if a vector covers them too: search text and content)
CYPHER 25
CALL () {
  // include: transfer/brain_nodes
}
WITH n WHERE NOT n:Answer OR n.status IS NOT NULL
RETURN labels(n)[0] AS kind,
  CASE WHEN $embeddings THEN properties(n) ELSE n {.*, embedding: null, contextEmbedding: null} END AS properties,
  [key IN ['embedding', 'contextEmbedding'] WHERE n[key] IS NOT NULL] AS embedded,
  CASE WHEN n.contextEmbedding IS NULL THEN []
       WHEN n:Episode THEN COLLECT { MATCH way = (p:Episode)-[:NEXT*1..2]->(n) RETURN [p.turn, p.turn] ORDER BY length(way) LIMIT 2 }
       ELSE COLLECT {
         UNWIND [1, 2] AS far
         MATCH (p:Chunk {brain: $brain, id: n.episodeId + '#' + toString(n.position - far)}) WHERE p.contextEmbedding IS NOT NULL
         RETURN [p.searchText, p.content] ORDER BY far } END AS before
