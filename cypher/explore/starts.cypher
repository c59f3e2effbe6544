// A fragment: an entity by its id, its key or one of its names; a merged one leads to the entity it became, unless the question
// is about the past. To be included in a CALL (ref).
// Variables: ref STRING. Parameters: $brain STRING, $knownAt DATETIME|null
// Returns: e NODE
CALL (ref) {
  MATCH (e:Entity {brain: $brain, id: ref}) RETURN e
  UNION
  MATCH (e:Entity {brain: $brain, key: ref}) RETURN e
  UNION
  UNWIND [ref, replace(toLower(trim(ref)), ' ', '_')] AS norm
  MATCH (:Alias {brain: $brain, norm: norm})-[:ALIAS_OF]->(e:Entity) RETURN e
}
CALL (e) {
  WITH e WHERE e.mergedInto IS NOT NULL
  MATCH (a:Entity {brain: $brain, id: e.mergedInto}) RETURN a AS heir
  UNION ALL
  WITH e WHERE e.mergedInto IS NULL OR $knownAt IS NOT NULL
  RETURN e AS heir
}
RETURN DISTINCT heir AS e
