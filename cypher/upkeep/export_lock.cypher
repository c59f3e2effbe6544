// Takes the brain's lock, so that every write that has begun is done, and tells how far the brain has come.
// Mode: WRITE. Parameters: $brain STRING. Returns: properties MAP; no row where nothing was ever written.
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
RETURN properties(b) AS properties
