// Removes vectors of a page of nodes beside those in use. A vector without one in use stays, unless all are removed.
// Mode: WRITE, with the brain's lock. Parameters: $lease STRING, $brain STRING, $kind STRING (the label), $after STRING
// (key, with it; '' = from the start), $limit INTEGER, $all BOOLEAN
// Returns: removed INTEGER (nodes), last STRING|null (the last key); no row if the lease is lost or the brain is gone
CYPHER 25
MATCH (s:Schema {name: 'graphmem'})
SET s.lockedAt = timestamp()
WITH s WHERE s.lease = $lease
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
CALL () {
  CALL () {
    WITH 1 AS one WHERE $kind = 'Entity'
    MATCH (n:Entity) USING INDEX SEEK n:Entity(brain, id)
    WHERE n.brain = $brain AND n.id >= $after AND (n.embeddingBeside IS NOT NULL AND ($all OR n.embedding IS NOT NULL)
      OR n.contextEmbeddingBeside IS NOT NULL AND ($all OR n.contextEmbedding IS NOT NULL))
    RETURN n ORDER BY n.id LIMIT $limit
    UNION ALL
    WITH 1 AS one WHERE $kind = 'Episode'
    MATCH (n:Episode) USING INDEX SEEK n:Episode(brain, id)
    WHERE n.brain = $brain AND n.id >= $after AND (n.embeddingBeside IS NOT NULL AND ($all OR n.embedding IS NOT NULL)
      OR n.contextEmbeddingBeside IS NOT NULL AND ($all OR n.contextEmbedding IS NOT NULL))
    RETURN n ORDER BY n.id LIMIT $limit
    UNION ALL
    WITH 1 AS one WHERE $kind = 'Chunk'
    MATCH (n:Chunk) USING INDEX SEEK n:Chunk(brain, id)
    WHERE n.brain = $brain AND n.id >= $after AND (n.embeddingBeside IS NOT NULL AND ($all OR n.embedding IS NOT NULL)
      OR n.contextEmbeddingBeside IS NOT NULL AND ($all OR n.contextEmbedding IS NOT NULL))
    RETURN n ORDER BY n.id LIMIT $limit
    UNION ALL
    WITH 1 AS one WHERE $kind = 'Observation'
    MATCH (n:Observation) USING INDEX SEEK n:Observation(brain, id)
    WHERE n.brain = $brain AND n.id >= $after AND (n.embeddingBeside IS NOT NULL AND ($all OR n.embedding IS NOT NULL)
      OR n.contextEmbeddingBeside IS NOT NULL AND ($all OR n.contextEmbedding IS NOT NULL))
    RETURN n ORDER BY n.id LIMIT $limit
    UNION ALL
    WITH 1 AS one WHERE $kind = 'Directive'
    MATCH (n:Directive) USING INDEX SEEK n:Directive(brain, id)
    WHERE n.brain = $brain AND n.id >= $after AND (n.embeddingBeside IS NOT NULL AND ($all OR n.embedding IS NOT NULL)
      OR n.contextEmbeddingBeside IS NOT NULL AND ($all OR n.contextEmbedding IS NOT NULL))
    RETURN n ORDER BY n.id LIMIT $limit
    UNION ALL
    WITH 1 AS one WHERE $kind = 'Cluster'
    MATCH (n:Cluster) USING INDEX SEEK n:Cluster(brain, id)
    WHERE n.brain = $brain AND n.id >= $after AND (n.embeddingBeside IS NOT NULL AND ($all OR n.embedding IS NOT NULL)
      OR n.contextEmbeddingBeside IS NOT NULL AND ($all OR n.contextEmbedding IS NOT NULL))
    RETURN n ORDER BY n.id LIMIT $limit
    UNION ALL
    WITH 1 AS one WHERE $kind = 'Item'
    MATCH (n:Item) USING INDEX SEEK n:Item(brain, id)
    WHERE n.brain = $brain AND n.id >= $after AND (n.embeddingBeside IS NOT NULL AND ($all OR n.embedding IS NOT NULL)
      OR n.contextEmbeddingBeside IS NOT NULL AND ($all OR n.contextEmbedding IS NOT NULL))
    RETURN n ORDER BY n.id LIMIT $limit
  }
  SET n.embeddingBeside = CASE WHEN $all OR n.embedding IS NOT NULL THEN null ELSE n.embeddingBeside END,
      n.contextEmbeddingBeside = CASE WHEN $all OR n.contextEmbedding IS NOT NULL THEN null ELSE n.contextEmbeddingBeside END
  RETURN count(n) AS removed, max(n.id) AS last
}
RETURN removed, last
