// A page of the entities, facts or episodes of a brain that have a text and no vector. What is hidden has other labels. An episode that is
// being extracted gets its vectors with its commit.
// Parameters: $brain STRING, $kind STRING ("entity", "fact", "episode": also one with such a chunk), $after STRING (id; '' = from the start),
// $limit INTEGER
// Returns: id STRING, in this order
CYPHER 25
CALL () {
  WITH 1 AS one WHERE $kind = 'entity'
  MATCH (n:Entity) USING INDEX SEEK n:Entity(brain, id)
  WHERE n.brain = $brain AND n.id > $after AND n.embedding IS NULL AND n.name IS NOT NULL
  WITH n ORDER BY n.brain, n.id LIMIT $limit
  RETURN n.id AS id
  UNION ALL
  WITH 1 AS one WHERE $kind = 'fact'
  MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, factId)
  WHERE f.brain = $brain AND f.factId > $after AND f.embedding IS NULL AND f.factText IS NOT NULL
  WITH f ORDER BY f.brain, f.factId LIMIT $limit
  RETURN f.factId AS id
  UNION ALL
  WITH 1 AS one WHERE $kind = 'episode'
  MATCH (n:Episode) USING INDEX SEEK n:Episode(brain, id)
  WHERE n.brain = $brain AND n.id > $after AND n.status IN ['stored', 'extracted', 'failed']
    AND ((n.embedding IS NULL OR n.contextEmbedding IS NULL AND n.covers IS NULL) AND n.searchText IS NOT NULL AND NOT EXISTS { (n)-[:HAS_CHUNK]->() }
      OR EXISTS { (n)-[:HAS_CHUNK]->(c:Chunk) WHERE c.embedding IS NULL OR c.contextEmbedding IS NULL AND c.searchText <> c.content })
  WITH n ORDER BY n.brain, n.id LIMIT $limit
  RETURN n.id AS id
}
RETURN id ORDER BY id
