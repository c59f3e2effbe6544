// The facts that were used since a time, with what their ageing depends on.
// Parameters: $brain STRING, $since DATETIME
// Returns: as upkeep/ageing_row
CYPHER 25
MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, lastAccessedAt)
WHERE f.brain = $brain AND f.lastAccessedAt > $since
WITH f
// include: upkeep/ageing_row
