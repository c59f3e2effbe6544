// Pairs of entities whose names are near: each of some entities with those that have one of its names, a name that begins with the same
// word, a name that is one of its words, or a near vector; and the facts of the first that agree with a fact of the second.
// Parameters: $brain STRING, $ids LIST<STRING>, $names INTEGER (names of an entity that are looked up), $near INTEGER (of each search)
// Returns: own and other MAP {id, key, name, type, externalId, names LIST<STRING>, facts INTEGER, texts LIST<STRING> (of some facts)},
// shared LIST<STRING> (fact ids of both)
CYPHER 25
UNWIND $ids AS id
MATCH (own:Entity {brain: $brain, id: id}) WHERE own.mergedInto IS NULL
WITH own, COLLECT { MATCH (own)<-[r:ALIAS_OF]-(a:Alias) RETURN a.norm ORDER BY r.recordedAt, a.norm LIMIT $names } AS norms
CALL (own, norms) {
  UNWIND norms AS norm
  MATCH (:Alias {brain: $brain, norm: norm})-[:ALIAS_OF]->(e:Entity)
  RETURN e LIMIT $near
  UNION
  UNWIND [norm IN norms | split(norm, '_')[0]] AS first
  WITH DISTINCT first WHERE size(first) >= 3
  CALL (first) {
    MATCH (a:Alias {brain: $brain}) WHERE a.norm STARTS WITH first
    RETURN a LIMIT $near
  }
  MATCH (a)-[:ALIAS_OF]->(e:Entity)
  RETURN e
  UNION
  UNWIND norms AS norm
  UNWIND split(norm, '_') AS word
  WITH DISTINCT word WHERE size(word) >= 3
  CALL (word) {
    MATCH (:Alias {brain: $brain, norm: word})-[:ALIAS_OF]->(e:Entity)
    RETURN e LIMIT $near
  }
  RETURN e
  UNION
  WITH own WHERE own.embedding IS NOT NULL
  MATCH (e:Entity)
  SEARCH e IN (VECTOR INDEX entity_embedding FOR own.embedding WHERE e.brain = $brain LIMIT $near) SCORE AS s
  RETURN e
}
WITH DISTINCT own, e WHERE e <> own AND e.mergedInto IS NULL
CALL (own, e) {
  MATCH (own)-[f:FACT]->(o)<-[g:FACT]-(e)
  WHERE f.relation = g.relation
  WITH f, g ORDER BY f.factId, g.factId LIMIT 10
  RETURN collect(f.factId) + collect(g.factId) AS shared
}
CALL (own) {
  WITH own AS n
  // include: upkeep/paired_entity
}
WITH e, shared, paired AS first
CALL (e) {
  WITH e AS n
  // include: upkeep/paired_entity
}
RETURN first AS own, paired AS other, shared
