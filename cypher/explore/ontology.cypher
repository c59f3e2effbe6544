// The entity types and relations of a brain, by name. Parameters: $brain STRING
// Returns one row: written BOOLEAN (whether anything was ever written), entityTypes, relations
CYPHER 25
OPTIONAL MATCH (b:Brain {id: $brain})
WITH b IS NOT NULL AS written
CALL () {
  MATCH (t:EntityType) WHERE t.brain = $brain AND t.name IS NOT NULL
  WITH t ORDER BY t.name
  RETURN collect(t {.name, .source, .description, .usageCount}) AS entityTypes
}
CALL () {
  MATCH (t:RelationType) WHERE t.brain = $brain AND t.name IS NOT NULL
  WITH t ORDER BY t.name
  RETURN collect(t {.name, .source, .description, .usageCount, .cardinality, .cardinalitySource, .per, .symmetric, synonyms: coalesce(t.synonyms, []), .kind, begunBy: coalesce(t.begunBy, []), endedBy: coalesce(t.endedBy, [])}) AS relations
}
RETURN written, entityTypes, relations
