// Takes the brain's lock, for a write that changes neither revision nor system time. No row if the brain does not exist.
// Mode: WRITE. Parameters: $brain STRING. Returns: brain STRING
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
RETURN b.id AS brain
