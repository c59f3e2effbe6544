// Keeps the brain's lock while a load goes on: whoever writes waits.
// Mode: WRITE. Parameters: $brain STRING. Returns: untouched BOOLEAN (nobody has written since the load began).
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
RETURN coalesce(b.loading ENDS WITH toString(b.revision) + ' ' + toString(b.lastRecordedAt), false) AS untouched
