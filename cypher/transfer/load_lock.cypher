// Holds the brain's lock during a load: other writers wait.
// Mode: WRITE. Parameters: $brain STRING. Returns: untouched BOOLEAN (no write since the load began).
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
RETURN coalesce(b.loading ENDS WITH toString(b.revision) + ' ' + toString(b.lastRecordedAt), false) AS untouched
