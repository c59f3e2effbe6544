// Completes a load: the brain continues from the state of the export. Its id is not written, because writers that wait for the
// lock use it. Events of the time before are removed: their revisions begin again.
// Mode: WRITE. Parameters: $brain STRING, $properties MAP (null = remove the property)
// Returns: revision, lastRecordedAt
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b += $properties, b.lockedAt = timestamp()
WITH b
CALL () {
  MATCH (event:Change {brain: $brain}) WHERE event.revision >= 0
  DELETE event
}
RETURN b.revision AS revision, b.lastRecordedAt AS lastRecordedAt
