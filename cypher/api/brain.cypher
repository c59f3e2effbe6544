// One brain. Parameters: $brain STRING. Returns no row if nothing was ever written to it.
CYPHER 25
MATCH (b:Brain {id: $brain})
RETURN b.id AS name, b.revision AS revision, b.createdAt AS created_at, b.lastRecordedAt AS last_recorded_at, b.settings AS settings
