// Creates an empty brain if it does not exist, and locks it until the transaction ends. Parameters: $brain STRING.
// Returns: created (whether it is new), settings STRING|null (JSON)
CYPHER 25
OPTIONAL MATCH (old:Brain {id: $brain})
WITH old IS NULL AS created
MERGE (b:Brain {id: $brain})
  ON CREATE SET b.revision = 0, b.createdAt = datetime.realtime(), b.lastRecordedAt = datetime('0001-01-01T00:00:00Z')
SET b.lockedAt = timestamp()
WITH b, created
RETURN created, b.settings AS settings
