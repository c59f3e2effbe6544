// The second attempt of a commit: takes the lock before the reads. Parameters: $brain STRING. Returns: revision.
CYPHER 25
MERGE (b:Brain {id: $brain})
  ON CREATE SET b.revision = 0, b.createdAt = datetime.realtime(), b.lastRecordedAt = datetime('0001-01-01T00:00:00Z')
SET b.lockedAt = timestamp()
WITH b
RETURN b.revision AS revision
