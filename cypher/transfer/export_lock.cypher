// Takes the brain's lock, so that every running write is complete, and returns the state of the brain.
// Mode: WRITE. Parameters: $brain STRING. Returns: properties MAP; no row if nothing was ever written.
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
RETURN properties(b) AS properties
