// A fragment: the ids that a name, key or id may stand for: entities, and values by their text. A merged entity leads to what it
// became; a question about the past looks at it too. To be included in a CALL (ref).
// Variables: ref MAP {ref, norm, valueKey} or null. Parameters: $brain STRING, $past BOOLEAN (known_at is given)
// Returns: ids LIST<STRING>
CALL (ref) {
  MATCH (e:Entity {brain: $brain, id: ref.ref}) RETURN e
  UNION
  MATCH (e:Entity {brain: $brain, key: ref.ref}) RETURN e
  UNION
  MATCH (:Alias {brain: $brain, norm: ref.norm})-[:ALIAS_OF]->(e:Entity) RETURN e
  UNION
  MATCH (e:Value {brain: $brain, id: ref.ref}) RETURN e
  UNION
  MATCH (e:Value {brain: $brain, key: ref.valueKey}) RETURN e
}
UNWIND CASE WHEN e.mergedInto IS NULL THEN [e.id] WHEN $past THEN [e.id, e.mergedInto] ELSE [e.mergedInto] END AS id
RETURN collect(DISTINCT id) AS ids
