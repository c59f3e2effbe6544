// graphmem.candidates: whom could these names mean? For a batch of mentions, in one statement.
//
// Mode: READ. Parameters: $brain STRING, $names LIST<STRING> (normalised: folded case and accents, words joined by _),
// $embeddings LIST<ANY> (one vector a name, or an empty list), $k INTEGER
// Returns one row a name: i, name, candidates LIST<MAP> {id, key, name, type, externalId, how: alias|prefix|vector, rank, score}.
// The names of an entity are aliases too; an alias may point to several entities, lowest rank first.
CYPHER 25
UNWIND range(0, size($names) - 1) AS i
WITH i, $names[i] AS name, CASE WHEN size($embeddings) > i THEN $embeddings[i] END AS vector
CALL (name) {
  MATCH (a:Alias {brain: $brain, norm: name})-[r:ALIAS_OF]->(e:Entity)
  WHERE e.mergedInto IS NULL
  WITH e, r ORDER BY r.rank LIMIT 20
  RETURN collect(e {.id, .key, .name, .type, .externalId, how: 'alias', rank: r.rank, score: 1.0}) AS byAlias
}
CALL (name) {
  WITH name WHERE size(name) >= 3
  MATCH (a:Alias {brain: $brain})-[:ALIAS_OF]->(e:Entity)
  WHERE a.norm STARTS WITH name AND a.norm <> name AND e.mergedInto IS NULL
  WITH DISTINCT e, min(a.norm) AS norm LIMIT 20
  RETURN collect(e {.id, .key, .name, .type, .externalId, how: 'prefix', norm: norm, score: 0.0}) AS byPrefix
}
CALL (vector) {
  WITH vector WHERE vector IS NOT NULL
  MATCH (e:Entity)
  SEARCH e IN (VECTOR INDEX entity_embedding FOR vector WHERE e.brain = $brain LIMIT 50) SCORE AS s
  WITH e, vector.similarity.cosine(e.embedding, vector) * 2 - 1 AS score WHERE e.mergedInto IS NULL
  ORDER BY score DESC LIMIT $k
  RETURN collect(e {.id, .key, .name, .type, .externalId, how: 'vector', score: score}) AS byVector
}
RETURN i, name, byAlias + byPrefix + byVector AS candidates
