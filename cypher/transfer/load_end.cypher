// Completes a load: the brain continues from the state of the export. Its id is not written, because writers that wait for the
// lock use it.
// Mode: WRITE. Parameters: $brain STRING, $properties MAP (null = remove the property)
// Returns: revision, lastRecordedAt
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b += $properties, b.lockedAt = timestamp()
RETURN b.revision AS revision, b.lastRecordedAt AS lastRecordedAt
