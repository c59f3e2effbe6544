// graphmem.candidates: the known entities that some names may refer to. One statement for a batch of mentions.
//
// Mode: READ. Parameters: $brain STRING, $names LIST<STRING> (normalised: without case and accents, words joined by _),
// $embeddings LIST<ANY> (one vector per name, or an empty list), $k INTEGER
// Returns one row per name: i, name, candidates LIST<MAP> {id, key, name, type, externalId, how: alias|prefix|vector, rank,
// score, guess, aliases}. The names of an entity are aliases too. An alias may lead to several entities, lowest rank first.
// Its guess is "likeness" if the name was resolved to the entity by similarity only. A prefix works in both directions: the
// name begins an alias, or an alias of three letters or more begins the name. Vectors are compared if no entity has exactly
// the name.
CYPHER 25
UNWIND range(0, size($names) - 1) AS i
WITH i, $names[i] AS name, CASE WHEN size($embeddings) > i THEN $embeddings[i] END AS vector
CALL (name) {
  MATCH (a:Alias {brain: $brain, norm: name})-[r:ALIAS_OF]->(e:Entity)
  WHERE e.mergedInto IS NULL
  WITH e, r ORDER BY r.rank LIMIT 20
  RETURN collect(e {.id, .key, .name, .type, .typeGuessed, .externalId, how: 'alias', rank: r.rank, score: 1.0, guess: r.guess,
    aliases: COLLECT { MATCH (x:Alias)-[:ALIAS_OF]->(e) RETURN x.name LIMIT 10 }}) AS byAlias
}
CALL (name) {
  WITH name WHERE size(name) >= 3
  CALL (name) {
    CALL (name) {  // a CALL of its own: planned together with what follows in a small graph, it would read all names of the brain
      MATCH (a:Alias {brain: $brain})
      WHERE a.norm STARTS WITH name
      RETURN a
    }
    MATCH (a)-[:ALIAS_OF]->(e:Entity)
    WHERE a.norm <> name AND e.mergedInto IS NULL
    RETURN e, a LIMIT 40
    UNION ALL
    UNWIND [length IN range(3, CASE WHEN size(name) > 40 THEN 40 ELSE size(name) - 1 END) | left(name, length)] AS beginning
    CALL (beginning) {
      MATCH (a:Alias {brain: $brain, norm: beginning})-[:ALIAS_OF]->(e:Entity)
      WHERE e.mergedInto IS NULL
      RETURN e, a
    }
    RETURN e, a LIMIT 20
  }
  WITH e, min(a.norm) AS norm LIMIT 40
  RETURN collect(e {.id, .key, .name, .type, .externalId, how: 'prefix', norm: norm, score: 0.0,
    aliases: COLLECT { MATCH (x:Alias)-[:ALIAS_OF]->(e) RETURN x.name LIMIT 10 }}) AS byPrefix
}
CALL (vector, byAlias) {
  WITH vector WHERE vector IS NOT NULL AND all(c IN byAlias WHERE c.guess IS NOT NULL)
  MATCH (e:Entity)
  SEARCH e IN (VECTOR INDEX entity_embedding FOR vector WHERE e.brain = $brain LIMIT 50) SCORE AS s
  WITH e, vector.similarity.cosine(e.embedding, vector) * 2 - 1 AS score WHERE e.mergedInto IS NULL
  ORDER BY score DESC LIMIT $k
  RETURN collect(e {.id, .key, .name, .type, .externalId, how: 'vector', score: score,
    aliases: COLLECT { MATCH (x:Alias)-[:ALIAS_OF]->(e) RETURN x.name LIMIT 10 }}) AS byVector
}
RETURN i, name, byAlias + byPrefix + byVector AS candidates
