// A page of the facts of a brain, with what their vitality depends on.
// Parameters: $brain STRING, $after STRING (fact id; '' = from the start), $limit INTEGER
// Returns: as upkeep/rating_row, in the order of factId
CYPHER 25
MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, factId)
WHERE f.brain = $brain AND f.factId > $after
WITH f ORDER BY f.brain, f.factId LIMIT $limit
// include: upkeep/rating_row
ORDER BY factId
