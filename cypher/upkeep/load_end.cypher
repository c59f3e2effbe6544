// A load is complete: the brain goes on from where it was exported. Its id is not written: who waits for the lock has it in use.
// Mode: WRITE. Parameters: $brain STRING, $properties MAP (null = it has this no longer)
// Returns: revision, lastRecordedAt
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b += $properties, b.lockedAt = timestamp()
RETURN b.revision AS revision, b.lastRecordedAt AS lastRecordedAt
