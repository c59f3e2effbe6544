// A page of the nodes of a brain that have a vector in use and none beside it.
// Parameters: $brain STRING, $kind STRING (the label), $after STRING (key; '' = from the start), $limit INTEGER
// Returns: id STRING (of the element), key STRING, in this order; kind STRING, properties MAP (the texts), vectors LIST<LIST<FLOAT>|null>
// (in use: its own and that of its context), missing LIST<BOOLEAN> (which of the two), before LIST<LIST<STRING>> (as in
// transfer/export_nodes)
CYPHER 25
CALL () {
  WITH 1 AS one WHERE $kind = 'Entity'
  MATCH (n:Entity) USING INDEX SEEK n:Entity(brain, id)
  WHERE n.brain = $brain AND n.id > $after
    AND (n.embedding IS NOT NULL AND n.embeddingBeside IS NULL OR n.contextEmbedding IS NOT NULL AND n.contextEmbeddingBeside IS NULL)
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'Episode'
  MATCH (n:Episode) USING INDEX SEEK n:Episode(brain, id)
  WHERE n.brain = $brain AND n.id > $after
    AND (n.embedding IS NOT NULL AND n.embeddingBeside IS NULL OR n.contextEmbedding IS NOT NULL AND n.contextEmbeddingBeside IS NULL)
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'Chunk'
  MATCH (n:Chunk) USING INDEX SEEK n:Chunk(brain, id)
  WHERE n.brain = $brain AND n.id > $after
    AND (n.embedding IS NOT NULL AND n.embeddingBeside IS NULL OR n.contextEmbedding IS NOT NULL AND n.contextEmbeddingBeside IS NULL)
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'Observation'
  MATCH (n:Observation) USING INDEX SEEK n:Observation(brain, id)
  WHERE n.brain = $brain AND n.id > $after
    AND (n.embedding IS NOT NULL AND n.embeddingBeside IS NULL OR n.contextEmbedding IS NOT NULL AND n.contextEmbeddingBeside IS NULL)
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'Directive'
  MATCH (n:Directive) USING INDEX SEEK n:Directive(brain, id)
  WHERE n.brain = $brain AND n.id > $after
    AND (n.embedding IS NOT NULL AND n.embeddingBeside IS NULL OR n.contextEmbedding IS NOT NULL AND n.contextEmbeddingBeside IS NULL)
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'Cluster'
  MATCH (n:Cluster) USING INDEX SEEK n:Cluster(brain, id)
  WHERE n.brain = $brain AND n.id > $after
    AND (n.embedding IS NOT NULL AND n.embeddingBeside IS NULL OR n.contextEmbedding IS NOT NULL AND n.contextEmbeddingBeside IS NULL)
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'Item'
  MATCH (n:Item) USING INDEX SEEK n:Item(brain, id)
  WHERE n.brain = $brain AND n.id > $after
    AND (n.embedding IS NOT NULL AND n.embeddingBeside IS NULL OR n.contextEmbedding IS NOT NULL AND n.contextEmbeddingBeside IS NULL)
  RETURN n ORDER BY n.id LIMIT $limit
}
RETURN elementId(n) AS id, n.id AS key, $kind AS kind, n {.name, .turn, .content, .searchText, .text} AS properties,
  [n.embedding, n.contextEmbedding] AS vectors,
  [n.embedding IS NOT NULL AND n.embeddingBeside IS NULL, n.contextEmbedding IS NOT NULL AND n.contextEmbeddingBeside IS NULL] AS missing,
  CASE WHEN n.contextEmbedding IS NULL THEN []
       WHEN n:Episode THEN COLLECT { MATCH way = (p:Episode)-[:NEXT*1..2]->(n) RETURN [p.turn, p.turn] ORDER BY length(way) LIMIT 2 }
       ELSE COLLECT {
         UNWIND [1, 2] AS far
         MATCH (p:Chunk {brain: $brain, id: n.episodeId + '#' + toString(n.position - far)}) WHERE p.contextEmbedding IS NOT NULL
         RETURN [p.searchText, p.content] ORDER BY far } END AS before
ORDER BY key
