// Stage 4, a separate read: the three facts of the brain, of any subject, that are most similar to each of some sentences.
// Parameters: $brain STRING, $vectors LIST (one per sentence). Returns one row per sentence: i (its position), alike [{factId,
// score (the cosine, which the index returns as (1 + cosine) / 2)}]
CYPHER 25
UNWIND range(0, size($vectors) - 1) AS i
WITH i, $vectors[i] AS vector
CALL (vector) {
  MATCH ()-[f:FACT]->()
  SEARCH f IN (VECTOR INDEX fact_embedding FOR vector WHERE f.brain = $brain LIMIT 3) SCORE AS s
  RETURN collect(f {.factId, score: 2 * s - 1}) AS alike
}
RETURN i, alike
