// The entities with most facts. The number of an entity's facts is stored with it, so that they need not be read.
// Parameters: $brain STRING, $limit INTEGER
// Returns: entity MAP (explore/entity_row)
CYPHER 25
MATCH (e:Entity) WHERE e.brain = $brain AND e.key IS NOT NULL
WITH e WHERE e.mergedInto IS NULL
WITH e, COUNT { (e)-[:FACT]-() } AS facts
WHERE facts > 0
WITH e, facts ORDER BY facts DESC, e.id LIMIT $limit
WITH e
// include: explore/entity_row
