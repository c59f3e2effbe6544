// The entities that have a name of another one, one that begins with the same word, or a near vector. Merged ones and the entity
// itself are left out.
// Parameters: $brain STRING, $id STRING, $names LIST<STRING> (normalised), $limit INTEGER (of each search by name)
// Returns: entity MAP (explore/entity_row)
CYPHER 25
MATCH (own:Entity {brain: $brain, id: $id})
CALL (own) {
  UNWIND $names AS name
  MATCH (a:Alias {brain: $brain, norm: name})-[:ALIAS_OF]->(e:Entity)
  RETURN e LIMIT $limit
  UNION
  UNWIND [name IN $names | split(name, '_')[0]] AS first
  WITH DISTINCT first WHERE size(first) >= 3
  CALL (first) {
    MATCH (a:Alias {brain: $brain}) WHERE a.norm STARTS WITH first
    RETURN a LIMIT $limit
  }
  MATCH (a)-[:ALIAS_OF]->(e:Entity)
  RETURN e
  UNION
  UNWIND [name IN $names WHERE size(name) >= 3] AS name
  UNWIND split(name, '_') AS word
  WITH DISTINCT word WHERE size(word) >= 3
  CALL (word) {
    MATCH (a:Alias {brain: $brain, norm: word})-[:ALIAS_OF]->(e:Entity)
    RETURN e LIMIT $limit
  }
  RETURN e
  UNION
  WITH own WHERE own.embedding IS NOT NULL
  MATCH (e:Entity)
  SEARCH e IN (VECTOR INDEX entity_embedding FOR own.embedding WHERE e.brain = $brain LIMIT 20) SCORE AS s
  RETURN e
}
WITH DISTINCT own, e WHERE e <> own AND e.mergedInto IS NULL
WITH e ORDER BY e.id LIMIT 200
CALL (e) {
  // include: explore/entity_row
}
RETURN entity
