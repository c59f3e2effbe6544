// A fragment: the entities that a recall is narrowed to. To be included in a CALL ().
// Parameter: $q MAP, of which: brain STRING, only LIST<STRING> (names, keys or ids). Returns: only LIST<NODE>
UNWIND $q.only AS ref
CALL (ref) {
  MATCH (e:Entity {brain: $q.brain, id: ref}) RETURN e
  UNION
  MATCH (e:Entity {brain: $q.brain, key: ref}) RETURN e
  UNION
  MATCH (:Alias {brain: $q.brain, norm: ref})-[:ALIAS_OF]->(e:Entity) RETURN e
}
RETURN collect(DISTINCT e) AS only
