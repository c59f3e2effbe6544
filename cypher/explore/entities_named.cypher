// A page of the entities found by a name, the beginning of a name or a word of a name, most recent first. Merged ones are left
// out. Each of the three searches reads at most 20,000 names.
// Parameters: $brain STRING, $norm STRING (normalised name), $words STRING (full-text query with the brain's token, or ''),
// $type STRING|null, $before STRING (the cursor: smaller ids), $limit INTEGER
// Returns: entity MAP (explore/entity_row)
CYPHER 25
CALL () {
  WITH 1 AS one WHERE size($norm) > 0
  MATCH (a:Alias)-[:ALIAS_OF]->(e:Entity)
  WHERE a.brain = $brain AND a.norm STARTS WITH $norm
  RETURN e LIMIT 20000
  UNION
  WITH 1 AS one WHERE size($words) > 0
  CALL db.index.fulltext.queryNodes('names', $words, {limit: 20000}) YIELD node, score
  WITH node WHERE score > 0
  OPTIONAL MATCH (node)-[:ALIAS_OF]->(named:Entity)
  WITH coalesce(named, node) AS e WHERE e:Entity AND e.brain = $brain
  RETURN e
}
WITH e WHERE e.mergedInto IS NULL AND e.id < $before AND ($type IS NULL OR e.type = $type)
WITH e ORDER BY e.id DESC LIMIT $limit
// include: explore/entity_row
