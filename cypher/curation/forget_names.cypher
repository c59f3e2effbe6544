// Removes the names that only a forgotten episode gave to an entity. A name that leads to no entity is removed.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $names LIST<MAP> {entity (id), norm}
// Returns one row: aliases (ids of the removed ones)
CYPHER 25
CALL () {
  UNWIND $names AS x
  MATCH (a:Alias {brain: $brain, norm: x.norm})-[r:ALIAS_OF]->(e:Entity)
  WHERE e.id = x.entity OR x.entity IN coalesce(r.of, [])
  WITH a, r, e, x, [id IN coalesce(r.of, []) WHERE id <> x.entity] AS others
  FOREACH (kept IN CASE WHEN e.id <> x.entity AND others <> [] THEN [r] ELSE [] END | SET kept.of = others)
  FOREACH (gone IN CASE WHEN e.id = x.entity OR others = [] THEN [r] ELSE [] END | DELETE gone)
  RETURN collect(DISTINCT a) AS touched
}
CALL (touched) {
  UNWIND touched AS a
  WITH a WHERE NOT EXISTS { (a)-[:ALIAS_OF]->() } AND NOT EXISTS { (a)-[:ALIAS_WAS]->() }
  WITH a, a.id AS gone
  DETACH DELETE a
  RETURN collect(gone) AS aliases
}
RETURN aliases
