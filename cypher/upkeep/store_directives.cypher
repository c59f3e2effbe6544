// Stores directives, and removes those that nothing tells any more. One with an episode that is gone since it was read is left out.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {key STRING, remove BOOLEAN, and unless it is removed: id
// STRING (for a new one), embedding VECTOR|null (null = as it is), props MAP (the other properties)}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
CALL (x) {
  WITH x WHERE x.remove
  MATCH (d:Directive {brain: $brain, key: x.key})
  DETACH DELETE d
  RETURN 1 AS one
  UNION ALL
  WITH x WHERE NOT x.remove AND all(id IN x.props.episodeIds WHERE EXISTS { MATCH (:Episode {brain: $brain, id: id}) })
  MERGE (d:Directive {brain: $brain, key: x.key})
    ON CREATE SET d.id = x.id
  SET d += x.props
  SET d.embedding = coalesce(toFloatList(x.embedding), d.embedding)
  RETURN 1 AS one
}
RETURN count(one) AS changed
