// The entities that ids, keys or names refer to. Merged entities are found by id and key only.
// Parameters: $brain STRING, $refs LIST<MAP> {ref, norm}
// Returns rows: i (position in $refs), how 0 id, 1 key, 2 name, guessed BOOLEAN (the name was resolved to it by similarity
// only), entity MAP {id, key, name, type, mergedInto}
CYPHER 25
UNWIND range(0, size($refs) - 1) AS i
WITH i, $refs[i] AS ref
CALL (ref) {
  MATCH (e:Entity {brain: $brain, id: ref.ref}) RETURN e, 0 AS how, false AS guessed
  UNION
  MATCH (e:Entity {brain: $brain, key: ref.ref}) RETURN e, 1 AS how, false AS guessed
  UNION
  MATCH (:Alias {brain: $brain, norm: ref.norm})-[r:ALIAS_OF]->(e:Entity) WHERE e.mergedInto IS NULL RETURN e, 2 AS how, r.guess IS NOT NULL AS guessed
}
RETURN i, how, guessed, e {.id, .key, .name, .type, .mergedInto} AS entity
ORDER BY i, how
