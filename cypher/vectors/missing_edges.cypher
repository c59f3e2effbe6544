// A page of the facts, or of their versions, that have a vector in use and none beside it.
// Parameters: $brain STRING, $kind STRING (the type), $after STRING (fact id; '' = from the start), $limit INTEGER
// Returns: id STRING (of the element), key STRING, in this order; kind STRING, properties MAP (the text), vectors LIST<LIST<FLOAT>> (one,
// in use), missing LIST<BOOLEAN>, before: empty
CYPHER 25
CALL () {
  WITH 1 AS one WHERE $kind = 'FACT'
  MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, factId)
  WHERE f.brain = $brain AND f.factId > $after AND f.embedding IS NOT NULL AND f.embeddingBeside IS NULL
  RETURN f ORDER BY f.factId LIMIT $limit
  UNION ALL
  WITH 1 AS one WHERE $kind = 'FACT_WAS'
  MATCH ()-[f:FACT_WAS]->() USING INDEX SEEK f:FACT_WAS(brain, factId)
  WHERE f.brain = $brain AND f.factId > $after AND f.embedding IS NOT NULL AND f.embeddingBeside IS NULL
  RETURN f ORDER BY f.factId LIMIT $limit
}
RETURN elementId(f) AS id, f.factId AS key, $kind AS kind, f {.factText} AS properties, [f.embedding] AS vectors, [true] AS missing, [] AS before
ORDER BY key
