// The entities with most facts. Counts degrees; the facts themselves are not read.
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
