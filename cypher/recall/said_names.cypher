// The entities that a text names, and those that its other names may mean: by a first name, by a nickname, or as names that are
// written nearly the same.
// Parameter: $q MAP, of which: brain STRING, norms LIST<STRING> (normalised word groups of the text), known DATETIME, open
// LIST<MAP> {norm STRING (normalised), firsts LIST<STRING> (first names of persons), norms LIST<STRING> (whole names of persons),
// alike STRING (a full-text query)}
// Returns: norm, id, name, type, said BOOLEAN (the text has this name; else it may mean it). Of each first name at most three persons
CYPHER 25
CALL () {
  UNWIND $q.norms AS norm
  CALL (norm) {
    // include: recall/entities_by_name
  }
  WITH norm, e WHERE e.mergedInto IS NULL
  RETURN collect([norm, e]) AS names
}
CALL (names) {
  UNWIND names AS name
  RETURN name[1] AS e, name[0] AS norm, true AS said
  UNION
  UNWIND $q.open AS open
  WITH open WHERE none(name IN names WHERE name[0] = open.norm)
  CALL (open) {
    UNWIND open.firsts AS first
    CALL (first) {
      MATCH (a:Alias)-[:ALIAS_OF]->(e:Entity) USING INDEX SEEK a:Alias(brain, norm)
      WHERE a.brain = $q.brain AND a.norm STARTS WITH first + '_' AND NOT a.norm STARTS WITH first + '_s_' AND e.type = 'person' AND e.mergedInto IS NULL
      RETURN e, min(a.norm) AS norm LIMIT 3
    }
    RETURN e, norm
    UNION
    UNWIND open.norms AS norm
    MATCH (a:Alias {brain: $q.brain, norm: norm})-[:ALIAS_OF]->(e:Entity) USING INDEX SEEK a:Alias(brain, norm)
    WHERE e.type = 'person' AND e.mergedInto IS NULL
    RETURN e, norm
    UNION
    CALL db.index.fulltext.queryNodes('names', open.alike, {limit: 40}) YIELD node, score
    WITH node WHERE score > 0 AND node:Alias AND node.brain = $q.brain
    MATCH (node)-[:ALIAS_OF]->(e:Entity) WHERE e.mergedInto IS NULL
    RETURN e, node.norm AS norm
  }
  RETURN e, norm, false AS said
}
RETURN norm, e.id AS id, e.name AS name, e.type AS type, said
