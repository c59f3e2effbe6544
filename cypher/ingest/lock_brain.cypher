// A fragment: takes the brain's lock, and makes the brain if it is not there. Parameters: $brain STRING. Returns: b NODE
// The lock may have been that of a deletion: then the first node is gone, and the brain is looked up once more. Without that
// everything after it would be written without a brain, with null in place of its revision and its clock.
MERGE (waited:Brain {id: $brain})
  ON CREATE SET waited.revision = 0, waited.createdAt = datetime.realtime(), waited.lastRecordedAt = datetime('0001-01-01T00:00:00Z')
SET waited.lockedAt = timestamp()
WITH *
MERGE (b:Brain {id: $brain})
  ON CREATE SET b.revision = 0, b.createdAt = datetime.realtime(), b.lastRecordedAt = datetime('0001-01-01T00:00:00Z')
SET b.lockedAt = timestamp()
