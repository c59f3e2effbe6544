// The names that words of a question may mean: first names, whole names, and names that are written nearly the same.
// Parameter: $q MAP, of which: brain STRING, firsts LIST<STRING> (normalised first names of persons), norms LIST<STRING>
// (normalised whole names of persons), alike LIST<STRING> (full-text queries)
// Returns: norm, id, name, type (norm: the normalised name; of each first name at most three persons)
CYPHER 25
CALL () {
  UNWIND $q.firsts AS first
  CALL (first) {
    MATCH (a:Alias)-[:ALIAS_OF]->(e:Entity) USING INDEX SEEK a:Alias(brain, norm)
    WHERE a.brain = $q.brain AND a.norm STARTS WITH first + '_' AND NOT a.norm STARTS WITH first + '_s_' AND e.type = 'person' AND e.mergedInto IS NULL
    RETURN e, min(a.norm) AS norm LIMIT 3
  }
  RETURN e, norm
  UNION
  UNWIND $q.norms AS norm
  MATCH (a:Alias {brain: $q.brain, norm: norm})-[:ALIAS_OF]->(e:Entity) USING INDEX SEEK a:Alias(brain, norm)
  WHERE e.type = 'person' AND e.mergedInto IS NULL
  RETURN e, norm
  UNION
  UNWIND $q.alike AS words
  CALL db.index.fulltext.queryNodes('names', words, {limit: 40}) YIELD node, score
  WITH node WHERE score > 0 AND node:Alias AND node.brain = $q.brain
  MATCH (node)-[:ALIAS_OF]->(e:Entity) WHERE e.mergedInto IS NULL
  RETURN e, node.norm AS norm
}
RETURN norm, e.id AS id, e.name AS name, e.type AS type
